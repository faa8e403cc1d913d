//! Draws the stars: three parallax layers. Each cell of a layer has one star, placed by a hash of
//! the cell, so no list is kept. The nearest become streaks at speed.

use shared::base::{
    geometry::Vec2,
    rng::{mix_all, unit_from_bits},
};

use super::{Motion, Picture, sky::Backdrop};
use crate::canvas::{palette, pen::Pen};

/// Scale from which on stars have their full size, in CSS pixels per u.
const FULL_SCALE: f32 = 0.8;
/// Maximum factor by which cells grow.
const COARSER_MAX: f32 = 16.0;
/// A streak is the way of this time.
const STREAK_S: f32 = 0.05;
/// Shorter streaks are drawn as points.
const STREAK_MIN_PX: f32 = 3.0;

struct Layer {
    /// Parallax: the fraction of the camera's motion that the layer follows.
    depth: f32,
    /// Side of a cell, in u.
    cell_u: f32,
    /// Side of a star, in CSS pixels.
    size_px: f32,
    colour: palette::Colour,
}

/// From far to near.
const LAYERS: [Layer; 3] = [
    Layer { depth: 0.15, cell_u: 130.0, size_px: 1.0, colour: palette::STARS },
    Layer { depth: 0.35, cell_u: 190.0, size_px: 1.5, colour: palette::NEARER_STARS },
    Layer { depth: 0.6, cell_u: 300.0, size_px: 2.0, colour: palette::NEAREST_STARS },
];

pub(super) fn draw(pen: &Pen, picture: &Picture) {
    pen.in_device_pixels();
    for (idx, layer) in LAYERS.iter().enumerate() {
        let depth = match picture.motion {
            Motion::Full => layer.depth,
            Motion::Reduced => 1.0,
        };
        let is_nearest = idx + 1 == LAYERS.len();
        let moved = match picture.motion {
            Motion::Full if is_nearest => {
                picture.place.speed * (STREAK_S * depth * pen.camera.scale())
            }
            _ => Vec2::ZERO,
        };
        let for_each_seen = |draw: &dyn Fn(Vec2, f32)| {
            for_each(pen, idx as u64, layer, depth, |at, side| {
                if !hides(picture.place.backdrop, at / pen.ratio()) {
                    draw(at, side);
                }
            });
        };
        pen.colour(layer.colour);
        if moved.length() > STREAK_MIN_PX {
            pen.context.begin_path();
            for_each_seen(&|at, side| {
                let at = at + side / 2.0;
                pen.line(at, at + moved * pen.ratio());
            });
            // A streak spreads the light of its star.
            pen.opacity((STREAK_MIN_PX * 3.0 / moved.length()).clamp(0.4, 1.0));
            pen.stroke(layer.colour, layer.size_px * pen.ratio() * 0.75);
            pen.opacity(1.0);
            continue;
        }
        for_each_seen(&|at, side| {
            let (at, side) = (at.round(), f64::from(side));
            pen.context.fill_rect(at.x.into(), at.y.into(), side, side);
        });
    }
    pen.in_world();
}

/// Calls `draw` with the position and the side of every visible star, in device pixels.
fn for_each(pen: &Pen, idx: u64, layer: &Layer, depth: f32, mut draw: impl FnMut(Vec2, f32)) {
    let camera = pen.camera;
    let centre = camera.centre();
    // Drawn at the camera's position; cells are counted from the layer's own position.
    let offset = centre * (1.0 - depth);
    let (low, high) = camera.seen();
    let half = (high - low) / 2.0;
    let cell_u = layer.cell_u * coarser(camera.scale());
    let first = ((centre * depth - half) / cell_u).floor();
    let last = ((centre * depth + half) / cell_u).floor();
    // On a small picture stars shrink with it, down to one pixel.
    let size_px = layer.size_px * (camera.scale() / FULL_SCALE).min(1.0);
    let side = (size_px * pen.ratio()).round().max(1.0);
    for y in first.y as i64..=last.y as i64 {
        for x in first.x as i64..=last.x as i64 {
            let hash = mix_all(&[idx, x as u64, y as u64]);
            let within =
                Vec2::new(unit_from_bits(hash as u32), unit_from_bits((hash >> 32) as u32));
            let at = (Vec2::new(x as f32, y as f32) + within) * cell_u + offset;
            draw(camera.to_page(at) * pen.ratio(), side);
        }
    }
}

/// Whether a point, in CSS pixels of the page, is behind the planet.
fn hides(backdrop: Backdrop, at: Vec2) -> bool {
    match backdrop {
        Backdrop::Space => false,
        Backdrop::Planet { centre, radius_px } => at.distance(centre) < radius_px,
    }
}

/// Factor by which cells grow on a small picture, which keeps the stars per screen constant. Powers
/// of two, so that stars stay put while the scale changes a little.
fn coarser(scale: f32) -> f32 {
    let mut coarser = 1.0;
    while coarser < COARSER_MAX && scale * coarser < FULL_SCALE / 2.0 {
        coarser *= 2.0;
    }
    coarser
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_pictures_have_coarser_cells_but_not_without_end() {
        let rows = [(2.0, 1.0), (0.8, 1.0), (0.4, 1.0), (0.39, 2.0), (0.2, 2.0), (0.1, 4.0)];
        for (scale, expected) in rows.into_iter().chain([(0.0, COARSER_MAX)]) {
            assert_eq!(coarser(scale), expected, "{scale}");
        }
    }

    #[test]
    fn a_planet_hides_the_stars_behind_it() {
        let planet = Backdrop::Planet { centre: Vec2::new(900.0, 700.0), radius_px: 400.0 };
        assert!(hides(planet, Vec2::new(800.0, 500.0)));
        assert!(!hides(planet, Vec2::new(300.0, 300.0)));
        assert!(!hides(Backdrop::Space, Vec2::new(800.0, 500.0)));
    }
}
