//! Decodes a file or line as UTF-8 without a byte-order mark.

use std::str::{Utf8Error, from_utf8};

/// The UTF-8 signature that some programs write first.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

#[derive(Debug, thiserror::Error)]
#[error("text is not valid UTF-8")]
pub struct NotUtf8(#[source] Utf8Error);

/// Decodes bytes as text.
///
/// # Errors
/// If they are not UTF-8.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, NotUtf8> {
    from_utf8(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)).map_err(NotUtf8)
}
