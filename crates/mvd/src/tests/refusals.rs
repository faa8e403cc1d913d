//! What cannot be read, and what is said about it.

use super::{read_after_start, start_bytes};
use crate::MvdError;

#[track_caller]
fn check_refusal(text: &str, expected: &str) {
    let error = read_after_start(text).unwrap_err();
    let shown = error.to_string();
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn an_unknown_message_names_what_came_before() {
    check_refusal(
        "00 06 01 00 00 00 4f",
        "byte 78: unknown message 79, after the start of a block",
    );
    check_refusal(
        "00 06 03 00 00 00 2c 01 00",
        "byte 80: unknown message 0, after chokecount (44)",
    );
    check_refusal(
        "00 06 01 00 00 00 1b 00 06 01 00 00 00 64",
        "byte 85: unknown message 100, after the start of a block",
    );
    // Numbers without a meaning here.
    for number in [4, 5, 13, 15, 17, 18, 25, 55, 59, 61, 65, 67, 82, 85, 101, 255] {
        let error = read_after_start(&format!("00 06 01 00 00 00 {number:02x}")).unwrap_err();
        let before = "the start of a block";
        assert_eq!(error, MvdError::UnknownMessage { at: 78, number, before });
    }
}

#[test]
fn lies_about_lengths_are_refused() {
    // A block longer than the file, and one as long as an address space.
    check_refusal("00 06 02 00 00 00 01", "byte 78: a block is cut off; bytes missing: at least 1");
    check_refusal(
        "00 06 ff ff ff ff 01",
        "byte 78: a block is cut off; bytes missing: at least 4294967294",
    );
    // A message longer than its block, though the file goes on.
    check_refusal(
        "00 06 03 00 00 00 24 01 05 00 06 00 00 00 00",
        "byte 80: updateping (36) is cut off; bytes missing: at least 1",
    );
    // More nails than there are; more speech; a longer file.
    check_refusal(
        "00 06 08 00 00 00 2b 02 00*6",
        "byte 80: nails (43) is cut off; bytes missing: at least 6",
    );
    check_refusal(
        "00 06 06 00 00 00 54 01 02 03 ff ff",
        "byte 84: voicechat (84) is cut off; bytes missing: at least 65535",
    );
    check_refusal(
        "00 06 04 00 00 00 29 ff 7f 00",
        "byte 82: download (41) is cut off; bytes missing: at least 32767",
    );
    // A text and a list without an end.
    check_refusal(
        "00 06 04 00 00 00 08 02 61 62",
        "byte 80: print (8) is cut off; bytes missing: at least 1",
    );
    check_refusal(
        "00 06 04 00 00 00 2d 00 61 00",
        "byte 82: modellist (45) is cut off; bytes missing: at least 1",
    );
    // A hidden record longer than its block, and an endless type.
    check_refusal(
        "00 03 00 00 00 00 07 00 00 00 02 00 00 00 07 00 aa",
        "byte 88: a hidden record is cut off; bytes missing: at least 1",
    );
    check_refusal(
        "00 03 00 00 00 00 08 00 00 00 00 00 00 00 ff ff ff ff",
        "byte 90: a hidden record is cut off; bytes missing: at least 2",
    );
}

#[test]
fn other_faults_are_named() {
    check_refusal("00 07 00 00 00 00", "byte 73: a block of unknown kind 7");
    check_refusal(
        "00 00 00 00 00 00",
        "byte 73: a user command, which only a client's own recording (QWD) has",
    );
    let slot = "byte 79: player slot 32; there are at most 32";
    for message in ["24 20 00 00", "28 20 00*5", "2a 20 00 00 00", "33 20 00 00"] {
        let n = if message.contains('*') { 7 } else { message.split(' ').count() };
        check_refusal(&format!("00 06 {n:02x} 00 00 00 {message}"), slot);
    }
    // Version 25, which has lists of another form, and an unknown extension.
    check_refusal(
        "00 06 05 00 00 00 0b 19 00 00 00",
        "byte 79: protocol version 0x19 is not supported",
    );
    check_refusal(
        "00 06 05 00 00 00 0b 41 42 43 44",
        "byte 79: protocol version 0x44434241 is not supported",
    );
}

/// Any byte in any place of the first block is read or refused.
#[test]
fn changed_bytes_do_not_panic() {
    let start = start_bytes();
    for at in 0..start.len() {
        for byte in 0..=u8::MAX {
            let mut changed = start.clone();
            changed[at] = byte;
            if let Err(error) = crate::read(&changed) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}
