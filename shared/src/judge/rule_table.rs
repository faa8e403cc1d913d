//! The table of the hit rules: one row per rule, with every answer that depends on it. Code that
//! judges, draws or explains a shot reads this table, so a new rule is a new row and no other code
//! names it. The rules are those of docs/schemes.md.

use crate::{
    base::time::Micros,
    history::target_time::{ChainBreak, MarkerKind},
    netcode::{
        choices::{BoltPath, HitRule},
        setting::Setting,
        values::RoomNetcode,
    },
    schemes::{clamp::Clamp, et},
    sim::event::Weapon,
};

/// Which poses of its targets a shot is tested against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetPoses {
    /// The poses of the tick at which that part of the flight is judged.
    Present,
    /// The poses that the shooter drew at the view time plus the shot's age.
    Drawn,
    /// Source's records at that time, as far as they are unbroken.
    Records(ChainBreak),
    /// ET's markers at the command time.
    Markers(MarkerKind),
}

/// How a claimed view time becomes the rewind time. `view.rs` enforces how far back it may lie, and
/// [`HitRule::limit`] reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewPolicy {
    /// No rewind: the targets are tested where they are when the shot is executed. The claim
    /// matters only for fast-forward, which flies the bolt to where the shooter saw it, within the
    /// room's rewind limit.
    Execution,
    /// ET's command time, clamped to its window.
    CommandTime,
    /// Source's command tick, unless the measured latency contradicts it. `ChainBreak` also selects
    /// whether the time is rounded to whole ticks, as written, or keeps its fraction.
    CommandTick(ChainBreak),
    /// Delayed synchronisation: the claim, if it is within 70 ms of `D` before the shot; else `D`
    /// before the shot.
    DelayedSync,
    /// The claim, clamped to the room's rewind limit.
    Bounded,
    /// The claim, clamped to the room's rewind limit and to the plausible age of the shooter's
    /// connection.
    Plausible,
}

/// Who decides which ship a shot hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// The room, by testing the shot's flight.
    Room,
    /// The shooter's client; the room verifies its claim.
    Shooter,
    /// The shooter's client; the room accepts its claim unverified.
    ShooterUnverified,
}

/// When a bolt's hit is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoltHits {
    /// At once; the hit ends the bolt.
    Final,
    /// When every player's time line has reached the bolt's age; until then hits are tentative.
    Tentative,
}

/// How far before its execution a shot may look back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewLimit {
    pub back: Micros,
    /// The clamp reported for a view further back than this.
    pub clamp: Clamp,
}

impl ViewLimit {
    /// The smaller of a bound and the room's ping cap for a player with this interpolation delay.
    #[must_use]
    pub const fn of(bound: Micros, rules: &RoomNetcode, interpolation_delay: Micros) -> Self {
        let cap = rules.ping_cap(interpolation_delay);
        if cap.0 < bound.0 {
            Self { back: cap, clamp: Clamp::PingCap }
        } else {
            Self { back: bound, clamp: Clamp::Bound }
        }
    }
}

/// One hit rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleRow {
    /// How the claimed view time is used.
    pub view: ViewPolicy,
    /// The poses that beams are tested against.
    pub beams: TargetPoses,
    /// The poses that bolts are tested against.
    pub bolts: TargetPoses,
    /// Who decides what is hit.
    pub decided_by: DecidedBy,
    /// When a bolt's hit is final.
    pub bolt_hits: BoltHits,
}

/// The row of a rule that tests targets in the present.
const PRESENT: RuleRow = RuleRow {
    view: ViewPolicy::Execution,
    beams: TargetPoses::Present,
    bolts: TargetPoses::Present,
    decided_by: DecidedBy::Room,
    bolt_hits: BoltHits::Final,
};

/// The row of a rule that tests targets as the shooter drew them.
const DRAWN: RuleRow = RuleRow {
    view: ViewPolicy::Plausible,
    beams: TargetPoses::Drawn,
    bolts: TargetPoses::Drawn,
    ..PRESENT
};

