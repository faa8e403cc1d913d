//! What a scenario shows, in words, and what came of it.

use client_wasm::shell::{
    Missing,
    dom::{Label, by_id},
};
use shared::lab::scenario::Scenario;
use web_sys::Element;

/// The words between panes and packets.
pub struct Caption {
    title: Label,
    watch: Label,
    outcome: Label,
    element: Element,
    reached: Option<bool>,
}

impl Caption {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks them.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        Ok(Self {
            title: Label::find(root, "caption-title")?,
            watch: Label::find(root, "caption-watch")?,
            outcome: Label::find(root, "outcome")?,
            element: by_id(root, "outcome")?,
            reached: None,
        })
    }

    /// Says what a scenario shows, and what came of it so far.
    pub fn say(&mut self, scenario: Scenario, outcome: Option<&str>) {
        self.title.say(scenario.title());
        self.watch.say(scenario.watch());
        self.outcome.say(outcome.unwrap_or_default());
        let reached = outcome.is_some();
        if self.reached.replace(reached) != Some(reached) {
            let _ = if reached {
                self.element.set_attribute("data-reached", "")
            } else {
                self.element.remove_attribute("data-reached")
            };
        }
    }
}
