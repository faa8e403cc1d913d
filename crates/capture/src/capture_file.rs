//! Capture files, and the container shared by all files that a player saves: kind of body, version
//! and checksum. The laboratory stores its runs in the same container.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `LGRG` |
//! | 1 | kind: 0 a run, 1 a capture |
//! | 1 | [`FILE_VERSION`] |
//! | … | the body in postcard |
//! | 8 | 64-bit FNV-1a of everything before, little-endian |
//!
//! The body of a capture is a [`Capture`] and the inspected shot, if any. Older versions still
//! open: before version 5 a capture has no inspected shot, and in version 1 it has no codec list,
//! because only the first codec existed.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use shared::{
    base::{
        encoding::{append, read, read_first},
        state_hash::bytes_hash,
    },
    wire::codec::CodecId,
};

use super::{Capture, CaptureError, CaptureMoment, check_protocol};
use crate::limits::FILE_BYTES_MAX;

/// Magic bytes of every file.
pub const MAGIC: [u8; 4] = *b"LGRG";
/// The version that this code writes, and the newest it reads.
pub const FILE_VERSION: u8 = 5;
const CHECKSUM_BYTES: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Setup and inputs of a laboratory match.
    Run,
    /// What one client of an online match received.
    Capture,
}

/// A file with a valid checksum and an undecoded body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedFile<'a> {
    pub kind: FileKind,
    /// Up to [`FILE_VERSION`].
    pub version: u8,
    pub body: &'a [u8],
}

/// Errors of the container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    #[error("this is not a Lagrange file")]
    NotLagrange,
    #[error("the file has {bytes} bytes; the limit is {max}", max = FILE_BYTES_MAX)]
    TooLarge { bytes: usize },
    #[error("the file has version {version}; this program reads up to version {FILE_VERSION}")]
    TooNew { version: u8 },
    #[error("the file is damaged: its checksum does not match")]
    Damaged,
    #[error("the file cannot be read")]
    Kind,
}

/// Errors of a capture file. Pages show only the message, so it includes its cause, which is
/// therefore not a `source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaptureFileError {
    #[error("{0}")]
    Seal(SealError),
    #[error("the file cannot be read")]
    Body,
    #[error("the capture in the file cannot be played: {0}")]
    Capture(CaptureError),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureFile {
    pub capture: Capture,
    /// The shot that was inspected.
    pub moment: Option<CaptureMoment>,
}

impl FileKind {
    const ALL: [Self; 2] = [Self::Run, Self::Capture];

    const fn byte(self) -> u8 {
        match self {
            Self::Run => 0,
            Self::Capture => 1,
        }
    }
}

impl<'a> SealedFile<'a> {
    /// Whether bytes start with our magic number.
    #[must_use]
    pub fn has_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Opens a container.
    ///
    /// # Errors
    /// When the container is invalid.
    pub fn open(bytes: &'a [u8]) -> Result<Self, SealError> {
        if !Self::has_magic(bytes) {
            return Err(SealError::NotLagrange);
        }
        check_size(bytes)?;
        let (content, checksum) =
            bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(SealError::Damaged)?;
        if bytes_hash(content) != u64::from_le_bytes(*checksum) {
            return Err(SealError::Damaged);
        }
        let [_, _, _, _, kind, version, body @ ..] = content else {
            return Err(SealError::Damaged);
        };
        if *version > FILE_VERSION {
            return Err(SealError::TooNew { version: *version });
        }
        let kind = FileKind::ALL.into_iter().find(|known| known.byte() == *kind);
        Ok(Self { kind: kind.ok_or(SealError::Kind)?, version: *version, body })
    }

    /// Seals a body into a file.
    ///
    /// # Errors
    /// When the file would be too large.
    pub fn seal(kind: FileKind, body: &impl Serialize) -> Result<Vec<u8>, SealError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([kind.byte(), FILE_VERSION]);
        let mut bytes = append(bytes, body);
        bytes.extend(bytes_hash(&bytes).to_le_bytes());
        check_size(&bytes)?;
        Ok(bytes)
    }
}

impl CaptureFile {
    /// The bytes of the file.
    ///
    /// # Errors
    /// When there would be too many.
    pub fn encode(&self) -> Result<Vec<u8>, CaptureFileError> {
        SealedFile::seal(FileKind::Capture, self).map_err(CaptureFileError::Seal)
    }

    /// Decodes a file's body and checks that the capture can be played.
    ///
    /// # Errors
    /// When the body is not a capture, or cannot be played.
    pub fn decode(version: u8, body: &[u8]) -> Result<Self, CaptureFileError> {
        match version {
            FILE_VERSION => Self::decode_body(body),
            2..FILE_VERSION => Self::decode_without_moment(body),
            1 => Self::decode_without_moment(&append(body.to_vec(), &[CodecId::Replay][..])),
            _ => Err(CaptureFileError::Body),
        }
    }

    fn decode_body(body: &[u8]) -> Result<Self, CaptureFileError> {
        // Check the protocol version first: the rest of the body is unreadable under another one.
        let (protocol, _): (u16, _) = read_first(body).map_err(|_| CaptureFileError::Body)?;
        check_protocol(protocol).map_err(CaptureFileError::Capture)?;
        let file: Self = read(body).map_err(|_| CaptureFileError::Body)?;
        let frames = file.capture.check().map_err(CaptureFileError::Capture)?.frames;
        match file.moment {
            Some(CaptureMoment { frame, .. }) if frame > frames => {
                Err(CaptureFileError::Capture(CaptureError::Moment { frame, frames }))
            }
            _ => Ok(file),
        }
    }

    fn decode_without_moment(body: &[u8]) -> Result<Self, CaptureFileError> {
        Self::decode_body(&append(body.to_vec(), &None::<CaptureMoment>))
    }
}

fn check_size(bytes: &[u8]) -> Result<(), SealError> {
    let fits = bytes.len() <= FILE_BYTES_MAX;
    if fits { Ok(()) } else { Err(SealError::TooLarge { bytes: bytes.len() }) }
}
