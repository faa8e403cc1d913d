//! The card of a player who asked for one lobby and got a seat in another: where they are, and the
//! way back to where their friends may be.

use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Label, by_id},
    },
    text::language,
};
use words::game::ConnectionWords;

pub struct ElsewhereCard {
    words: &'static ConnectionWords,
    card: HtmlElement,
    text: Label,
    back: Label,
}

impl ElsewhereCard {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            words: &language::of_page(root).game().connection,
            card: by_id(root, "elsewhere")?,
            text: Label::find(root, "elsewhere-text")?,
            back: Label::find(root, "asked-lobby")?,
        })
    }

    /// Shows which lobby the player is in, and which one they asked for.
    pub fn show(&mut self, room: &str, asked: &str) {
        self.text.say(&(self.words.placed_elsewhere)(room, asked));
        self.back.say(&(self.words.back_to_lobby)(asked));
        self.card.set_hidden(false);
    }

    /// Hides it. Returns whether it was shown.
    pub fn hide(&self) -> bool {
        let was_shown = !self.card.hidden();
        self.card.set_hidden(true);
        was_shown
    }
}
