//! Presets: each published scheme as one netcode value, with a hint on what to watch for.

use serde::{Deserialize, Serialize};

use super::{
    choices::{
        BoltPath, BoltView, CommandPolicy, CorrectionMode, CoverVeto, HitRule, OwnShip, Ramming,
        RateRule, RemoteView,
    },
    values::{Netcode, PlayerNetcode, RoomNetcode},
};

/// A preset, ordered as keys 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Preset {
    /// Wolfenstein: Enemy Territory 2.60: markers per command, cover veto.
    Et260,
    /// Wolfenstein: Enemy Territory, released source: markers per frame.
    EtReleased,
    /// QuakeWorld: the viewer extrapolates, the server judges the present.
    QuakeWorld,
    /// Source: interpolation, lag compensation, fast-forwarded projectiles.
    Source,
    /// Delayed synchronisation: make the stories agree later.
    DelayedSync,
    /// Targeting: bolts converge, the server judges the present.
    Targeting,
    /// The article's Figure 2: nothing is hidden.
    Nothing,
    /// The article's Figure 3: bolts appear out of nowhere.
    Jump,
    /// The game's own.
    Lagrange,
}

impl Preset {
    /// Ordered as keys 1 to 9.
    pub const ALL: [Self; 9] = [
        Self::Et260,
        Self::EtReleased,
        Self::QuakeWorld,
        Self::Source,
        Self::DelayedSync,
        Self::Targeting,
        Self::Nothing,
        Self::Jump,
        Self::Lagrange,
    ];

