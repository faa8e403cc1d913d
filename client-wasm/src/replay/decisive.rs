//! What the decisive moment of a replay shows besides what the screen drew then: the beam, for as
//! long as the moment is held, and the own ship in pieces, since it is not alive any more.

use shared::{
    base::{geometry::Segment, time::Micros},
    client::scene::{
        EffectCause, EffectHull, EffectKind, PlayerKind, Scene, SceneBeam, SceneEffect,
    },
    sim::event::ShotId,
};
use web_ui::world::Motion;

/// At this age the pieces of a hull stand still: apart, still bright, and the shock gone by.
const SHATTERED: Micros = Micros::from_ms(440);
/// The same where motion is reduced: then pieces stand from the beginning, and only fade.
const SHATTERED_AT_ONCE: Micros = Micros::from_ms(100);

/// Shows a beam whole.
pub fn hold_beam(scene: &mut Scene, shot: ShotId, owner: PlayerKind, path: Segment) {
    scene.beams.retain(|beam| beam.shot != shot);
    let Segment { from, to } = path;
    scene.beams.push(SceneBeam { shot, owner, from, to, glow: 1.0 });
}

/// Breaks the own ship into pieces, which fly apart and then stand.
pub fn shatter(scene: &mut Scene, held: Micros, motion: Motion) {
    let Some(at) = scene.ships.iter().position(|ship| ship.owner == PlayerKind::You) else {
        return;
    };
    let ship = scene.ships.remove(at);
    let age = match motion {
        Motion::Full => held.min(SHATTERED),
        Motion::Reduced => SHATTERED_AT_ONCE,
    };
    let hull = EffectHull { ship: ship.id, owner: ship.owner, aim: ship.aim };
    scene.effects.push(SceneEffect {
        kind: EffectKind::Explosion,
        pos: ship.pos,
        progress: age.as_s_f32() / EffectKind::Explosion.duration().as_s_f32(),
        seed: ship.id.idx.into(),
        // It stands where it was: the marks are measured from there.
        cause: EffectCause { hull: Some(hull), ..EffectCause::default() },
    });
}

#[cfg(test)]
mod tests {
    use shared::{
        base::{geometry::Vec2, time::Tick},
        client::scene::SceneShip,
        sim::{event::Weapon, ship::ShipId},
    };

    use super::*;

    fn ship(idx: u16, owner: PlayerKind) -> SceneShip {
        let ship = testkit::scene::ship(idx, owner, Vec2::new(100.0, f32::from(idx)));
        SceneShip { vel: Vec2::new(400.0, 0.0), ..ship }
    }

    fn scene() -> Scene {
        let ships = vec![ship(1, PlayerKind::Bot), ship(2, PlayerKind::You)];
        Scene { ships, ..Scene::default() }
    }

    #[test]
    fn the_own_ship_is_in_pieces_that_stand() {
        let broken = |held_ms, motion| {
            let mut scene = scene();
            shatter(&mut scene, Micros::from_ms(held_ms), motion);
            assert!(scene.own_ship().is_none() && scene.ships.len() == 1, "{:?}", scene.ships);
            let [effect] = scene.effects.as_slice() else { panic!("{:?}", scene.effects) };
            assert_eq!((effect.kind, effect.pos), (EffectKind::Explosion, Vec2::new(100.0, 2.0)));
            assert_eq!(effect.cause.vel, Vec2::ZERO);
            effect.progress
        };
        assert_eq!(broken(0, Motion::Full), 0.0);
        assert!(broken(100, Motion::Full) < broken(440, Motion::Full));
        assert_eq!(broken(440, Motion::Full), broken(9_000, Motion::Full));
        assert_eq!(broken(0, Motion::Reduced), broken(9_000, Motion::Reduced));
        let mut gone = Scene::default();
        shatter(&mut gone, Micros::ZERO, Motion::Full);
        assert_eq!(gone, Scene::default(), "there is none to break");
    }

    #[test]
    fn a_beam_is_held_once_and_whole() {
        let shooter = ShipId { idx: 1, generation: 0 };
        let shot = ShotId { tick: Tick(9), shooter, weapon: Weapon::Beam };
        let mut scene = scene();
        for to in [Vec2::ONE, Vec2::new(9.0, 9.0)] {
            hold_beam(&mut scene, shot, PlayerKind::Bot, Segment::new(Vec2::ZERO, to));
            let [beam] = scene.beams.as_slice() else { panic!("{:?}", scene.beams) };
            assert_eq!((beam.to, beam.glow), (to, 1.0));
        }
    }
}
