//! Draws stored poses on a time line to scale: a ring for each, a filled dot for those that the
//! judged pose is interpolated from, and times where there is room.

use shared::base::geometry::Vec2;
use words::Language;

use super::Marks;
use crate::canvas::{axis::Axis, fonts, palette, pen::Pen, rect::Rect};

/// Height of a row: dots with times below.
pub const ROW_PX: f32 = 31.0;
/// Offsets of the dots and times in a row.
const DOTS_PX: f32 = 8.0;
const FIGURES_PX: f32 = 23.0;
/// Width of a character of a time, and the minimum gap between two times.
const CHARACTER_PX: f32 = 7.3;
const GAP_PX: f32 = 6.0;
const RING_PX: f32 = 3.0;
const DOT_PX: f32 = 4.0;
/// Height of a separate line: heading and row.
pub const LINE_PX: f32 = HEADING_PX + ROW_PX;
/// Height of its axis labels, if it has an axis.
pub const AXIS_PX: f32 = 20.0;
/// Height of its heading.
pub const HEADING_PX: f32 = 16.0;
/// Margin left and right of a separate line.
const SIDE_PX: f32 = 26.0;
/// How far a separate line extends beyond what it shows, as a fraction.
const BEYOND: f32 = 0.04;

/// Draws a row: on the left what the poses are and how the judged one is derived, then dots at
/// their times. `asked_ms` is the judged moment.
pub fn draw_row(
    pen: &Pen,
    axis: Axis,
    (left, top): (f32, f32),
    (marks, language): (&Marks, Language),
    asked_ms: f32,
) {
    pen.set_font(fonts::WORDS);
    pen.context.set_text_align("left");
    pen.context.set_text_baseline("middle");
    pen.colour(palette::SERVER);
    pen.text(language.stored_poses(marks.from), Vec2::new(left, top + DOTS_PX));
    pen.colour(palette::QUIET);
    pen.text(&language.stored_use(marks.used()), Vec2::new(left, top + FIGURES_PX));
    draw_dots(pen, axis, top, marks, asked_ms);
}

/// Draws a separate line in a part of the page, under a heading, with an axis if there is room.
pub fn draw_line(
    pen: &Pen,
    rect: Rect,
    heading: &str,
    marks: &Marks,
    asked_ms: f32,
    figure: fn(f32) -> String,
) {
    draw_heading(pen, rect, heading);
    let all = marks.marks.iter().map(|mark| mark.ms).chain([asked_ms, 0.0]);
    let (from, to) =
        all.fold((f32::INFINITY, f32::NEG_INFINITY), |(from, to), ms| (from.min(ms), to.max(ms)));
    let beyond = (to - from) * BEYOND;
    let axis = Axis {
        left_px: rect.at.x + SIDE_PX,
        right_px: rect.at.x + rect.size.x - SIDE_PX,
        from_ms: from - beyond,
        to_ms: to + beyond,
        figure,
    };
    let top = rect.at.y + HEADING_PX;
    if rect.size.y >= LINE_PX + AXIS_PX {
        axis.draw(pen, (top, top + ROW_PX), SIDE_PX - 8.0, fonts::FIGURES);
    }
    draw_dots(pen, axis, top, marks, asked_ms);
}

/// Writes a heading at the top of a part of the page.
pub fn draw_heading(pen: &Pen, rect: Rect, heading: &str) {
    pen.set_font(fonts::WORDS);
    pen.context.set_text_align("left");
    pen.context.set_text_baseline("middle");
    pen.colour(palette::SERVER);
    pen.text(heading, rect.at + Vec2::new(8.0, HEADING_PX / 2.0 + 1.0));
}

fn draw_dots(pen: &Pen, axis: Axis, top: f32, marks: &Marks, asked_ms: f32) {
    let at = |ms: f32| Vec2::new(axis.x(ms), top + DOTS_PX);
    let used = || marks.marks.iter().filter(|mark| mark.used);
    if let (Some(newer), Some(older)) = (used().next(), used().nth(1)) {
        pen.context.begin_path();
        pen.line(at(older.ms), at(newer.ms));
        pen.stroke(palette::JUDGED, 2.0);
    }
    pen.context.begin_path();
    for mark in marks.marks.iter().filter(|mark| !mark.used) {
        pen.circle(at(mark.ms), RING_PX);
    }
    pen.stroke(palette::SERVER, 1.0);
    pen.context.begin_path();
    used().for_each(|mark| pen.circle(at(mark.ms), DOT_PX));
    pen.colour(palette::JUDGED);
    pen.context.fill();
    // The judged moment: a bar, like the times of a shot.
    let asked = at(asked_ms);
    pen.context.begin_path();
    pen.line(asked - Vec2::new(0.0, 7.0), asked + Vec2::new(0.0, 7.0));
    pen.stroke(palette::JUDGED, 2.0);
    draw_figures(pen, axis, top, marks, asked_ms);
}

