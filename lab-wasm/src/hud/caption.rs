//! The caption: what a scenario shows, and its outcome.

use lab::{
    outcome::{ColumnOutcome, Outcome, OutcomeStatus},
    scenario::Scenario,
};
use web_sys::Element;
use web_ui::shell::{
    MissingResource,
    dom::{Label, by_id},
};
use words::{BarText, Language, column_lines};

/// The text between the panes and the packet strip.
pub struct Caption {
    language: Language,
    title: Label,
    watch: Label,
    outcome: Label,
    element: Element,
    reached: Option<bool>,
}

impl Caption {
    /// Finds it on the page; its text is in a language.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        Ok(Self {
            language,
            title: Label::find(root, "caption-title")?,
            watch: Label::find(root, "caption-watch")?,
            outcome: Label::find(root, "outcome")?,
            element: by_id(root, "outcome")?,
            reached: None,
        })
    }

    /// Shows that this is a capture of a room.
    pub fn say_capture(&mut self, room: &str) {
        self.title.say(&self.language.bar(BarText::CaptureTitle { room }));
        self.watch.say(&self.language.bar(BarText::CaptureWatch));
        self.outcome.say("");
    }

    /// Shows what a scenario is about, and the outcome so far: one per column, if the scenario's
    /// text speaks of single columns.
    pub fn say(&mut self, scenario: Scenario, outcomes: &[ColumnOutcome]) {
        let words = self.language.scenario(scenario);
        self.title.say(words.title);
        self.watch.say(words.watch);
        let said = column_lines(self.language, outcomes, |one| self.line(scenario, one));
        self.outcome.say(&said);
        let reached = outcomes
            .first()
            .and_then(|one| one.outcome)
            .is_some_and(|outcome| outcome.status == OutcomeStatus::AsExpected);
        if self.reached.replace(reached) != Some(reached) {
            let _ = if reached {
                self.element.set_attribute("data-reached", "")
            } else {
                self.element.remove_attribute("data-reached")
            };
        }
    }

    /// The line for one column or for all: the expected outcome until the actual one is known. If
    /// other controllers fly or settings differ, nothing was promised, and the line stays empty
    /// until then.
    fn line(&self, scenario: Scenario, column: &ColumnOutcome) -> String {
        let label = self.language.scenario(scenario).label;
        match column.outcome {
            Some(Outcome { statement: said, status, .. }) => {
                self.language.came_out(&said, column.is_promised.then_some(status))
            }
            // A free match promises nothing.
            None if scenario == Scenario::Free => label.into(),
            None if column.is_promised => self.language.expected(label),
            None => String::new(),
        }
    }
}
