//! Draws ghosts: where the newest snapshot has a ship, where the viewer saw it, and where the shot
//! was judged. They are circles of a ship's true size, since shots are judged against that.

use shared::{
    base::geometry::Vec2,
    client::scene::{GhostKind, Scene, SceneGhost},
    sim::rules::SHIP_RADIUS_U,
};

use crate::canvas::{palette, pen::Pen};

/// Opacity of the ghosts of the shot before the newest one at the same ship. Those of earlier ones
/// are left out: a chain of them reads as one thing.
const EARLIER: f32 = 0.3;

pub(super) fn draw(pen: &Pen, scene: &Scene) {
    for ghost in &scene.ghosts {
        if !pen.sees(ghost.pos, SHIP_RADIUS_U) {
            continue;
        }
        let opacity = match n_later(scene, ghost) {
            0 => 1.0,
            1 => EARLIER,
            _ => continue,
        };
        pen.opacity(ghost.fade * opacity);
        match ghost.kind {
            GhostKind::Server => draw_server(pen, scene, ghost),
            GhostKind::Saw => draw_saw(pen, ghost.pos),
            GhostKind::Judged => draw_judged(pen, ghost.pos),
        }
    }
    pen.opacity(1.0);
}

/// How many later shots at the same ship have ghosts too.
fn n_later(scene: &Scene, ghost: &SceneGhost) -> usize {
    let Some(shot) = ghost.shot else { return 0 };
    let same = |other: &&SceneGhost| (other.ship, other.kind) == (ghost.ship, ghost.kind);
    let later = |other: &SceneGhost| other.shot.is_some_and(|other| other.tick > shot.tick);
    scene.ghosts.iter().filter(same).filter(|other| later(other)).count()
}

fn draw_server(pen: &Pen, scene: &Scene, ghost: &SceneGhost) {
    draw_present(pen, ghost.pos);
    // A line from the drawn ship to the newest snapshot's position: the lag as a length.
    let ship = scene.ship(ghost.ship);
    if let Some(way) = ship.map(|ship| ghost.pos - ship.pos)
        && way.length() > SHIP_RADIUS_U
    {
        let end = ghost.pos - way.normalize_or_zero() * SHIP_RADIUS_U;
        pen.context.begin_path();
        pen.line(ghost.pos - way, end);
        pen.opacity(ghost.fade * 0.5);
        pen.stroke_cased(palette::SERVER, 1.0);
    }
}

/// Draws the target's positions for a shot: as the shooter saw it, if known, and as it was judged.
pub fn draw_judged_places(pen: &Pen, saw: Option<Vec2>, judged: Vec2) {
    if let Some(saw) = saw {
        draw_saw(pen, saw);
    }
    draw_judged(pen, judged);
}

/// Draws where the viewer saw a ship.
pub fn draw_saw(pen: &Pen, at: Vec2) {
    // Slightly wider than the ship, so that it stays visible around the judged ring: when all is
    // well the two coincide.
    pen.context.begin_path();
    pen.circle(at, SHIP_RADIUS_U * 1.25);
    pen.casing(2.0);
    pen.dashes(pen.px(2.0), pen.px(3.0));
    pen.stroke(palette::SAW, pen.px(2.0));
    pen.dashes(0.0, 0.0);
}

/// Draws where a ship was judged.
pub(crate) fn draw_judged(pen: &Pen, at: Vec2) {
    outline(pen, at);
    let arm = SHIP_RADIUS_U * 0.3;
    for diagonal in [1.0, -1.0] {
        let across = Vec2::new(arm, arm * diagonal);
        pen.line(at - across, at + across);
    }
    pen.stroke_cased(palette::JUDGED, 1.5);
}

/// Draws where the server has a ship.
pub(crate) fn draw_present(pen: &Pen, at: Vec2) {
    outline(pen, at);
    pen.stroke_cased(palette::SERVER, 1.0);
}

fn outline(pen: &Pen, at: Vec2) {
    pen.context.begin_path();
    pen.circle(at, SHIP_RADIUS_U);
}
