//! The pose of a player as servers record it: only fields that changed, marked by flags.

use crate::{SLOTS_MAX, bytes::Bytes, error::MvdError, server_data::Dialect};

/// An update of a player's pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlayerUpdate {
    pub(crate) slot: u8,
    /// Coordinates that changed.
    pub(crate) at: [Option<f32>; 3],
    /// Pitch, yaw and roll that changed, in 1/65,536 of a turn.
    pub(crate) angles: [Option<i16>; 3],
    pub(crate) is_dead: bool,
}

/// Flags: the first of three coordinates, the first of three angles, and single fields.
const ORIGIN: u16 = 1;
const ANGLES: u16 = 1 << 3;
const EFFECTS: u16 = 1 << 6;
const SKIN: u16 = 1 << 7;
const DEAD: u16 = 1 << 8;
const WEAPON_FRAME: u16 = 1 << 10;
const MODEL: u16 = 1 << 11;

pub(crate) fn read_player(
    bytes: &mut Bytes<'_>,
    dialect: Dialect,
) -> Result<PlayerUpdate, MvdError> {
    let slot = read_slot(bytes)?;
    let flags = bytes.u16()?;
    let _frame = bytes.u8()?;
    let (mut at, mut angles) = ([None; 3], [None; 3]);
    for (axis, coord) in at.iter_mut().enumerate() {
        if flags & (ORIGIN << axis) != 0 {
            *coord = Some(dialect.coord(bytes)?);
        }
    }
    for (axis, angle) in angles.iter_mut().enumerate() {
        if flags & (ANGLES << axis) != 0 {
            *angle = Some(bytes.i16()?);
        }
    }
    for field in [MODEL, SKIN, EFFECTS, WEAPON_FRAME] {
        if flags & field != 0 {
            bytes.skip(1)?;
        }
    }
    Ok(PlayerUpdate { slot, at, angles, is_dead: flags & DEAD != 0 })
}

/// The number of a player.
pub(crate) fn read_slot(bytes: &mut Bytes<'_>) -> Result<u8, MvdError> {
    let at = bytes.at();
    let slot = bytes.u8()?;
    if usize::from(slot) < SLOTS_MAX { Ok(slot) } else { Err(MvdError::Slot { at, slot }) }
}
