//! The badge shown while a link is simulated, with the link's conditions. It is a button that
//! switches the simulation off; in a room of two sides, which set the link, one that says so.

use shared::wire::conditions::{Conditions, LinkConditions, LinkMode};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, by_id},
    },
    text::{
        figures::{percent, push_whole},
        language,
    },
};
use words::game::LinkWords;

pub struct LinkBadge {
    words: &'static LinkWords,
    button: HtmlElement,
    text: Label,
    /// Whether it shows a side.
    side: Attribute,
    title: Attribute,
    /// The title of the button that switches the simulation off.
    reset: String,
}

impl LinkBadge {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let button: HtmlElement = by_id(root, "badge")?;
        Ok(Self {
            words: &language::of_page(root).game().link,
            text: Label::find(root, "badge-text")?,
            side: Attribute::new(&button, "data-side"),
            title: Attribute::new(&button, "title"),
            reset: button.title(),
            button,
        })
    }

    /// Shows the conditions, or hides the badge if they are perfect.
    pub fn show(&mut self, conditions: &Conditions) {
        let text = badge(self.words, conditions);
        self.text.say(text.as_deref().unwrap_or_default());
        self.button.set_hidden(text.is_none());
        self.side.set("");
        self.title.set(&self.reset);
    }

    /// Shows the player's side, whose round trip the page simulates, and why.
    pub fn show_side(&mut self, side: &str, why: &str) {
        self.text.say(side);
        self.button.set_hidden(false);
        self.side.set("yes");
        self.title.set(why);
    }
}

/// The text of the badge; `None` for a perfect link.
#[must_use]
fn badge(words: &LinkWords, conditions: &Conditions) -> Option<String> {
    if conditions.are_perfect() {
        return None;
    }
    let carrier = match conditions.up.mode {
        LinkMode::Stream => "",
        LinkMode::Datagram => words.datagrams,
    };
    let [up, down] = [conditions.up, conditions.down].map(|link| direction(words, link));
    Some(if conditions.up == conditions.down {
        (words.each_way)(&up, carrier)
    } else {
        (words.up_and_down)(&up, &down, carrier)
    })
}

fn direction(words: &LinkWords, link: LinkConditions) -> String {
    let mut text = String::new();
    push_whole(&mut text, link.latency_ms.into());
    text.push_str(" ms");
    if link.jitter_ms > 0 {
        text.push_str(" ± ");
        push_whole(&mut text, link.jitter_ms.into());
        text.push_str(" ms");
    }
    if link.loss_permille > 0 {
        text.push_str(&(words.loss)(&percent(link.loss_permille)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Language;

    fn link(latency_ms: u16, jitter_ms: u16, loss_permille: u16) -> LinkConditions {
        LinkConditions { latency_ms, jitter_ms, loss_permille, ..LinkConditions::default() }
    }

    #[test]
    fn the_badge_shows_the_exact_conditions() {
        let datagram = LinkConditions { mode: LinkMode::Datagram, ..link(20, 0, 0) };
        let rows = [
            (link(0, 0, 0), link(0, 0, 0), None),
            (
                link(150, 30, 50),
                link(150, 30, 50),
                Some("simulated: 150 ms ± 30 ms, 5 % loss each way"),
            ),
            (link(80, 0, 0), link(0, 0, 5), Some("simulated: up 80 ms; down 0 ms, 0.5 % loss")),
            (datagram, datagram, Some("simulated: 20 ms each way, datagrams")),
        ];
        for (up, down, text) in rows {
            let said = badge(&Language::English.game().link, &Conditions { up, down });
            assert_eq!(said.as_deref(), text);
        }
    }
}
