//! The text of a file or a line: bytes go in; UTF-8 comes out, without a byte-order mark, or the
//! reason why it is none.

use std::str::{Utf8Error, from_utf8};

/// What some programs write before the text, to say that it is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Why bytes are no text that can be read.
#[derive(Debug, thiserror::Error)]
#[error("it is not UTF-8 text")]
pub struct NotUtf8(#[source] Utf8Error);

/// The text of some bytes.
///
/// # Errors
/// If they are none in UTF-8.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, NotUtf8> {
    from_utf8(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)).map_err(NotUtf8)
}
