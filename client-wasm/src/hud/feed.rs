//! The kill feed: who shot down whom, newest at the bottom; lines go after a while.

use shared::{
    base::time::Micros,
    client::{Client, status::KillLine},
};
use web_sys::{Document, Element};
use web_ui::{
    forensics::shot_act::look,
    shell::{
        Missing,
        dom::{by_id, document, element},
    },
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
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        Ok(Self { list: by_id(root, "feed")?, document: document(root)?, shown: Vec::new() })
    }

    /// Shows the lines that are not old.
    pub fn refresh(&mut self, now: Micros, client: &Client) {
        // They are in the order of their age.
        let old = |line: &&KillLine| now - line.at >= STAYS;
        let lines: Vec<KillLine> = client.kill_feed().skip_while(old).cloned().collect();
        if lines == self.shown {
            return;
        }
        self.shown = lines;
        self.list.set_text_content(None);
        for line in &self.shown {
            let you = client.own_id();
            let mine = you == Some(line.shot.shooter) || you == Some(line.victim_id);
            let text = [line.killer.as_str(), " shot down ", line.victim.as_str()].concat();
            let Some(item) = element(&self.document, "li", "", "") else { continue };
            let (tag, class) = if mine { ("button", "you") } else { ("span", "") };
            if let Some(words) = element(&self.document, tag, class, &text) {
                if mine {
                    // What concerns the player can be looked into.
                    let _ = words.set_attribute("type", "button");
                    let _ = words.set_attribute("data-act", &look(line.shot, None));
                    let _ = words.set_attribute("title", "Look into this shot");
                }
                let _ = item.append_child(&words);
            }
            let _ = self.list.append_child(&item);
        }
    }
}
