//! The figure at a lag thread, such as `107 ms`: where it stands, beside the thread and off
//! everything else, and how it is drawn.

use shared::base::{
    geometry::{Segment, Vec2},
    time::Micros,
};
use web_ui::{
    canvas::{beside::beside, fonts, palette, pen::Pen, rect::Rect, taken::Taken},
    text::figures::whole,
};

use super::lag_thread::MeasuredThread;

/// Width of a digit and height of the figures, in CSS pixels.
const DIGIT_PX: Vec2 = Vec2::new(7.4, 14.0);
/// Gap between the figure and everything else, in CSS pixels.
const GAP_PX: f32 = 4.0;

/// Draws the figure, if there is room for it; the pen must be in CSS pixels. `mark_px` is the
/// radius of the marks at the ends of the thread.
pub(super) fn draw(pen: &Pen, thread: &MeasuredThread, mark_px: f32, taken: &Taken) {
    let said = [whole((thread.lag + Micros(500)).as_ms()).as_str(), " ms"].concat();
    let [from, to] = [thread.line.from, thread.line.to].map(|at| pen.camera.to_page(at));
    let size = DIGIT_PX * Vec2::new(said.chars().count() as f32, 1.0);
    let Some(place) = place((Segment::new(from, to), mark_px), size, taken) else { return };
    pen.set_font(fonts::FIGURES);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("middle");
    pen.cased_text(&said, place.middle(), palette::SERVER);
}

/// Where a figure of a size stands beside a thread on the page and the marks at its ends; `None` if
/// it would cover something everywhere.
fn place((thread, mark_px): (Segment, f32), size: Vec2, taken: &Taken) -> Option<Rect> {
    let low = thread.from.min(thread.to) - mark_px;
    let marks = Rect { at: low, size: thread.from.max(thread.to) + mark_px - low };
    beside(marks, size, GAP_PX, taken.window).find(|rect| taken.is_free(rect))
}

#[cfg(test)]
mod tests {
    use shared::base::rng::Rng;

    use super::*;

    const SIZE: Vec2 = Vec2::new(44.0, 14.0);
    const WINDOW: Rect = Rect { at: Vec2::ZERO, size: Vec2::new(800.0, 450.0) };
    const MARK_PX: f32 = 16.0;

    /// The picture with these marks, names and panels.
    fn taken(marks: &[Vec2], rects: &[Rect]) -> Taken {
        let circles = marks.iter().map(|at| (*at, MARK_PX)).collect();
        Taken { window: WINDOW, circles, rects: rects.to_vec() }
    }

    #[test]
    fn a_figure_stands_above_its_thread_or_where_there_is_room() {
        let from = Vec2::new(400.0, 200.0);
        let at = |way: Vec2, rects: &[Rect]| {
            let thread = Segment::new(from, from + way);
            let found = place((thread, MARK_PX), SIZE, &taken(&[thread.from, thread.to], rects));
            found.map(|rect| rect.middle() - thread.at(0.5))
        };
        let across = Vec2::new(40.0, 0.0);
        for way in [across, -across] {
            assert_eq!(at(way, &[]), Some(Vec2::new(0.0, -27.0)), "above, whichever way it leads");
        }
        let name = Rect { at: Vec2::new(380.0, 160.0), size: Vec2::new(60.0, 20.0) };
        assert_eq!(at(across, &[name]), Some(Vec2::new(0.0, 27.0)), "below");
        let other = Rect { at: Vec2::new(380.0, 220.0), ..name };
        assert_eq!(at(across, &[name, other]), Some(Vec2::new(62.0, 0.0)), "on the right");
        assert_eq!(at(across, &[WINDOW]), None, "nowhere");
    }

    #[test]
    fn it_covers_nothing_and_stays_in_the_picture() {
        let mut n_placed = 0;
        for seed in 0..2000 {
            let mut rng = Rng::new(seed, 0);
            let any = |rng: &mut Rng| Vec2::new(rng.range(0.0, 800.0), rng.range(0.0, 450.0));
            let from = any(&mut rng);
            let thread = Segment::new(from, from + (any(&mut rng) - any(&mut rng)) / 8.0);
            let own = any(&mut rng);
            let panel = Rect { at: any(&mut rng), size: any(&mut rng) / 3.0 };
            let taken = taken(&[thread.from, thread.to, own], &[panel]);
            let Some(found) = place((thread, MARK_PX), SIZE, &taken) else { continue };
            for (middle, radius) in &taken.circles {
                assert!(!found.meets_circle(*middle, *radius), "seed {seed}: {found:?}");
            }
            assert!(!found.meets(&panel), "seed {seed}: {found:?} on {panel:?}");
            assert!(WINDOW.contains(&found), "seed {seed}: {found:?}");
            n_placed += 1;
        }
        assert!(n_placed > 1500, "{n_placed}");
    }
}
