//! Captures of the maximum length in `lagrange replay`: progress goes to standard error, and a file
//! with more frames than any match is refused before it is replayed.

use capture::{CaptureFill, RecordedClient, capture_file::CaptureFile, limits::CAPTURE_FRAMES_MAX};
use lab::file::File;
use shared::{
    base::{encoding::append, state_hash::bytes_hash, time::Micros},
    client::Controls,
    wire::codec::CodecId,
};

use crate::support::command::run;
use crate::support::player::client_config;

/// A client without a server, after this many frames, one in each millisecond.
fn alone(frames: u32) -> RecordedClient {
    let mut client = RecordedClient::new(client_config("ada", ""), Micros::ZERO);
    for n in 1..=frames {
        client.handle_frame(Micros::from_ms(n.into()), Controls::default());
    }
    client
}

fn bytes_of(client: &RecordedClient) -> Vec<u8> {
    CaptureFile { capture: client.capture(), moment: None }.encode().unwrap()
}

/// The client's file with its last call, a frame, repeated.
fn with_a_frame_more(client: &RecordedClient) -> Vec<u8> {
    let mut bytes = bytes_of(client);
    // After the calls come the codecs, no moment, and the checksum.
    let behind = append(Vec::new(), &(CodecId::ALL.as_slice(), None::<()>)).len() + 8;
    let end = bytes.len() - behind;
    let length = client.recorder().bytes();
    let [written, more] = [length, length + FRAME_BYTES].map(|n| append(Vec::new(), &n));
    let begin = end - length - written.len();
    assert_eq!(bytes[begin..][..written.len()], written, "the length of the calls");
    let frame = bytes[end - FRAME_BYTES..end].to_vec();
    bytes.splice(end..end, frame);
    bytes.splice(begin..begin + written.len(), more);
    bytes.truncate(bytes.len() - 8);
    bytes.extend(bytes_hash(&bytes).to_le_bytes());
    bytes
}

/// A frame after a millisecond with nothing held: its time, its kind, and the controls.
const FRAME_BYTES: usize = 6;

#[test]
fn a_long_replay_reports_progress() {
    let bytes = bytes_of(&alone(72_500));
    let lines = |what: &str| {
        [36_000, 72_000].map(|frame| format!("{what} frame {frame} of 72500\n")).concat()
    };
    let end = run(&["replay", "-"], &bytes);
    assert_eq!((end.status, end.stderr), (Some(0), lines("replaying")));
    assert!(end.stdout.lines().all(|line| !line.contains(" frame ")), "{}", end.stdout);
    let listed = run(&["replay", "--shots", "-"], &bytes);
    assert_eq!((listed.status, listed.stderr), (Some(0), lines("judging") + &lines("replaying")));
    assert_eq!(listed.stdout, end.stdout, "no shot was fired");
    let short = run(&["replay", "-"], &bytes_of(&alone(35_999)));
    assert_eq!((short.status, short.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_capture_has_a_million_frames_at_most() {
    let client = alone(CAPTURE_FRAMES_MAX + 5);
    assert_eq!(client.recorder().fill(), CaptureFill::Full);
    let contents = client.capture().check().unwrap();
    assert_eq!(contents.frames, CAPTURE_FRAMES_MAX);
    File::decode(&bytes_of(&client)).unwrap();
    let end = run(&["replay", "-"], &with_a_frame_more(&client));
    assert_eq!((end.status, end.stdout.as_str()), (Some(2), ""));
    let said = format!(
        "lagrange: standard input: the capture in the file cannot be played: {} frames and {} \
         hashes in 1048 s are more than a match can have\n",
        CAPTURE_FRAMES_MAX + 1,
        contents.hashes,
    );
    assert_eq!(end.stderr, said);
}
