//! Draws the arena: a faint grid of crosses for scale, the walls, and the asteroids.

use shared::{
    base::{
        geometry::Vec2,
        rng::{mix_all, unit_from_bits},
    },
    sim::arena::{Arena, Asteroid},
};

use crate::canvas::{
    palette,
    pen::{Ends, Pen, unit_at},
    rect::Rect,
};

/// Spacing of the crosses, in u.
const GRID_U: f32 = 200.0;
/// Maximum inward extent of a wall's stroke, in CSS pixels.
const WALL_PX: f32 = 1.0;
/// Corners of an asteroid.
const CORNERS: usize = 13;

pub(crate) fn draw(pen: &Pen, arena: &Arena) {
    let walls = sees_walls(pen, arena.size());
    if walls {
        draw_outside(pen, arena.size());
    }
    draw_grid(pen, arena.size());
    if walls {
        draw_walls(pen, arena.size());
    }
    for (idx, rock) in arena.asteroids.iter().enumerate() {
        if pen.sees(rock.centre(), rock.radius()) {
            draw_asteroid(pen, idx as u64, rock);
        }
    }
}

/// Whether a wall or the outside is visible. Usually neither is, and filling the picture with
/// nothing would cost as much as everything else.
fn sees_walls(pen: &Pen, size: Vec2) -> bool {
    let (low, high) = pen.camera.seen();
    let rim = Vec2::splat(pen.px(WALL_PX));
    !(low.cmpgt(rim).all() && high.cmplt(size - rim).all())
}

/// Dims the outside of the walls with four rectangles.
fn draw_outside(pen: &Pen, size: Vec2) {
    let (low, high) = pen.camera.seen();
    let (from, to) = (Vec2::ZERO.clamp(low, high), size.clamp(low, high));
    pen.colour(palette::BEYOND);
    pen.opacity(0.8);
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
    pen.stroke(palette::STARS, pen.px(1.0));
}

/// Draws the walls, with a tick at every grid length like an instrument's scale.
fn draw_walls(pen: &Pen, size: Vec2) {
    let outside = pen.px(5.0);
    pen.context.begin_path();
    pen.rect(Rect { at: Vec2::ZERO, size });
    pen.stroke(palette::ROCK_EDGE, pen.px(1.5));
    pen.context.begin_path();
    let mut x = GRID_U;
    while x < size.x {
        pen.line(Vec2::new(x, -outside), Vec2::new(x, 0.0));
        pen.line(Vec2::new(x, size.y), Vec2::new(x, size.y + outside));
        x += GRID_U;
    }
    let mut y = GRID_U;
    while y < size.y {
        pen.line(Vec2::new(-outside, y), Vec2::new(0.0, y));
        pen.line(Vec2::new(size.x, y), Vec2::new(size.x + outside, y));
        y += GRID_U;
    }
    pen.stroke(palette::ROCK_EDGE, pen.px(1.0));
}

/// Draws a polygon whose corners lie on the collision circle, so that what is seen is what counts.
fn draw_asteroid(pen: &Pen, idx: u64, rock: &Asteroid) {
    let draw = |n: usize| unit_from_bits(mix_all(&[idx, n as u64, 0xA5]) as u32);
    let (at, radius) = (rock.centre(), rock.radius());
    let mut corners = [(0.0, 0.0); CORNERS];
    for (n, corner) in corners.iter_mut().enumerate() {
        let share = (n as f32 + draw(n) * 0.6) / CORNERS as f32;
        let p = unit_at(share) * radius;
        *corner = (p.x, p.y);
    }
    pen.shape(at, Vec2::X, &corners, Ends::Closed);
    pen.colour(palette::ROCK);
    pen.context.fill();
    pen.stroke(palette::ROCK_EDGE, pen.px(1.5));
    // Two facets: from one corner to an inner point, and on to two others.
    let start = (draw(20) * CORNERS as f32) as usize;
    let corner = |n: usize| corners[(start + n) % CORNERS];
    let inner = (corner(0).0 * 0.25 + corner(4).0 * 0.2, corner(0).1 * 0.25 + corner(4).1 * 0.2);
    for n in [0, 4, 9] {
        pen.shape(at, Vec2::X, &[corner(n), inner], Ends::Open);
        pen.opacity(0.45);
        pen.stroke(palette::ROCK_EDGE, pen.px(1.0));
    }
    pen.opacity(1.0);
}
