//! What a scenario shows, in words, and what came of it.

use shared::lab::{
    outcome::{Outcome, OutcomeStatus},
    scenario::Scenario,
    state::LabState,
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

    /// Says what a scenario shows, and what came of it so far: of each column by itself, where the
    /// scenario speaks of one.
    pub fn say(&mut self, scenario: Scenario, state: &LabState) {
        let words = self.language.scenario(scenario);
        self.title.say(words.title);
        self.watch.say(words.watch);
        let outcomes = state.outcomes();
        let lines: Vec<String> = outcomes
            .iter()
            .enumerate()
            .map(|(n, one)| self.line(scenario, state, n, *one))
            .collect();
        let said = match &lines[..] {
            [line] => line.clone(),
            lines => {
                let with_names = lines.iter().enumerate().filter(|(_, line)| !line.is_empty());
                let with_names = with_names.map(|(n, line)| self.language.of_column(n, line));
                with_names.collect::<Vec<_>>().join("\n")
            }
        };
        self.outcome.say(&said);
        let as_expected = |outcome: &Option<Outcome>| {
            outcome.is_some_and(|outcome| outcome.status == OutcomeStatus::AsExpected)
        };
        let reached = outcomes.first().is_some_and(as_expected);
        if self.reached.replace(reached) != Some(reached) {
            let _ = if reached {
                self.element.set_attribute("data-reached", "")
            } else {
                self.element.remove_attribute("data-reached")
            };
        }
    }

    /// What is said of a column, or of both: what is expected, until it is known what came out.
    /// Where others fly, or settings differ, nothing was promised, and nothing is said before.
    fn line(
        &self,
        scenario: Scenario,
        state: &LabState,
        column: usize,
        outcome: Option<Outcome>,
    ) -> String {
        let columns =
            if scenario.compares() { 0..state.columns().len() } else { column..column + 1 };
        let is_promised = columns.into_iter().all(|column| state.is_as_promised(column));
        let label = self.language.scenario(scenario).label;
        match outcome {
            Some(Outcome { said, status, .. }) => {
                self.language.came_out(&said, is_promised.then_some(status))
            }
            None if scenario == Scenario::Free => label.into(),
            None if is_promised => self.language.expected(label),
            None => String::new(),
        }
    }
}
