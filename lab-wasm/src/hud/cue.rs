//! What is said at the cue, at the place in the pane where it happens; the mark of the cue on the
//! time bar; and whether somebody wants a match to wait there.

use shared::{
    base::{geometry::Vec2, limits::LAB_COLUMNS_MAX},
    lab::{cue::Cue, outcome_said::OutcomeSaid},
};
use web_sys::{Element, HtmlElement, HtmlInputElement};
use web_ui::{
    canvas::rect::Rect,
    shell::{
        Missing,
        dom::{Attribute, Label, Shown, append, by_id},
    },
    text::figures::whole,
};
use words::Language;

use crate::time::cue_watch::CueUse;

/// Words stand so far from the place that they speak of, in CSS pixels.
const APART_PX: f32 = 34.0;
/// They are so wide at most, and so far from the rim of their pane.
const WIDTH_PX: f32 = 280.0;
const RIM_PX: f32 = 8.0;
/// Narrower than this they are not read.
const WIDTH_LEAST_PX: f32 = 130.0;
/// The height of some lines of them.
const ROOM_PX: f32 = 84.0;
/// A pane that is lower than this has them beside the place.
const LOW_PX: f32 = 240.0;

/// What is said at the cue, in each row.
pub struct CueWords {
    language: Language,
    rows: Vec<Words>,
}

struct Words {
    element: HtmlElement,
    label: Label,
    at: Option<Standing>,
}

impl CueWords {
    /// Makes them in an element that lies where the canvas does.
    ///
    /// # Errors
    /// Where the browser makes none.
    pub fn append_to(list: &Element, language: Language) -> Result<Self, Missing> {
        let mut rows = Vec::new();
        for _ in 0..LAB_COLUMNS_MAX {
            let element: HtmlElement = append(list, "p", "", "")?;
            let mut words = Words { label: Label::of(element.clone()), element, at: None };
            words.label.show(Shown::No);
            rows.push(words);
        }
        Ok(Self { language, rows })
    }

    /// Says what is said at a cue, in the panes of these rectangles, at these places of the
    /// canvas, one for each column; or nothing.
    pub fn say(&mut self, cue: Option<&Cue>, places: &[Option<(Rect, Vec2)>]) {
        for (n, words) in self.rows.iter_mut().enumerate() {
            let told = cue.and_then(|cue| told_at(cue, n));
            let at = places.get(n).copied().flatten().and_then(standing);
            let (Some(said), Some(at)) = (told, at) else {
                words.label.say_if(None);
                words.at = None;
                continue;
            };
            words.label.say_if(Some(&self.language.outcome(&said)));
            if words.at.replace(at) != Some(at) {
                put(&words.element, at);
            }
        }
    }
}

/// The words, the mark and the wish.
pub struct CuePanel {
    words: CueWords,
    mark: HtmlElement,
    marked: Option<(u32, u32)>,
    wanted: HtmlInputElement,
    frame: Attribute,
}

impl CuePanel {
    /// Finds them on the page, and makes the words, in a language.
    ///
    /// # Errors
    /// When the page lacks a part of them.
    pub fn find(root: &Element, language: Language) -> Result<Self, Missing> {
        let list: Element = by_id(root, "cue")?;
        Ok(Self {
            words: CueWords::append_to(&list, language)?,
            mark: by_id(root, "cue-mark")?,
            marked: None,
            wanted: by_id(root, "cues-wanted")?,
            frame: Attribute::new(root, "data-cue"),
        })
    }

    /// Says what is said at a cue, at its places; or nothing.
    pub fn say(&mut self, cue: Option<&Cue>, places: &[Option<(Rect, Vec2)>]) {
        self.words.say(cue, places);
    }

    /// Marks the cue on the time bar, which has so many frames.
    pub fn mark(&mut self, cue: Option<&Cue>, frames: u32) {
        let marked = cue.map(|cue| (cue.frame, frames)).filter(|(frame, all)| frame <= all);
        if self.marked == marked {
            return;
        }
        self.marked = marked;
        self.mark.set_hidden(marked.is_none());
        self.frame.set(&marked.map_or_else(String::new, |(frame, _)| whole(frame.into())));
        if let Some((frame, frames)) = marked {
            set_mark(&self.mark, frame, frames);
        }
    }

    /// Whether somebody wants a match to wait.
    #[must_use]
    pub fn wanted(&self) -> CueUse {
        if self.wanted.checked() { CueUse::Waits } else { CueUse::Passes }
    }

