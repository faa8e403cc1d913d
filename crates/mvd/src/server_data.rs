//! The first message of a map: protocol extensions, which change the lengths of later messages, and
//! where the match is played.

use crate::{bytes::Bytes, error::MvdError};

/// Protocol of the server, as far as it changes how messages are read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dialect {
    /// Extensions of FTE, as bits.
    pub(crate) fte: u32,
    /// Extensions of MVDSV, as bits.
    pub(crate) mvd: u32,
}

/// What a server says when a map begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerData<'a> {
    pub(crate) dialect: Dialect,
    /// Folder of the game's rules.
    pub(crate) game_dir: &'a [u8],
    /// Title of the map.
    pub(crate) level: &'a [u8],
}

/// Bits of extensions: coordinates as floats and angles in 16 bits, in every message.
const FTE_FLOAT_COORDS: u32 = 1 << 15;
/// Transparent entities.
pub(crate) const FTE_TRANSPARENCY: u32 = 1 << 3;
/// Entities with a colour.
pub(crate) const FTE_COLOUR: u32 = 1 << 19;
/// Coordinates of entities as floats.
const MVD_FLOAT_COORDS: u32 = 1;
/// Blocks for nobody hold records for tools.
const MVD_HIDDEN_RECORDS: u32 = 1 << 5;

/// Marks of extensions, which stand before the version with 32 bits each.
const FTE: u32 = u32::from_le_bytes(*b"FTEX");
const FTE2: u32 = u32::from_le_bytes(*b"FTE2");
const MVD1: u32 = u32::from_le_bytes(*b"MVD1");

/// Versions with this layout.
const VERSION_MIN: u32 = 26;
const VERSION_MAX: u32 = 28;

/// Ten constants of movement, as floats.
const MOVEMENT_BYTES: usize = 40;

impl Dialect {
    pub(crate) fn has_hidden_records(self) -> bool {
        self.mvd & MVD_HIDDEN_RECORDS != 0
    }

    pub(crate) fn coord(self, bytes: &mut Bytes<'_>) -> Result<f32, MvdError> {
        coord(bytes, self.fte & FTE_FLOAT_COORDS != 0)
    }

    pub(crate) fn entity_coord(self, bytes: &mut Bytes<'_>) -> Result<f32, MvdError> {
        coord(bytes, self.fte & FTE_FLOAT_COORDS != 0 || self.mvd & MVD_FLOAT_COORDS != 0)
    }

    pub(crate) fn skip_angle(self, bytes: &mut Bytes<'_>) -> Result<(), MvdError> {
        bytes.skip(if self.fte & FTE_FLOAT_COORDS != 0 { 2 } else { 1 })
    }

    pub(crate) fn point(self, bytes: &mut Bytes<'_>) -> Result<[f32; 3], MvdError> {
        Ok([self.coord(bytes)?, self.coord(bytes)?, self.coord(bytes)?])
    }
}

/// A coordinate: a float, or eighths of a unit.
fn coord(bytes: &mut Bytes<'_>, is_float: bool) -> Result<f32, MvdError> {
    if is_float { bytes.f32() } else { Ok(f32::from(bytes.i16()?) / 8.0) }
}

pub(crate) fn read_server_data<'a>(bytes: &mut Bytes<'a>) -> Result<ServerData<'a>, MvdError> {
    let mut dialect = Dialect::default();
    loop {
        let at = bytes.at();
        match bytes.u32()? {
            FTE => dialect.fte = bytes.u32()?,
            FTE2 => bytes.skip(4)?,
            MVD1 => dialect.mvd = bytes.u32()?,
            VERSION_MIN..=VERSION_MAX => break,
            version => return Err(MvdError::UnknownProtocol { at, version }),
        }
    }
    let _connections = bytes.u32()?;
    let game_dir = bytes.text()?;
    let _time_s = bytes.f32()?;
    let level = bytes.text()?;
    bytes.skip(MOVEMENT_BYTES)?;
    Ok(ServerData { dialect, game_dir, level })
}