impl HitRule {
    #[must_use]
    pub const fn row(self) -> RuleRow {
        match self {
            Self::Present | Self::Targeting => PRESENT,
            Self::EtPerCommand => Self::et(MarkerKind::PerCommand),
            Self::EtPerFrame => Self::et(MarkerKind::PerFrame),
            Self::SourceExact => Self::source(ChainBreak::Distance64),
            Self::SourceByLifeId => Self::source(ChainBreak::NewLife),
            Self::DelayedSync => {
                RuleRow { view: ViewPolicy::DelayedSync, bolt_hits: BoltHits::Tentative, ..DRAWN }
            }
            Self::Claim => RuleRow { decided_by: DecidedBy::Shooter, ..DRAWN },
            Self::Lagrange => DRAWN,
            Self::Unverified => RuleRow {
                view: ViewPolicy::Bounded,
                decided_by: DecidedBy::ShooterUnverified,
                ..DRAWN
            },
        }
    }

    /// ET rewinds for beams only.
    const fn et(kind: MarkerKind) -> RuleRow {
        let (view, beams) = (ViewPolicy::CommandTime, TargetPoses::Markers(kind));
        RuleRow { view, beams, ..PRESENT }
    }

    const fn source(breaks: ChainBreak) -> RuleRow {
        let poses = TargetPoses::Records(breaks);
        let view = ViewPolicy::CommandTick(breaks);
        RuleRow { view, beams: poses, bolts: poses, ..PRESENT }
    }

    /// The poses that a weapon's shots are tested against.
    #[must_use]
    pub const fn targets(self, weapon: Weapon) -> TargetPoses {
        let row = self.row();
        match weapon {
            Weapon::Beam => row.beams,
            Weapon::Laser => row.bolts,
        }
    }

    /// Whether a weapon's shots test their targets in the past.
    #[must_use]
    pub const fn rewinds(self, weapon: Weapon) -> bool {
        !matches!(self.targets(weapon), TargetPoses::Present)
    }

    /// Whether the shooter's client claims what a shot hits.
    #[must_use]
    pub const fn by_claim(self) -> bool {
        match self.row().decided_by {
            DecidedBy::Room => false,
            DecidedBy::Shooter | DecidedBy::ShooterUnverified => true,
        }
    }

    /// Whether a bolt's hits start out tentative.
    #[must_use]
    pub const fn is_tentative(self) -> bool {
        matches!(self.row().bolt_hits, BoltHits::Tentative)
    }

    /// The rule for the room's bots. They have no client to claim hits, so rules by claim become
    /// Lagrange: what a client would have drawn counts.
    #[must_use]
    pub const fn without_claims(self) -> Self {
        if self.by_claim() { Self::Lagrange } else { self }
    }

    /// How far before its execution a weapon's shot may look back, for a shooter with this
    /// interpolation delay. `None` where the rule does not rewind or sets no limit.
    #[must_use]
    pub const fn limit(
        self,
        weapon: Weapon,
        rules: &RoomNetcode,
        interpolation_delay: Micros,
    ) -> Option<ViewLimit> {
        if !self.rewinds(weapon) {
            return None;
        }
        let bound = match self.row().view {
            ViewPolicy::Execution | ViewPolicy::DelayedSync => return None,
            ViewPolicy::CommandTime => et::BEHIND_MAX,
            ViewPolicy::CommandTick(_) | ViewPolicy::Bounded | ViewPolicy::Plausible => {
                rules.rewind_bound()
            }
        };
        Some(ViewLimit::of(bound, rules, interpolation_delay))
    }
}

impl RoomNetcode {
    /// Whether a verdict under these rules can depend on a setting, for either weapon. A setting
    /// that no verdict depends on may have any value.
    #[must_use]
    pub const fn uses_setting(&self, setting: Setting) -> bool {
        self.uses_setting_for(setting, Weapon::Beam)
            || self.uses_setting_for(setting, Weapon::Laser)
    }

