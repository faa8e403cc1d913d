//! Hidden messages: records for tools, which clients skip. Of the many kinds, the tables need the
//! damage that a player did.
//!
//! A record is a length of four bytes, a type of two, and so many bytes of data. The type 0xFFFF
//! says that another type follows, which the length does not count.

use crate::{bytes::Bytes, error::MvdError};

/// A record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HiddenRecord {
    Damage(Damage),
    /// Of another kind.
    Other,
}

/// Damage that the server dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Number of the weapon, without the flag of splash damage.
    pub(crate) weapon: u16,
    /// Entities; a player's is its slot plus 1.
    pub(crate) attacker: u16,
    pub(crate) victim: u16,
}

/// The beam of the lightning gun, as a weapon.
pub(crate) const LIGHTNING_GUN: u16 = 8;

const DAMAGE: u16 = 7;
const EXTENDED: u16 = 0xFFFF;
/// Marks damage by an explosion nearby.
const SPLASH: u16 = 1 << 15;
/// Length of a damage record: weapon, attacker, victim and amount.
const DAMAGE_BYTES: usize = 8;

/// The next record of a block; `None` at its end.
pub(crate) fn next_record(bytes: &mut Bytes<'_>) -> Result<Option<HiddenRecord>, MvdError> {
    if bytes.is_empty() {
        return Ok(None);
    }
    bytes.enter("a hidden record");
    let length = usize::try_from(bytes.u32()?).unwrap_or(usize::MAX);
    let number = bytes.u16()?;
    if number == EXTENDED {
        while bytes.u16()? == EXTENDED {}
    }
    let mut data = bytes.part(length, "a hidden record")?;
    if number != DAMAGE || length != DAMAGE_BYTES {
        return Ok(Some(HiddenRecord::Other));
    }
    let weapon = data.u16()? & !SPLASH;
    let (attacker, victim) = (data.u16()?, data.u16()?);
    Ok(Some(HiddenRecord::Damage(Damage { weapon, attacker, victim })))
}
