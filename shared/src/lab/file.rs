//! Files of the laboratory: a run or a capture goes in, bytes come out, and back. Written when
//! somebody downloads one, read when one is dropped on the page or given to the program.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `LGRG` |
//! | 1 | kind: 0 a run, 1 a capture |
//! | 1 | [`FILE_VERSION`] |
//! | … | the body in postcard |
//! | 8 | FNV-1a with 64 bits of everything before, little-endian |
//!
//! The body of a run: the [packed](super::pack) run, which says everything else; the frame it is
//! looked at; the shot that is selected; the [played hash](super::played) once a second; the word
//! of the codec of its snapshots; the column of the shot. That of a capture is a [`Capture`], and
//! the moment at which somebody looked into a shot, if there is one.
//!
//! Files of older versions are read too. Captures before version 5 have no moment, and runs before
//! it no column of their shot: the first is meant, where the page looked first. Runs of versions
//! 1 to 3 write netcodes field by field. In place of played hashes the runs of versions 1 and 2 say
//! hashes of private state, which no other build comes to: those are not compared. Files of version
//! 1 end before the codec of a run, which was the first, and before the codecs of a capture: the
//! page that writes captures offers only the first.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{
    capture::{Capture, CaptureError, CaptureMoment, check_protocol},
    moment::{ColumnShot, Moment},
    pack::{PackError, PackForm, pack, unpack},
    run::RunError,
    run_playback::RunPlayback,
    setup::FRAMES,
};
use crate::{
    base::{
        encoding::{append, read, read_first},
        limits::{FILE_BYTES_MAX, RUN_FRAMES_MAX},
        state_hash::bytes_hash,
    },
    sim::event::ShotId,
    wire::codec::CodecId,
};

/// What every file begins with.
pub const MAGIC: [u8; 4] = *b"LGRG";
/// The version of files that this code writes, and the newest it reads.
pub const FILE_VERSION: u8 = 5;
/// Frames from one played hash of a run to the next: a second.
pub const HASH_FRAMES: u32 = FRAMES.hz() as u32;

/// The kinds of files, as their numbers in the head.
const RUN: u8 = 0;
const CAPTURE: u8 = 1;
const CHECKSUM_BYTES: usize = 8;

/// A file.
#[allow(clippy::large_enum_variant, reason = "one is held at a time, and taken apart at once")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// All inputs: whoever replays it has the room and all of its players.
    Run(RunFile),
    /// What one client of an online match received: whoever replays it has that client.
    Capture(CaptureFile),
}

/// A capture in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureFile {
    pub capture: Capture,
    /// What somebody looked at.
    pub moment: Option<CaptureMoment>,
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
    /// It is something else.
    #[error("this is no file of the laboratory")]
    NotOurs,
    /// It is larger than any file.
    #[error("the file has {bytes} bytes, and {max} are the most", max = FILE_BYTES_MAX)]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// A later version made it.
    #[error("the file is of version {version}, and this program reads up to {FILE_VERSION}")]
    TooNew {
        /// Its version.
        version: u8,
    },
    /// Not all of it is there, or as it was.
    #[error("the file is damaged: it is not as it was written")]
    Damaged,
    /// It is as it was written, but not as files are.
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
    /// Its capture cannot be played.
    #[error("the capture in the file cannot be played: {0}")]
    Capture(CaptureError),
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
    /// Whether bytes claim to be a file of the laboratory; the first four tell.
    #[must_use]
    pub fn claims(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

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
                sealed(RUN, &RunBody { packed, frame, shot, hashes, codec, column })
            }
            Self::Capture(file) => file.encode(),
        }
    }

    /// The file of some bytes: what it holds can be replayed.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn decode(bytes: &[u8]) -> Result<Self, FileError> {
        if !Self::claims(bytes) {
            return Err(FileError::NotOurs);
        }
        check_size(bytes)?;
        let (said, checksum) =
            bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(FileError::Damaged)?;
        if bytes_hash(said) != u64::from_le_bytes(*checksum) {
            return Err(FileError::Damaged);
        }
        let [_, _, _, _, kind, version, body @ ..] = said else {
            return Err(FileError::Damaged);
        };
        match (*version, *kind) {
            (FILE_VERSION, RUN) => RunFile::decode(body, PackForm::Settings).map(Self::Run),
            (4, RUN) => RunFile::decode(&in_first_column(body), PackForm::Settings).map(Self::Run),
            (3, RUN) => RunFile::decode(&in_first_column(body), PackForm::Fields).map(Self::Run),
            (2, RUN) => RunFile::decode_older(body).map(Self::Run),
            (1, RUN) => {
                RunFile::decode_older(&append(body.to_vec(), &CodecId::Replay.key())).map(Self::Run)
            }
            (FILE_VERSION, CAPTURE) => CaptureFile::decode(body).map(Self::Capture),
            (2..FILE_VERSION, CAPTURE) => CaptureFile::decode_older(body).map(Self::Capture),
            (1, CAPTURE) => {
                let body = append(body.to_vec(), &[CodecId::Replay][..]);
                CaptureFile::decode_older(&body).map(Self::Capture)
            }
            (version, _) if version > FILE_VERSION => Err(FileError::TooNew { version }),
            _ => Err(FileError::Body),
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

impl CaptureFile {
    /// The bytes of the file, for a page that has nothing to do with runs.
    ///
    /// # Errors
    /// When they would be too many.
    pub fn encode(&self) -> Result<Vec<u8>, FileError> {
        sealed(CAPTURE, self)
    }

    fn decode(body: &[u8]) -> Result<Self, FileError> {
        // First its version: what comes behind that of another one cannot be read.
        let (theirs, _): (u16, _) = read_first(body).map_err(|_| FileError::Body)?;
        check_protocol(theirs).map_err(FileError::Capture)?;
        let file: Self = read(body).map_err(|_| FileError::Body)?;
        let frames = file.capture.check().map_err(FileError::Capture)?.frames;
        match file.moment {
            Some(CaptureMoment { frame, .. }) if frame > frames => {
                Err(FileError::Capture(CaptureError::Moment { frame, frames }))
            }
            _ => Ok(file),
        }
    }

    /// The capture of a file that has no moment.
    fn decode_older(body: &[u8]) -> Result<Self, FileError> {
        Self::decode(&append(body.to_vec(), &None::<CaptureMoment>))
    }
}

/// The body of a run of an older version, which does not say the column of its shot.
fn in_first_column(body: &[u8]) -> Vec<u8> {
    append(body.to_vec(), &0_u8)
}

/// A body between what it is and its checksum.
fn sealed(kind: u8, body: &impl Serialize) -> Result<Vec<u8>, FileError> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([kind, FILE_VERSION]);
    let mut bytes = append(bytes, body);
    bytes.extend(bytes_hash(&bytes).to_le_bytes());
    check_size(&bytes)?;
    Ok(bytes)
}

fn check_size(bytes: &[u8]) -> Result<(), FileError> {
    let fits = bytes.len() <= FILE_BYTES_MAX;
    if fits { Ok(()) } else { Err(FileError::TooLarge { bytes: bytes.len() }) }
}
