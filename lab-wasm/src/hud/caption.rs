//! What a scenario shows, in words, and what came of it.

use shared::lab::{
    outcome::{Outcome, OutcomeStatus},
    scenario::Scenario,
};
use web_sys::Element;
use web_ui::shell::{
    Missing,
    dom::{Label, by_id},
};
use words::Language;

/// The words between panes and packets.
pub struct Caption {
    language: Language,
    title: Label,
    watch: Label,
    outcome: Label,
    element: Element,
    reached: Option<bool>,
}

impl Caption {
    /// Finds them on the page; what they say is in a language.
    ///
    /// # Errors
    /// When the page lacks them.
    pub fn find(root: &Element, language: Language) -> Result<Self, Missing> {
        Ok(Self {
            language,
            title: Label::find(root, "caption-title")?,
            watch: Label::find(root, "caption-watch")?,
            outcome: Label::find(root, "outcome")?,
            element: by_id(root, "outcome")?,
            reached: None,
        })
    }

    /// Says that a capture of a room is watched.
    pub fn say_capture(&mut self, room: &str) {
        self.title.say(&["A capture of the room “", room, "”"].concat());
        self.watch.say("What one player of an online match received, as that screen drew it.");
        self.outcome.say("");
    }

    /// Says what a scenario shows, and what came of it so far.
    pub fn say(&mut self, scenario: Scenario, outcome: Option<&Outcome>) {
        let words = self.language.scenario(scenario);
        self.title.say(words.title);
        self.watch.say(words.watch);
        match outcome {
            Some(outcome) => self.outcome.say(&self.language.outcome(&outcome.said)),
            None => self.outcome.say(words.label),
        }
        let reached = outcome.is_some_and(|outcome| outcome.status == OutcomeStatus::AsExpected);
        if self.reached.replace(reached) != Some(reached) {
            let _ = if reached {
                self.element.set_attribute("data-reached", "")
            } else {
                self.element.remove_attribute("data-reached")
            };
        }
    }
}
