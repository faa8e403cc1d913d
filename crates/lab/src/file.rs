//! Laboratory files: encodes and decodes runs and captures. Written on download; read when a file
//! is dropped on the page or passed to the program.
//!
//! The container is that of [captures](capture::capture_file). The body of a run consists of the
//! [packed](super::pack) run, the viewed frame, the selected shot, the [played hash](super::played)
//! of every second, the name of the snapshot codec, and the column of the shot.
//!
//! Older versions still open. Before version 5 there is no column of the shot: it is the first,
//! where the page looked first. Versions 1 to 3 write netcodes field by field. Versions 1 and 2
//! hold hashes of private state instead of played hashes; no other build computes the same, so they
//! are not compared. Version 1 ends before the codec, which was the first one.

use alloc::{string::String, vec::Vec};

use capture::{
    capture_file::{CaptureFile, CaptureFileError, FILE_VERSION, FileKind, SealError, SealedFile},
    limits::RUN_FRAMES_MAX,
};
use serde::{Deserialize, Serialize};
use shared::{
    base::encoding::{append, read},
    sim::event::ShotId,
    wire::codec::CodecId,
};

use super::{
    moment::{ColumnShot, Moment},
    pack::{PackError, PackForm, pack, unpack},
    run::RunError,
    run_playback::RunPlayback,
    setup::FRAMES,
};

/// Frames between two played hashes of a run: one second.
pub const HASH_FRAMES: u32 = FRAMES.hz() as u32;

#[allow(clippy::large_enum_variant, reason = "one is held at a time, and taken apart at once")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// All inputs; replaying it rebuilds the room and all of its players.
    Run(RunFile),
    /// What one client of an online match received; replaying it rebuilds that client.
    Capture(CaptureFile),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFile {
    /// The moment being viewed.
    pub moment: Moment,
    pub hashes: Hashes,
}

/// The hashes in a file, to compare on replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hashes {
    /// The played hash of every second, from frame 0 to the end of the run.
    Played(Vec<u64>),
    /// Hashes of an older version, which this build does not compare.
    Older,
}

impl Hashes {
    /// The played hash of a second, if the file has it.
    #[must_use]
    pub fn at(&self, second: u32) -> Option<u64> {
        match self {
            Self::Played(hashes) => hashes.get(second as usize).copied(),
            Self::Older => None,
        }
    }
}

/// One second of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second {
    /// From 0.
    pub second: u32,
    /// The played hash in the file; `None` if it has none.
    pub expected: Option<u64>,
    /// The played hash of the replay.
    pub got: u64,
}

/// Errors of encoding and decoding files. Pages show only the message, so it includes its cause,
/// which is therefore not a `source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    #[error("{0}")]
    Seal(SealError),
    #[error("the file cannot be read")]
    Body,
    #[error("the run in the file cannot be read: {0}")]
    Run(PackError),
    #[error("unknown snapshot codec")]
    Codec,
    #[error("the moment in the file is invalid: {0}")]
    Moment(RunError),
    #[error("{0}")]
    Capture(CaptureFileError),
}

#[derive(Serialize, Deserialize)]
struct RunBody {
    packed: Vec<u8>,
    frame: u32,
    shot: Option<ShotId>,
    hashes: Vec<u64>,
    /// By name, so that it stays valid when codecs are added.
    codec: String,
    /// Column of the selected shot; 0 if there is none.
    column: u8,
}

impl File {
    /// Encodes the file.
    ///
    /// # Errors
    /// When it would be too large.
    pub fn encode(&self) -> Result<Vec<u8>, FileError> {
        match self {
            Self::Run(file) => {
                let RunFile { moment: Moment { run, frame, shot }, hashes } = file;
                let hashes = match hashes {
                    Hashes::Played(hashes) => hashes.clone(),
                    Hashes::Older => Vec::new(),
                };
                let packed = pack(run, None);
                let codec = run.setup.codec.key().into();
                let (column, shot) = shot.map(|of| (of.column, of.shot)).unzip();
                let (frame, column) = (*frame, column.unwrap_or_default());
                let body = RunBody { packed, frame, shot, hashes, codec, column };
                SealedFile::seal(FileKind::Run, &body).map_err(FileError::Seal)
            }
            Self::Capture(file) => file.encode().map_err(FileError::Capture),
        }
    }

