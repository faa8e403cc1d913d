//! What the laboratory says for a while, or until it is closed: what became of something that was
//! asked for, and why something was refused.

use alloc::string::String;

use capture::CaptureError;
use lab::{file::FileError, link::LinkError, run::RunError, run_playback::RunFull};

use crate::language::{Language, in_language};

/// What became of something that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Notice<'a> {
    /// Somebody would change a capture.
    AsCaptured,
    /// No more can be recorded.
    RunFull(RunFull),
    /// A full update was asked for too soon after another: how long to wait, in ms of the match.
    FullUpdateWait {
        ms: i64,
    },
    /// The match of a link may differ from the one that it shows.
    OtherBuild,
    /// Whether it does is not compared.
    OlderLink,
    /// What a file is that was opened.
    FileIsRun,
    FileIsOlderRun,
    FileIsCapture,
    /// Why there is no link to a moment.
    CaptureHasNoLink,
    NoLink(&'a LinkError),
    /// What became of a link that was to be copied.
    Copied,
    SelectAndCopy,
    /// The same of another text.
    SelectTextAndCopy,
    NothingToCopy,
    /// Nobody has to download a capture.
    CaptureIsFile,
    /// What became of a download: its name, and its bytes.
    RunSaved {
        name: &'a str,
        bytes: usize,
    },
    ShotExported {
        name: &'a str,
        bytes: usize,
    },
    NotSaved,
    NotWritten(&'a FileError),
    /// What a shot depends on is not known before the run is full.
    ShotNotKnown,
}

/// Why something was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refused<'a> {
    /// It cannot be run.
    Run(&'a RunError),
    /// A link leads nowhere.
    Link(&'a LinkError),
    /// A file was not opened.
    File(&'a FileError),
    /// The capture in a file was not opened.
    Capture(&'a CaptureError),
}

impl Language {
    /// What became of something that was asked for.
    #[must_use]
    pub fn notice(self, notice: Notice) -> String {
        in_language!(self, lab::notice::notice(notice))
    }

    /// Why something was refused.
    #[must_use]
    pub fn refusal(self, refusal: Refused) -> String {
        in_language!(self, lab::notice::refusal(refusal))
    }
}