/// Draws the times: first of the poses used, then of the judged moment, then of the others as far
/// as there is room.
fn draw_figures(pen: &Pen, axis: Axis, top: f32, marks: &Marks, asked_ms: f32) {
    pen.set_font(fonts::FIGURES);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("middle");
    for figure in figures(axis, marks, asked_ms) {
        pen.colour(figure.colour);
        pen.text(&figure.text, Vec2::new(figure.x, top + FIGURES_PX));
    }
}

/// A time below a dot.
#[derive(Clone, Debug, PartialEq)]
struct Figure {
    x: f32,
    text: String,
    colour: palette::Colour,
}

impl Figure {
    fn width_px(&self) -> f32 {
        self.text.chars().count() as f32 * CHARACTER_PX + GAP_PX
    }

    fn covers(&self, other: &Self) -> bool {
        (self.x - other.x).abs() < (self.width_px() + other.width_px()) / 2.0
    }
}

/// Which times fit, and where. The two poses used keep theirs, moved apart if they are close.
fn figures(axis: Axis, marks: &Marks, asked_ms: f32) -> Vec<Figure> {
    let same = |ms: f32| marks.marks.iter().filter(|mark| mark.ms == ms).count();
    let figure = |ms: f32, colour| {
        let many =
            if same(ms) > 1 { ["×", &same(ms).to_string()].concat() } else { String::new() };
        Figure { x: axis.x(ms), text: [&(axis.figure)(ms), many.as_str()].concat(), colour }
    };
    let used = marks.marks.iter().filter(|mark| mark.used);
    let mut placed: Vec<Figure> = used.map(|mark| figure(mark.ms, palette::JUDGED)).collect();
    if let [newer, older] = placed.as_mut_slice()
        && newer.covers(older)
    {
        let (middle, apart) = (newer.x + older.x, newer.width_px() + older.width_px());
        (newer.x, older.x) = ((middle + apart / 2.0) / 2.0, (middle - apart / 2.0) / 2.0);
    }
    let unused = marks.marks.iter().filter(|mark| !mark.used);
    let others = unused.map(|mark| figure(mark.ms, palette::QUIET));
    for figure in [figure(asked_ms, palette::JUDGED)].into_iter().chain(others) {
        if placed.iter().all(|other| !figure.covers(other)) {
            placed.push(figure);
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use shared::judge::rule_table::TargetPoses;

    use super::super::Mark;
    use super::*;
    use crate::canvas::axis::figure;

    #[test]
    fn no_figure_covers_another_and_those_that_are_used_are_there() {
        let axis = Axis { left_px: 100.0, right_px: 300.0, from_ms: -500.0, to_ms: 0.0, figure };
        let mark =
            |n: usize| Mark { ms: -17.0 - 50.0 * n as f32, pos: None, used: n == 6 || n == 7 };
        let from = TargetPoses::Drawn;
        let marks = Marks { from, marks: (0..10).map(mark).collect(), fraction: Some(0.3) };
        let placed = figures(axis, &marks, -330.0);
        let used = placed.iter().filter(|figure| figure.colour == palette::JUDGED);
        assert!(used.count() >= 2 && placed.len() > 3, "{placed:?}");
        for (n, one) in placed.iter().enumerate() {
            for other in &placed[n + 1..] {
                let apart = (one.x - other.x).abs() + 0.01;
                assert!(apart >= (one.width_px() + other.width_px()) / 2.0, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn markers_of_one_time_are_counted() {
        let axis = Axis { left_px: 0.0, right_px: 300.0, from_ms: -200.0, to_ms: 0.0, figure };
        let mark = |ms, used| Mark { ms, pos: None, used };
        let marks =
            [mark(-50.0, false), mark(-100.0, false), mark(-100.0, false), mark(-150.0, true)];
        let marks = Marks { from: TargetPoses::Drawn, marks: marks.into(), fraction: None };
        let texts: Vec<String> =
            figures(axis, &marks, -190.0).into_iter().map(|figure| figure.text).collect();
        assert_eq!(texts, ["−150", "−190", "−50", "−100×2"]);
    }
}