    /// Decodes a file whose recording can be replayed.
    ///
    /// # Errors
    /// When the bytes are invalid.
    pub fn decode(bytes: &[u8]) -> Result<Self, FileError> {
        let SealedFile { kind, version, body } =
            SealedFile::open(bytes).map_err(FileError::Seal)?;
        match kind {
            FileKind::Run => RunFile::decode_version(version, body).map(Self::Run),
            FileKind::Capture => {
                CaptureFile::decode(version, body).map(Self::Capture).map_err(FileError::Capture)
            }
        }
    }
}

impl RunFile {
    /// The playback's run and current moment as a file. Slow for a long run, which is replayed to
    /// hash it.
    #[must_use]
    pub fn of(playback: &RunPlayback, shot: Option<ColumnShot>) -> Self {
        Self {
            moment: Moment::of(playback, shot),
            hashes: Hashes::Played(playback.played_hashes(HASH_FRAMES)),
        }
    }

    /// Replays the whole run and returns the final match; `tell` is called for every second.
    ///
    /// # Errors
    /// When the run is invalid.
    pub fn replay(&self, tell: &mut impl FnMut(Second)) -> Result<RunPlayback, RunError> {
        self.moment.check()?;
        let mut playback = RunPlayback::of(self.moment.run.clone())?;
        loop {
            let frame = playback.frame();
            if frame.is_multiple_of(HASH_FRAMES) {
                let second = frame / HASH_FRAMES;
                let expected = self.hashes.at(second);
                tell(Second { second, expected, got: playback.state().played_hash() });
            }
            if frame >= self.moment.run.frames || playback.step().is_err() {
                return Ok(playback);
            }
        }
    }

    fn decode_version(version: u8, body: &[u8]) -> Result<Self, FileError> {
        match version {
            FILE_VERSION => Self::decode(body, PackForm::Settings),
            4 => Self::decode(&in_first_column(body), PackForm::Settings),
            3 => Self::decode(&in_first_column(body), PackForm::Fields),
            2 => Self::decode_older(body),
            1 => Self::decode_older(&append(body.to_vec(), &CodecId::Replay.key())),
            _ => Err(FileError::Body),
        }
    }

    fn decode(body: &[u8], form: PackForm) -> Result<Self, FileError> {
        let RunBody { packed, frame, shot, hashes, codec, column } =
            read(body).map_err(|_| FileError::Body)?;
        if hashes.len() > (RUN_FRAMES_MAX / HASH_FRAMES) as usize + 1 {
            return Err(FileError::Body);
        }
        let codec = CodecId::of_key(&codec).ok_or(FileError::Codec)?;
        let shot = shot.map(|shot| ColumnShot { column, shot });
        let run = unpack(&packed, form, codec, None).map_err(FileError::Run)?;
        let moment = Moment { run, frame, shot };
        moment.check().map_err(FileError::Moment)?;
        Ok(Self { moment, hashes: Hashes::Played(hashes) })
    }

    /// Decodes a run file whose hashes are of an older version.
    fn decode_older(body: &[u8]) -> Result<Self, FileError> {
        Ok(Self {
            hashes: Hashes::Older,
            ..Self::decode(&in_first_column(body), PackForm::Fields)?
        })
    }
}

impl Second {
    /// Whether the replay's hash differs from the file's.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.expected.is_some_and(|expected| expected != self.got)
    }
}

/// Converts the body of an older version, which lacks the column of its shot.
fn in_first_column(body: &[u8]) -> Vec<u8> {
    append(body.to_vec(), &0_u8)
}
