//! Draws the line of snapshots, after the figure in Source's article, from one frame's data. The
//! client's time is fixed at the right, and snapshots move to the left.

use shared::{
    base::{geometry::Vec2, time::Micros},
    client::view_line::{DrawnFrom, Presence, SnapshotMark, ViewLine},
    netcode::choices::RemoteView,
};

use words::{Language, TimelineText};

use super::lane::{LaneOwner, beside_name, draw_name, figure, hatch, write};
use crate::{
    canvas::{palette, pen::Pen, rect::Rect},
    text::figures::{rounded_ms, share, whole},
};

/// Half height of a snapshot's mark.
const MARK_PX: f32 = 8.0;
/// Half height of the bar between two snapshots.
const BAR_PX: f32 = 4.0;
/// Height of the text above and below.
const ROW_PX: f32 = 14.0;
/// Minimum room for a snapshot's number.
const NUMBER_PX: f32 = 34.0;
/// Room right of the client's time, as a fraction of the line.
const AHEAD: f32 = 0.06;
/// Minimum and maximum span of the line.
const SPANS: (Micros, Micros) = (Micros::from_ms(150), Micros::from_ms(2400));

/// Maps moments to the page.
#[derive(Clone, Copy)]
struct TimeScale {
    left_px: f32,
    width_px: f32,
    y: f32,
    from: Micros,
    span: Micros,
}

impl TimeScale {
    fn of(lane: Rect, line: &ViewLine, span: Micros) -> Self {
        let room = beside_name(lane);
        let from = line.client_time - Micros((span.0 as f32 * (1.0 - AHEAD)) as i64);
        let y = room.at.y + room.size.y / 2.0;
        Self { left_px: room.at.x, width_px: room.size.x, y, from, span }
    }

    fn x(&self, at: Micros) -> f32 {
        self.left_px + (at - self.from).0 as f32 / self.span.0 as f32 * self.width_px
    }

    fn shows(&self, at: Micros) -> bool {
        (0..=self.span.0).contains(&(at - self.from).0)
    }

    /// A rectangle from one moment to another, with the height of the bar between snapshots.
    fn bar(&self, from: Micros, to: Micros) -> Rect {
        let left = self.x(from).max(self.left_px);
        let right = self.x(to).max(left);
        let at = Vec2::new(left, self.y - BAR_PX);
        Rect { at, size: Vec2::new(right - left, 2.0 * BAR_PX) }
    }
}

/// The span that a lane must show: the interpolated pair with the snapshot before it, and the
/// newest snapshot when no more arrive.
#[must_use]
pub fn span(line: &ViewLine) -> Micros {
    let intervals = |n: i64| Micros(line.interval.0 * n);
    let behind = Micros(line.delay().0 * 2) + intervals(2);
    let since_newest = line.newest().map_or(Micros::ZERO, |mark| line.client_time - mark.at);
    behind.max(intervals(7)).max(since_newest + intervals(3)).max(SPANS.0).min(SPANS.1)
}

/// Draws a lane that shows the given span.
pub fn draw(
    pen: &Pen,
    lane: Rect,
    line: &ViewLine,
    (name, whose): (&str, LaneOwner),
    span: Micros,
    language: Language,
) {
    let scale = TimeScale::of(lane, line, span);
    pen.opacity(1.0);
    draw_name(pen, lane, name);
    pen.context.begin_path();
    let end = scale.left_px + scale.width_px;
    pen.line(Vec2::new(scale.left_px, scale.y), Vec2::new(end, scale.y));
    pen.stroke(palette::HAIRLINE, 1.0);
    draw_way(pen, scale, line, whose.others());
    draw_marks(pen, scale, line);
    draw_times(pen, scale, line, whose, language);
}

/// Draws what the other ships are rendered from: interpolation between the pair, or extrapolation
/// beyond the newest snapshot.
fn draw_way(pen: &Pen, scale: TimeScale, line: &ViewLine, others: palette::Colour) {
    match line.drawn_from {
        DrawnFrom::Pair { older, newer, .. } => {
            let (older, newer) = (line.at(older), line.at(newer));
            pen.colour(others);
            pen.opacity(0.3);
            pen.fill_rect(scale.bar(older, newer));
            pen.opacity(1.0);
            pen.fill_rect(scale.bar(older, line.render_time));
        }
        DrawnFrom::Extrapolated { from, by } => {
            let way = scale.bar(line.at(from), line.at(from) + by);
            hatch(pen, &[way], palette::TENTATIVE);
        }
        DrawnFrom::Held { from, after } => {
            let end = line.at(from) + after;
            hatch(pen, &[scale.bar(line.at(from), end)], palette::TENTATIVE);
            pen.context.begin_path();
            pen.rect(scale.bar(end, line.render_time));
            pen.stroke(palette::UNDONE, 1.0);
        }
        DrawnFrom::Nothing | DrawnFrom::Newest(_) | DrawnFrom::One(_) => {}
    }
}

