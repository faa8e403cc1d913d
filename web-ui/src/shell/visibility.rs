//! Whether the tab is seen.

use web_sys::Document;

use super::{
    event::{Event, Mailbox},
    listener::Listener,
};

/// Watches whether the tab is seen.
pub struct Visibility {
    document: Document,
    _listener: Listener,
}

impl Visibility {
    /// Listens to a document.
    #[must_use]
    pub fn new(document: &Document, mailbox: Mailbox) -> Self {
        let changed = move |_| mailbox.post(Event::VisibilityChanged);
        Self {
            document: document.clone(),
            _listener: Listener::new(document, "visibilitychange", Box::new(changed)),
        }
    }

    /// Whether nobody can see the tab.
    #[must_use]
    pub fn hidden(&self) -> bool {
        self.document.hidden()
    }
}
