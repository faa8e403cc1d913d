//! What the browser remembers: texts by name.
//!
//! Browsers can forbid storage. Then nothing is remembered, and nothing else is worse.

use web_sys::{Storage, Window};

/// A memory of the browser's.
pub struct Memory {
    storage: Option<Storage>,
}

impl Memory {
    /// What outlasts the window.
    #[must_use]
    pub fn lasting(window: &Window) -> Self {
        Self { storage: window.local_storage().ok().flatten() }
    }

    /// What is forgotten when the tab is closed.
    #[must_use]
    pub fn of_tab(window: &Window) -> Self {
        Self { storage: window.session_storage().ok().flatten() }
    }

    /// The text of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        self.storage.as_ref()?.get_item(name).ok()?
    }

    /// Remembers a text by a name.
    pub fn set(&self, name: &str, text: &str) {
        if let Some(storage) = &self.storage {
            let _ = storage.set_item(name, text);
        }
    }

    /// Forgets the text of a name.
    pub fn remove(&self, name: &str) {
        if let Some(storage) = &self.storage {
            let _ = storage.remove_item(name);
        }
    }
}
