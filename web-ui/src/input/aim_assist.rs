//! Aim assist for sticks: pulls a direction towards the hostile ship that is nearest to it, as
//! drawn on the screen. Runs once a frame while a stick aims; mouse and keys aim unassisted.
//!
//! A direction that is off by `d` is left off by `d³ / 36`, in degrees: at the target it stays, 6°
//! off nothing changes, and in between the pull is at most 2.4°. The rest grows with `d`, so that a
//! steady turn of the stick leads past every ship.

use shared::{
    base::geometry::{Turn, Vec2},
    client::scene::SceneShip,
    sim::rules::{BOLT_LIFE_MS, BOLT_SPEED_U_PER_S, SHIP_RADIUS_U},
};

/// Directions further off than this are not pulled, in degrees.
const REACH_DEG: f32 = 6.0;
/// Ships further away than this do not pull, in u.
const REACH_U: f32 = 500.0;
/// Iterations of the intercept's fixed point; each less than halves the error.
const INTERCEPT_ROUNDS: u32 = 6;
/// 65,536ths of a turn per degree.
const STEPS_PER_DEG: f32 = 65_536.0 / 360.0;

/// How a shot flies, which decides where a moving ship is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// A bolt of the laser: it takes time, so the aim leads the ship.
    Bolt,
    /// The beam: it is there at once.
    Beam,
}

/// The direction of a stick at the own ship's position `from`, pulled towards one of the ships.
#[must_use]
pub fn assisted<'a>(
    aim: Turn,
    from: Vec2,
    ships: impl IntoIterator<Item = &'a SceneShip>,
    flight: Flight,
) -> Turn {
    let hostile = ships.into_iter().filter(|ship| ship.owner.is_hostile());
    let near = hostile.filter(|ship| ship.pos.distance_squared(from) <= REACH_U * REACH_U);
    let off = near.map(|ship| aim.shortest_turn_to(Turn::of(towards(from, ship, flight))));
    let Some(off) = off.min_by_key(|off| off.unsigned_abs()) else { return aim };
    let off_deg = f32::from(off) / STEPS_PER_DEG;
    if off_deg.abs() >= REACH_DEG {
        return aim;
    }
    let left_deg = off_deg * (off_deg / REACH_DEG) * (off_deg / REACH_DEG);
    Turn(aim.0.wrapping_add_signed(((off_deg - left_deg) * STEPS_PER_DEG) as i16))
}

/// Where a shot meets a ship that flies on as drawn, from the muzzle's ship.
fn towards(from: Vec2, ship: &SceneShip, flight: Flight) -> Vec2 {
    let to_ship = ship.pos - from;
    if flight == Flight::Beam {
        return to_ship;
    }
    let mut seconds = 0.0;
    for _ in 0..INTERCEPT_ROUNDS {
        let distance = (to_ship + ship.vel * seconds).length() - SHIP_RADIUS_U;
        seconds = (distance / BOLT_SPEED_U_PER_S).clamp(0.0, BOLT_LIFE_MS as f32 / 1000.0);
    }
    to_ship + ship.vel * seconds
}

#[cfg(test)]
mod tests {
    use shared::{
        client::scene::{PlayerKind, PoseSource},
        sim::{command::Thrust, ship::ShipId},
    };

    use super::*;

    const FROM: Vec2 = Vec2::new(1000.0, 900.0);

    fn ship(pos: Vec2, vel: Vec2) -> SceneShip {
        SceneShip {
            id: ShipId::default(),
            owner: PlayerKind::Player,
            pos,
            vel,
            aim: Turn(0),
            thrust: Thrust::None,
            health: 100,
            shielded: false,
            tentative: 0,
            flash: 0.0,
            source: PoseSource::Interpolated,
        }
    }

    fn degrees(degrees: f32) -> Turn {
        Turn::from_radians(degrees.to_radians())
    }

    /// How far `aim` is from due right, in degrees.
    fn off(aim: Turn) -> f32 {
        f32::from(Turn(0).shortest_turn_to(aim)) / STEPS_PER_DEG
    }

    #[test]
    fn the_pull_is_within_six_degrees_and_never_leads_past_the_ship() {
        let target = [ship(FROM + Vec2::new(300.0, 0.0), Vec2::ZERO)];
        let mut before = -180.0;
        for tenths in -1800_i16..1800 {
            let at = f32::from(tenths) / 10.0;
            let pulled = off(assisted(degrees(at), FROM, &target, Flight::Bolt));
            if at.abs() >= REACH_DEG {
                assert!((pulled - at).abs() < 0.02, "{at}° became {pulled}°");
            }
            assert!((pulled - at).abs() <= 2.4, "{at}° became {pulled}°");
            assert!(pulled.abs() <= at.abs() + 0.02, "{at}° became {pulled}°");
            assert!(pulled * at >= -0.01, "{at}° became {pulled}°");
            assert!(pulled >= before - 0.02, "a steady turn of the stick never turns back: {at}°");
            before = pulled;
        }
        let near = off(assisted(degrees(2.0), FROM, &target, Flight::Bolt));
        assert!(near < 0.3, "2° off becomes {near}°");
    }

    #[test]
    fn distant_ships_allies_and_the_own_one_do_not_pull() {
        let aim = degrees(2.0);
        let rows = [
            (499.0, PlayerKind::Bot, true),
            (501.0, PlayerKind::Player, false),
            (300.0, PlayerKind::You, false),
            (300.0, PlayerKind::Ally, false),
        ];
        for (distance, owner, pulls) in rows {
            let target = SceneShip { owner, ..ship(FROM + Vec2::X * distance, Vec2::ZERO) };
            let pulled = assisted(aim, FROM, [&target], Flight::Bolt);
            assert_eq!(pulled != aim, pulls, "{distance} u, {owner:?}");
        }
        assert_eq!(assisted(aim, FROM, [], Flight::Bolt), aim);
    }

    #[test]
    fn a_bolt_leads_a_moving_ship_and_a_beam_does_not() {
        // It flies down at 200 u/s: the bolt needs about 0.3 s for the 300 u.
        let target = [ship(FROM + Vec2::new(300.0, 0.0), Vec2::new(0.0, 200.0))];
        let ahead = off(assisted(degrees(11.5), FROM, &target, Flight::Bolt));
        assert!((11.5..13.0).contains(&ahead), "{ahead}°");
        assert_eq!(assisted(degrees(11.5), FROM, &target, Flight::Beam), degrees(11.5));
        let beam = off(assisted(degrees(1.0), FROM, &target, Flight::Beam));
        assert!(beam.abs() < 0.1, "{beam}°");
    }

    #[test]
    fn of_several_ships_the_one_nearest_to_the_aim_pulls() {
        let at = |deg: f32, u: f32| ship(FROM + degrees(deg).unit() * u, Vec2::ZERO);
        let ships = [at(0.0, 100.0), at(7.0, 450.0)];
        for (aim, towards) in [(3.0, 0.0), (4.0, 7.0)] {
            let pulled = off(assisted(degrees(aim), FROM, &ships, Flight::Beam));
            assert!((pulled - towards).abs() < (aim - towards).abs(), "{aim}° became {pulled}°");
        }
    }
}
