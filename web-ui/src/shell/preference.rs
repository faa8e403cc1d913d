//! The languages the user set in the browser.

use web_sys::Window;

/// Their language tags, most preferred first.
#[must_use]
pub fn languages(window: &Window) -> Vec<String> {
    let preferred = window.navigator().languages();
    preferred.iter().filter_map(|tag| tag.as_string()).collect()
}
