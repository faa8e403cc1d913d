//! Draws the arena: a faint grid of crosses for scale, the outside of the walls, the walls and the
//! asteroids.

use shared::{base::geometry::Vec2, sim::arena::Arena};

use super::{Place, rocks, wall};
use crate::canvas::{palette, pen::Pen, rect::Rect};

/// Spacing of the crosses, in u.
const GRID_U: f32 = 200.0;
/// Maximum inward extent of a wall's stroke, in CSS pixels.
const WALL_PX: f32 = 1.0;
/// Opacity of the crosses.
const GRID: f32 = 0.7;
/// Opacity of the dark outside the walls.
const OUTSIDE: f32 = 0.7;

pub(crate) fn draw(pen: &Pen, arena: &Arena, place: &Place) {
    let walls = sees_walls(pen, arena.size());
    if walls {
        draw_outside(pen, arena.size());
    }
    draw_grid(pen, arena.size());
    if walls {
        wall::draw(pen, arena.size());
    }
    rocks::draw(pen, arena, place);
}

/// Whether a wall or the outside is visible. Usually neither is, and filling the picture with
/// nothing would cost as much as everything else.
pub(super) fn sees_walls(pen: &Pen, size: Vec2) -> bool {
    let (low, high) = pen.camera.seen();
    let rim = Vec2::splat(pen.px(WALL_PX));
    !(low.cmpgt(rim).all() && high.cmplt(size - rim).all())
}

/// Dims the outside of the walls with four rectangles.
fn draw_outside(pen: &Pen, size: Vec2) {
    let (low, high) = pen.camera.seen();
    let (from, to) = (Vec2::ZERO.clamp(low, high), size.clamp(low, high));
    pen.colour(palette::BEYOND);
    pen.opacity(OUTSIDE);
    for (at, end) in [
        (low, Vec2::new(high.x, from.y)),
        (Vec2::new(low.x, to.y), high),
        (Vec2::new(low.x, from.y), Vec2::new(from.x, to.y)),
        (Vec2::new(to.x, from.y), Vec2::new(high.x, to.y)),
    ] {
        pen.fill_rect(Rect { at, size: end - at });
    }
    pen.opacity(1.0);
}

fn draw_grid(pen: &Pen, size: Vec2) {
    let arm = pen.px(3.5);
    let (low, high) = pen.camera.seen();
    let first = (low.max(Vec2::ZERO) / GRID_U).ceil().max(Vec2::ONE);
    pen.context.begin_path();
    let mut y = first.y * GRID_U;
    while y < high.y.min(size.y) {
        let mut x = first.x * GRID_U;
        while x < high.x.min(size.x) {
            pen.line(Vec2::new(x - arm, y), Vec2::new(x + arm, y));
            pen.line(Vec2::new(x, y - arm), Vec2::new(x, y + arm));
            x += GRID_U;
        }
        y += GRID_U;
    }
    pen.opacity(GRID);
    pen.stroke(palette::GRID, pen.px(1.0));
    pen.opacity(1.0);
}
