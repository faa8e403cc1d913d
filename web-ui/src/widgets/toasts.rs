//! Short messages that go by themselves: who came, who left, whom you shot down.

use shared::base::time::Micros;
use web_sys::{Document, Element};

use crate::shell::{
    MissingResource,
    dom::{by_id, document, element},
};

/// How long a message stays.
const STAYS: Micros = Micros::from_ms(3500);
/// And one that takes longer to read.
const STAYS_LONG: Micros = Micros::from_ms(7000);
/// Messages shown at once; the oldest goes first.
const SHOWN_MAX: usize = 3;

/// What a message is about. Of most things there can be several messages at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Anything.
    Any,
    /// That the server stood still: the newest stall stands for all.
    Stall,
    /// The rules of the room: the newest message stands for all.
    Rules,
    /// In which room the player is: the newest as well.
    Room,
    /// Why something was not done: the newest as well.
    Refusal,
}

struct ShownToast {
    until: Micros,
    topic: Topic,
    item: Element,
}

/// The messages.
pub struct Toasts {
    list: Element,
    document: Document,
    /// Oldest first.
    shown: Vec<ShownToast>,
}

impl Toasts {
    /// Finds their place on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self { list: by_id(root, "toasts")?, document: document(root)?, shown: Vec::new() })
    }

    /// Shows a message made of pieces.
    pub fn say(&mut self, now: Micros, pieces: &[&str]) {
        self.say_of(Topic::Any, now, pieces);
    }

    /// Shows a message about something, in place of what was said of it before.
    pub fn say_of(&mut self, topic: Topic, now: Micros, pieces: &[&str]) {
        if topic != Topic::Any {
            self.drop_where(|shown| shown.topic == topic);
        }
        let item = element(&self.document, "li", "", &pieces.concat());
        let Some(item) = item else { return };
        let _ = self.list.append_child(&item);
        let stays = if topic == Topic::Any { STAYS } else { STAYS_LONG };
        self.shown.push(ShownToast { until: now + stays, topic, item });
        if self.shown.len() > SHOWN_MAX {
            self.shown.remove(0).item.remove();
        }
    }

    /// Removes the messages whose time is over.
    pub fn refresh(&mut self, now: Micros) {
        self.drop_where(|shown| shown.until <= now);
    }

    /// Removes all of them: what they speak of is over.
    pub fn clear(&mut self) {
        self.drop_where(|_| true);
    }

    fn drop_where(&mut self, over: impl Fn(&ShownToast) -> bool) {
        self.shown.retain(|shown| {
            let over = over(shown);
            if over {
                shown.item.remove();
            }
            !over
        });
    }
}
