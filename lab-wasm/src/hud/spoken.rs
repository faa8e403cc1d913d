//! What the page says to whoever does not see its canvas: the canvas is called by the words below
//! the panes, and what came of a scenario is announced, once. Runs a few times a second.

use lab::scenario::Scenario;
use shared::base::time::Micros;
use web_sys::{Element, HtmlElement};
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, Label, by_id},
};

/// Words that have stood for so long are announced: those that go on changing are not.
const SETTLED: Micros = Micros::from_ms(500);

/// Both.
pub struct Spoken {
    title: HtmlElement,
    sentence: HtmlElement,
    name: Attribute,
    announced: Label,
    announcer: Announcer,
    about: Option<Scenario>,
}

impl Spoken {
    /// Finds on the page what it reads and what it writes.
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

    /// Calls the canvas by what the words below the panes say now.
    pub fn name_canvas(&mut self) {
        let said = |element: &HtmlElement| element.text_content().unwrap_or_default();
        let (title, sentence) = (said(&self.title), said(&self.sentence));
        let name = if sentence.is_empty() { title } else { [&title, ". ", &sentence].concat() };
        self.name.set(&name);
    }

    /// The same, and announces the sentence if it tells what came of the scenario.
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

/// Which words are to be announced, and when.
#[derive(Default)]
struct Announcer {
    /// What was seen last, and since when.
    seen: Option<(String, Micros)>,
    /// What was announced last: a scenario that begins anew comes to the same.
    said: String,
}

impl Announcer {
    /// The words, where they are due.
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
        // A figure that goes on changing, what it comes to, and the same when it begins anew.
        let told = ["1 u", "2 u", "3 u", "3 u", "3 u", "1 u", "3 u", "3 u", "3 u", "4 u", "4 u"];
        for (n, text) in told.into_iter().enumerate() {
            said.extend(announcer.due(Micros::from_ms(400 * n as i64), text));
        }
        assert_eq!(said, ["3 u"]);
        said.extend(announcer.due(Micros::from_ms(5000), "4 u"));
        assert_eq!(said, ["3 u", "4 u"]);
    }
}
