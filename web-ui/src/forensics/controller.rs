//! Looking into a shot, the same way on every page: a key, a button or a click goes in, and the
//! sheet opens, closes, steps to another shot, or shows what has become known since. A page says
//! which shots there are and what is known of each ([`ShotSource`]), and does what follows for
//! itself ([`Answer`]): keys, time, other panels. Runs at every such act, and a few times a second
//! while the sheet is open.

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

/// The shots that a page can look into.
pub trait ShotSource {
    /// The shots that can be stepped through, oldest first.
    fn shots(&self) -> Vec<ShotId>;

    /// The shot that whoever asks about one means most likely, if there is any.
    fn in_question(&self) -> Option<ShotId> {
        self.shots().last().copied()
    }

    /// The shot that is drawn at a place of the page, in CSS pixels.
    fn drawn_at(&mut self, at_px: Vec2) -> Option<ShotId>;

    /// Somebody opens the sheet at a shot: its report may be asked for.
    fn ask_for(&mut self, shot: ShotId);

    /// What is known of a shot by now.
    fn known(&self, shot: ShotId) -> KnownShot;
}

/// What is known of a shot, and what is said beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownShot {
    /// The shot, or what stands in its place.
    pub content: Content,
    /// What goes on while somebody looks into it.
    pub aside: SheetNote,
    /// Why it is not known what the schemes would have said, where it is not.
    pub unknown: SheetNote,
}

/// A shot, or what stands in its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// What the sheet shows of it.
    Shot(Box<ShotView>),
    /// Why there is nothing to show.
    Note(SheetNote),
    /// The same, in the server's own way.
    Word(String),
}

/// What became of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It stays open, or closed.
    Stays,
    /// It is open at this shot, and has the keys.
    Opened(ShotId),
    /// It was put away.
    Closed,
    /// It stays closed: there is no shot to show.
    NoShot,
}

/// The sheet, and what it shows.
pub struct ShotController {
    sheet: ForensicsSheet,
    open: Option<Open>,
}

/// The shot that the sheet is open at.
struct Open {
    shot: ShotId,
    /// The shots that can be stepped through, oldest first, as they were when the sheet was opened:
    /// the number of a shot stands still meanwhile.
    shots: Vec<ShotId>,
    /// What the sheet shows of it, and where among the others.
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

    /// A note in the page's language.
    #[must_use]
    pub fn says(&self, note: SheetNote) -> &'static str {
        self.sheet.says(note)
    }

    /// Whether a shot is looked into.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// A key, a button or a click that concerns a shot.
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

    /// Shows a link to the open shot, or why there is none.
    pub fn show_link(&mut self, link: &Result<String, String>) {
        self.sheet.show_link(link);
    }

    /// Says in the sheet what became of a file of the open shot.
    pub fn note(&mut self, text: &str) {
        self.sheet.note(text);
    }

    /// The shot that is looked into.
    #[must_use]
    pub fn shot(&self) -> Option<ShotId> {
        self.open.as_ref().map(|open| open.shot)
    }

    /// Puts the sheet away; whether it was open.
    pub fn close(&mut self) -> bool {
        let was_open = self.open.take().is_some();
        if was_open {
            self.sheet.close();
        }
        was_open
    }

    /// Shows what has become known since; for an open sheet a few times a second.
    pub fn refresh(&mut self, source: &dyn ShotSource) {
        let Some(open) = &mut self.open else { return };
        let place = |shots: &[ShotId]| shots.iter().position(|shot| *shot == open.shot);
        if place(&open.shots).is_none() {
            // Nothing was known of it when the sheet was opened.
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

    /// A control of the page was moved.
    pub fn handle_edit(&mut self) {
        self.sheet.handle_edit();
    }

    /// A picture of the sheet is due.
    pub fn frame(&mut self, now: Micros) {
        self.sheet.frame(now);
    }

    /// Something of the sheet's own: the shot stays.
    fn stays(&mut self, what: impl FnOnce(&mut ForensicsSheet)) -> Answer {
        what(&mut self.sheet);
        Answer::Stays
    }

    /// The shot so many steps from the one that is open. One that is not among the others stands
    /// before the oldest; behind the newest stand those that were fired since.
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