    /// The key in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Et260 => "et-260",
            Self::EtReleased => "et",
            Self::QuakeWorld => "quakeworld",
            Self::Source => "source",
            Self::DelayedSync => "deferred",
            Self::Targeting => "targeting",
            Self::Nothing => "nothing",
            Self::Jump => "jump",
            Self::Lagrange => "lagrange",
        }
    }

    /// The display name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Et260 => "Wolfenstein: ET 2.60",
            Self::EtReleased => "Wolfenstein: ET (released source)",
            Self::QuakeWorld => "QuakeWorld",
            Self::Source => "Source",
            Self::DelayedSync => "Delayed synchronisation",
            Self::Targeting => "Targeting",
            Self::Nothing => "Figure 2: nothing",
            Self::Jump => "Figure 3: jump",
            Self::Lagrange => "Lagrange",
        }
    }

    #[must_use]
    pub const fn watch(self) -> &'static str {
        match self {
            Self::Et260 => {
                "Beam somebody who slips behind a rock: the hit is vetoed. Others are judged ahead \
                 of where you saw them."
            }
            Self::EtReleased => {
                "Beams hit what you saw up to 450 ms ago. Bolts do not, so the lower ping always \
                 shoots first."
            }
            Self::QuakeWorld => {
                "Your ship is exact, and the others are guessed ahead by half the gap: watch them \
                 jump when they turn."
            }
            Self::Source => {
                "Hits count where you saw them, up to 1 s back: watch players die who are already \
                 behind cover."
            }
            Self::DelayedSync => {
                "Hits are tentative for D and may be undone: watch for the points that come back \
                 when another ship was hit first."
            }
            Self::Targeting => {
                "Bolts fly faster until they are where their shooter has them: aim ahead by your \
                 own lag."
            }
            Self::Nothing => {
                "Nothing is hidden: your ship responds late, and shots at what you see miss."
            }
            Self::Jump => {
                "Bolts start far from the muzzle: nobody close to a laggy shooter sees them coming."
            }
            Self::Lagrange => {
                "What you saw is what counts, up to 400 ms back: the vermilion and violet outlines \
                 coincide."
            }
        }
    }

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.key() == key)
    }

    /// The preset that a netcode matches exactly.
    #[must_use]
    pub fn of(netcode: &Netcode) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.netcode() == *netcode)
    }

    /// The preset that best matches a room's rules. Room bots use its player settings, to see what
    /// the room's players would.
    #[must_use]
    pub fn of_room(room: &RoomNetcode) -> Self {
        let same = |preset: &Self| preset.netcode().room == *room;
        let alike = |preset: &Self| preset.netcode().room.hit_rule == room.hit_rule;
        let find = |test: &dyn Fn(&Self) -> bool| Self::ALL.into_iter().find(|p| test(p));
        find(&same).or_else(|| find(&alike)).unwrap_or(match room.hit_rule {
            HitRule::SourceExact => Self::Source,
            HitRule::Claim | HitRule::Unverified => Self::Targeting,
            _ => Self::Lagrange,
        })
    }

    #[must_use]
    pub fn netcode(self) -> Netcode {
        Netcode { room: self.room(), player: self.player() }
    }

    /// The room's part.
    #[must_use]
    pub fn room(self) -> RoomNetcode {
        let room = RoomNetcode::default();
        match self {
            Self::Et260 => RoomNetcode {
                hit_rule: HitRule::EtPerCommand,
                cover_veto: CoverVeto::Beams,
                ..room
            },
            Self::EtReleased => RoomNetcode { hit_rule: HitRule::EtPerFrame, ..room },
            Self::QuakeWorld => RoomNetcode {
                hit_rule: HitRule::Present,
                commands: CommandPolicy::RunOnNext,
                ..room
            },
            Self::Source => RoomNetcode {
                hit_rule: HitRule::SourceByLifeId,
                bolt_path: BoltPath::FastForward,
                rewind_bound_ms: 1000,
                commands: CommandPolicy::Bank,
                ..room
            },
            Self::DelayedSync => {
                RoomNetcode { hit_rule: HitRule::DelayedSync, ramming: Ramming::RammerOnly, ..room }
            }
            Self::Targeting => {
                RoomNetcode { hit_rule: HitRule::Targeting, bolt_path: BoltPath::Converge, ..room }
            }
            Self::Nothing => RoomNetcode { hit_rule: HitRule::Present, ..room },
            Self::Jump => {
                RoomNetcode { hit_rule: HitRule::Present, bolt_path: BoltPath::Jump, ..room }
            }
            Self::Lagrange => room,
        }
    }

    /// The players' part.
    #[must_use]
    pub fn player(self) -> PlayerNetcode {
        let player = PlayerNetcode::default();
        match self {
            // ET sends 20 snapshots a second, one per server frame.
            Self::Et260 | Self::EtReleased => {
                PlayerNetcode { bolts: BoltView::Late, update_rate_hz: 20, ..player }
            }
            Self::QuakeWorld => PlayerNetcode {
                correction: CorrectionMode::Snap,
                remote: RemoteView::QuakeWorld,
                bolts: BoltView::Late,
                command_rate_hz: 128,
                backups: 2,
                ..player
            },
            Self::Source => PlayerNetcode {
                bolts: BoltView::Late,
                interp_ratio: 2,
                update_rate_hz: 20,
                rate_kb_per_s: 80,
                rate_rule: RateRule::Source,
                delta_window: 28,
                backups: 2,
                ..player
            },
            Self::DelayedSync => PlayerNetcode {
                remote: RemoteView::Delayed,
                bolts: BoltView::Jump,
                update_rate_hz: 128,
                ..player
            },
            Self::Targeting => PlayerNetcode { remote: RemoteView::Chase, ..player },
            Self::Nothing => PlayerNetcode {
                own_ship: OwnShip::Wait,
                correction: CorrectionMode::Off,
                bolts: BoltView::Late,
                ..player
            },
            Self::Jump => PlayerNetcode { bolts: BoltView::Jump, ..player },
            Self::Lagrange => player,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_in_range_and_distinct() {
        for preset in Preset::ALL {
            let netcode = preset.netcode();
            assert_eq!(netcode.check(), Ok(()), "{preset:?}");
            assert_eq!(Preset::of(&netcode), Some(preset));
            assert_eq!(Preset::of_key(preset.key()), Some(preset));
            assert_eq!(Preset::of_room(&netcode.room), preset);
        }
        assert_eq!(Preset::Lagrange.netcode(), Netcode::default());
    }
}
