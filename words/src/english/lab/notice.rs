//! The laboratory's notices in English. Errors show their own messages.

use alloc::{format, string::ToString};

use capture::limits::RUN_FRAMES_MAX;
use lab::limits::LAB_INPUTS_MAX;

use crate::lab::NoticeWords;

pub(crate) const WORDS: NoticeWords = NoticeWords {
    as_captured: "This is a capture: you can watch it, but not change it.",
    other_build: "Another build made this link: the match may differ from the one it shows.",
    older_link: "An older version made this link: the match may differ from the one it shows.",
    file_is_run: "This file is a run: it plays the whole room.",
    file_is_older_run: "This file is a run: it plays the whole room. An older version made it, so \
                        the match may differ.",
    file_is_capture: "This file is a capture: what one player of an online match received.",
    capture_has_no_link: "A capture does not fit into a link, but you can pass on its file.",
    no_link: |error| {
        format!(
            "{error} Download the run as a file instead: it can be of any \
                              length."
        )
    },
    copied: "Copied.",
    select_and_copy: "Select the link and copy it.",
    select_text_and_copy: "Select the text and copy it.",
    nothing_to_copy: "There is no link to copy: see the note below.",
    capture_is_file: "This is a capture: its file is the one you opened.",
    full_update_wait: |ms| format!("A full update can come only once a second: wait {ms} ms more."),
    run_saved: |name, bytes| format!("Saved the run: {name}, {bytes} bytes."),
    shot_exported: |name, bytes| {
        format!(
            "Saved {name}, {bytes} bytes: “lagrange judge {name}” repeats how every scheme judges \
             it."
        )
    },
    not_saved: "This browser cannot save files.",
    not_written: |error| format!("The run cannot be saved: {error}."),
    shot_not_known: "The run was full before everything about this shot was known.",
    run_full: |most| {
        format!("The run is full: it holds {most}, which is the limit. Restart to go on.")
    },
    most_frames: || format!("{RUN_FRAMES_MAX} frames"),
    most_inputs: || format!("{LAB_INPUTS_MAX} inputs"),
    not_run: |error| format!("This match cannot be run: {error}."),
    link_not_opened: |error| error.to_string(),
    file_not_opened: |error| format!("The file could not be opened: {error}."),
};
