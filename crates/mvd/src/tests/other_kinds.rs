//! Files that are no recordings of a server.

use super::{bytes, start_bytes};
use crate::{MvdError, OtherKind, read};

#[track_caller]
fn check_kind(file: &[u8], expected: OtherKind) {
    assert_eq!(read(file), Err(MvdError::NotMvd(expected)), "{file:x?}");
}

#[test]
fn other_files_are_recognised() {
    check_kind(b"", OtherKind::Empty);
    check_kind(b"\x1F\x8B\x08\x00", OtherKind::Compressed("gzip"));
    check_kind(b"PK\x03\x04", OtherKind::Compressed("zip"));
    check_kind(b"\xFD7zXZ\x00", OtherKind::Compressed("xz"));
    check_kind(b"-1\n\x05\x00\x00\x00", OtherKind::NetQuake);
    check_kind(b"2\n\x05\x00\x00\x00", OtherKind::NetQuake);
    // 12.5 s and a net message; 0 s and sequence numbers.
    check_kind(&bytes("00 00 48 41 01 10 00 00 00 00*16"), OtherKind::Client);
    check_kind(&bytes("00 00 00 00 02 01 00 00 00 01 00 00 00"), OtherKind::Client);
    check_kind(b"t_ms,id,x,y,z\n0,1,2,3,4\n", OtherKind::Unknown);
    check_kind(&[0xFF; 64], OtherKind::Unknown);
    // Blocks without messages say nothing of a server.
    check_kind(&bytes("00 06 00 00 00 00"), OtherKind::Unknown);
    // A print before the data of the server.
    check_kind(&bytes("00 06 04 00 00 00 08 02 61 00"), OtherKind::Unknown);
}

#[test]
fn empty_blocks_may_come_first() {
    let file = [bytes("00 06 00 00 00 00 05 03 00 00 00 00 00 00 00 00"), start_bytes()].concat();
    assert_eq!(read(&file).unwrap().notes.duration_ms, 5);
}
