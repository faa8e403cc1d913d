//! Links to moments of the laboratory, which may come from any sender.

use lab::{
    link::{LinkError, LinkedHash, MomentLink},
    run_playback::RunPlayback,
};

use super::Count;

/// Frames that the run of a link or a file is played.
const FRAMES: u32 = 2;

/// A link that decodes survives a round trip, and its match starts.
pub fn check(bytes: &[u8]) -> Count {
    // Bytes that are not text are masked to ASCII, so that most mutations resemble links.
    let ascii = || bytes.iter().map(|byte| char::from(byte & 0x7F)).collect();
    let text = String::from_utf8(bytes.to_vec()).unwrap_or_else(|_| ascii());
    let link = match MomentLink::parse(&text) {
        Ok(link) => link,
        Err(error) => return Count::refused(&error),
    };
    match link.to_fragment() {
        Ok(text) => {
            let again = MomentLink::parse(&text).map(|again| with_unsaid(again, &link, &text));
            assert_eq!(again.as_ref(), Ok(&link), "{text}");
        }
        Err(LinkError::TooLong { .. }) => {}
        Err(error) => panic!("{link:?} is read and cannot be written: {error}"),
    }
    play(RunPlayback::of(link.moment.run).expect("a decoded run is playable"));
    Count::READ
}

/// A link after a round trip, with the parts that encoding omits copied from the first one. A run
/// without anything beyond its scenario is not encoded, so its length and the match it came from
/// are lost. Older link versions are encoded as the current one.
fn with_unsaid(mut again: MomentLink, link: &MomentLink, text: &str) -> MomentLink {
    if again.check == LinkedHash::Absent {
        again.check = link.check;
    }
    if !text.contains("&run=") {
        again.moment.run.frames = link.moment.run.frames;
    }
    again
}

/// The first frames of a match.
pub(crate) fn play(mut playback: RunPlayback) {
    for _ in 0..FRAMES {
        if playback.step().is_err() {
            return;
        }
    }
}
