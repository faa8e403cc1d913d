//! Draws a shot: three small views of the world at one age of the shot, and below them the number
//! line of its three times. Runs when something changed while the sheet is open.

mod framing;
mod number_line;
mod panel;

use forensics::{Case, Role};
use shared::{
    base::geometry::Vec2,
    sim::{arena::Arena, ship::ShipId},
    wire::message::RosterEntry,
};
use web_sys::CanvasRenderingContext2d;
use words::{Language, Names};

use crate::canvas::{camera::Camera, palette, pen::Pen, rect::Rect};
use crate::shell::canvas::Size;

pub use framing::Framing;

/// Everything that one picture of a shot shows.
#[derive(Clone, Copy)]
pub struct ShotPicture<'a> {
    pub case: &'a Case,
    /// The part of the world that all three views show.
    pub framing: Framing,
    /// Age of the shot, in 1/256 tick.
    pub age: i64,
    /// Names, and which ships are bots.
    pub roster: &'a [RosterEntry],
    pub names: Names<'a>,
    pub arena: Option<&'a Arena>,
    pub language: Language,
}

/// Layout of the picture, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShotLayout {
    /// The views of the shooter, the server and the target.
    pub views: [Rect; 3],
    pub line: Rect,
}

/// Width from which on the views are side by side, in CSS pixels.
const WIDE_PX: f32 = 640.0;
const GAP_PX: f32 = 16.0;
/// Height of a view's title, in CSS pixels.
const TITLE_PX: f32 = 22.0;

impl ShotLayout {
    /// Places the views side by side, or below each other on a narrow canvas.
    #[must_use]
    pub fn of(size: Size) -> Self {
        let (width, height) = (size.width_px.max(1.0), size.height_px.max(1.0));
        let above_line = (height - number_line::HEIGHT_PX - GAP_PX).max(1.0);
        let wide = width >= WIDE_PX;
        let columns = if wide { 3.0 } else { 1.0 };
        let rows = 4.0 - columns;
        let cell = Vec2::new(
            (width - GAP_PX * (columns - 1.0)) / columns,
            (above_line - GAP_PX * (rows - 1.0)) / rows,
        );
        let views = [0.0, 1.0, 2.0].map(|n| {
            let along = if wide { Vec2::new(n, 0.0) } else { Vec2::new(0.0, n) };
            let at = along * (cell + GAP_PX) + Vec2::new(0.0, TITLE_PX);
            Rect { at, size: (cell - Vec2::new(0.0, TITLE_PX)).max(Vec2::ONE) }
        });
        let line = Rect {
            at: Vec2::new(0.0, above_line + GAP_PX),
            size: Vec2::new(width, number_line::HEIGHT_PX),
        };
        Self { views, line }
    }
}

impl ShotPicture<'_> {
    /// Draws the picture on a canvas of a size.
    pub fn draw(&self, context: &CanvasRenderingContext2d, size: Size) {
        let layout = ShotLayout::of(size);
        let moment = self.case.at(self.age);
        let page = Camera::new(layout.line);
        let pen = Pen::new(context, &page, size.ratio);
        pen.leave_world();
        pen.colour(palette::PANEL);
        context.fill_rect(0.0, 0.0, size.width_px.into(), size.height_px.into());
        for which in panel::Perspective::ALL {
            panel::draw(context, size, layout.views[which as usize], self, which, &moment);
        }
        number_line::draw(&pen, layout.line, self, &moment.times);
    }

    /// Whether the recipient of the report is the shooter.
    fn own(&self) -> bool {
        self.case.recipient_role() == Role::Shooter
    }

    fn entry(&self, ship: ShipId) -> Option<&RosterEntry> {
        self.roster.iter().find(|entry| entry.ship == ship)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width_px: f32, height_px: f32, side_by_side: bool) {
        let layout = ShotLayout::of(Size { width_px, height_px, ratio: 2.0 });
        let [one, two, three] = layout.views;
        assert_eq!((one.size, two.size), (three.size, three.size));
        assert_eq!(one.at.y == three.at.y, side_by_side, "{width_px} × {height_px}");
        assert!(two.at.x >= one.at.x + one.size.x || two.at.y >= one.at.y + one.size.y);
        for rect in layout.views.into_iter().chain([layout.line]) {
            let end = rect.at + rect.size;
            assert!(rect.at.cmpge(Vec2::ZERO).all(), "{rect:?}");
            assert!(end.x <= width_px + 0.01 && end.y <= height_px + 0.01, "{rect:?}");
        }
        assert!(three.at.y + three.size.y <= layout.line.at.y);
    }

    #[test]
    fn nothing_covers_anything() {
        check(1072.0, 380.0, true);
        check(640.0, 300.0, true);
        check(358.0, 860.0, false);
    }
}
