//! Draws the arrivals of your snapshots over the lower part of your pane: time from left to right,
//! and upwards how late each came. A dot is in time; a cross above the line, the edge of the
//! buffer, is too late; a cross at the bottom was lost.

use lab::{
    outcome::OutcomeUnit,
    snapshot_arrivals::{ArrivalFate, SnapshotArrival},
};
use shared::base::{geometry::Vec2, time::Micros};
use web_ui::canvas::{fonts, palette, pen::Pen, rect::Rect};

use super::{overlay::YOUR_PANE, row::Row};

/// Share of the pane that the plot takes.
const SHARE: f32 = 0.55;
/// Margins of the plot: at the sides, and at the top and bottom, in CSS pixels.
const MARGIN_PX: Vec2 = Vec2::new(10.0, 12.0);
/// Room for a number at the right end of the line, in CSS pixels.
const NUMBER_PX: f32 = 52.0;
/// Sizes of the marks, in CSS pixels.
const DOT_PX: f32 = 1.5;
const ARM_PX: f32 = 3.0;
const LINE_PX: f32 = 1.5;
/// Times from the left end to the right, and from the bottom to the top at least.
const WIDTH: Micros = Micros::from_ms(7000);
const HEIGHT_MIN: Micros = Micros::from_ms(250);

/// Draws the plot over your pane.
pub fn draw(pen: &Pen, row: &Row) {
    let Some(arrivals) = row.column.outcome_tracker().snapshot_arrivals() else { return };
    let pane = row.rects[YOUR_PANE];
    let size = Vec2::new(pane.size.x, pane.size.y * SHARE);
    let part = Rect { at: pane.at + Vec2::new(0.0, pane.size.y - size.y), size };
    pen.opacity(0.85);
    pen.colour(palette::PANEL);
    pen.fill_rect(part);
    pen.opacity(1.0);
    let Some(begun) = arrivals.iter().next().map(|arrival| arrival.sent) else { return };
    let behind = arrivals.behind();
    let highest = arrivals.iter().filter_map(|one| one.fate.after()).max().unwrap_or_default();
    let plot = Plot { rect: part, begun, highest: highest.max(behind).max(HEIGHT_MIN) };
    plot.draw_marks(pen, palette::SERVER, arrivals.iter(), Kind::InTime);
    plot.draw_marks(pen, palette::TENTATIVE, arrivals.iter(), Kind::TooLate);
    plot.draw_marks(pen, palette::UNDONE, arrivals.iter(), Kind::Lost);
    let edge = plot.place(begun, behind);
    let end = Vec2::new(part.at.x + part.size.x - NUMBER_PX - MARGIN_PX.x, edge.y);
    pen.context.begin_path();
    pen.line(edge, end);
    pen.stroke_cased_in_pixels(palette::YOU, LINE_PX);
    pen.set_font(fonts::FIGURES);
    pen.context.set_text_align("left");
    pen.context.set_text_baseline("middle");
    let language = row.look.language;
    let number = language.measured(behind.as_s_f32() * 1000.0, OutcomeUnit::Ms);
    pen.cased_text(&number, end + Vec2::new(6.0, 0.0), palette::YOU);
}

/// Which snapshots are drawn alike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    InTime,
    TooLate,
    Lost,
}

impl Kind {
    const fn of(fate: ArrivalFate) -> Self {
        match fate {
            ArrivalFate::InTime { .. } => Self::InTime,
            ArrivalFate::TooLate { .. } => Self::TooLate,
            ArrivalFate::Lost => Self::Lost,
        }
    }
}

/// The plot's place and scale.
struct Plot {
    rect: Rect,
    /// The time at its left end.
    begun: Micros,
    /// How late a snapshot at its top came.
    highest: Micros,
}

impl Plot {
    /// The place of a snapshot that was sent at a time and came so long after.
    fn place(&self, sent: Micros, after: Micros) -> Vec2 {
        let room = self.rect.size - 2.0 * MARGIN_PX - Vec2::new(NUMBER_PX, 0.0);
        let along = (sent - self.begun).as_s_f32() / WIDTH.as_s_f32();
        let up = after.as_s_f32() / self.highest.as_s_f32();
        self.rect.at + MARGIN_PX + Vec2::new(along.min(1.0) * room.x, (1.0 - up) * room.y)
    }

    fn draw_marks<'a>(
        &self,
        pen: &Pen,
        colour: palette::Colour,
        arrivals: impl Iterator<Item = &'a SnapshotArrival>,
        kind: Kind,
    ) {
        pen.context.begin_path();
        for arrival in arrivals.filter(|one| Kind::of(one.fate) == kind) {
            let at = self.place(arrival.sent, arrival.fate.after().unwrap_or_default());
            if kind == Kind::InTime {
                pen.rect(Rect { at: at - Vec2::splat(DOT_PX), size: Vec2::splat(2.0 * DOT_PX) });
            } else {
                let arm = Vec2::splat(ARM_PX);
                pen.line(at - arm, at + arm);
                let arm = Vec2::new(ARM_PX, -ARM_PX);
                pen.line(at - arm, at + arm);
            }
        }
        if kind == Kind::InTime {
            pen.colour(colour);
            pen.context.fill();
        } else {
            pen.stroke(colour, LINE_PX);
        }
    }
}
