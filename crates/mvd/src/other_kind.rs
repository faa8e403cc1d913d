//! Tells recordings from other files by how they begin, before anything is read.

use std::{fmt, ops::RangeInclusive};

use crate::{
    blocks::{ALL, Blocks, Content, KIND_BITS, READ},
    messages::SERVER_DATA,
};

/// What a file that is no MVD recording looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    Empty,
    /// Packed by this program.
    Compressed(&'static str),
    /// A demo of NetQuake (`.dem`).
    NetQuake,
    /// A recording of a QuakeWorld client (`.qwd`).
    Client,
    /// Nothing known, such as a demo packed by Qizmo (`.qwz`).
    Unknown,
}

/// The first bytes of packed files.
const PACKED: [(&[u8], &str); 7] = [
    (b"\x1F\x8B", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"\x28\xB5\x2F\xFD", "zstd"),
    (b"\xFD7zXZ", "xz"),
    (b"BZh", "bzip2"),
    (b"7z\xBC\xAF\x27\x1C", "7-Zip"),
    (b"Rar!", "RAR"),
];
/// A NetQuake demo begins with the number of a CD track on a line of its own, of this length.
const TRACK_BYTES_MAX: usize = 12;
/// Offset of the kind in a client's recording, after its time as a float.
const CLIENT_KIND_AT: usize = 4;
/// The greatest kind in a client's recording.
const CLIENT_KIND_MAX: u8 = 2;
/// Times in a client's recording besides 0, in s: up to four months of a running client.
const CLIENT_TIME_S: RangeInclusive<f32> = 1e-3..=1e7;
/// Offset of the kind in a block.
const KIND_AT: usize = 1;
/// Offset of the first message in a block for all, after its time, kind and length.
const BODY_AT: usize = 6;
/// Blocks looked at for the first message.
const BLOCKS_SEEN: usize = 16;

impl OtherKind {
    /// The kind of a file; `None` if it begins as an MVD recording does.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.is_empty() {
            return Some(Self::Empty);
        }
        if let Some((_, packer)) = PACKED.iter().find(|(magic, _)| bytes.starts_with(magic)) {
            return Some(Self::Compressed(packer));
        }
        if begins_with_server_data(bytes) {
            return None;
        }
        let line = bytes.iter().take(TRACK_BYTES_MAX).position(|byte| *byte == b'\n');
        let is_track = |line: &[u8]| {
            let digits = line.strip_prefix(b"-").unwrap_or(line);
            !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
        };
        if line.is_some_and(|end| is_track(&bytes[..end])) {
            return Some(Self::NetQuake);
        }
        let kind = bytes.get(CLIENT_KIND_AT).copied();
        let time = bytes.first_chunk().map(|time| f32::from_le_bytes(*time));
        let is_time = time.is_some_and(|time| time == 0.0 || CLIENT_TIME_S.contains(&time));
        if is_time && kind.is_some_and(|kind| kind <= CLIENT_KIND_MAX) {
            return Some(Self::Client);
        }
        Some(Self::Unknown)
    }
}

/// Whether the first message is the data of the server, as far as the bytes go.
fn begins_with_server_data(bytes: &[u8]) -> bool {
    let mut blocks = Blocks::new(bytes);
    for _ in 0..BLOCKS_SEEN {
        match blocks.next_block() {
            Ok(Some(block)) => match block.content {
                Content::Network(mut body) if !body.is_empty() => {
                    return body.u8() == Ok(SERVER_DATA);
                }
                _ => {}
            },
            Ok(None) => return false,
            Err(_) => return begins_as_first_block(bytes),
        }
    }
    false
}

/// Whether bytes that end within their first block fit to server data so far.
fn begins_as_first_block(bytes: &[u8]) -> bool {
    let is_kind = |kind: &u8| matches!(kind & KIND_BITS, READ | ALL);
    bytes.get(KIND_AT).is_none_or(is_kind)
        && bytes.get(BODY_AT).is_none_or(|number| *number == SERVER_DATA)
}

impl fmt::Display for OtherKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the file is empty"),
            Self::Compressed(packer) => write!(f, "packed with {packer}; unpack it first"),
            Self::NetQuake => write!(f, "a NetQuake demo (.dem), which has one player's view only"),
            Self::Client => {
                write!(f, "a client's own recording (.qwd), which has one player's view only")
            }
            Self::Unknown => write!(
                f,
                "it does not begin with the data of a server; a demo packed with Qizmo (.qwz) must \
                 be unpacked first"
            ),
        }
    }
}
