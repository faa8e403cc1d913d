//! The laboratory's notices in English. Errors show their own messages.

use alloc::{format, string::ToString};

use capture::limits::RUN_FRAMES_MAX;
use lab::limits::LAB_INPUTS_MAX;

use crate::lab::NoticeWords;

pub(crate) const WORDS: NoticeWords = NoticeWords {
    as_captured: "This is a capture: it can be watched, and not changed.",
    other_build: "Another build made this link: the match may differ from the one it shows.",
    older_link: "An older version made this link: whether the match is the same is not compared.",
    file_is_run: "This file is a run: it plays the whole room.",
    file_is_older_run: "This file is a run: it plays the whole room. An older version made it: \
                        whether the match is the same is not compared.",
    file_is_capture: "This file is a capture: what one player of an online match received.",
    capture_has_no_link: "A capture fits no link; its file can be passed on.",
    no_link: |error| format!("{error} Download the run as a file instead; it holds any length."),
    copied: "Copied.",
    select_and_copy: "Select the link and copy it.",
    select_text_and_copy: "Select the text and copy it.",
    nothing_to_copy: "There is no link to copy: see below it.",
    capture_is_file: "This is a capture: its file is the one that you opened.",
    full_update_wait: |ms| format!("A full update comes at most once a second: {ms} ms more."),
    run_saved: |name, bytes| format!("A run of {bytes} bytes: {name}."),
    shot_exported: |name, bytes| {
        format!(
            "{name}, {bytes} bytes: lagrange judge {name} says again what every scheme makes of it."
        )
    },
    not_saved: "The browser does not save files.",
    not_written: |error| format!("The run cannot be a file: {error}."),
    shot_not_known: "The run is full before all is known that this shot depends on.",
    run_full: |most| {
        format!("The run is full: it has {most}, the most there can be. Restart to go on.")
    },
    most_frames: || format!("{RUN_FRAMES_MAX} frames"),
    most_inputs: || format!("{LAB_INPUTS_MAX} inputs"),
    not_run: |error| format!("This cannot be run: {error}."),
    link_not_opened: |error| error.to_string(),
    file_not_opened: |error| format!("The file was not opened: {error}."),
};
