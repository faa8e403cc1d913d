//! Every setting of the netcode: integers and enums only, each with its unit, default and range.
//!
//! Settings of the *room* decide what is true (the hit rule and its bound); settings of the
//! *player* decide what that player sees and sends. A preset of a scheme is one value of this.

use serde::{Deserialize, Serialize};

use crate::base::limits::REWIND_BOUND_MAX_MS;

/// Which moment of the targets, and which path of the bolt, a room judges by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HitRule {
    /// No compensation: bolts and targets are where the server has them now.
    Present,
    /// The game's own: targets at the shooter's view time, and for a bolt of age `a` at view time
    /// plus `a`, never further back than the bound.
    #[default]
    Lagrange,
}

/// What a room decides by; the same for everybody in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomNetcode {
    /// How hits are judged.
    pub hit_rule: HitRule,
    /// How far back a shot may look, in ms, 0 to 1000. A player at 250 ms round trip with 100 ms
    /// of interpolation and the margin of the commands must fit.
    pub rewind_bound_ms: u16,
    /// Snapshots a second, 1 to the tick rate.
    pub update_rate_hz: u16,
}

/// What a player sees and sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerNetcode {
    /// How far behind the snapshots the remote ships are drawn, in ms, 0 to 1000.
    pub interpolation_ms: u16,
    /// How long a remote ship flies on when snapshots stay away, in ms, 0 to 1000.
    pub extrapolation_ms: u16,
    /// Time in which a prediction error fades from the picture, in ms, 0 to 1000.
    pub correction_ms: u16,
    /// Command packets a second, 1 to the tick rate.
    pub command_rate_hz: u16,
    /// How early the latest of the commands should arrive at the server, in ms, 0 to 200: the
    /// jitter, from end to end, that the way up may have before a command comes too late.
    pub margin_ms: u16,
    /// Commands of earlier packets that each packet repeats, 0 to 8: for links that lose packets.
    pub backups: u8,
}

/// A setting outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting} is {given}, and must be {min} to {max}")]
pub struct NetcodeError {
    /// The name of the setting.
    pub setting: &'static str,
    /// What was given.
    pub given: u32,
    /// The smallest value allowed.
    pub min: u32,
    /// The largest value allowed.
    pub max: u32,
}

impl Default for RoomNetcode {
    fn default() -> Self {
        Self { hit_rule: HitRule::Lagrange, rewind_bound_ms: 400, update_rate_hz: 30 }
    }
}

impl Default for PlayerNetcode {
    fn default() -> Self {
        Self {
            interpolation_ms: 100,
            extrapolation_ms: 250,
            correction_ms: 100,
            command_rate_hz: 30,
            margin_ms: 12,
            backups: 0,
        }
    }
}

impl RoomNetcode {
    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn check(&self) -> Result<(), NetcodeError> {
        in_range("rewind_bound_ms", self.rewind_bound_ms.into(), 0, REWIND_BOUND_MAX_MS)?;
        in_range("update_rate_hz", self.update_rate_hz.into(), 1, 128)
    }
}

impl PlayerNetcode {
    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn check(&self) -> Result<(), NetcodeError> {
        in_range("interpolation_ms", self.interpolation_ms.into(), 0, 1000)?;
        in_range("extrapolation_ms", self.extrapolation_ms.into(), 0, 1000)?;
        in_range("correction_ms", self.correction_ms.into(), 0, 1000)?;
        in_range("command_rate_hz", self.command_rate_hz.into(), 1, 128)?;
        in_range("margin_ms", self.margin_ms.into(), 0, 200)?;
        in_range("backups", self.backups.into(), 0, 8)
    }
}

fn in_range(setting: &'static str, given: u32, min: u32, max: u32) -> Result<(), NetcodeError> {
    if (min..=max).contains(&given) {
        Ok(())
    } else {
        Err(NetcodeError { setting, given, min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_in_range_and_others_are_named() {
        assert_eq!(RoomNetcode::default().check(), Ok(()));
        assert_eq!(PlayerNetcode::default().check(), Ok(()));
        let far = RoomNetcode { rewind_bound_ms: 1001, ..RoomNetcode::default() };
        let want = NetcodeError { setting: "rewind_bound_ms", given: 1001, min: 0, max: 1000 };
        assert_eq!(far.check(), Err(want));
        let none = PlayerNetcode { command_rate_hz: 0, ..PlayerNetcode::default() };
        assert_eq!(none.check().unwrap_err().setting, "command_rate_hz");
    }
}
