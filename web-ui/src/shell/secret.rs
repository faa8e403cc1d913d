//! Randomness that nobody can foretell: the browser's own, for what must not be guessed.

use web_sys::Window;

/// As many random bytes; `None` where the browser has none to give.
#[must_use]
pub fn random_bytes<const N: usize>(window: &Window) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    window.crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}
