//! The screen between two games: why it ended, and what the player can do.

use web_sys::HtmlElement;

use crate::shell::dom::{Finder, Label};

/// The screen between two games.
pub struct ClosedScreen {
    screen: HtmlElement,
    text: Label,
    more: Label,
    act: Label,
    main: Label,
}

impl ClosedScreen {
    /// Finds it on the page.
    #[must_use]
    pub fn find(page: &Finder) -> Self {
        Self {
            screen: page.get("closed"),
            text: page.label("closed-text"),
            more: page.label("closed-more"),
            act: page.label("closed-act"),
            main: page.label("closed-main"),
        }
    }

    /// Says what happened, what comes next, and what the main button does, if there is one.
    pub fn show(&mut self, text: &str, more: &str, act: Option<&str>) {
        self.text.say(text);
        self.more.say_if((!more.is_empty()).then_some(more));
        self.act.say(act.unwrap_or_default());
        self.main.show(act.is_some().into());
        self.screen.set_hidden(false);
    }

    /// Hides it.
    pub fn hide(&self) {
        self.screen.set_hidden(true);
    }
}
