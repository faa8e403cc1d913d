//! The kill feed: who shot down whom, newest at the bottom; lines go after a while.

use shared::{
    base::time::Micros,
    client::{Client, status::KillLine},
};
use web_sys::{Document, Element};

use crate::shell::{
    Missing,
    dom::{by_id, document, element},
};

/// How long a line stays.
const STAYS: Micros = Micros::from_ms(10_000);

/// The list.
pub struct Feed {
    list: Element,
    document: Document,
    shown: Vec<KillLine>,
}

impl Feed {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        Ok(Self { list: by_id(root, "feed")?, document: document(root)?, shown: Vec::new() })
    }

    /// Shows the lines that are not old.
    pub fn refresh(&mut self, now: Micros, client: &Client) {
        let recent = client.kill_feed().filter(|line| now - line.at < STAYS);
        let lines: Vec<&KillLine> = recent.collect();
        if lines.iter().copied().eq(&self.shown) {
            return;
        }
        self.shown = lines.into_iter().cloned().collect();
        self.list.set_text_content(None);
        for line in &self.shown {
            let you = client.own_id();
            let mine = you == Some(line.shot.shooter) || you == Some(line.victim_id);
            let text = [line.killer.as_str(), " shot down ", line.victim.as_str()].concat();
            let class = if mine { "you" } else { "" };
            if let Some(item) = element(&self.document, "li", class, &text) {
                let _ = self.list.append_child(&item);
            }
        }
    }
}
