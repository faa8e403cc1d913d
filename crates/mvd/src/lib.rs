//! Reads QuakeWorld server recordings: bytes of an MVD file in, tables of poses and shots out.
//!
//! A recording (multi-view demo) is a sequence of blocks. Each begins with the milliseconds since
//! the one before, and holds messages that the server would send to its clients, or hidden ones
//! that only tools read. [`read`] walks through all of them, since messages have no lengths: to
//! find the next, every one must be understood. An unknown one is an error with its offset.
//!
//! ```
//! use mvd::{Ids, MvdError};
//!
//! # fn try_main(bytes: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
//! let tables = mvd::read(bytes)?;
//! let mut csv = Vec::new();
//! tables.write_shots(&mut csv, Ids::Slots)?;
//! println!("{} of {} shots hit", tables.hits(), tables.shots.len());
//! # Ok(())
//! # }
//! assert_eq!(mvd::read(&[]), Err(MvdError::NotMvd(mvd::OtherKind::Empty)));
//! ```
//!
//! The tables hold:
//! - *poses*: where each player was, in every frame in which the server recorded it. Positions are
//!   in the game's units with z up, angles in degrees.
//! - *shots*: beams of the lightning gun, which hits at once. The server writes both ends of a
//!   beam, and in a hidden message of the same frame whom it damaged.
//!
//! There is no official specification. Sources of the format: the header `protocol.h` of
//! `QW-Group/qwprot`; the recorder of the server (`sv_demo.c`, `sv_ents.c` of `QW-Group/mvdsv`);
//! the player of the client (`cl_parse.c`, `cl_ents.c`, `cl_tent.c`, `cl_demo.c` of
//! `QW-Group/ezquake-source`); the numbers of weapons (`deathtype.h` of `QW-Group/ktx`); and
//! `vikpe/mvdparser`. Facts come from them; no code does.
#![forbid(unsafe_code)]

mod blocks;
mod bytes;
mod entity;
mod error;
mod hidden;
mod info;
mod messages;
mod other_kind;
mod player;
mod recorder;
mod server_data;
mod tables;
mod write;

#[cfg(test)]
mod tests;

pub use error::MvdError;
pub use other_kind::OtherKind;
pub use tables::{Meta, Notes, Occupant, Pose, Said, Shot, Tables};
pub use write::Ids;

use blocks::{Blocks, Content};
use hidden::HiddenRecord;
use messages::Messages;
use recorder::Recorder;

/// The longest recording that is read, in bytes. An hour of eight players takes about 10 MiB.
pub const INPUT_BYTES_MAX: usize = 64 << 20;

/// Slots of players: as many as a block can name receivers. Entities 1 to 32 are players.
pub const SLOTS_MAX: usize = 32;

/// Changes of names and teams that are kept. A match has some dozens.
pub const OCCUPANTS_MAX: usize = 1 << 16;

/// Reads a whole recording.
///
/// The tables of the worst input take about twelve times its bytes.
///
/// One that ends between two blocks is read up to there; [`Notes::is_complete`] says whether the
/// server closed it.
///
/// # Errors
///
/// If the bytes are no MVD recording, end within a block, or hold what is not understood.
pub fn read(bytes: &[u8]) -> Result<Tables, MvdError> {
    if bytes.len() > INPUT_BYTES_MAX {
        return Err(MvdError::TooLong { bytes: bytes.len() });
    }
    if let Some(kind) = OtherKind::of(bytes) {
        return Err(MvdError::NotMvd(kind));
    }
    let mut recorder = Recorder::default();
    let mut messages = Messages::default();
    let mut blocks = Blocks::new(bytes);
    while let Some(block) = blocks.next_block()? {
        recorder.begin_block(block.t_ms);
        match block.content {
            Content::Network(mut body) => {
                messages.begin_block();
                while let Some(message) = messages.next_message(&mut body)? {
                    recorder.handle_message(&message);
                }
            }
            // Older servers may have written anything for nobody.
            Content::Hidden(_) if !messages.dialect().has_hidden_records() => {
                recorder.handle_hidden(HiddenRecord::Other);
            }
            Content::Hidden(mut body) => {
                while let Some(record) = hidden::next_record(&mut body)? {
                    recorder.handle_hidden(record);
                }
            }
            Content::Sequences => {}
        }
    }
    Ok(recorder.finish())
}
