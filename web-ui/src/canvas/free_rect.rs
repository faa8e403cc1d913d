//! Finds the largest part of a picture that no panel covers. Runs when panels open, close or move.

use core::cmp::Ordering;

use shared::base::geometry::Vec2;

use super::rect::Rect;

/// The largest rectangle in `window` that overlaps none of `panels`: all of it if there are none,
/// an empty one if they cover everything.
///
/// The largest rectangle is bounded left and right by a panel or the window. For each pair of such
/// bounds the search takes the tallest gap between the panels in that column.
#[must_use]
pub fn free_rect(window: Rect, panels: &[Rect]) -> Rect {
    let within = panels.iter().filter_map(|panel| overlap(window, *panel));
    let panels: Vec<Rect> = within.collect();
    let lefts = panels.iter().map(|panel| panel.end().x).chain([window.at.x]);
    let rights: Vec<f32> = panels.iter().map(|panel| panel.at.x).chain([window.end().x]).collect();
    let mut largest = Rect { at: window.middle(), size: Vec2::ZERO };
    for left in lefts {
        for right in rights.iter().filter(|right| **right > left) {
            let (top, bottom) = highest_gap(window, &panels, left, *right);
            let at = Vec2::new(left, top);
            let found = Rect { at, size: Vec2::new(*right, bottom) - at };
            if found.size.element_product() > largest.size.element_product() {
                largest = found;
            }
        }
    }
    largest
}

/// Top and bottom of the tallest gap between the panels that reach into a column.
fn highest_gap(window: Rect, panels: &[Rect], left: f32, right: f32) -> (f32, f32) {
    let in_column = |panel: &&Rect| panel.at.x < right && panel.end().x > left;
    let mut spans: Vec<(f32, f32)> =
        panels.iter().filter(in_column).map(|panel| (panel.at.y, panel.end().y)).collect();
    spans.push((window.end().y, window.end().y));
    spans.sort_unstable_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    let mut covered_to = window.at.y;
    let mut highest = (covered_to, covered_to);
    for (from, to) in spans {
        if from - covered_to > highest.1 - highest.0 {
            highest = (covered_to, from);
        }
        covered_to = covered_to.max(to);
    }
    highest
}

/// The intersection of two rectangles, unless it is empty.
fn overlap(a: Rect, b: Rect) -> Option<Rect> {
    let (at, end) = (a.at.max(b.at), a.end().min(b.end()));
    end.cmpgt(at).all().then_some(Rect { at, size: end - at })
}

#[cfg(test)]
mod tests {
    use shared::base::rng::{mix_all, unit_from_bits};

    use super::*;

    const WINDOW: Rect = Rect { at: Vec2::new(0.0, 50.0), size: Vec2::new(800.0, 450.0) };

    fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect { at: Vec2::new(x, y), size: Vec2::new(width, height) }
    }

    #[test]
    fn panels_at_the_rim_leave_the_middle() {
        let rows: [(&[Rect], Rect); 6] = [
            (&[], WINDOW),
            // One panel outside the window, one hidden.
            (&[rect(0.0, 0.0, 800.0, 50.0), rect(0.0, 0.0, 0.0, 0.0)], WINDOW),
            (&[rect(0.0, 0.0, 100.0, 90.0)], rect(0.0, 90.0, 800.0, 410.0)),
            (&[rect(700.0, 50.0, 100.0, 300.0)], rect(0.0, 50.0, 700.0, 450.0)),
            (
                &[rect(300.0, 50.0, 200.0, 50.0), rect(300.0, 460.0, 200.0, 90.0)],
                rect(0.0, 100.0, 800.0, 360.0),
            ),
            (&[rect(-10.0, 0.0, 900.0, 900.0)], Rect { at: WINDOW.middle(), size: Vec2::ZERO }),
        ];
        for (panels, free) in rows {
            assert_eq!(free_rect(WINDOW, panels), free, "{panels:?}");
        }
    }

    #[test]
    fn no_free_rectangle_is_larger() {
        for seed in 0..200_u64 {
            let draw = |n: u64, most: f32| unit_from_bits(mix_all(&[seed, n]) as u32) * most;
            let panels: Vec<Rect> = (0..seed % 7)
                .map(|n| {
                    let n = n * 4;
                    let (x, y) = (draw(n, 800.0).floor(), draw(n + 1, 500.0).floor());
                    rect(x, y, draw(n + 2, 300.0).floor(), draw(n + 3, 200.0).floor())
                })
                .collect();
            let free = free_rect(WINDOW, &panels);
            let clear = |rect: Rect| panels.iter().all(|panel| overlap(rect, *panel).is_none());
            assert!(clear(free), "seed {seed}: {free:?} meets one of {panels:?}");
            let area = free.size.element_product();
            for n in 0..400 {
                let draw = |k: u64, most: f32| draw(1000 + n * 4 + k, most);
                let at = WINDOW.at + Vec2::new(draw(0, 800.0), draw(1, 450.0));
                let size = Vec2::new(draw(2, 800.0), draw(3, 450.0)).min(WINDOW.end() - at);
                let larger = size.element_product() > area + 1.0;
                assert!(!larger || !clear(Rect { at, size }), "seed {seed}: {at} {size}");
            }
        }
    }
}
