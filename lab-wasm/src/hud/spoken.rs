//! Texts for screen readers: the canvas is named by the caption below the panes, and the outcome of
//! a scenario is announced once. Runs a few times a second.

use lab::scenario::Scenario;
use shared::base::time::Micros;
use web_sys::{Element, HtmlElement};
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, Label, by_id},
};

/// A text is announced once it has been stable for this long; one that keeps changing is not.
const SETTLED: Micros = Micros::from_ms(500);

/// The canvas name and the announcements.
pub struct Spoken {
    title: HtmlElement,
    sentence: HtmlElement,
    name: Attribute,
    announced: Label,
    announcer: Announcer,
    about: Option<Scenario>,
}

impl Spoken {
    /// Finds its source and target elements on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let canvas: Element = by_id(root, "lab-view")?;
        Ok(Self {
            title: by_id(root, "caption-title")?,
            sentence: by_id(root, "outcome")?,
            name: Attribute::new(&canvas, "aria-label"),
            announced: Label::find(root, "announced")?,
            announcer: Announcer::default(),
            about: None,
        })
    }

    /// Names the canvas by the current caption.
    pub fn name_canvas(&mut self) {
        let said = |element: &HtmlElement| element.text_content().unwrap_or_default();
        let (title, sentence) = (said(&self.title), said(&self.sentence));
        let name = if sentence.is_empty() { title } else { [&title, ". ", &sentence].concat() };
        self.name.set(&name);
    }

    /// Names the canvas, and announces the sentence if it contains the outcome of the scenario.
    pub fn refresh(&mut self, now: Micros, scenario: Scenario, has_outcome: bool) {
        self.name_canvas();
        if self.about.replace(scenario) != Some(scenario) {
            self.announcer = Announcer::default();
            self.announced.say("");
        }
        let sentence = self.sentence.text_content().filter(|_| has_outcome);
        if let Some(text) = sentence.and_then(|text| self.announcer.due(now, &text)) {
            self.announced.say(&text);
        }
    }
}

/// Decides which texts are announced, and when.
#[derive(Default)]
struct Announcer {
    /// The last text, and since when it has been stable.
    seen: Option<(String, Micros)>,
    /// The last announced text, since a scenario that restarts ends with the same one.
    said: String,
}

impl Announcer {
    /// The text, if it is due.
    fn due(&mut self, now: Micros, text: &str) -> Option<String> {
        match &self.seen {
            Some((seen, since)) if seen == text => {
                let settled = now - *since >= SETTLED;
                if !settled || self.said == text {
                    return None;
                }
                self.said = text.into();
                Some(text.into())
            }
            _ => {
                self.seen = Some((text.into(), now));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_announced_once_and_only_after_they_have_settled() {
        let mut announcer = Announcer::default();
        let mut said = Vec::new();
        // A figure that keeps changing, its final value, and the same value after a restart.
        let texts = ["1 u", "2 u", "3 u", "3 u", "3 u", "1 u", "3 u", "3 u", "3 u", "4 u", "4 u"];
        for (n, text) in texts.into_iter().enumerate() {
            said.extend(announcer.due(Micros::from_ms(400 * n as i64), text));
        }
        assert_eq!(said, ["3 u"]);
        said.extend(announcer.due(Micros::from_ms(5000), "4 u"));
        assert_eq!(said, ["3 u", "4 u"]);
    }
}
