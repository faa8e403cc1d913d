//! Files of captures, and the container of all files that a player saves: what kind of body it
//! holds, in which version, and a checksum. The laboratory keeps its runs in the same container.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `LGRG` |
//! | 1 | kind: 0 a run, 1 a capture |
//! | 1 | [`FILE_VERSION`] |
//! | … | the body in postcard |
//! | 8 | FNV-1a with 64 bits of everything before, little-endian |
//!
//! The body of a capture is a [`Capture`] and the moment of the shot that was inspected, if any.
//! Older versions still open: before version 5 a capture has no moment, and in version 1 it ends
//! before its codecs, of which only the first was offered.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use shared::{
    base::{
        encoding::{append, read, read_first},
        limits::FILE_BYTES_MAX,
        state_hash::bytes_hash,
    },
    wire::codec::CodecId,
};

use super::{Capture, CaptureError, CaptureMoment, check_protocol};

/// What every file begins with.
pub const MAGIC: [u8; 4] = *b"LGRG";
/// The version of files that this code writes, and the newest it reads.
pub const FILE_VERSION: u8 = 5;
const CHECKSUM_BYTES: usize = 8;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The setup and all inputs of a match of the laboratory.
    Run,
    /// What one client of an online match received.
    Capture,
}

/// A file whose checksum is right, and whose body is not read yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedFile<'a> {
    pub kind: FileKind,
    /// At most [`FILE_VERSION`].
    pub version: u8,
    pub body: &'a [u8],
}

/// Why bytes are no sealed file, or a body makes none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// It is something else.
    #[error("this is not a Lagrange file")]
    NotOurs,
    /// It is larger than any file.
    #[error("the file has {bytes} bytes; the limit is {max}", max = FILE_BYTES_MAX)]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// A later version wrote it.
    #[error("the file is of version {version}; this program reads up to {FILE_VERSION}")]
    TooNew {
        /// Its version.
        version: u8,
    },
    /// The checksum is wrong.
    #[error("the file is damaged: its checksum does not match")]
    Damaged,
    /// The kind is unknown.
    #[error("the file cannot be read")]
    Kind,
}

/// Why a file holds no capture that can be played. Pages show the sentence alone, so it includes
/// the cause, which is not a `source` as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaptureFileError {
    /// The container is wrong.
    #[error("{0}")]
    Seal(SealError),
    /// The body is not one of a capture.
    #[error("the file cannot be read")]
    Body,
    /// The capture cannot be played.
    #[error("the capture in the file cannot be played: {0}")]
    Capture(CaptureError),
}

/// A capture in a file.
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
    /// Whether bytes claim to be a file of ours, by the first four.
    #[must_use]
    pub fn claims(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Takes a file apart.
    ///
    /// # Errors
    /// What is wrong with its container.
    pub fn open(bytes: &'a [u8]) -> Result<Self, SealError> {
        if !Self::claims(bytes) {
            return Err(SealError::NotOurs);
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

    /// The bytes of a file with this body.
    ///
    /// # Errors
    /// When they would be too many.
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
    /// When they would be too many.
    pub fn encode(&self) -> Result<Vec<u8>, CaptureFileError> {
        SealedFile::seal(FileKind::Capture, self).map_err(CaptureFileError::Seal)
    }

    /// The capture of a file's body, which can be played.
    ///
    /// # Errors
    /// When it is not one, or cannot be.
    pub fn decode(version: u8, body: &[u8]) -> Result<Self, CaptureFileError> {
        match version {
            FILE_VERSION => Self::decode_body(body),
            2..FILE_VERSION => Self::decode_without_moment(body),
            1 => Self::decode_without_moment(&append(body.to_vec(), &[CodecId::Replay][..])),
            _ => Err(CaptureFileError::Body),
        }
    }

    fn decode_body(body: &[u8]) -> Result<Self, CaptureFileError> {
        // The protocol version first: the rest of a body of another one cannot be read.
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