    /// As [`uses_setting`](Self::uses_setting), for the shots of one weapon.
    #[must_use]
    pub const fn uses_setting_for(&self, setting: Setting, weapon: Weapon) -> bool {
        let (rule, row) = (self.hit_rule, self.hit_rule.row());
        let is_bolt = matches!(weapon, Weapon::Laser);
        match setting {
            Setting::HitRule => true,
            Setting::Piercing => is_bolt,
            Setting::CoverVeto => {
                rule.rewinds(weapon) && !matches!(row.decided_by, DecidedBy::ShooterUnverified)
            }
            // With tentative hits every bolt is flown forward.
            Setting::BoltPath => is_bolt && !rule.is_tentative(),
            Setting::PathGain => {
                is_bolt
                    && !rule.is_tentative()
                    && matches!(self.bolt_path, BoltPath::ConvergeAsPublished)
            }
            Setting::RewindBound => match row.view {
                ViewPolicy::CommandTick(_)
                | ViewPolicy::Bounded
                | ViewPolicy::Plausible
                | ViewPolicy::Execution => self.uses_view(weapon),
                ViewPolicy::CommandTime | ViewPolicy::DelayedSync => false,
            },
            Setting::Delay => matches!(row.view, ViewPolicy::DelayedSync),
            Setting::ClaimTolerance => matches!(row.decided_by, DecidedBy::Shooter),
            Setting::PingCap => match row.view {
                ViewPolicy::CommandTime
                | ViewPolicy::CommandTick(_)
                | ViewPolicy::Bounded
                | ViewPolicy::Plausible => self.uses_view(weapon),
                ViewPolicy::Execution | ViewPolicy::DelayedSync => false,
            },
            _ => false,
        }
    }

    /// Whether the shooter's view time matters for a shot of a weapon, either because its targets
    /// are looked up then or because a bolt is flown forward to where it was seen.
    #[must_use]
    pub const fn uses_view(&self, weapon: Weapon) -> bool {
        let is_forward =
            self.hit_rule.is_tentative() || matches!(self.bolt_path, BoltPath::FastForward);
        self.hit_rule.rewinds(weapon) || matches!(weapon, Weapon::Laser) && is_forward
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_that_of_the_schemes() {
        use HitRule::{
            Claim, DelayedSync, EtPerCommand, EtPerFrame, Lagrange, Present, SourceByLifeId,
            SourceExact, Targeting, Unverified,
        };
        let rows = [
            // (rule, beams look back, bolts do, bound of a beam in ms, by claim, tentative)
            (Present, false, false, None, false, false),
            (Targeting, false, false, None, false, false),
            (EtPerCommand, true, false, Some(1000), false, false),
            (EtPerFrame, true, false, Some(1000), false, false),
            (SourceExact, true, true, Some(400), false, false),
            (SourceByLifeId, true, true, Some(400), false, false),
            (DelayedSync, true, true, None, false, true),
            (Claim, true, true, Some(400), true, false),
            (Lagrange, true, true, Some(400), false, false),
            (Unverified, true, true, Some(400), true, false),
        ];
        assert_eq!(rows.len(), HitRule::ALL.len());
        for (rule, beams, bolts, bound_ms, by_claim, tentative) in rows {
            let netcode = RoomNetcode { hit_rule: rule, ..RoomNetcode::default() };
            let looks = (rule.rewinds(Weapon::Beam), rule.rewinds(Weapon::Laser));
            assert_eq!(looks, (beams, bolts), "{rule:?}");
            let back = |rules| rule.limit(Weapon::Beam, rules, Micros::from_ms(100));
            let limit_ms = |rules| back(rules).map(|limit| (limit.back.as_ms(), limit.clamp));
            assert_eq!(limit_ms(&netcode), bound_ms.map(|ms| (ms, Clamp::Bound)), "{rule:?}");
            // The cap plus the interpolation delay, within the bound.
            let capped = RoomNetcode { ping_cap_ms: 150, ..netcode };
            let want = bound_ms.map(|_| (250, Clamp::PingCap));
            assert_eq!(limit_ms(&capped), want, "{rule:?}");
            assert_eq!((rule.by_claim(), rule.is_tentative()), (by_claim, tentative), "{rule:?}");
        }
    }
}
