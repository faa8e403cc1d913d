//! Draws the walls: a hairline, and around it a fence of short dashes that shows where a ship is
//! near and lights up where a ship or a bolt meets it.

use shared::{
    base::geometry::Vec2,
    client::scene::{EffectKind, Scene},
    sim::rules::SHIP_RADIUS_U,
};

use crate::canvas::{palette, pen::Pen, rect::Rect};

/// Maximum distance at which a ship sees the fence, in u.
const NEAR_U: f32 = 250.0;
/// Most that a touching ship or a bolt's dust is away from a wall, in u.
const TOUCH_U: f32 = 4.0;
/// Reach of the light of a touch along the wall, in u.
const TOUCH_REACH_U: f32 = 90.0;
/// Spacing and length of the dashes, in u.
const DASH_EVERY_U: f32 = 20.0;
const DASH_U: f32 = 12.0;
/// Dashes of one of these levels share a path.
const LEVELS: usize = 6;
/// Maximum lights considered, the first in the scene.
const LIGHTS_MAX: usize = 24;

/// Something that makes a stretch of wall visible.
#[derive(Clone, Copy, Debug, PartialEq)]
struct WallLight {
    at: Vec2,
    reach_u: f32,
    /// 0 to 1.
    strength: f32,
}

impl WallLight {
    /// Its brightness at a point of a wall, 0 to 1.
    fn at(&self, place: Vec2) -> f32 {
        let left = 1.0 - place.distance(self.at) / self.reach_u;
        self.strength * left.max(0.0).powf(1.5)
    }
}

/// Draws the hairline of the walls.
pub(super) fn draw(pen: &Pen, size: Vec2) {
    pen.context.begin_path();
    pen.rect(Rect { at: Vec2::ZERO, size });
    pen.stroke(palette::WALL, pen.px(1.0));
}

/// Draws the fence where it is seen.
pub(super) fn draw_fence(pen: &Pen, size: Vec2, scene: &Scene) {
    let lights = lights(size, scene);
    if lights.is_empty() {
        return;
    }
    let mut levels: [Vec<(Vec2, Vec2)>; LEVELS] = Default::default();
    for_each_dash(pen, size, |middle, along| {
        let brightness = lights.iter().map(|light| light.at(middle)).fold(0.0, f32::max);
        let level = (brightness * LEVELS as f32).ceil() as usize;
        if let Some(dashes) = level.min(LEVELS).checked_sub(1).and_then(|n| levels.get_mut(n)) {
            dashes.push((middle - along * (DASH_U / 2.0), middle + along * (DASH_U / 2.0)));
        }
    });
    for (level, dashes) in levels.iter().enumerate().filter(|(_, dashes)| !dashes.is_empty()) {
        let brightness = (level + 1) as f32 / LEVELS as f32;
        pen.context.begin_path();
        dashes.iter().for_each(|(from, to)| pen.line(*from, *to));
        pen.opacity(brightness * 0.25);
        pen.stroke(palette::WALL_LIT, pen.px(3.0 + 6.0 * brightness));
        pen.opacity(0.25 + 0.75 * brightness);
        pen.stroke(palette::WALL_LIT, pen.px(1.5 + brightness));
    }
    pen.opacity(1.0);
}

/// What lights the walls: ships near them, more brightly those that touch, and bolts that met them.
fn lights(size: Vec2, scene: &Scene) -> Vec<WallLight> {
    let ships = scene.ships.iter().filter_map(|ship| {
        let gap = distance_to_walls(ship.pos, size) - SHIP_RADIUS_U;
        let (reach_u, strength) = match gap {
            _ if gap < TOUCH_U => (NEAR_U, 1.0),
            _ if gap < NEAR_U => (NEAR_U + SHIP_RADIUS_U, 0.8),
            _ => return None,
        };
        Some(WallLight { at: ship.pos, reach_u, strength })
    });
    let bolts = scene.effects.iter().filter_map(|effect| {
        let meets =
            effect.kind == EffectKind::Dust && distance_to_walls(effect.pos, size).abs() < TOUCH_U;
        let strength = 1.0 - effect.progress;
        meets.then_some(WallLight { at: effect.pos, reach_u: TOUCH_REACH_U, strength })
    });
    bolts.chain(ships).take(LIGHTS_MAX).collect()
}

/// Distance to the nearest wall, in u; negative outside.
fn distance_to_walls(at: Vec2, size: Vec2) -> f32 {
    at.min(size - at).min_element()
}

/// Calls `dash` with the middle and the direction of every visible dash.
fn for_each_dash(pen: &Pen, size: Vec2, mut dash: impl FnMut(Vec2, Vec2)) {
    let (low, high) = pen.camera.seen();
    let stretch = |low: f32, high: f32, end: f32| {
        let first = (low.max(0.0) / DASH_EVERY_U) as u32;
        let last = (high.min(end).max(0.0) / DASH_EVERY_U) as u32;
        (first..last).map(|n| (n as f32 + 0.5) * DASH_EVERY_U)
    };
    for y in [0.0, size.y].into_iter().filter(|y| (low.y..high.y).contains(y)) {
        stretch(low.x, high.x, size.x).for_each(|x| dash(Vec2::new(x, y), Vec2::X));
    }
    for x in [0.0, size.x].into_iter().filter(|x| (low.x..high.x).contains(x)) {
        stretch(low.y, high.y, size.y).for_each(|y| dash(Vec2::new(x, y), Vec2::Y));
    }
}

#[cfg(test)]
mod tests {
    use shared::client::scene::{EffectCause, SceneEffect};

    use super::*;

    const SIZE: Vec2 = Vec2::new(3200.0, 1800.0);

    #[test]
    fn a_wall_lights_up_where_a_bolt_meets_it_and_fades() {
        let dust = |pos, progress| SceneEffect {
            kind: EffectKind::Dust,
            pos,
            progress,
            seed: 1,
            cause: EffectCause::default(),
        };
        let scene =
            |pos, progress| Scene { effects: vec![dust(pos, progress)], ..Scene::default() };
        let met = Vec2::new(1000.0, 1799.0);
        let [light] = lights(SIZE, &scene(met, 0.0))[..] else { panic!("one light") };
        assert!(light.at(met) > 0.9 && light.at(met + Vec2::X * 200.0) == 0.0);
        let [later] = lights(SIZE, &scene(met, 0.8))[..] else { panic!("one light") };
        assert!(later.at(met) < 0.3);
        assert!(lights(SIZE, &scene(Vec2::new(1000.0, 900.0), 0.0)).is_empty(), "at a rock");
    }
}
