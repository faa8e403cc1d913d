//! Errors in recordings. Each says at which byte of the file it was found.

use crate::{INPUT_BYTES_MAX, SLOTS_MAX, other_kind::OtherKind};

/// Why a recording cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MvdError {
    #[error("this is no MVD recording: {0}")]
    NotMvd(OtherKind),
    #[error("{bytes} bytes exceed the limit of {INPUT_BYTES_MAX}")]
    TooLong { bytes: usize },
    /// The file or a part of it ends too early; in a part, its length or a field is wrong.
    #[error("byte {at}: {within} is cut off; bytes missing: at least {needs}")]
    Cut {
        /// Offset of the field that is cut off.
        at: usize,
        /// What the field belongs to.
        within: &'static str,
        /// Number of bytes missing from the field.
        needs: usize,
    },
    #[error("byte {at}: a block of unknown kind {kind}")]
    UnknownBlock { at: usize, kind: u8 },
    /// Clients record what they press; servers do not.
    #[error("byte {at}: a user command, which only a client's own recording (QWD) has")]
    UserCommand { at: usize },
    #[error("byte {at}: unknown message {number}, after {before}")]
    UnknownMessage {
        at: usize,
        number: u8,
        /// Name of the message before it in its block.
        before: &'static str,
    },
    #[error("byte {at}: unknown temporary entity {number}")]
    UnknownTempEntity { at: usize, number: u8 },
    #[error("byte {at}: protocol version {version:#x} is not supported")]
    UnknownProtocol { at: usize, version: u32 },
    /// Fields of an entity whose lengths are not known.
    #[error("byte {at}: an entity with unknown fields {fields:#06x}")]
    UnknownEntityFields { at: usize, fields: u16 },
    #[error("byte {at}: player slot {slot}; there are at most {SLOTS_MAX}")]
    Slot { at: usize, slot: u8 },
    #[error("byte {at}: a number that is not finite")]
    NotFinite { at: usize },
}
