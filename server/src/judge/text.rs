//! The text of a file or a line: bytes go in; UTF-8 comes out, without a byte-order mark, or the
//! reason why it is none.

use std::str::{Utf8Error, from_utf8};

/// What some programs write before the text, to say that it is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// The same of UTF-16, by which of its two bytes comes first.
const BYTE_ORDER_MARKS_16: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// Why bytes are no text that can be read.
#[derive(Debug, thiserror::Error)]
pub enum NotUtf8 {
    #[error("it looks like UTF-16; save it as UTF-8")]
    Utf16,
    #[error("it is no text in UTF-8")]
    Other(#[source] Utf8Error),
}

/// The text of some bytes.
///
/// # Errors
/// What they are, if they are none in UTF-8.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, NotUtf8> {
    // Every scenario begins with signs of ASCII, one of whose two bytes is 0 in UTF-16.
    let is_wide = bytes.iter().take(2).any(|byte| *byte == 0);
    if is_wide || BYTE_ORDER_MARKS_16.iter().any(|mark| bytes.starts_with(mark)) {
        return Err(NotUtf8::Utf16);
    }
    from_utf8(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)).map_err(NotUtf8::Other)
}
