//! Media queries: properties of the screen, and the user's preferences.

use web_sys::Window;

/// The window's answers to media queries.
pub struct Media {
    window: Window,
}

impl Media {
    /// Queries of a window.
    #[must_use]
    pub fn new(window: &Window) -> Self {
        Self { window: window.clone() }
    }

    /// Whether the primary pointer is a finger.
    #[must_use]
    pub fn touch(&self) -> bool {
        self.matches("(pointer: coarse)")
    }

    /// Whether the user prefers reduced motion.
    #[must_use]
    pub fn reduced_motion(&self) -> bool {
        self.matches("(prefers-reduced-motion: reduce)")
    }

    /// Whether the user prefers light pages.
    #[must_use]
    pub fn light(&self) -> bool {
        self.matches("(prefers-color-scheme: light)")
    }

    fn matches(&self, query: &str) -> bool {
        let list = self.window.match_media(query).ok().flatten();
        list.is_some_and(|list| list.matches())
    }
}
