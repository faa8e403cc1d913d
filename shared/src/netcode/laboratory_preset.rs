//! Presets of the laboratory that the published schemes are compared with. They are not among the
//! nine presets, and shot reports give no verdict for them, because under them the command itself
//! would have been different.

use super::{
    choices::{BoltView, CommandPolicy, HitRule, RemoteView},
    preset::Preset,
    values::{Netcode, PlayerNetcode, RoomNetcode},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaboratoryPreset {
    /// The first alternative in the article on delayed synchronisation: a tick waits for all.
    Lockstep,
    /// The second alternative in the article on delayed synchronisation: "fired", later "hit".
    Diablo,
    /// Rollback adapted to a server: all ships are predicted, and resimulated on every snapshot.
    PredictEveryone,
}

impl LaboratoryPreset {
    /// In the order of the drawer.
    pub const ALL: [Self; 3] = [Self::Lockstep, Self::Diablo, Self::PredictEveryone];

    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Lockstep => "lockstep",
            Self::Diablo => "diablo",
            Self::PredictEveryone => "predict-everyone",
        }
    }

    /// The display name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Lockstep => "Lockstep",
            Self::Diablo => "The Diablo way",
            Self::PredictEveryone => "Predict everyone",
        }
    }

    #[must_use]
    pub const fn watch(self) -> &'static str {
        match self {
            Self::Lockstep => {
                "All screens draw the same tick, and every ship responds equally late: slow one \
                 link down, and watch everyone’s world slow down."
            }
            Self::Diablo => {
                "Your screen decides what you hit, and nobody checks. Each hit takes two messages, \
                 and your target hears of it one ping after you saw it."
            }
            Self::PredictEveryone => {
                "Nobody lags on your screen, until somebody changes course: that ship jumps when \
                 the news arrives."
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

    #[must_use]
    pub fn netcode(self) -> Netcode {
        match self {
            Self::Lockstep => Netcode {
                room: RoomNetcode { commands: CommandPolicy::Lockstep, ..Preset::Nothing.room() },
                player: PlayerNetcode {
                    remote: RemoteView::Raw,
                    bolts: BoltView::Jump,
                    update_rate_hz: 128,
                    command_rate_hz: 128,
                    ..Preset::Nothing.player()
                },
            },
            Self::Diablo => Netcode {
                room: RoomNetcode { hit_rule: HitRule::Unverified, ..RoomNetcode::default() },
                player: PlayerNetcode { bolts: BoltView::Jump, ..PlayerNetcode::default() },
            },
            Self::PredictEveryone => Netcode {
                room: Preset::Nothing.room(),
                // Every tick is sent, and every command at once.
                player: PlayerNetcode {
                    remote: RemoteView::Predicted,
                    bolts: BoltView::Jump,
                    update_rate_hz: 128,
                    command_rate_hz: 128,
                    ..PlayerNetcode::default()
                },
            },
        }
    }

    /// The preset that supplies the settings this one does not set: the game's or
    /// [`Preset::Nothing`].
    #[must_use]
    pub const fn base_preset(self) -> Preset {
        match self {
            Self::Diablo => Preset::Lagrange,
            Self::Lockstep | Self::PredictEveryone => Preset::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laboratory_presets_are_in_range_and_distinct() {
        for preset in LaboratoryPreset::ALL {
            let netcode = preset.netcode();
            assert_eq!(netcode.check(), Ok(()), "{preset:?}");
            assert_eq!(LaboratoryPreset::of(&netcode), Some(preset));
            assert_eq!(LaboratoryPreset::of_key(preset.key()), Some(preset));
            assert_eq!(Preset::of(&netcode), None, "{preset:?} is none of the nine");
        }
        assert_eq!(LaboratoryPreset::of(&Netcode::default()), None);
    }
}
