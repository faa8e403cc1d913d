//! Laboratory files: runs, and captures of online matches.
//!
//! An input is a file without its checksum, which no mutation would ever get right.

use capture::{
    capture_file::CaptureFile,
    capture_playback::{CapturePlayback, PlayMode},
};
use lab::{
    file::{File, Hashes, RunFile},
    run_playback::RunPlayback,
};
use shared::base::state_hash::bytes_hash;

use super::{Count, link::play};

/// Frames of a capture that are played.
const CAPTURE_FRAMES: u32 = 60;

/// A file that decodes survives a round trip and can be played.
pub fn check(bytes: &[u8]) -> Count {
    if let Err(error) = File::decode(bytes) {
        Count::refused(&error);
    }
    let sealed = [bytes, &bytes_hash(bytes).to_le_bytes()].concat();
    let file = match File::decode(&sealed) {
        Ok(file) => file,
        Err(error) => return Count::refused(&error),
    };
    let again = file.encode().and_then(|bytes| File::decode(&bytes));
    match (&file, again) {
        (File::Run(RunFile { moment, hashes: Hashes::Older }), Ok(File::Run(again))) => {
            assert_eq!(again.moment, *moment);
        }
        (file, again) => assert_eq!(again.as_ref(), Ok(file)),
    }
    match file {
        File::Run(RunFile { moment, .. }) => {
            play(RunPlayback::of(moment.run).expect("a decoded run is playable"));
        }
        File::Capture(CaptureFile { capture, .. }) => {
            let mut playback = CapturePlayback::new(capture, PlayMode::ToJudge)
                .expect("a decoded run is playable");
            while playback.frame() < CAPTURE_FRAMES && playback.step().is_ok() {}
        }
    }
    Count::READ
}
