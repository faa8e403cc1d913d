//! Cryptographic randomness from the browser, for values that must not be guessable.

use web_sys::Window;

/// `N` random bytes, or `None` if the browser has no such source.
#[must_use]
pub fn random_bytes<const N: usize>(window: &Window) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    window.crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}
