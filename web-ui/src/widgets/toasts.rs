//! Toasts, messages that disappear by themselves: joins, leaves and kills.

use shared::base::time::Micros;
use web_sys::{Document, Element};

use crate::shell::{
    MissingResource,
    dom::{by_id, document, element},
};

/// How long a message stays.
const STAYS: Micros = Micros::from_ms(3500);
/// How long a longer message stays.
const STAYS_LONG: Micros = Micros::from_ms(7000);
/// Maximum messages shown at once; the oldest is removed first.
const SHOWN_MAX: usize = 3;

/// The subject of a message. For all but `Any`, a new message replaces the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Anything.
    Any,
    /// A server stall.
    Stall,
    /// The rules of the room.
    Rules,
    /// The room that the player is in.
    Room,
    /// Why a request was refused.
    Refusal,
    /// Whether the sound is on.
    Sound,
}

struct ShownToast {
    until: Micros,
    topic: Topic,
    item: Element,
}

pub struct Toasts {
    list: Element,
    document: Document,
    /// Oldest first.
    shown: Vec<ShownToast>,
}

impl Toasts {
    /// Finds the list on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self { list: by_id(root, "toasts")?, document: document(root)?, shown: Vec::new() })
    }

    /// Shows a message, concatenated from pieces.
    pub fn say(&mut self, now: Micros, pieces: &[&str]) {
        self.say_of(Topic::Any, now, pieces);
    }

    /// Shows a message about a topic, in place of the previous one.
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

    /// Removes expired messages.
    pub fn refresh(&mut self, now: Micros) {
        self.drop_where(|shown| shown.until <= now);
    }

    /// Removes all messages, since their subject is over.
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
