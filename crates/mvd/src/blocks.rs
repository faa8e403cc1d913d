//! The container: splits a recording into blocks with their times.
//!
//! A block is a byte of milliseconds since the one before, a byte of kind (lower three bits) and
//! receiver (upper five), and for most kinds a length of four bytes with so many bytes of messages.
//! Kind 3 has a mask of receivers before its length; the mask 0 marks messages that are hidden from
//! clients.

use crate::{bytes::Bytes, error::MvdError};

/// A block of the recording.
#[derive(Clone, Debug)]
pub(crate) struct Block<'a> {
    /// Time since the start of the recording.
    pub(crate) t_ms: u32,
    pub(crate) content: Content<'a>,
}

/// What a block holds.
#[derive(Clone, Debug)]
pub(crate) enum Content<'a> {
    /// Messages for clients.
    Network(Bytes<'a>),
    /// For nobody: records for tools, if the server says that it writes them.
    Hidden(Bytes<'a>),
    /// Sequence numbers of the network, at the start.
    Sequences,
}

/// The unread blocks.
#[derive(Clone, Debug)]
pub(crate) struct Blocks<'a> {
    bytes: Bytes<'a>,
    /// Time of the last block. A block takes at least 6 bytes and 255 ms at most, so that the time
    /// of the longest input fits.
    t_ms: u32,
}

const USER_COMMAND: u8 = 0;
pub(crate) const READ: u8 = 1;
const SEQUENCES: u8 = 2;
const MULTIPLE: u8 = 3;
const SINGLE: u8 = 4;
const STATS: u8 = 5;
pub(crate) const ALL: u8 = 6;

/// The bits of the second byte that are the kind.
pub(crate) const KIND_BITS: u8 = 0b111;
const SEQUENCES_BYTES: usize = 8;

impl<'a> Blocks<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: Bytes::new(bytes, 0, "a block"), t_ms: 0 }
    }

    /// The next block; `None` at the end.
    pub(crate) fn next_block(&mut self) -> Result<Option<Block<'a>>, MvdError> {
        let bytes = &mut self.bytes;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.t_ms += u32::from(bytes.u8()?);
        let at = bytes.at();
        let content = match bytes.u8()? & KIND_BITS {
            READ | SINGLE | STATS | ALL => Content::Network(body(bytes)?),
            MULTIPLE if bytes.u32()? == 0 => Content::Hidden(body(bytes)?),
            MULTIPLE => Content::Network(body(bytes)?),
            SEQUENCES => {
                bytes.skip(SEQUENCES_BYTES)?;
                Content::Sequences
            }
            USER_COMMAND => return Err(MvdError::UserCommand { at }),
            kind => return Err(MvdError::UnknownBlock { at, kind }),
        };
        Ok(Some(Block { t_ms: self.t_ms, content }))
    }
}

fn body<'a>(bytes: &mut Bytes<'a>) -> Result<Bytes<'a>, MvdError> {
    // A length beyond the address space is beyond the file as well.
    let length = usize::try_from(bytes.u32()?).unwrap_or(usize::MAX);
    bytes.part(length, "a message")
}
