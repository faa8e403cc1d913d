//! Opens recordings made by a page: the bytes of a file, or a link, become a run or capture ready
//! to play. Used by `lagrange replay` and `lagrange judge`.
#![forbid(unsafe_code)]

mod other_kind;
pub mod replay;
pub mod shots;

use std::{
    fs::File as DiskFile,
    io::{self, Read},
    path::Path,
};

use capture::{
    capture_file::{CaptureFile, SealError},
    limits::FILE_BYTES_MAX,
};
use lab::{
    file::{File, FileError, Hashes},
    link::{LinkError, LinkedHash, MomentLink},
    moment::Moment,
    run::RunError,
    run_playback::RunPlayback,
    state::LabState,
};

pub use self::other_kind::OtherKind;
pub use self::other_kind::is_link;
pub use self::replay::{Ending, ReplayError, Shots, replay};

/// Denotes standard input.
pub const STDIN: &str = "-";

#[derive(Debug)]
pub enum Recording {
    /// All inputs of a laboratory match.
    Run(Box<RecordedRun>),
    /// Every call that one client of an online match received.
    Capture(Box<CaptureFile>),
}

/// A run, with the hashes that its file or link carries.
#[derive(Debug)]
pub struct RecordedRun {
    pub moment: Moment,
    /// Hashes of every second, from the file.
    pub hashes: Hashes,
    /// Hash of the linked moment, from the link.
    pub check: LinkedHash,
}

#[derive(Debug, thiserror::Error)]
pub enum RecordedError {
    #[error("cannot read {name}")]
    Unreadable { name: String, source: io::Error },
    /// A known kind of file, but not a recording.
    #[error("cannot read {name}")]
    Other { name: String, source: OtherKind },
    /// Not a recording, or one that cannot be played.
    #[error("{name}")]
    File { name: String, source: FileError },
    #[error(transparent)]
    MomentLink(#[from] LinkError),
}

impl Recording {
    /// Opens a link, a file or standard input, either of which may contain a link.
    ///
    /// # Errors
    /// When it cannot be read or is not a recording.
    pub fn open(source: &str) -> Result<Self, RecordedError> {
        if is_link(source) {
            return Self::of_link(source);
        }
        let name = name_of(source);
        let bytes = match read(source) {
            Ok(bytes) => bytes,
            Err(source) => return Err(RecordedError::Unreadable { name, source }),
        };
        match std::str::from_utf8(&bytes).map(str::trim) {
            Ok(text) if is_link(text) => Self::of_link(text),
            _ => Self::of_bytes(&bytes).map_err(|source| match OtherKind::of(&bytes) {
                Some(other) if source == FileError::Seal(SealError::NotLagrange) => {
                    RecordedError::Other { name, source: other }
                }
                _ => RecordedError::File { name, source },
            }),
        }
    }

    /// Parses a file.
    ///
    /// # Errors
    /// When the bytes are not a recording that can be played.
    pub fn of_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        Ok(match File::decode(bytes)? {
            File::Run(file) => {
                let (moment, hashes) = (file.moment, file.hashes);
                let run = RecordedRun { moment, hashes, check: LinkedHash::Absent };
                Self::Run(Box::new(run))
            }
            File::Capture(file) => Self::Capture(Box::new(file)),
        })
    }

    fn of_link(link: &str) -> Result<Self, RecordedError> {
        let fragment = link.split_once('#').map_or("", |(_, fragment)| fragment);
        let MomentLink { moment, check, .. } = MomentLink::parse(fragment)?;
        let hashes = Hashes::Played(Vec::new());
        Ok(Self::Run(Box::new(RecordedRun { moment, hashes, check })))
    }
}

impl RecordedRun {
    /// Whether an older version made it, so that its hashes are not compared.
    pub fn is_older(&self) -> bool {
        self.hashes == Hashes::Older || self.check == LinkedHash::Older
    }

    /// Plays it to the end and returns the final match; `each` is called with every frame, from 0
    /// on.
    ///
    /// # Errors
    /// When the run cannot be played.
    pub fn play(&self, each: &mut impl FnMut(&LabState)) -> Result<RunPlayback, RunError> {
        let mut playback = RunPlayback::of(self.moment.run.clone())?;
        loop {
            each(playback.state());
            if playback.frame() >= self.moment.run.frames || playback.step().is_err() {
                return Ok(playback);
            }
        }
    }
}

/// Reads a file or standard input, up to one byte beyond the size limit of recordings.
///
/// # Errors
/// When it cannot be read.
pub fn read(source: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = FILE_BYTES_MAX as u64 + 1;
    open(source)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a file or standard input.
///
/// # Errors
/// When it cannot be read or is not a file.
pub fn open(source: &str) -> io::Result<Box<dyn Read + Send>> {
    if source == STDIN {
        return Ok(Box::new(io::stdin()));
    }
    let file = DiskFile::open(Path::new(source))?;
    if file.metadata()?.is_dir() {
        let what = "it is a directory; name a file in it";
        return Err(io::Error::new(io::ErrorKind::IsADirectory, what));
    }
    Ok(Box::new(file))
}

/// The file's name in errors.
pub fn name_of(source: &str) -> String {
    if source == STDIN { "standard input".to_string() } else { source.to_string() }
}
