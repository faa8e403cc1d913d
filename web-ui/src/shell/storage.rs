//! The browser's storage: texts by name.
//!
//! Browsers can deny storage. Then nothing is kept, and everything else works.

use web_sys::{Storage, Window};

/// One of the browser's storage areas.
pub struct Memory {
    storage: Option<Storage>,
}

impl Memory {
    /// Storage that outlasts the window.
    #[must_use]
    pub fn lasting(window: &Window) -> Self {
        Self { storage: window.local_storage().ok().flatten() }
    }

    /// Storage that ends with the tab.
    #[must_use]
    pub fn of_tab(window: &Window) -> Self {
        Self { storage: window.session_storage().ok().flatten() }
    }

    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        self.storage.as_ref()?.get_item(name).ok()?
    }

    pub fn set(&self, name: &str, text: &str) {
        if let Some(storage) = &self.storage {
            let _ = storage.set_item(name, text);
        }
    }

    pub fn remove(&self, name: &str) {
        if let Some(storage) = &self.storage {
            let _ = storage.remove_item(name);
        }
    }
}
