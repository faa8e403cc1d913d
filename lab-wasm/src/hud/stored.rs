//! The button of the stored poses, with a text for screen readers that names the ship after each
//! key press.

use web_sys::Element;
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, Label, Shown},
};

/// The button and its text.
pub struct StoredWords {
    pressed: Attribute,
    /// Read out but not visible: the server's pane shows the same text.
    said: Label,
}

impl StoredWords {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks them.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let button = root.query_selector("[data-act=stored]").ok().flatten();
        let button = button.ok_or_else(|| MissingResource::Element { id: "stored".into() })?;
        Ok(Self {
            pressed: Attribute::new(&button, "aria-pressed"),
            said: Label::find(root, "stored-words")?,
        })
    }

    /// Announces the ship that the key has cycled to, without the values, which change all the
    /// time.
    pub fn say(&mut self, text: &str) {
        self.said.say(text);
    }

    /// Sets whether stored poses are shown until the key is pressed again.
    pub fn set_pressed(&mut self, shown: Shown) {
        self.pressed.set(if shown == Shown::Yes { "true" } else { "false" });
    }
}
