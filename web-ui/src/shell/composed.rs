//! Composes characters, as the server does with names (Unicode's NFC): by the browser's tables.

use js_sys::JsString;

/// A text whose characters are composed.
#[must_use]
pub fn composed(text: &str) -> String {
    JsString::from(text).normalize("NFC").into()
}
