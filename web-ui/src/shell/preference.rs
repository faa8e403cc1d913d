//! What the person told the browser of themselves: their languages.

use web_sys::Window;

/// The tags of the languages that they read, the best first.
#[must_use]
pub fn languages(window: &Window) -> Vec<String> {
    let preferred = window.navigator().languages();
    preferred.iter().filter_map(|tag| tag.as_string()).collect()
}
