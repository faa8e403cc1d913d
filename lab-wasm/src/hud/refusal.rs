//! The panel that says what could not be opened, and why. It stays until closed.

use web_sys::{Element, HtmlElement};
use web_ui::shell::{
    MissingResource,
    dom::{Label, by_id},
};

pub struct Refusal {
    panel: HtmlElement,
    text: Label,
}

impl Refusal {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self { panel: by_id(root, "refusal")?, text: Label::find(root, "refusal-text")? })
    }

    /// Shows why something was not opened.
    pub fn say(&mut self, text: &str) {
        self.text.say(text);
        self.panel.set_hidden(false);
    }

    /// Closes it. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        let open = !self.panel.hidden();
        self.panel.set_hidden(true);
        open
    }
}
