//! What the laboratory says for a while, in English. Errors of `shared` say themselves in English
//! already: another language has a `match` of its own for each.

use alloc::{
    format,
    string::{String, ToString},
};

use lab::run_playback::RunFull;
use shared::base::limits::{LAB_INPUTS_MAX, RUN_FRAMES_MAX};

use crate::lab::{Notice, Refused};

pub(crate) fn notice(notice: Notice) -> String {
    match notice {
        Notice::AsCaptured => "This is a capture: it can be watched, and not changed.",
        Notice::RunFull(full) => return run_full(full),
        Notice::OtherBuild => {
            "Another build made this link: the match may differ from the one it shows."
        }
        Notice::OlderLink => {
            "An older version made this link: whether the match is the same is not compared."
        }
        Notice::FileIsRun => "This file is a run: it plays the whole room.",
        Notice::FileIsOlderRun => {
            "This file is a run: it plays the whole room. An older version made it: whether the \
             match is the same is not compared."
        }
        Notice::FileIsCapture => {
            "This file is a capture: what one player of an online match received."
        }
        Notice::CaptureHasNoLink => "A capture fits no link; its file can be passed on.",
        Notice::NoLink(error) => {
            return format!("{error} Download the run as a file instead; it holds any length.");
        }
        Notice::Copied => "Copied.",
        Notice::SelectAndCopy => "Select the link and copy it.",
        Notice::SelectTextAndCopy => "Select the text and copy it.",
        Notice::NothingToCopy => "There is no link to copy: see below it.",
        Notice::CaptureIsFile => "This is a capture: its file is the one that you opened.",
        Notice::FullUpdateWait { ms } => {
            return format!("A full update comes at most once a second: {ms} ms more.");
        }
        Notice::RunSaved { name, bytes } => return format!("A run of {bytes} bytes: {name}."),
        Notice::ShotExported { name, bytes } => {
            return format!(
                "{name}, {bytes} bytes: lagrange judge {name} says again what every scheme makes \
                 of it."
            );
        }
        Notice::NotSaved => "The browser does not save files.",
        Notice::NotWritten(error) => return format!("The run cannot be a file: {error}."),
        Notice::ShotNotKnown => "The run is full before all is known that this shot depends on.",
    }
    .to_string()
}

fn run_full(full: RunFull) -> String {
    let most = match full {
        RunFull::Frames => format!("{RUN_FRAMES_MAX} frames"),
        RunFull::Inputs => format!("{LAB_INPUTS_MAX} inputs"),
    };
    format!("The run is full: it has {most}, the most there can be. Restart to go on.")
}

pub(crate) fn refusal(refusal: Refused) -> String {
    match refusal {
        Refused::Run(error) => format!("This cannot be run: {error}."),
        Refused::Link(error) => error.to_string(),
        Refused::File(error) => format!("The file was not opened: {error}."),
        Refused::Capture(error) => format!("The file was not opened: {error}."),
    }
}
