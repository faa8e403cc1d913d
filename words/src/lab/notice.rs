//! Notices of the laboratory: results of requests, and reasons for a refusal. Each shows for a
//! while, or until it is closed.

use alloc::string::String;
use core::fmt::Display;

use capture::CaptureError;
use lab::{file::FileError, link::LinkError, run::RunError, run_playback::RunFull};

use crate::language::{Language, in_language};

/// The result of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Notice<'a> {
    /// Captures are read-only.
    AsCaptured,
    /// The run cannot record more.
    RunFull(RunFull),
    /// A full update was requested too soon after another: the time to wait, in ms of the match.
    FullUpdateWait {
        ms: i64,
    },
    /// Another build made the link, so its match may differ from the one it shows.
    OtherBuild,
    /// An older version made the link, so whether its match is the same is not checked.
    OlderLink,
    /// The kind of the opened file.
    FileIsRun,
    FileIsOlderRun,
    FileIsCapture,
    /// Why a moment has no link.
    CaptureHasNoLink,
    NoLink(&'a LinkError),
    /// The result of copying a link.
    Copied,
    SelectAndCopy,
    /// The same for another text.
    SelectTextAndCopy,
    NothingToCopy,
    /// A capture already is a file; nothing to export.
    CaptureIsFile,
    /// The result of a download: the file's name, and its size in bytes.
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
    /// The run is full before everything the shot depends on is known.
    ShotNotKnown,
}

/// Why something was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refused<'a> {
    /// The match cannot be run.
    Run(&'a RunError),
    /// A link was not opened.
    Link(&'a LinkError),
    /// A file was not opened.
    File(&'a FileError),
    /// The capture in a file was not opened.
    Capture(&'a CaptureError),
}

/// Texts of the notices; fields are named after the variants.
pub(crate) struct NoticeWords {
    pub(crate) as_captured: &'static str,
    pub(crate) other_build: &'static str,
    pub(crate) older_link: &'static str,
    pub(crate) file_is_run: &'static str,
    pub(crate) file_is_older_run: &'static str,
    pub(crate) file_is_capture: &'static str,
    pub(crate) capture_has_no_link: &'static str,
    pub(crate) no_link: fn(&LinkError) -> String,
    pub(crate) copied: &'static str,
    pub(crate) select_and_copy: &'static str,
    pub(crate) select_text_and_copy: &'static str,
    pub(crate) nothing_to_copy: &'static str,
    pub(crate) capture_is_file: &'static str,
    pub(crate) full_update_wait: fn(i64) -> String,
    pub(crate) run_saved: fn(&str, usize) -> String,
    pub(crate) shot_exported: fn(&str, usize) -> String,
    pub(crate) not_saved: &'static str,
    pub(crate) not_written: fn(&FileError) -> String,
    pub(crate) shot_not_known: &'static str,
    /// A full run, given the limit it reached; then the two limits with their nouns.
    pub(crate) run_full: fn(&str) -> String,
    pub(crate) most_frames: fn() -> String,
    pub(crate) most_inputs: fn() -> String,
    /// Why something was refused.
    pub(crate) not_run: fn(&RunError) -> String,
    pub(crate) link_not_opened: fn(&LinkError) -> String,
    pub(crate) file_not_opened: fn(&dyn Display) -> String,
}

impl Language {
    const fn notice_words(self) -> &'static NoticeWords {
        in_language!(self, &lab::notice::WORDS)
    }

    /// The result of a request.
    #[must_use]
    pub fn notice(self, notice: Notice) -> String {
        let words = self.notice_words();
        match notice {
            Notice::AsCaptured => words.as_captured,
            Notice::OtherBuild => words.other_build,
            Notice::OlderLink => words.older_link,
            Notice::FileIsRun => words.file_is_run,
            Notice::FileIsOlderRun => words.file_is_older_run,
            Notice::FileIsCapture => words.file_is_capture,
            Notice::CaptureHasNoLink => words.capture_has_no_link,
            Notice::NoLink(error) => return (words.no_link)(error),
            Notice::Copied => words.copied,
            Notice::SelectAndCopy => words.select_and_copy,
            Notice::SelectTextAndCopy => words.select_text_and_copy,
            Notice::NothingToCopy => words.nothing_to_copy,
            Notice::CaptureIsFile => words.capture_is_file,
            Notice::FullUpdateWait { ms } => return (words.full_update_wait)(ms),
            Notice::RunSaved { name, bytes } => return (words.run_saved)(name, bytes),
            Notice::ShotExported { name, bytes } => return (words.shot_exported)(name, bytes),
            Notice::NotSaved => words.not_saved,
            Notice::NotWritten(error) => return (words.not_written)(error),
            Notice::ShotNotKnown => words.shot_not_known,
            Notice::RunFull(RunFull::Frames) => return (words.run_full)(&(words.most_frames)()),
            Notice::RunFull(RunFull::Inputs) => return (words.run_full)(&(words.most_inputs)()),
        }
        .into()
    }

    /// Why something was refused.
    #[must_use]
    pub fn refusal(self, refusal: Refused) -> String {
        let words = self.notice_words();
        match refusal {
            Refused::Run(error) => (words.not_run)(error),
            Refused::Link(error) => (words.link_not_opened)(error),
            Refused::File(error) => (words.file_not_opened)(error),
            Refused::Capture(error) => (words.file_not_opened)(error),
        }
    }
}
