//! The number line of a shot's three times, past on the left and now on the right, in ms from its
//! execution. Each time has a row of its own, so that labels never overlap: a bar marks the time of
//! the shot, a dot where the scrubber has moved it.

use forensics::{NumberLine, Times, stored::StoredCompleteness};
use shared::{
    base::{geometry::Vec2, time::ViewTime},
    schemes::clamp::Clamp,
};
use words::SheetText;

use super::{ShotPicture, WIDE_PX};
use crate::{
    canvas::{
        axis::{Axis, figure},
        fonts, palette,
        pen::Pen,
        rect::Rect,
    },
    forensics::times,
    stored::{self, Marks},
};

/// Height of a row, in CSS pixels.
const ROW_PX: f32 = 18.0;
const ROWS: usize = 6;
/// Height of the axis with its labels.
const AXIS_PX: f32 = 20.0;
/// Height of the number line, heading included.
pub(super) const HEIGHT_PX: f32 = ROW_PX * (ROWS as f32 + 1.0) + stored::line::ROW_PX + AXIS_PX;
/// Width of the row names.
const NAMES_PX: f32 = 104.0;
/// Room for a label beside the first and the last mark.
const FIGURE_PX: f32 = 62.0;
/// A rewind limit this many times farther back than everything else shown becomes text instead of a
/// mark.
const BOUND_STRETCH: f32 = 1.6;
/// A row: a fixed time, and the time the scrubber has moved it to.
struct Row {
    name: &'static str,
    colour: palette::Colour,
    stands_ms: f32,
    moves_ms: Option<f32>,
}

pub(super) fn draw(pen: &Pen, window: Rect, picture: &ShotPicture, times: &Times) {
    let line = picture.case.line();
    let ms = |moment: ViewTime| times::ms_after(line.rate, moment, line.fired);
    let rows = rows(&line, times, picture, ms);
    let earliest_ms = line.earliest.map(ms);
    let stored = picture.case.stored();
    let stored = stored.map(|of| (Marks::of_shot(&of, line.rate, line.fired), of.known));
    let asked_ms = ms(picture.case.at(picture.case.decisive()).times.view);
    let axis = axis(window, picture, &line, earliest_ms, ms);
    let axis = stored.iter().flat_map(|(stored, _)| &stored.marks).fold(axis, |axis, mark| Axis {
        from_ms: axis.from_ms.min(mark.ms),
        to_ms: axis.to_ms.max(mark.ms),
        ..axis
    });
    let top = window.at + Vec2::new(0.0, ROW_PX);
    draw_heading(pen, window, picture, line.clamp);
    let height = ROW_PX * ROWS as f32 + stored::line::ROW_PX;
    axis.draw(pen, (top.y, top.y + height), FIGURE_PX, fonts::FIGURES);
    pen.context.set_text_baseline("middle");
    let mut y = top.y;
    for row in &rows {
        draw_row(pen, axis, window.at.x, y + ROW_PX / 2.0, row);
        y += ROW_PX;
    }
    if let Some(earliest_ms) = earliest_ms {
        let name = picture.language.sheet(SheetText::Bound);
        draw_bound(pen, axis, (window.at.x, y + ROW_PX / 2.0), name, earliest_ms);
        y += ROW_PX;
    }
    if let Some((stored, known)) = stored {
        let said = (&stored, picture.language);
        stored::line::draw_row(pen, axis, (window.at.x, y), said, asked_ms);
        if known == StoredCompleteness::TimesUsed && window.size.x >= WIDE_PX {
            let text = picture.language.sheet(SheetText::TimesOnly);
            draw_beside(pen, axis, y + stored::line::ROW_PX / 2.0, &stored, text);
        }
    }
}

/// Writes a text beside the stored poses, on the side free of them, if it fits.
fn draw_beside(pen: &Pen, axis: Axis, y: f32, stored: &Marks, text: &str) {
    let middle = (axis.left_px + axis.right_px) / 2.0;
    let marks = || stored.marks.iter().map(|mark| axis.x(mark.ms));
    let is_right = marks().all(|x| x > middle);
    let ((side, x), mark) = if is_right {
        (("left", axis.left_px), marks().fold(axis.right_px, f32::min))
    } else {
        (("right", axis.right_px + FIGURE_PX), marks().fold(axis.left_px, f32::max))
    };
    pen.set_font(fonts::WORDS);
    if pen.width_px(text) > (mark - x).abs() - FIGURE_PX {
        return;
    }
    pen.context.set_text_align(side);
    pen.context.set_text_baseline("middle");
    pen.colour(palette::QUIET);
    pen.text(text, Vec2::new(x, y));
}

fn rows(
    line: &NumberLine,
    times: &Times,
    picture: &ShotPicture,
    ms: impl Fn(ViewTime) -> f32,
) -> Vec<Row> {
    let (command, seen, shooter) = if picture.own() {
        (SheetText::YourCommand, SheetText::ViewYouSaw, palette::YOU)
    } else {
        (SheetText::TheirCommand, SheetText::ViewTheySaw, palette::PLAYER)
    };
    let row = |name, colour, stands, moves: Option<ViewTime>| Row {
        name: picture.language.sheet(name),
        colour,
        stands_ms: ms(stands),
        moves_ms: moves.map(&ms),
    };
    let mut rows = vec![
        row(command, shooter, line.command, Some(times.command)),
        row(SheetText::ServerTick, palette::SERVER, line.fired, Some(times.server)),
        row(SheetText::ViewJudged, palette::JUDGED, line.used, Some(times.view)),
        // When all is well these two coincide, and that should be visible.
        row(seen, palette::SAW, line.claimed, None),
    ];
    let newest = SheetText::NewestSnapshot;
    rows.extend(line.newest.map(|moment| row(newest, palette::QUIET, moment, None)));
    rows
}

