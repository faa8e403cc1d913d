//! What the page shows beside a replay: its sentence, at the marks, and while the ship flies the
//! buttons that lead on from it.

use shared::base::geometry::Vec2;
use web_sys::{Element, HtmlElement};
use web_ui::{
    canvas::rect::Rect,
    shell::{
        MissingResource,
        dom::{Attribute, Label, Shown, by_id, rect_of, set_px},
    },
};

use crate::replay::{framing::Edge, placement, sentence::Told};

/// Where the sentence of a replay belongs, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub enum SentencePlace<'a> {
    /// All of it, beside the marks and, if there is room, off the shot and its shooter too.
    BesideMarks {
        marks: Rect,
        all: Rect,
        /// The part of the page that it may use.
        window: Rect,
        /// The panels in it.
        taken: &'a [Rect],
    },
    /// Under the rule, around the middle of its upper edge: the places are said at the marks.
    UnderRule { at: Vec2, window: Rect },
}

/// The sentence of a replay, and its buttons.
pub struct ReplayPanel {
    sentence: HtmlElement,
    is_shown: Option<Shown>,
    /// Whether it says all, or only by what was judged.
    said: Attribute,
    places: Label,
    verdict: Label,
    /// The corner where it was put last.
    at: Option<Vec2>,
    buttons: HtmlElement,
    has_buttons: Option<Shown>,
    edge: Edge,
    edge_name: Attribute,
}

impl ReplayPanel {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks one.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let sentence: HtmlElement = by_id(root, "replay-sentence")?;
        Ok(Self {
            said: Attribute::new(&sentence, "data-said"),
            sentence,
            is_shown: None,
            places: Label::find(root, "replay-places")?,
            verdict: Label::find(root, "replay-verdict")?,
            at: None,
            buttons: by_id(root, "replay")?,
            has_buttons: None,
            edge: Edge::default(),
            edge_name: Attribute::new(root, "data-words-edge"),
        })
    }

    /// Shows what is told at its place, if there is room for it.
    pub fn say(&mut self, told: &Told, place: &SentencePlace) {
        self.places.say(&told.places);
        self.verdict.say(told.verdict.as_deref().unwrap_or_default());
        self.said.set(match place {
            SentencePlace::BesideMarks { .. } => "whole",
            SentencePlace::UnderRule { .. } => "verdict",
        });
        self.show_sentence(Shown::Yes);
        let size = rect_of(&self.sentence).size.ceil();
        let at = match *place {
            SentencePlace::BesideMarks { marks, all, window, taken } => {
                let beside = |marks| placement::place(marks, size, window, taken);
                beside(all).or_else(|| beside(marks))
            }
            SentencePlace::UnderRule { at, window } => {
                told.verdict.is_some().then(|| placement::below(at, size, window))
            }
        };
        if self.at == at {
            return;
        }
        self.at = at;
        let style = self.sentence.style();
        // It fails only for invalid names.
        let _ = style.set_property("visibility", if at.is_some() { "" } else { "hidden" });
        if let Some(at) = at {
            set_px(&self.sentence, [("left", at.x), ("top", at.y)]);
        }
    }

    /// Hides the sentence.
    pub fn be_silent(&mut self) {
        self.show_sentence(Shown::No);
    }

    fn show_sentence(&mut self, shown: Shown) {
        if self.is_shown != Some(shown) {
            self.sentence.set_hidden(shown == Shown::No);
            self.is_shown = Some(shown);
        }
    }

    /// Puts the words of a death and the buttons at an edge of a wide page. Returns whether they
    /// were at another one.
    pub fn set_edge(&mut self, edge: Edge) -> bool {
        self.edge_name.set(match edge {
            Edge::Upper => "upper",
            Edge::Lower => "lower",
        });
        std::mem::replace(&mut self.edge, edge) != edge
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
