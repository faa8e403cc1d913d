//! Draws from where the viewer is hurt, and how much: an arc around the own ship towards the
//! shooter, in CSS pixels. At the picture's edge it was taken for a part of the frame.

use shared::{base::geometry::Vec2, client::scene::Scene, sim::rules::SHIP_HEALTH};

use crate::canvas::{
    fonts, palette,
    pen::{CASING_PX, Pen, unit_at},
};

/// Radius of its inner edge. It fits a phone, and leaves the arcs around the ship free.
const RADIUS_PX: f32 = 62.0;
/// How thick its middle is.
const THICK_PX: f32 = 4.5;
/// Distance of the damage's middle from the ship, in CSS pixels: between the arc and the ship's
/// own arcs.
const DAMAGE_PX: f32 = RADIUS_PX - 14.0;
/// Half the turn that it spans for a light hit, how much more for the whole hull, and at most.
const HALF_TURN: f32 = 0.065;
const HALF_TURN_MORE: f32 = 0.14;
const HALF_TURN_MAX: f32 = 0.24;
/// Points of each of its edges.
const STEPS: u32 = 12;

/// Draws the arcs as seen from a ship drawn at `own`; the pen must be in CSS pixels.
pub fn draw_hurts(pen: &Pen, own: Vec2, scene: &Scene) {
    if scene.hurts.is_empty() {
        return;
    }
    pen.context.set_line_join("round");
    for hurt in &scene.hurts {
        let half_turn = HALF_TURN + HALF_TURN_MORE * share_of_hull(hurt.damage);
        pen.opacity(hurt.fade * hurt.fade);
        pen.context.begin_path();
        pen.polygon(&arc(own, hurt.from, half_turn));
        pen.stroke(palette::CASING, 2.0 * CASING_PX);
        pen.colour(palette::SHOT_TAIL);
        pen.context.fill();
        // Gone sooner than the arc: what it says is read at once.
        pen.opacity(hurt.fade.powi(4));
        draw_damage(pen, own + middle_of(hurt.from) * DAMAGE_PX, hurt.damage);
    }
    pen.opacity(1.0);
}

/// Draws how many hit points a hit took.
fn draw_damage(pen: &Pen, at: Vec2, damage: u8) {
    pen.set_font(fonts::DAMAGE);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("middle");
    pen.cased_text(&["−", &damage.to_string()].concat(), at, palette::SHOT_TAIL);
}

/// The unit vector towards the shooter.
fn middle_of(from: Vec2) -> Vec2 {
    from.normalize_or(Vec2::NEG_Y)
}

/// The share of a whole hull that a hit takes.
pub(super) fn share_of_hull(damage: u8) -> f32 {
    f32::from(damage) / f32::from(SHIP_HEALTH)
}

/// The outline of an arc around `own` whose middle lies in a direction: a point at both ends,
/// thickest in the middle.
fn arc(own: Vec2, way: Vec2, half_turn: f32) -> Vec<Vec2> {
    let middle = middle_of(way);
    let half_turn = half_turn.min(HALF_TURN_MAX);
    let share = |n: u32| n as f32 / STEPS as f32 * 2.0 - 1.0;
    let at = |share: f32, radius: f32| own + unit_at(share * half_turn).rotate(middle) * radius;
    let inner = (0..=STEPS).map(|n| at(share(n), RADIUS_PX));
    let outer = (1..STEPS).rev().map(|n| {
        let share = share(n);
        at(share, RADIUS_PX + THICK_PX * (1.0 - share * share))
    });
    inner.chain(outer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Vec2 = Vec2::new(300.0, 150.0);

    #[test]
    fn an_arc_points_to_the_shooter_and_leaves_the_ship_free() {
        for way in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y, Vec2::new(0.6, 0.8)] {
            for damage in [0, 12, 34, 100, u8::MAX] {
                let half_turn = HALF_TURN + HALF_TURN_MORE * share_of_hull(damage);
                let points = arc(OWN, way, half_turn);
                let farthest =
                    points.iter().max_by(|a, b| a.distance(OWN).total_cmp(&b.distance(OWN)));
                let tip = (*farthest.unwrap() - OWN).normalize();
                assert!(tip.dot(way) > 0.999, "{way}, {damage}: {tip}");
                for point in &points {
                    assert!(point.distance(OWN) > RADIUS_PX - 0.1, "{way}, {damage}: {point}");
                    assert!((*point - OWN).dot(way) > -0.1, "{way}, {damage}: {point}");
                }
            }
        }
    }

    #[test]
    fn a_shot_from_nowhere_has_one_too() {
        assert!(arc(OWN, Vec2::ZERO, 0.1).iter().all(|point| point.is_finite()));
    }
}
