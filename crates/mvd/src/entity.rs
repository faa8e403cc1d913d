//! Entities that are no players. The tables need none of them, so they are skipped; but their
//! fields depend on flags and extensions.

use crate::{
    bytes::Bytes,
    error::MvdError,
    server_data::{Dialect, FTE_COLOUR, FTE_TRANSPARENCY},
};

/// Flags in the first 16 bits, beside 9 bits of the entity's number.
const ORIGIN_X: u16 = 1 << 9;
const ORIGIN_Y: u16 = 1 << 10;
const ORIGIN_Z: u16 = 1 << 11;
const YAW: u16 = 1 << 12;
const FRAME: u16 = 1 << 13;
const REMOVE: u16 = 1 << 14;
const MORE: u16 = 1 << 15;

/// Flags in the byte that `MORE` announces.
const PITCH: u8 = 1;
const ROLL: u8 = 1 << 1;
const MODEL: u8 = 1 << 2;
const COLOUR_MAP: u8 = 1 << 3;
const SKIN: u8 = 1 << 4;
const EFFECTS: u8 = 1 << 5;
const FTE_MORE: u8 = 1 << 7;

/// Flags of FTE in the byte that `FTE_MORE` announces, and in one more.
const TRANSPARENCY: u16 = 1 << 1;
const MODEL_ABOVE_255: u16 = 1 << 3;
const NUMBER_PLUS_512: u16 = 1 << 5;
const NUMBER_PLUS_1024: u16 = 1 << 6;
const YET_MORE: u16 = 1 << 7;
const COLOUR: u16 = 1 << 10;

/// Fields of FTE with a known length.
const KNOWN: u16 =
    TRANSPARENCY | MODEL_ABOVE_255 | NUMBER_PLUS_512 | NUMBER_PLUS_1024 | YET_MORE | COLOUR;

/// Skips entities up to the end of their list.
pub(crate) fn skip_entities(bytes: &mut Bytes<'_>, dialect: Dialect) -> Result<(), MvdError> {
    loop {
        let word = bytes.u16()?;
        if word == 0 {
            return Ok(());
        }
        skip_fields(bytes, dialect, word)?;
    }
}

/// Skips one entity whose fields are marked by flags.
pub(crate) fn skip_entity(bytes: &mut Bytes<'_>, dialect: Dialect) -> Result<(), MvdError> {
    let word = bytes.u16()?;
    skip_fields(bytes, dialect, word)
}

/// Skips one entity whose fields are all present.
pub(crate) fn skip_whole_entity(bytes: &mut Bytes<'_>, dialect: Dialect) -> Result<(), MvdError> {
    // Model, frame, colour map and skin.
    bytes.skip(4)?;
    for _ in 0..3 {
        dialect.coord(bytes)?;
        dialect.skip_angle(bytes)?;
    }
    Ok(())
}

fn skip_fields(bytes: &mut Bytes<'_>, dialect: Dialect, word: u16) -> Result<(), MvdError> {
    let more = if word & MORE != 0 { bytes.u8()? } else { 0 };
    let fte = if more & FTE_MORE != 0 && dialect.fte != 0 { fte_fields(bytes)? } else { 0 };
    if word & REMOVE != 0 {
        return Ok(());
    }
    if more & MODEL != 0 {
        bytes.skip(1)?;
    } else if fte & MODEL_ABOVE_255 != 0 {
        bytes.skip(2)?;
    }
    let in_byte =
        [word & FRAME != 0, more & COLOUR_MAP != 0, more & SKIN != 0, more & EFFECTS != 0];
    bytes.skip(in_byte.into_iter().filter(|is_sent| *is_sent).count())?;
    let axes = [
        (word & ORIGIN_X != 0, more & PITCH != 0),
        (word & ORIGIN_Y != 0, word & YAW != 0),
        (word & ORIGIN_Z != 0, more & ROLL != 0),
    ];
    for (has_coord, has_angle) in axes {
        if has_coord {
            dialect.entity_coord(bytes)?;
        }
        if has_angle {
            dialect.skip_angle(bytes)?;
        }
    }
    if fte & TRANSPARENCY != 0 && dialect.fte & FTE_TRANSPARENCY != 0 {
        bytes.skip(1)?;
    }
    if fte & COLOUR != 0 && dialect.fte & FTE_COLOUR != 0 {
        bytes.skip(3)?;
    }
    Ok(())
}

fn fte_fields(bytes: &mut Bytes<'_>) -> Result<u16, MvdError> {
    let at = bytes.at();
    let mut fields = u16::from(bytes.u8()?);
    if fields & YET_MORE != 0 {
        fields |= u16::from(bytes.u8()?) << 8;
    }
    if fields & !KNOWN == 0 {
        Ok(fields)
    } else {
        Err(MvdError::UnknownEntityFields { at, fields })
    }
}
