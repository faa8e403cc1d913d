//! The forensics controller, shared by every page: keys, buttons and clicks open and close the
//! sheet and step it from shot to shot, and a refresh updates it. Each page supplies its shots
//! ([`ShotSource`]) and reacts to the outcome ([`Answer`]) with its own keys, time and panels. Runs
//! on every such input, and a few times a second while the sheet is open.

use shared::{
    base::{geometry::Vec2, time::Micros},
    sim::event::ShotId,
};
use web_sys::Element;
use words::SheetNote;

use super::{
    sheet::{ForensicsSheet, ShotPosition, ShotView},
    shot_act::ShotAct,
};
use crate::shell::MissingResource;

/// The shots that a page can inspect.
pub trait ShotSource {
    /// The shots to step through, oldest first.
    fn shots(&self) -> Vec<ShotId>;

    /// The shot that the user most likely means.
    fn in_question(&self) -> Option<ShotId> {
        self.shots().last().copied()
    }

    /// The shot drawn at a point of the page, in CSS pixels.
    fn drawn_at(&mut self, at_px: Vec2) -> Option<ShotId>;

    /// Called when the sheet opens at a shot, so that the page can request its report.
    fn ask_for(&mut self, shot: ShotId);

    /// What is known about a shot so far.
    fn known(&self, shot: ShotId) -> KnownShot;
}

/// A shot as far as it is known, with notes for the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownShot {
    pub content: Content,
    /// A note on the match behind the sheet.
    pub aside: SheetNote,
    /// Why the verdicts of the schemes are unknown, if they are.
    pub unknown: SheetNote,
}

/// The shot, or a message in its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// What the sheet shows of it.
    Shot(Box<ShotView>),
    /// Why there is nothing to show.
    Note(SheetNote),
    /// The same, in the server's wording.
    Word(String),
}

/// The effect of an input on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It stays as it was, open or closed.
    Stays,
    /// It is open at this shot and has the keyboard.
    Opened(ShotId),
    /// It was closed.
    Closed,
    /// It stays closed: there is no shot to show.
    NoShot,
}

pub struct ShotController {
    sheet: ForensicsSheet,
    open: Option<Open>,
}

struct Open {
    shot: ShotId,
    /// The shots to step through, oldest first, as of opening: the number of a shot does not change
    /// while the sheet is open.
    shots: Vec<ShotId>,
    /// What the sheet shows of the shot, and its position in the list.
    shown: Option<(KnownShot, ShotPosition)>,
}

impl ShotController {
    /// Finds the sheet on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self { sheet: ForensicsSheet::find(root)?, open: None })
    }

    /// The text of a note in the page's language.
    #[must_use]
    pub fn says(&self, note: SheetNote) -> &'static str {
        self.sheet.says(note)
    }

    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Handles a key, button or click that concerns a shot.
    pub fn act(&mut self, act: ShotAct, now: Micros, source: &mut dyn ShotSource) -> Answer {
        let shot = match act {
            ShotAct::Show if self.close() => return Answer::Closed,
            ShotAct::Show => match source.in_question() {
                None => return Answer::NoShot,
                some => some,
            },
            ShotAct::Look { shot, preset } => {
                if let Some(preset) = preset {
                    self.sheet.choose_scheme(preset);
                }
                Some(shot)
            }
            ShotAct::At { x_px, y_px } => source.drawn_at(Vec2::new(x_px as f32, y_px as f32)),
            ShotAct::Older => self.neighbour(-1, source),
            ShotAct::Newer => self.neighbour(1, source),
            ShotAct::Play => return self.stays(|sheet| sheet.toggle_play(now)),
            ShotAct::Earlier => return self.stays(|sheet| sheet.step(-1)),
            ShotAct::Later => return self.stays(|sheet| sheet.step(1)),
            ShotAct::Scheme(preset) => return self.stays(|sheet| sheet.choose_scheme(preset)),
        };
        let Some(shot) = shot else { return Answer::Stays };
        source.ask_for(shot);
        let before = self.open.take().map(|open| open.shots);
        let shots = before.filter(|shots| shots.contains(&shot));
        let shots = shots.unwrap_or_else(|| source.shots());
        self.open = Some(Open { shot, shots, shown: None });
        self.refresh(source);
        Answer::Opened(shot)
    }

    /// Shows a link to the open shot, or the reason why there is none.
    pub fn show_link(&mut self, link: &Result<String, String>) {
        self.sheet.show_link(link);
    }

    /// Shows the outcome of saving the open shot to a file.
    pub fn note(&mut self, text: &str) {
        self.sheet.note(text);
    }

    #[must_use]
    pub fn shot(&self) -> Option<ShotId> {
        self.open.as_ref().map(|open| open.shot)
    }

    /// Closes the sheet. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        let was_open = self.open.take().is_some();
        if was_open {
            self.sheet.close();
        }
        was_open
    }

    /// Shows what has become known since; called a few times a second while the sheet is open.
    pub fn refresh(&mut self, source: &dyn ShotSource) {
        let Some(open) = &mut self.open else { return };
        let place = |shots: &[ShotId]| shots.iter().position(|shot| *shot == open.shot);
        if place(&open.shots).is_none() {
            // Nothing was known about the shot when the sheet opened.
            open.shots = source.shots();
        }
        let nth = place(&open.shots).map_or(0, |at| at + 1);
        let shown = (source.known(open.shot), ShotPosition { nth, of: open.shots.len() });
        if open.shown.as_ref() == Some(&shown) {
            return;
        }
        match &shown.0.content {
            Content::Shot(shot_view) => self.sheet.open(ShotView::clone(shot_view)),
            Content::Note(note) => self.sheet.open_with_note(open.shot, *note),
            Content::Word(word) => self.sheet.open_with_word(open.shot, word),
        }
        self.sheet.set_place(shown.1, shown.0.aside, shown.0.unknown);
        open.shown = Some(shown);
    }

    /// Handles a change of a form control.
    pub fn handle_edit(&mut self) {
        self.sheet.handle_edit();
    }

    pub fn frame(&mut self, now: Micros) {
        self.sheet.frame(now);
    }

    /// Changes the sheet but not its shot.
    fn stays(&mut self, what: impl FnOnce(&mut ForensicsSheet)) -> Answer {
        what(&mut self.sheet);
        Answer::Stays
    }

    /// The shot `steps` away from the open one. A shot that is not in the list counts as before the
    /// oldest; shots fired since follow the newest.
    fn neighbour(&self, steps: isize, source: &dyn ShotSource) -> Option<ShotId> {
        let open = self.open.as_ref()?;
        let step = |shots: &[ShotId]| {
            let at = shots.iter().position(|shot| *shot == open.shot);
            let next = at.map_or(Some(0), |at| at.checked_add_signed(steps))?;
            shots.get(next).copied()
        };
        step(&open.shots).or_else(|| step(&source.shots()).filter(|_| steps > 0))
    }
}
