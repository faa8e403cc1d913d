//! Links to moments of the laboratory, as anybody may send them.

use lab::{
    link::{LinkError, LinkedHash, MomentLink},
    run_playback::RunPlayback,
};

use super::Count;

/// Frames that the run of a link or a file is played.
const FRAMES: u32 = 2;

/// A link that is read is written and read again as the same, and its match begins.
pub fn check(bytes: &[u8]) -> Count {
    // What is no text is taken for ASCII, so that most mutations are links of a kind.
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
    play(RunPlayback::of(link.moment.run).expect("what is read can be played"));
    Count::READ
}

/// A link that was written and read again, with what writing leaves out taken from the first one. A
/// run that says no more than its scenario is not written: neither how long it is, nor what is said
/// of the match it was made from. An older number is not written any more.
fn with_unsaid(mut again: MomentLink, link: &MomentLink, text: &str) -> MomentLink {
    if again.check == LinkedHash::Unsaid {
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
