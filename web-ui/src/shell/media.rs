//! What the screen is like, and what the player asked of all pages.

use web_sys::Window;

/// The window's answers to media queries.
pub struct Media {
    window: Window,
}

impl Media {
    /// Asks a window.
    #[must_use]
    pub fn new(window: &Window) -> Self {
        Self { window: window.clone() }
    }

    /// Whether fingers are the main pointer.
    #[must_use]
    pub fn touch(&self) -> bool {
        self.matches("(pointer: coarse)")
    }

    /// Whether the player asked for less motion.
    #[must_use]
    pub fn reduced_motion(&self) -> bool {
        self.matches("(prefers-reduced-motion: reduce)")
    }

    fn matches(&self, query: &str) -> bool {
        let list = self.window.match_media(query).ok().flatten();
        list.is_some_and(|list| list.matches())
    }
}
