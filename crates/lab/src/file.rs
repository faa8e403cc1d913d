//! Files of the laboratory: a run or a capture goes in, bytes come out, and back. Written when
//! somebody downloads one, read when one is dropped on the page or given to the program.
//!
//! The container is that of [captures](capture::capture_file). The body of a run: the
//! [packed](super::pack) run, which says everything else; the frame it is looked at; the shot that
//! is selected; the [played hash](super::played) once a second; the word of the codec of its
//! snapshots; the column of the shot.
//!
//! Older versions still open. Runs before version 5 have no column of their shot: the first is
//! meant, where the page looked first. Runs of versions 1 to 3 write netcodes field by field. In
//! place of played hashes the runs of versions 1 and 2 carry hashes of private state, which no
//! other build arrives at: those are not compared. Runs of version 1 end before their codec, which
//! was the first.

use alloc::{string::String, vec::Vec};

use capture::capture_file::{
    CaptureFile, CaptureFileError, FILE_VERSION, FileKind, SealError, SealedFile,
};
use serde::{Deserialize, Serialize};
use shared::{
    base::{
        encoding::{append, read},
        limits::RUN_FRAMES_MAX,
    },
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

/// Frames from one played hash of a run to the next: a second.
pub const HASH_FRAMES: u32 = FRAMES.hz() as u32;

/// A file.
#[allow(clippy::large_enum_variant, reason = "one is held at a time, and taken apart at once")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// All inputs: whoever replays it has the room and all of its players.
    Run(RunFile),
    /// What one client of an online match received: whoever replays it has that client.
    Capture(CaptureFile),
}

/// A run in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFile {
    /// What somebody looked at.
    pub moment: Moment,
    /// What the file says of the match.
    pub hashes: Hashes,
}

/// What a file says of its run, to be compared by whoever replays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hashes {
    /// The played hash once a second, beginning with frame 0, as far as the run goes.
    Played(Vec<u64>),
    /// Numbers of an older version, which this build does not compare.
    Older,
}

impl Hashes {
    /// The played hash at a second, if it is said.
    #[must_use]
    pub fn at(&self, second: u32) -> Option<u64> {
        match self {
            Self::Played(hashes) => hashes.get(second as usize).copied(),
            Self::Older => None,
        }
    }
}

/// A second of a run that is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second {
    /// Which, from 0.
    pub second: u32,
    /// The played hash that the file says; `None` where it says none.
    pub expected: Option<u64>,
    /// The played hash that came.
    pub got: u64,
}

/// Why bytes are no file, or a file has no bytes. Pages show the sentence alone, so it tells the
/// cause itself, which is no `source` besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The container is wrong.
    #[error("{0}")]
    Seal(SealError),
    /// The body is not one of a run.
    #[error("the file cannot be read")]
    Body,
    /// Its run cannot be read.
    #[error("the run in the file cannot be read: {0}")]
    Run(PackError),
    /// Its snapshots are written in a way that is not known.
    #[error("the codec of its snapshots is not known here")]
    Codec,
    /// Its moment cannot be.
    #[error("the file does not lead to a moment: {0}")]
    Moment(RunError),
    /// Its capture cannot be read.
    #[error("{0}")]
    Capture(CaptureFileError),
}

#[derive(Serialize, Deserialize)]
struct RunBody {
    packed: Vec<u8>,
    frame: u32,
    shot: Option<ShotId>,
    hashes: Vec<u64>,
    /// By its word, so that it stays the same when codecs are added.
    codec: String,
    /// Of the shot; 0 without one.
    column: u8,
}

impl File {
    /// The bytes of the file.
    ///
    /// # Errors
    /// When they would be too many.
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

    /// The file of some bytes: what it holds can be replayed.
    ///
    /// # Errors
    /// What is wrong with them.
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
    /// What a playback shows, as a file. Takes a while for a long run, which is run again for its
    /// hashes.
    #[must_use]
    pub fn of(playback: &RunPlayback, shot: Option<ColumnShot>) -> Self {
        Self {
            moment: Moment::of(playback, shot),
            hashes: Hashes::Played(playback.played_hashes(HASH_FRAMES)),
        }
    }

    /// Runs it again, all of it; `tell` hears of every second. Gives the match at its end.
    ///
    /// # Errors
    /// When it cannot be run.
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

    /// The run of a file whose hashes are of an older version.
    fn decode_older(body: &[u8]) -> Result<Self, FileError> {
        Ok(Self {
            hashes: Hashes::Older,
            ..Self::decode(&in_first_column(body), PackForm::Fields)?
        })
    }
}

impl Second {
    /// Whether another match came than the file says.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.expected.is_some_and(|expected| expected != self.got)
    }
}

/// The body of a run of an older version, which does not say the column of its shot.
fn in_first_column(body: &[u8]) -> Vec<u8> {
    append(body.to_vec(), &0_u8)
}