/// Draws the snapshots with their ticks. If not all numbers fit, those of the pair stay.
fn draw_marks(pen: &Pen, scale: TimeScale, line: &ViewLine) {
    let pair = match line.drawn_from {
        DrawnFrom::Pair { older, newer, .. } => [Some(older), Some(newer)],
        DrawnFrom::Newest(tick) | DrawnFrom::One(tick) => [Some(tick), None],
        DrawnFrom::Extrapolated { from, .. } | DrawnFrom::Held { from, .. } => [Some(from), None],
        DrawnFrom::Nothing => [None; 2],
    };
    let drawn = |mark: &&SnapshotMark| scale.shows(mark.at);
    let in_pair = |mark: &SnapshotMark| pair.contains(&Some(mark.tick));
    let numbered: Vec<f32> =
        line.snapshots.iter().filter(|mark| in_pair(mark)).map(|mark| scale.x(mark.at)).collect();
    let mut last = f32::MIN;
    for mark in line.snapshots.iter().filter(drawn) {
        let x = scale.x(mark.at);
        let colour = match mark.presence {
            Presence::Here => palette::SERVER,
            Presence::Missing => palette::UNDONE,
        };
        draw_mark(pen, Vec2::new(x, scale.y), mark.presence, in_pair(mark));
        let clear = |other: &f32| (x - other).abs() >= NUMBER_PX;
        if in_pair(mark) || (x - last >= NUMBER_PX && numbered.iter().all(clear)) {
            let at = Vec2::new(x, scale.y - MARK_PX - ROW_PX / 2.0);
            figure(pen, &whole(mark.tick.0.into()), at, "center", colour);
            last = x;
        }
    }
}

fn draw_mark(pen: &Pen, at: Vec2, presence: Presence, in_pair: bool) {
    pen.context.begin_path();
    match presence {
        Presence::Here => {
            let up = Vec2::new(0.0, MARK_PX);
            pen.line(at - up, at + up);
            pen.stroke(palette::SERVER, if in_pair { 3.0 } else { 1.5 });
        }
        Presence::Missing => {
            for arm in [Vec2::new(5.0, 5.0), Vec2::new(5.0, -5.0)] {
                pen.line(at - arm, at + arm);
            }
            // Its outline sets it off from the bar that crosses it.
            pen.stroke(palette::BEYOND, 5.0);
            pen.stroke(palette::UNDONE, 2.0);
        }
    }
}

/// Draws the client's time and the render time, with the interpolation delay between them.
fn draw_times(pen: &Pen, scale: TimeScale, line: &ViewLine, owner: LaneOwner, language: Language) {
    let below = scale.y + MARK_PX + ROW_PX / 2.0;
    let client = scale.x(line.client_time);
    upright(pen, scale, client, owner.own());
    let name = language.timeline(TimelineText::Client);
    write(pen, name, Vec2::new(client, below), "center", owner.own());
    let rendered = scale.x(line.render_time).max(scale.left_px);
    let interpolates = matches!(line.model, RemoteView::Interpolate | RemoteView::Delayed);
    if !interpolates {
        pen.context.begin_path();
        pen.circle(Vec2::new(rendered, scale.y), MARK_PX - 2.0);
        pen.stroke(owner.others(), 2.0);
        return;
    }
    upright(pen, scale, rendered, owner.others());
    let name = language.timeline(TimelineText::Render);
    let text = match line.drawn_from {
        DrawnFrom::Pair { fraction, .. } => [name, " ", &share(fraction)].concat(),
        _ => name.into(),
    };
    write(pen, &text, Vec2::new(rendered, below), "center", owner.others());
    let (from, to) = (rendered + 42.0, client - 24.0);
    let figure_px = 56.0;
    if to - from < figure_px {
        return;
    }
    let middle = (from + to) / 2.0;
    pen.context.begin_path();
    for (a, b) in [(from, middle - figure_px / 2.0), (middle + figure_px / 2.0, to)] {
        pen.line(Vec2::new(a, below), Vec2::new(b, below));
    }
    pen.stroke(palette::ROCK_EDGE, 1.0);
    figure(pen, &rounded_ms(line.delay()), Vec2::new(middle, below), "center", palette::QUIET);
}

fn upright(pen: &Pen, scale: TimeScale, x: f32, colour: palette::Colour) {
    pen.context.begin_path();
    pen.line(Vec2::new(x, scale.y - MARK_PX - 3.0), Vec2::new(x, scale.y + MARK_PX + 2.0));
    pen.stroke(colour, 2.0);
}

#[cfg(test)]
mod tests {
    use shared::base::time::TickRate;

    use super::*;

    #[test]
    fn the_clients_time_stands_still_and_snapshots_pass() {
        let lane = Rect { at: Vec2::new(8.0, 500.0), size: Vec2::new(1092.0, 50.0) };
        let rate = TickRate::new(40).unwrap();
        let line = |client_ms: i64| ViewLine {
            rate,
            model: RemoteView::Interpolate,
            client_time: Micros::from_ms(client_ms),
            render_time: Micros::from_ms(client_ms - 100),
            interval: Micros::from_ms(50),
            snapshots: Vec::new(),
            drawn_from: DrawnFrom::Nothing,
        };
        let (before, after) = (line(8_600), line(8_620));
        let scales = [&before, &after].map(|line| TimeScale::of(lane, line, span(line)));
        let x = [scales[0].x(before.client_time), scales[1].x(after.client_time)];
        assert!((x[0] - x[1]).abs() < 0.1, "{x:?}");
        // 350 ms over 1,000 px: 20 ms are 57 px.
        let passed = scales[0].x(Micros::from_ms(8_500)) - scales[1].x(Micros::from_ms(8_500));
        assert!((passed - 57.1).abs() < 0.5, "{passed}");
        // The span covers the article's figure and the snapshot before it.
        for ms in [8_450, 8_500, 8_520, 8_550, 8_600, 8_620] {
            assert!(scales[1].shows(Micros::from_ms(ms)), "{ms}");
        }
    }
}
