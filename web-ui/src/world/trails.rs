//! Draws the trails of ships: what each of them did in the last 0.4 s, so that speed is seen.

use shared::{
    base::geometry::Vec2,
    client::scene::{PlayerKind, SceneTrail},
    sim::rules::SHIP_RADIUS_U,
};

use super::{Picture, ships::drawn_radius};
use crate::canvas::{palette, pen::Pen};

/// Age at which a trail ends, in s.
const ENDS_S: f32 = 0.4;
/// Its width at the ship, in radii, and its opacity there.
const WIDTH: f32 = 0.62;
const OPACITY: f32 = 0.5;
/// Pieces of one age share a path.
const BANDS: u32 = 5;

pub(super) fn draw(pen: &Pen, picture: &Picture) {
    if !picture.has_debris() || picture.is_dense(pen) {
        return;
    }
    let radius = drawn_radius(pen);
    for owner in PlayerKind::BACK_TO_FRONT {
        let of_owner = |trail: &&SceneTrail| trail.owner == owner;
        let trails = || picture.trails.iter().filter(of_owner);
        if trails().next().is_none() {
            continue;
        }
        pen.colour(palette::of(owner));
        for band in 0..BANDS {
            pen.context.begin_path();
            trails().for_each(|trail| add_band(pen, trail, radius, band));
            let left = 1.0 - (band as f32 + 0.5) / BANDS as f32;
            pen.opacity(OPACITY * left * left);
            pen.context.fill();
        }
    }
    pen.opacity(1.0);
}

/// Adds the pieces of a trail whose age falls in a band.
fn add_band(pen: &Pen, trail: &SceneTrail, radius: f32, band: u32) {
    let band_of = |age_s: f32| (age_s / ENDS_S * BANDS as f32) as u32;
    for pair in trail.points.windows(2) {
        let [(from_age, from), (to_age, to)] = [pair[0], pair[1]];
        let along = to - from;
        let is_seen = pen.sees(from, SHIP_RADIUS_U) || pen.sees(to, SHIP_RADIUS_U);
        if !is_seen || band_of(from_age) != band || along.length_squared() < 1e-3 {
            continue;
        }
        let aside = along.normalize_or(Vec2::X).perp();
        let half = |age_s: f32| aside * (radius * WIDTH * 0.5 * (1.0 - age_s / ENDS_S).max(0.0));
        let (near, far) = (half(from_age), half(to_age));
        pen.polygon(&[from + near, to + far, to - far, from - near]);
    }
}
