//! Draws the stars: three parallax layers. Each cell of a layer has one star, placed by a hash of
//! the cell, so no list is kept.

use shared::base::{
    geometry::Vec2,
    rng::{mix_all, unit_from_bits},
};

use super::Motion;
use crate::canvas::{palette, pen::Pen, rect::Rect};

/// Scale from which on stars have their full size, in CSS pixels per u.
const FULL_SCALE: f32 = 0.8;
/// Maximum factor by which cells grow.
const COARSER_MAX: f32 = 16.0;

struct Layer {
    /// Parallax: the fraction of the camera's motion that the layer follows.
    depth: f32,
    /// Side of a cell, in u.
    cell_u: f32,
    /// Side of a star, in CSS pixels.
    size_px: f32,
    opacity: f32,
}

/// From far to near.
const LAYERS: [Layer; 3] = [
    Layer { depth: 0.15, cell_u: 96.0, size_px: 1.25, opacity: 0.9 },
    Layer { depth: 0.35, cell_u: 150.0, size_px: 2.0, opacity: 1.0 },
    Layer { depth: 0.6, cell_u: 260.0, size_px: 3.0, opacity: 1.0 },
];

pub(super) fn draw(pen: &Pen, motion: Motion) {
    for (idx, layer) in LAYERS.iter().enumerate() {
        let depth = match motion {
            Motion::Full => layer.depth,
            Motion::Reduced => 1.0,
        };
        draw_layer(pen, idx as u64, layer, depth);
    }
    pen.opacity(1.0);
}

fn draw_layer(pen: &Pen, idx: u64, layer: &Layer, depth: f32) {
    let centre = pen.camera.centre();
    // Drawn at the camera's position; cells are counted from the layer's own position.
    let offset = centre * (1.0 - depth);
    let (low, high) = pen.camera.seen();
    let half = (high - low) / 2.0;
    let cell_u = layer.cell_u * coarser(pen.camera.scale());
    let first = (centre * depth - half) / cell_u;
    let last = (centre * depth + half) / cell_u;
    // On a small picture stars shrink with it, down to one pixel.
    let size_px = layer.size_px * (pen.camera.scale() / FULL_SCALE).min(1.0);
    let side = Vec2::splat(pen.px(size_px.max(1.0)));
    pen.opacity(layer.opacity);
    pen.colour(palette::STARS);
    for y in first.y.floor() as i64..=last.y.floor() as i64 {
        for x in first.x.floor() as i64..=last.x.floor() as i64 {
            let draw = mix_all(&[idx, x as u64, y as u64]);
            let within =
                Vec2::new(unit_from_bits(draw as u32), unit_from_bits((draw >> 32) as u32));
            let at = (Vec2::new(x as f32, y as f32) + within) * cell_u + offset;
            pen.fill_rect(Rect { at, size: side });
        }
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
}
