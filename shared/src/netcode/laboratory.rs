//! Settings allowed only in the laboratory: rules that trust every client, or that let one player
//! stall all others. The laboratory is the page that runs rooms by itself, never a room of a
//! server. Code that creates a game room, changes its rules or reads a game link checks here, and
//! reports these errors.

use alloc::string::{String, ToString};

use super::{
    choices::{CommandPolicy, HitRule},
    setting::{Setting, Unit},
    values::{LOCKSTEP_TICKS, Netcode, PlayerNetcode, RoomNetcode},
};

/// A value that only the laboratory allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error(
    "{} = {} is available only in the laboratory",
    setting.spec().key,
    displayed(*setting, *value)
)]
pub struct LaboratoryOnly {
    pub setting: Setting,
    pub value: u32,
}

/// A value as written in links.
fn displayed(setting: Setting, value: u32) -> String {
    let number = || value.to_string();
    match setting.spec().unit {
        Unit::Choice(ways) => {
            ways.get(value as usize).map_or_else(number, |(key, _)| (*key).to_string())
        }
        _ => number(),
    }
}

impl Setting {
    /// Whether only the laboratory allows this value.
    #[must_use]
    pub const fn is_laboratory_only(self, value: u32) -> bool {
        match self {
            Self::HitRule => value == HitRule::Unverified.number(),
            Self::Commands => value == CommandPolicy::Lockstep.number(),
            // Under any other command policy it has no effect.
            Self::LockstepTicks => value != LOCKSTEP_TICKS as u32,
            _ => false,
        }
    }
}

impl HitRule {
    /// Whether only the laboratory allows this rule.
    #[must_use]
    pub const fn is_laboratory_only(self) -> bool {
        Setting::HitRule.is_laboratory_only(self.number())
    }
}

impl RoomNetcode {
    /// Whether a room outside the laboratory may use these rules.
    ///
    /// # Errors
    /// The first setting that only the laboratory allows.
    pub fn check_outside_laboratory(&self) -> Result<(), LaboratoryOnly> {
        let netcode = Netcode { room: *self, player: PlayerNetcode::default() };
        let mut settings = Setting::ALL.iter();
        let found = settings.find(|setting| setting.is_laboratory_only(netcode.get(**setting)));
        found.map_or(Ok(()), |setting| {
            Err(LaboratoryOnly { setting: *setting, value: netcode.get(*setting) })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netcode::preset::Preset;

    #[test]
    fn settings_that_trust_the_client_are_laboratory_only() {
        for preset in Preset::ALL {
            assert_eq!(preset.room().check_outside_laboratory(), Ok(()), "{preset:?}");
        }
        let room = RoomNetcode { hit_rule: HitRule::Unverified, ..RoomNetcode::default() };
        assert_eq!(room.check(), Ok(()), "it is in its range");
        let refused = room.check_outside_laboratory().unwrap_err();
        assert_eq!(refused.to_string(), "hit = unverified is available only in the laboratory");
        let room = RoomNetcode { commands: CommandPolicy::Lockstep, ..RoomNetcode::default() };
        let refused = room.check_outside_laboratory().unwrap_err();
        assert_eq!(refused.to_string(), "commands = lockstep is available only in the laboratory");
        let room = RoomNetcode { lockstep_ticks: 2, ..RoomNetcode::default() };
        let refused = room.check_outside_laboratory().unwrap_err();
        assert_eq!(refused.to_string(), "lockstep-n = 2 is available only in the laboratory");
    }
}
