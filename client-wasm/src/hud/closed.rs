//! The screen between two games: why it ended, and what the player can do.

use web_sys::{Element, HtmlElement};
use web_ui::shell::{
    Missing,
    dom::{Label, by_id},
};

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
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        Ok(Self {
            screen: by_id(root, "closed")?,
            text: Label::find(root, "closed-text")?,
            more: Label::find(root, "closed-more")?,
            act: Label::find(root, "closed-act")?,
            main: Label::find(root, "closed-main")?,
        })
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
