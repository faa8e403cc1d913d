//! Small recordings, written byte by byte from the description of the format.

mod messages;
mod other_kinds;
mod refusals;
mod rows;

use crate::{Ids, MvdError, Tables, read};

/// The first block of a recording: the data of a server, 66 bytes.
const START: &str = "
    00 06 42 00 00 00    ; after 0 ms, for all, 66 bytes
    0b                   ; serverdata
    4d 56 44 31          ; extensions of MVDSV:
    20 00 00 00          ; hidden records
    1c 00 00 00          ; version 28
    05 00 00 00          ; connections
    71 77 00             ; game folder: qw
    00 00 80 3f          ; 1.0 s
    54 00                ; level: T
    00*40                ; constants of movement";

/// Two players, a shot that hits and one that misses.
const MATCH: &str = "
    0d 06 2d 00 00 00    ; after 13 ms, for all, 45 bytes
    2a 00 07 00 00       ;   playerinfo of slot 0: position
    08 00 f8 ff 01 00    ;   1, -1, 1/8
    2a 01 3f 00 00       ;   playerinfo of slot 1: position and angles
    80 02 00 00 00 00    ;   80, 0, 0
    00 20 00 c0 00 00    ;   pitch 45, yaw -90, roll 0
    24 01 33 00          ;   updateping of slot 1: 51 ms
    27 02 00             ;   muzzleflash of entity 2
    06 08 00 09          ;   sound 9 of entity 1
    00 00 00 00 00 00    ;   at 0, 0, 0
    14 06 10 00 00 00    ; after 20 ms, for all, 16 bytes
    17 06 02 00          ;   temp_entity: lightning of entity 2
    80 02 00 00 80 00    ;   from 80, 0, 16
    80 07 c0 f9 80 00    ;   to 240, -200, 16
    00 03 00 00 00 00    ; after 0 ms, hidden
    0e 00 00 00          ;   14 bytes
    08 00 00 00 07 00    ;   damage, 8 bytes
    08 00 02 00 01 00    ;   by lightning, of entity 2 to 1
    14 00                ;   20 points
    64 06 10 00 00 00    ; after 100 ms, for all, 16 bytes
    17 06 02 00          ;   temp_entity: lightning of entity 2
    80 02 00 00 80 00    ;   from 80, 0, 16
    80 02 00 00 c0 12    ;   to 80, 0, 600
    00 06 0b 00 00 00    ; after 0 ms, for all, 11 bytes
    02 45 6e 64 4f 66 44 ;   disconnect
    65 6d 6f 00";

/// Bytes in hexadecimal, `00*40` for forty of one, up to a `;` on each line.
fn bytes(text: &str) -> Vec<u8> {
    let code = text.lines().map(|line| line.split(';').next().unwrap());
    code.flat_map(str::split_whitespace)
        .flat_map(|word| {
            let (byte, n) = word.split_once('*').unwrap_or((word, "1"));
            vec![u8::from_str_radix(byte, 16).expect(word); n.parse().unwrap()]
        })
        .collect()
}

fn start_bytes() -> Vec<u8> {
    bytes(START)
}

/// Reads a recording that begins with the data of a server.
fn read_after_start(text: &str) -> Result<Tables, MvdError> {
    read(&bytes(&[START, text].join("\n")))
}

fn poses(tables: &Tables, ids: Ids) -> String {
    let mut csv = Vec::new();
    tables.write_poses(&mut csv, ids).unwrap();
    String::from_utf8(csv).unwrap()
}

fn shots(tables: &Tables, ids: Ids) -> String {
    let mut csv = Vec::new();
    tables.write_shots(&mut csv, ids).unwrap();
    String::from_utf8(csv).unwrap()
}