/// An axis that shows every mark at every age, except a bound that lies far outside.
fn axis(
    window: Rect,
    picture: &ShotPicture,
    line: &NumberLine,
    earliest_ms: Option<f32>,
    ms: impl Fn(ViewTime) -> f32,
) -> Axis {
    let span = picture.case.span();
    let ends = [picture.case.at(*span.start()).times, picture.case.at(*span.end()).times];
    let moving = ends.iter().flat_map(|times| [times.command, times.server, times.view]);
    let standing = [line.command, line.fired, line.used, line.claimed];
    let (mut from_ms, mut to_ms) = (0.0_f32, 0.0_f32);
    for moment in moving.chain(standing).chain(line.newest).map(ms) {
        from_ms = from_ms.min(moment);
        to_ms = to_ms.max(moment);
    }
    let stretch_ms = (to_ms - from_ms) * BOUND_STRETCH;
    if let Some(earliest_ms) = earliest_ms.filter(|earliest| to_ms - earliest < stretch_ms) {
        from_ms = from_ms.min(earliest_ms);
    }
    let (left, right) = (window.at.x + NAMES_PX, window.at.x + window.size.x);
    Axis { left_px: left + FIGURE_PX, right_px: right - FIGURE_PX, from_ms, to_ms, figure }
}

fn draw_heading(pen: &Pen, window: Rect, picture: &ShotPicture, clamp: Option<Clamp>) {
    let text = match (window.size.x >= WIDE_PX, picture.own()) {
        (false, _) => SheetText::TimesUnit,
        (true, true) => SheetText::YourTimes,
        (true, false) => SheetText::TheirTimes,
    };
    let y = window.at.y + ROW_PX / 2.0 - 2.0;
    pen.set_font(fonts::WORDS);
    pen.context.set_text_align("left");
    pen.context.set_text_baseline("middle");
    pen.colour(palette::QUIET);
    pen.text(picture.language.sheet(text), Vec2::new(window.at.x, y));
    if let Some(clamp) = clamp {
        pen.context.set_text_align("right");
        pen.colour(palette::SAW);
        let text = picture.language.clamp(clamp);
        pen.text(text, Vec2::new(window.at.x + window.size.x, y));
    }
}

fn draw_row(pen: &Pen, axis: Axis, left: f32, y: f32, row: &Row) {
    let name = |text: &str, colour: palette::Colour| {
        pen.set_font(fonts::WORDS);
        pen.context.set_text_align("left");
        pen.colour(colour);
        pen.text(text, Vec2::new(left, y));
    };
    name(row.name, row.colour);
    let stands = axis.x(row.stands_ms);
    let moves = row.moves_ms.map(|ms| (ms, axis.x(ms)));
    if let Some((_, x)) = moves {
        pen.context.begin_path();
        pen.line(Vec2::new(stands, y), Vec2::new(x, y));
        pen.opacity(0.5);
        pen.stroke(row.colour, 1.0);
        pen.opacity(1.0);
        pen.context.begin_path();
        pen.circle(Vec2::new(x, y), 4.0);
        pen.colour(row.colour);
        pen.context.fill();
    }
    pen.context.begin_path();
    pen.line(Vec2::new(stands, y - 7.0), Vec2::new(stands, y + 7.0));
    pen.stroke(row.colour, 2.0);
    // The labels are placed outwards, one on each side of the pair.
    let forward = moves.is_none_or(|(_, x)| x >= stands);
    let (stands_side, moves_side) = if forward { (-1.0, 1.0) } else { (1.0, -1.0) };
    pen.set_font(fonts::FIGURES);
    label(pen, &figure_with_unit(row.stands_ms), stands, y, stands_side, palette::QUIET);
    if let Some((ms, x)) = moves {
        label(pen, &figure_with_unit(ms), x, y, moves_side, row.colour);
    }
}

/// The limit of how far back a rule rewinds: hatched from there into the past.
fn draw_bound(pen: &Pen, axis: Axis, (left, y): (f32, f32), name: &str, earliest_ms: f32) {
    pen.set_font(fonts::WORDS);
    pen.context.set_text_align("left");
    pen.colour(palette::QUIET);
    pen.text(name, Vec2::new(left, y));
    let begin = left + NAMES_PX;
    let edge = axis.x(earliest_ms).max(begin + 18.0);
    let (top, base) = (y - ROW_PX / 2.0 + 3.0, y + ROW_PX / 2.0 - 3.0);
    pen.context.begin_path();
    let mut x = begin;
    while x + (base - top) <= edge {
        pen.line(Vec2::new(x, base), Vec2::new(x + (base - top), top));
        x += 6.0;
    }
    pen.stroke(palette::ROCK_EDGE, 1.0);
    pen.context.begin_path();
    pen.line(Vec2::new(edge, top - 2.0), Vec2::new(edge, base + 2.0));
    pen.stroke(palette::QUIET, 1.5);
    pen.set_font(fonts::FIGURES);
    let beyond = axis.x(earliest_ms) < begin;
    let text = [if beyond { "◂ " } else { "" }, &figure_with_unit(earliest_ms)].concat();
    label(pen, &text, edge, y, 1.0, palette::QUIET);
}

/// A label beside a mark: right of it for `side` 1, left of it for −1.
fn label(pen: &Pen, text: &str, x: f32, y: f32, side: f32, colour: palette::Colour) {
    pen.context.set_text_align(if side > 0.0 { "left" } else { "right" });
    pen.colour(colour);
    pen.text(text, Vec2::new(x + side * 8.0, y));
}

fn figure_with_unit(ms: f32) -> String {
    [figure(ms).as_str(), " ms"].concat()
}