    /// Shows what was wanted on an earlier visit.
    pub fn set_wanted(&self, uses: CueUse) {
        self.wanted.set_checked(uses == CueUse::Waits);
    }
}

/// Puts a mark to a frame of a time bar that has so many.
pub fn set_mark(mark: &HtmlElement, frame: u32, frames: u32) {
    let permille = u64::from(frame) * 1000 / u64::from(frames.max(1));
    // It fails only for names that are none.
    let _ = mark.style().set_property("--at", &whole(permille as i64));
}

/// What is said in the row of a column: what came of it, or of all of them, there where that has
/// its figure.
fn told_at(cue: &Cue, row: usize) -> Option<OutcomeSaid> {
    let own = cue.outcomes.get(row).filter(|_| cue.outcomes.len() == cue.places.len());
    let all = cue.outcomes.first().filter(|_| cue.outcomes.len() != cue.places.len());
    let all = all.and_then(|one| one.outcome).filter(|one| usize::from(one.column) == row);
    own.and_then(|one| one.outcome).or(all).map(|outcome| outcome.said)
}

/// Where words stand: their left edge, their width, and their upper or lower one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Standing {
    left: f32,
    width: f32,
    edge: Edge,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Edge {
    Top(f32),
    Middle(f32),
    Bottom(f32),
}

/// Below the place, or above it where there is no room for that; in a low pane beside it, where
/// there is more room. Nowhere in a pane that is too small for words.
fn standing((pane, place): (Rect, Vec2)) -> Option<Standing> {
    let (low, high) = (pane.at + RIM_PX, pane.at + pane.size - RIM_PX);
    if pane.size.y < LOW_PX {
        let right = high.x - place.x > place.x - low.x;
        let room = if right { high.x - place.x } else { place.x - low.x };
        let width = (room - APART_PX).min(WIDTH_PX);
        if width < WIDTH_LEAST_PX {
            return None;
        }
        let left = if right { place.x + APART_PX } else { place.x - APART_PX - width };
        return Some(Standing { left, width, edge: Edge::Middle(pane.middle().y) });
    }
    let width = WIDTH_PX.min(high.x - low.x);
    if width < WIDTH_LEAST_PX {
        return None;
    }
    let left = (place.x - width / 2.0).min(high.x - width).max(low.x);
    let edge = match place.y + APART_PX + ROOM_PX < high.y {
        true => Edge::Top((place.y + APART_PX).max(low.y)),
        false => Edge::Bottom((place.y - APART_PX).min(high.y)),
    };
    Some(Standing { left, width, edge })
}

fn put(element: &HtmlElement, Standing { left, width, edge }: Standing) {
    let px = |length: f32| [whole(length as i64).as_str(), "px"].concat();
    let (top, shift) = match edge {
        Edge::Top(y) => (y, "none"),
        Edge::Middle(y) => (y, "translateY(-50%)"),
        Edge::Bottom(y) => (y, "translateY(-100%)"),
    };
    let style = element.style();
    for (name, value) in
        [("left", px(left)), ("width", px(width)), ("top", px(top)), ("transform", shift.into())]
    {
        // It fails only for names that are none.
        let _ = style.set_property(name, &value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_beside_their_place_and_in_their_pane() {
        for (x, y, width, height) in [(8.0, 72.0, 373.0, 420.0), (8.0, 60.0, 374.0, 128.0)] {
            let pane = Rect { at: Vec2::new(x, y), size: Vec2::new(width, height) };
            for (across, down) in [(0.1, 0.1), (0.5, 0.3), (0.5, 0.9), (0.95, 0.5)] {
                let place = pane.at + pane.size * Vec2::new(across, down);
                let Standing { left, width, edge } = standing((pane, place)).unwrap();
                assert!(left >= pane.at.x && left + width <= pane.at.x + pane.size.x);
                let apart = match edge {
                    Edge::Top(y) => y - place.y,
                    Edge::Bottom(y) => place.y - y,
                    Edge::Middle(_) => (left - place.x).max(place.x - left - width),
                };
                assert!(apart > SHIP_PX, "{pane:?} {place}: {apart}");
            }
        }
    }

    #[test]
    fn a_pane_that_is_too_small_has_no_words() {
        for (width, height) in [(120.0, 300.0), (168.0, 144.0)] {
            let pane = Rect { at: Vec2::ZERO, size: Vec2::new(width, height) };
            assert_eq!(standing((pane, pane.middle())), None);
        }
    }

    /// What the ring around the smallest ship takes.
    const SHIP_PX: f32 = 20.0;
}
