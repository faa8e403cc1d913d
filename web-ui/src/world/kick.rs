//! The kick of the camera: how far a picture is shaken by what explodes near the viewer and by
//! hits on the viewer's ship. It moves only the picture; the aim does not feel it.

use shared::{
    base::{
        geometry::Vec2,
        rng::{mix_all, unit_from_bits},
    },
    client::scene::{EffectKind, Scene, SceneHurt},
};

use super::{burst::age_s, hurts::share_of_hull};
use crate::canvas::pen::unit_at;

/// The farthest that a picture is shaken, in CSS pixels.
const KICK_MAX_PX: f32 = 4.0;
/// A kick of an explosion at the viewer's place, and of a hit that takes the whole hull, in pixels.
const EXPLOSION_PX: f32 = 4.0;
const HIT_PX: f32 = 7.0;
/// Farther explosions than this shake nothing, in u.
const REACH_U: f32 = 900.0;
/// How fast a kick dies down, in 1/s, and swings, in 1/s.
const DIES_PER_S: f32 = 9.0;
const SWINGS_PER_S: f32 = 11.0;

/// How far to shake the picture of a scene, in CSS pixels.
#[must_use]
pub fn kick(scene: &Scene) -> Vec2 {
    let swing = |age_s: f32| {
        let turn = age_s * SWINGS_PER_S;
        unit_at(turn).x / (1.0 + age_s * DIES_PER_S * (1.0 + age_s * DIES_PER_S))
    };
    let explosions = scene.effects.iter().filter(|effect| effect.kind == EffectKind::Explosion);
    let explosions = explosions.map(|effect| {
        let near = 1.0 - (effect.pos.distance(scene.focus) / REACH_U).min(1.0);
        let way = unit_at(unit_from_bits(mix_all(&[effect.seed.into(), 0x1C]) as u32));
        way * (EXPLOSION_PX * near * near * swing(age_s(effect)))
    });
    let hits = scene.hurts.iter().map(|hurt| {
        let age_s = (1.0 - hurt.fade) * SceneHurt::SHOWN.as_s_f32();
        -hurt.from * (HIT_PX * share_of_hull(hurt.damage).min(1.0).sqrt() * swing(age_s))
    });
    explosions.chain(hits).sum::<Vec2>().clamp_length_max(KICK_MAX_PX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::client::scene::{EffectCause, SceneEffect};

    fn explosion(x: f32, progress: f32) -> SceneEffect {
        SceneEffect {
            kind: EffectKind::Explosion,
            pos: Vec2::new(x, 0.0),
            progress,
            seed: x as u32,
            cause: EffectCause::default(),
        }
    }

    fn hurt(fade: f32, damage: u8) -> SceneHurt {
        SceneHurt { from: Vec2::X, damage, fade }
    }

    #[test]
    fn a_kick_is_bounded_and_dies_down() {
        let all = |progress: f32| Scene {
            effects: (0..40).map(|n| explosion(n as f32, progress)).collect(),
            hurts: (0..40).map(|_| hurt(1.0 - progress, 100)).collect(),
            ..Scene::default()
        };
        for step in 0..100 {
            assert!(kick(&all(step as f32 / 100.0)).length() <= KICK_MAX_PX + 1e-3);
        }
        let one = |progress| {
            let effects = vec![explosion(10.0, progress)];
            kick(&Scene { effects, ..Scene::default() }).length()
        };
        assert!(one(0.0) > 3.0 && one(0.9) < 0.2);
        assert_eq!(kick(&Scene::default()), Vec2::ZERO);
    }

    #[test]
    fn what_is_far_shakes_nothing_and_a_hit_pushes_away() {
        let far = Scene { effects: vec![explosion(1000.0, 0.0)], ..Scene::default() };
        assert_eq!(kick(&far), Vec2::ZERO);
        let hit = |damage| kick(&Scene { hurts: vec![hurt(1.0, damage)], ..Scene::default() });
        assert!(hit(12).x < -1.0 && hit(40).x < hit(12).x, "{} {}", hit(12), hit(40));
    }
}
