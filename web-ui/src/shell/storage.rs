//! What the browser remembers: the player's name, whether it wants to hear what other schemes
//! would have said, and, until the tab is closed, that it plays.
//!
//! Browsers can forbid storage. Then nothing is remembered, and nothing else is worse.

use shared::scheme::opinion::OpinionsWanted;
use web_sys::{Storage, Window};

const NAME: &str = "lagrange.name";
const OPINIONS: &str = "lagrange.opinions";
const PLAYING: &str = "lagrange.playing";

/// The browser's memory.
pub struct Memory {
    lasting: Option<Storage>,
    of_tab: Option<Storage>,
}

impl Memory {
    /// The window's memory.
    #[must_use]
    pub fn new(window: &Window) -> Self {
        Self {
            lasting: window.local_storage().ok().flatten(),
            of_tab: window.session_storage().ok().flatten(),
        }
    }

    /// The name the player chose before.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        self.lasting.as_ref()?.get_item(NAME).ok()?
    }

    /// Remembers a name.
    pub fn set_name(&self, name: &str) {
        if let Some(storage) = &self.lasting {
            let _ = storage.set_item(NAME, name);
        }
    }

    /// Whether the player wants to be told what the other schemes would have said.
    #[must_use]
    pub fn opinions(&self) -> OpinionsWanted {
        match self.lasting.as_ref().map(|storage| storage.get_item(OPINIONS)) {
            Some(Ok(Some(_))) => OpinionsWanted::Yes,
            _ => OpinionsWanted::No,
        }
    }

    /// Remembers that.
    pub fn set_opinions(&self, wanted: OpinionsWanted) {
        let Some(storage) = &self.lasting else { return };
        let _ = match wanted {
            OpinionsWanted::Yes => storage.set_item(OPINIONS, "1"),
            OpinionsWanted::No => storage.remove_item(OPINIONS),
        };
    }

    /// Whether this tab was playing when it was loaded anew.
    #[must_use]
    pub fn was_playing(&self) -> bool {
        let storage = self.of_tab.as_ref();
        storage.is_some_and(|storage| matches!(storage.get_item(PLAYING), Ok(Some(_))))
    }

    /// Remembers that this tab plays.
    pub fn set_playing(&self) {
        if let Some(storage) = &self.of_tab {
            let _ = storage.set_item(PLAYING, "1");
        }
    }

    /// Forgets that this tab plays.
    pub fn clear_playing(&self) {
        if let Some(storage) = &self.of_tab {
            let _ = storage.remove_item(PLAYING);
        }
    }
}
