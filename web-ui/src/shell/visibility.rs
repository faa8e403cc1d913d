//! Whether the tab is visible.

use web_sys::Document;

use super::{listener::Listener, mailbox::Mailbox};

pub struct Visibility {
    document: Document,
    _listener: Listener,
}

impl Visibility {
    /// Listens to a document; `changed` makes the event to post when it is hidden or shown.
    #[must_use]
    pub fn new<E: 'static>(document: &Document, mailbox: Mailbox<E>, changed: fn() -> E) -> Self {
        let post = move |_| mailbox.post(changed());
        Self {
            document: document.clone(),
            _listener: Listener::new(document, "visibilitychange", Box::new(post)),
        }
    }

    #[must_use]
    pub fn hidden(&self) -> bool {
        self.document.hidden()
    }
}
