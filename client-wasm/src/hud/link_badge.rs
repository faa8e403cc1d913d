//! The badge shown while a link is simulated, with the link's conditions. It is a button that
//! switches the simulation off.

use shared::wire::conditions::{Conditions, LinkConditions, LinkMode};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Label, by_id},
    },
    text::figures::{percent, push_whole},
};

pub struct LinkBadge {
    button: HtmlElement,
    text: Label,
}

impl LinkBadge {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self { button: by_id(root, "badge")?, text: Label::find(root, "badge-text")? })
    }

    /// Shows the conditions, or hides the badge if they are perfect.
    pub fn show(&mut self, conditions: &Conditions) {
        let text = badge(conditions);
        self.text.say(text.as_deref().unwrap_or_default());
        self.button.set_hidden(text.is_none());
    }
}

/// The text of the badge; `None` for a perfect link.
#[must_use]
fn badge(conditions: &Conditions) -> Option<String> {
    if conditions.are_perfect() {
        return None;
    }
    let mut text = String::from("simulated: ");
    if conditions.up == conditions.down {
        push_direction(&mut text, conditions.up);
        text.push_str(" each way");
    } else {
        text.push_str("up ");
        push_direction(&mut text, conditions.up);
        text.push_str("; down ");
        push_direction(&mut text, conditions.down);
    }
    if conditions.up.mode == LinkMode::Datagram {
        text.push_str(", datagrams");
    }
    Some(text)
}

fn push_direction(text: &mut String, link: LinkConditions) {
    push_whole(text, link.latency_ms.into());
    text.push_str(" ms");
    if link.jitter_ms > 0 {
        text.push_str(" ± ");
        push_whole(text, link.jitter_ms.into());
        text.push_str(" ms");
    }
    if link.loss_permille > 0 {
        text.push_str(", ");
        text.push_str(&percent(link.loss_permille));
        text.push_str(" loss");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(badge(&Conditions { up, down }).as_deref(), text);
        }
    }
}
