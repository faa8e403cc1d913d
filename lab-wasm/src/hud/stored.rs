//! The button of what is stored, for whoever does not see the canvas: whose past is shown goes in
//! when the key is pressed, the button's state and words that are read out come out.

use web_sys::Element;
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, Label, Shown},
};

/// The button and its words.
pub struct StoredWords {
    pressed: Attribute,
    /// Read out, and not seen: the server's pane has the same words.
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

    /// Says what the key has come to. Not what changes by itself, which would never end.
    pub fn say(&mut self, text: &str) {
        self.said.say(text);
    }

    /// Whether the past of a ship is shown until the key is pressed again.
    pub fn set_pressed(&mut self, shown: Shown) {
        self.pressed.set(if shown == Shown::Yes { "true" } else { "false" });
    }
}
