//! Short messages that go by themselves: who came, who left, whom you shot down.

use std::collections::VecDeque;

use shared::base::time::Micros;
use web_sys::{Document, Element};

use crate::shell::{
    Missing,
    dom::{by_id, document, element},
};

/// How long a message stays.
const STAYS: Micros = Micros::from_ms(3500);
/// Messages shown at once; the oldest goes first.
const SHOWN_MAX: usize = 3;

/// The messages.
pub struct Toasts {
    list: Element,
    document: Document,
    /// Oldest first, each with the moment at which it goes.
    shown: VecDeque<(Micros, Element)>,
}

impl Toasts {
    /// Finds their place on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        Ok(Self { list: by_id(root, "toasts")?, document: document(root)?, shown: VecDeque::new() })
    }

    /// Shows a message made of pieces.
    pub fn say(&mut self, now: Micros, pieces: &[&str]) {
        let item = element(&self.document, "li", "", &pieces.concat());
        let Some(item) = item else { return };
        let _ = self.list.append_child(&item);
        self.shown.push_back((now + STAYS, item));
        if self.shown.len() > SHOWN_MAX {
            self.drop_oldest();
        }
    }

    /// Removes the messages whose time is over.
    pub fn refresh(&mut self, now: Micros) {
        while self.shown.front().is_some_and(|(until, _)| *until <= now) {
            self.drop_oldest();
        }
    }

    fn drop_oldest(&mut self) {
        if let Some((_, item)) = self.shown.pop_front() {
            item.remove();
        }
    }
}
