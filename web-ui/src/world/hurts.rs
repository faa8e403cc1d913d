//! Draws from where the viewer is hurt: bars along the edge of the picture, in CSS pixels.

use shared::{base::geometry::Vec2, client::scene::Scene, sim::rules::SHIP_HEALTH};

use crate::canvas::{
    palette,
    pen::{CASING_PX, Pen},
    rect::Rect,
};

/// Distance of the bars from the picture's edge.
const INSET_PX: f32 = 12.0;
/// Their length for a light hit, and how much more for the whole hull.
const LENGTH_PX: f32 = 110.0;
const LENGTH_MORE_PX: f32 = 320.0;
const WIDTH_PX: f32 = 6.0;

/// Draws the bars as seen from a ship drawn at `own`; the pen must be in CSS pixels.
pub fn draw_hurts(pen: &Pen, picture: Rect, own: Vec2, scene: &Scene) {
    let edge = picture.inset(INSET_PX);
    if scene.hurts.is_empty() || edge.size.cmple(Vec2::ZERO).any() {
        return;
    }
    pen.context.set_line_join("round");
    pen.context.set_line_cap("round");
    for hurt in &scene.hurts {
        let length = LENGTH_PX + LENGTH_MORE_PX * share_of_hull(hurt.damage);
        let points = along_edge(edge, own, hurt.from, length);
        pen.opacity(hurt.fade * hurt.fade);
        pen.context.begin_path();
        for pair in points.windows(2) {
            pen.line(pair[0], pair[1]);
        }
        pen.stroke(palette::CASING, WIDTH_PX + 2.0 * CASING_PX);
        pen.stroke(palette::SHOT_TAIL, WIDTH_PX);
    }
    pen.context.set_line_cap("butt");
    pen.opacity(1.0);
}

/// The share of a whole hull that a hit takes.
pub(super) fn share_of_hull(damage: u8) -> f32 {
    f32::from(damage) / f32::from(SHIP_HEALTH)
}

/// A stretch of a rectangle's edge around the point that lies in a direction from `own`. It goes
/// around corners.
fn along_edge(edge: Rect, own: Vec2, way: Vec2, length: f32) -> Vec<Vec2> {
    let (low, high) = (edge.at, edge.end());
    let own = own.clamp(low, high);
    // How far away the ray leaves the rectangle, per axis.
    let reach = |from: f32, way: f32, low: f32, high: f32| match way {
        way if way > 1e-4 => (high - from) / way,
        way if way < -1e-4 => (low - from) / way,
        _ => f32::INFINITY,
    };
    let out = reach(own.x, way.x, low.x, high.x).min(reach(own.y, way.y, low.y, high.y));
    let met = if out.is_finite() { (own + way * out).clamp(low, high) } else { own };
    let around = Around { edge };
    let middle = around.length_at(met);
    const STEPS: u32 = 16;
    let step = |n: u32| (n as f32 / STEPS as f32 - 0.5) * length;
    (0..=STEPS).map(|n| around.point_at(middle + step(n))).collect()
}

/// The edge of a rectangle as a line, clockwise from its upper left corner.
struct Around {
    edge: Rect,
}

impl Around {
    /// How far along the edge its nearest point to `at` lies.
    fn length_at(&self, at: Vec2) -> f32 {
        let Rect { at: low, size } = self.edge;
        let off = at - low;
        let sides = [
            (off.y, off.x),
            (size.x - off.x, size.x + off.y),
            (size.y - off.y, 2.0 * size.x + size.y - off.x),
            (off.x, 2.0 * (size.x + size.y) - off.y),
        ];
        let nearest = sides.into_iter().min_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
        nearest.map_or(0.0, |(_, along)| along)
    }

    fn point_at(&self, along: f32) -> Vec2 {
        let Rect { at, size } = self.edge;
        let along = along.rem_euclid(2.0 * (size.x + size.y));
        let corners = [size.x, size.x + size.y, 2.0 * size.x + size.y];
        let off = match along {
            top if top < corners[0] => Vec2::new(top, 0.0),
            right if right < corners[1] => Vec2::new(size.x, right - corners[0]),
            bottom if bottom < corners[2] => Vec2::new(size.x - (bottom - corners[1]), size.y),
            left => Vec2::new(0.0, size.y - (left - corners[2])),
        };
        at + off
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGE: Rect = Rect { at: Vec2::new(10.0, 20.0), size: Vec2::new(800.0, 400.0) };

    #[test]
    fn a_bar_lies_on_the_edge_in_the_direction_of_the_shooter() {
        let own = Vec2::new(300.0, 150.0);
        for (way, met) in [
            (Vec2::X, Vec2::new(810.0, 150.0)),
            (Vec2::NEG_X, Vec2::new(10.0, 150.0)),
            (Vec2::Y, Vec2::new(300.0, 420.0)),
            (Vec2::NEG_Y, Vec2::new(300.0, 20.0)),
            (Vec2::new(0.6, 0.8), Vec2::new(502.5, 420.0)),
        ] {
            let points = along_edge(EDGE, own, way, 100.0);
            assert!(points[points.len() / 2].distance(met) < 0.1, "{way}: {points:?}");
            for point in &points {
                let off = *point - EDGE.at;
                let on = [off.x, off.y, EDGE.size.x - off.x, EDGE.size.y - off.y];
                assert!(on.iter().all(|d| *d > -0.01) && on.iter().any(|d| d.abs() < 0.01));
            }
            let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            assert!(length > 90.0 && length < 100.1, "{length}");
        }
    }

    #[test]
    fn a_bar_goes_around_a_corner_and_a_shot_from_nowhere_has_one_too() {
        let corner = along_edge(EDGE, EDGE.middle(), Vec2::new(2.0, 1.0).normalize(), 100.0);
        let (first, last) = (corner[0], corner[corner.len() - 1]);
        assert!((first.x - 810.0).abs() < 0.01 && (last.y - 420.0).abs() < 0.01, "{corner:?}");
        for own in [Vec2::ZERO, Vec2::splat(5000.0)] {
            let points = along_edge(EDGE, own, Vec2::ZERO, 100.0);
            assert!(points.iter().all(|point| point.is_finite()));
        }
    }
}
