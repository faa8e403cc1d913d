//! What the page shows beside a replay: its sentence, at the marks, and while the ship flies the
//! buttons that lead on from it.

use shared::base::geometry::Vec2;
use web_sys::{Element, HtmlElement};
use web_ui::{
    canvas::rect::Rect,
    shell::{
        MissingResource,
        dom::{Label, Shown, by_id, rect_of, set_px},
    },
};

use crate::replay::placement;

/// Where the sentence of a replay belongs, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub struct MarkedPlace<'a> {
    /// The marks that it is about.
    pub marks: Rect,
    /// The part of the page that it may use.
    pub window: Rect,
    /// The panels in it.
    pub taken: &'a [Rect],
}

/// The sentence of a replay, and its buttons.
pub struct ReplayPanel {
    sentence: Label,
    /// The corner where it was put last.
    at: Option<Vec2>,
    buttons: HtmlElement,
    has_buttons: Option<Shown>,
}

impl ReplayPanel {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks one.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            sentence: Label::find(root, "replay-sentence")?,
            at: None,
            buttons: by_id(root, "replay")?,
            has_buttons: None,
        })
    }

    /// Shows a sentence at its place, if there is room for it.
    pub fn say(&mut self, sentence: Option<&str>, place: &MarkedPlace) {
        self.sentence.say_if(sentence);
        if sentence.is_none() {
            return;
        }
        let size = rect_of(self.sentence.element()).size.ceil();
        let at = placement::place(place.marks, size, place.window, place.taken);
        if self.at == at {
            return;
        }
        self.at = at;
        let style = self.sentence.element().style();
        // It fails only for invalid names.
        let _ = style.set_property("visibility", if at.is_some() { "" } else { "hidden" });
        if let Some(at) = at {
            set_px(self.sentence.element(), [("left", at.x), ("top", at.y)]);
        }
    }

    /// Hides the sentence.
    pub fn be_silent(&mut self) {
        self.sentence.say_if(None);
    }

    /// Shows or hides the buttons.
    pub fn show_buttons(&mut self, shown: Shown) {
        if self.has_buttons != Some(shown) {
            self.buttons.set_hidden(shown == Shown::No);
            self.has_buttons = Some(shown);
        }
    }

    /// Where the buttons are; empty while they are hidden.
    #[must_use]
    pub fn buttons_rect(&self) -> Rect {
        rect_of(&self.buttons)
    }
}
