//! How a pilot aims: at the intercept point of bolt and target, with an error that drifts, and a
//! bounded turn rate. Runs after the target is chosen.

use serde::Serialize;

use super::{
    skill::Skill,
    surroundings::Sighting,
    temper::{AIM_WANDER_MS, CURVE_MS, Temper},
};
use crate::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
    },
    sim::{
        event::Weapon,
        rules::{
            BOLT_LIFE_MS, BOLT_SPEED_U_PER_S, SHIP_DRAG_PER_S, SHIP_RADIUS_U,
            SHIP_SPEED_MAX_U_PER_S,
        },
        ship::ShipId,
    },
};

/// Iterations of the intercept's fixed point; each less than halves the error.
const INTERCEPT_ROUNDS: u32 = 6;
/// 65,536ths of a turn per degree.
pub(super) const STEPS_PER_DEG: f32 = 65_536.0 / 360.0;

/// Where to aim so that a weapon's shot meets a target that flies on as seen.
pub(super) fn intercept(
    from: Vec2,
    target: &Sighting,
    weapon: Weapon,
    skill: &Skill,
    track: Option<&Track>,
) -> Vec2 {
    let curve = |seconds: f32| track.map(|track| track.bend(target, skill, seconds));
    let late_s = skill.reaction_ms as f32 / 1000.0;
    let to_target = target.pos - from + curve(late_s).unwrap_or_default();
    if weapon == Weapon::Beam {
        return to_target;
    }
    let vel = target.vel * skill.lead_share;
    let mut seconds = 0.0;
    for _ in 0..INTERCEPT_ROUNDS {
        let distance = (to_target + vel * seconds).length() - SHIP_RADIUS_U;
        seconds = (distance / BOLT_SPEED_U_PER_S).clamp(0.0, BOLT_LIFE_MS as f32 / 1000.0);
    }
    let bend = curve(late_s + seconds).unwrap_or_default() - curve(late_s).unwrap_or_default();
    to_target + vel * seconds + bend
}

/// The acceleration of a target, as seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Track {
    ship: ShipId,
    /// In u/s.
    vel: Vec2,
    /// In u/s².
    acceleration: Vec2,
}

impl Track {
    /// Follows a target for one tick; another one is followed from the start.
    pub(super) fn follow(before: Option<Self>, target: &Sighting, dt_s: f32) -> Self {
        let Some(before) = before.filter(|track| track.ship == target.ship) else {
            return Self { ship: target.ship, vel: target.vel, acceleration: Vec2::ZERO };
        };
        let fresh = 1.0 - libm::expf(-dt_s * 1000.0 / CURVE_MS);
        let seen = (target.vel - before.vel) / dt_s;
        let acceleration = before.acceleration + (seen - before.acceleration) * fresh;
        Self { ship: target.ship, vel: target.vel, acceleration }
    }

    /// How far the target leaves its straight line within a time if it holds its thrust: the
    /// velocity tends to the one that drag allows, as in `helm`.
    fn bend(&self, target: &Sighting, skill: &Skill, seconds: f32) -> Vec2 {
        let end = target.vel + self.acceleration / SHIP_DRAG_PER_S;
        let end = end.clamp_length_max(SHIP_SPEED_MAX_U_PER_S);
        let lost = 1.0 - libm::expf(-SHIP_DRAG_PER_S * seconds);
        (end - target.vel) * (seconds - lost / SHIP_DRAG_PER_S) * skill.curve_share
    }
}

/// The hand on the mouse.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Hand {
    /// Current aim; `None` before the first command of a life.
    aim: Option<Turn>,
    /// Aiming error in degrees: an Ornstein–Uhlenbeck process, whose spread and time constant do
    /// not depend on the tick rate.
    error_deg: f32,
}

impl Hand {
    /// A hand at rest.
    pub(super) fn new(temper: &Temper, rng: &mut Rng) -> Self {
        Self { aim: None, error_deg: temper.aim_error_deg * rng.normal() }
    }

    /// Lets go of the mouse, until the next life.
    pub(super) fn rest(&mut self) {
        self.aim = None;
    }

    /// Advances the error by one tick.
    pub(super) fn wander(&mut self, aim_error_deg: f32, dt_s: f32, rng: &mut Rng) {
        let kept = libm::expf(-dt_s * 1000.0 / AIM_WANDER_MS);
        let fresh = libm::sqrtf(1.0 - kept * kept);
        self.error_deg = self.error_deg * kept + aim_error_deg * fresh * rng.normal();
    }

    /// The direction it intends to aim, including the error.
    pub(super) fn intended_aim(&self, direction: Vec2) -> Turn {
        let error = (self.error_deg * STEPS_PER_DEG) as i16;
        Turn(Turn::of(direction).0.wrapping_add_signed(error))
    }

    /// How long the hand lags behind what it tracks, in s; it aims that far ahead to compensate.
    pub(super) fn lag_s(temper: &Temper, dt_s: f32) -> f32 {
        let kept = libm::expf(-temper.hand_pull_per_s * dt_s);
        dt_s * kept / (1.0 - kept)
    }

    /// Turns towards a direction at the hand's speed, for one tick.
    pub(super) fn turn(&mut self, now: Turn, meant: Turn, temper: &Temper, dt_s: f32) -> Turn {
        let aim = self.aim.unwrap_or(now);
        let turn = f32::from(aim.shortest_turn_to(meant));
        let pull = 1.0 - libm::expf(-temper.hand_pull_per_s * dt_s);
        let most = temper.hand_rate_deg_per_s * STEPS_PER_DEG * dt_s;
        let step = (turn * pull).clamp(-most, most);
        let aim = Turn(aim.0.wrapping_add_signed(step as i16));
        self.aim = Some(aim);
        aim
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pilot::{check::sighting, temper::AIM_ERROR_DEG},
        sim::{rules::SHIP_ACCELERATION_U_PER_S2, ship::Body},
    };

    fn check_intercept(from: (f32, f32), at: (f32, f32), vel: (f32, f32)) {
        let mut target = sighting(1, Vec2::from(at));
        target.vel = Vec2::from(vel);
        let from = Vec2::from(from);
        let skill = Skill::of_temper(&Temper::new(&mut Rng::new(1, 2)));
        let aim_at = intercept(from, &target, Weapon::Laser, &skill, None);
        let bolt_s = (aim_at.length() - SHIP_RADIUS_U) / BOLT_SPEED_U_PER_S;
        let there = target.pos + target.vel * bolt_s;
        let off = (from + aim_at).distance(there);
        assert!(off < 3.0, "from {from}, {target:?}: {off} u off");
        let beam = intercept(from, &target, Weapon::Beam, &skill, None);
        assert_eq!(beam, target.pos - from);
    }

    #[test]
    fn a_bolt_meets_a_steady_target() {
        let rows = [
            ((0.0, 0.0), (400.0, 0.0), (0.0, 0.0)),
            ((0.0, 0.0), (400.0, 0.0), (0.0, 420.0)),
            ((100.0, 900.0), (600.0, 500.0), (-300.0, 290.0)),
            ((900.0, 900.0), (500.0, 500.0), (-290.0, -290.0)),
            ((0.0, 0.0), (20.0, 0.0), (400.0, 0.0)),
        ];
        for (from, at, vel) in rows {
            check_intercept(from, at, vel);
        }
    }

    /// Standard deviation of the aiming error over ten minutes, and its mean change in 100 ms.
    fn check_wander(hz: u32, seed: u64) -> (f32, f32) {
        let mut rng = Rng::new(seed, 0);
        let temper = Temper::new(&mut rng);
        let mut hand = Hand::new(&temper, &mut rng);
        let (mut squares, mut changes) = (0.0_f64, 0.0_f64);
        let n = hz * 600;
        let mut before = hand.error_deg;
        for tick in 1..=n {
            hand.wander(temper.aim_error_deg, 1.0 / hz as f32, &mut rng);
            squares += f64::from(hand.error_deg) * f64::from(hand.error_deg);
            if tick % (hz / 10) == 0 {
                changes += f64::from((hand.error_deg - before).abs()) / f64::from(n / (hz / 10));
                before = hand.error_deg;
            }
        }
        let deviation = libm::sqrt(squares / f64::from(n)) as f32;
        (deviation / temper.aim_error_deg, changes as f32 / temper.aim_error_deg)
    }

    #[test]
    fn the_error_has_the_pilots_deviation_and_wanders_slowly_at_every_rate() {
        for hz in [20, 30, 60, 120] {
            for seed in 0..5 {
                let (deviation, change) = check_wander(hz, seed);
                assert!((0.85..1.15).contains(&deviation), "{hz} Hz, seed {seed}: {deviation}");
                assert!((0.4..0.65).contains(&change), "{hz} Hz, seed {seed}: {change}");
            }
        }
    }

    #[test]
    fn skills_spread_over_their_range() {
        let skills = (0..200).map(|seed| Temper::new(&mut Rng::new(seed, 2)).aim_error_deg);
        let (least, most) = skills.fold((9.0_f32, 0.0_f32), |(a, b), s| (a.min(s), b.max(s)));
        assert!((AIM_ERROR_DEG.0..AIM_ERROR_DEG.0 + 0.1).contains(&least), "{least}");
        assert!((AIM_ERROR_DEG.1 - 0.1..AIM_ERROR_DEG.1).contains(&most), "{most}");
    }

    #[test]
    fn a_half_turn_takes_a_human_time_at_every_rate() {
        let mut rng = Rng::new(3, 2);
        let temper = Temper::new(&mut rng);
        for hz in [20_u16, 60, 128] {
            let mut hand = Hand::new(&temper, &mut rng);
            let (mut aim, mut ticks) = (Turn(0), 0);
            while Turn(32_700).shortest_turn_to(aim).unsigned_abs() > 900 {
                let next = hand.turn(Turn(0), Turn(32_700), &temper, 1.0 / f32::from(hz));
                let rate = f32::from(aim.shortest_turn_to(next)) / STEPS_PER_DEG * f32::from(hz);
                assert!(rate.abs() <= 720.0, "{rate}°/s");
                (aim, ticks) = (next, ticks + 1);
                assert!(ticks < 1000);
            }
            let ms = 1000.0 * ticks as f32 / f32::from(hz);
            assert!((250.0..650.0).contains(&ms), "{hz} Hz: {ms} ms");
        }
    }

    /// By how far the aim misses a target that keeps its thrust, seen a reaction time late.
    fn check_lead(lead_share: f32, curve_share: f32) -> f32 {
        let own = Skill::of_temper(&Temper::new(&mut Rng::new(1, 2)));
        let skill = Skill { reaction_ms: 200, lead_share, curve_share, ..own };
        let (dt_s, thrust) = (1.0 / 60.0, Vec2::new(0.0, 1.0));
        let mut body = Body { pos: Vec2::new(350.0, 0.0), vel: Vec2::new(200.0, 0.0) };
        let fly = |body: &mut Body| {
            body.vel += (thrust * SHIP_ACCELERATION_U_PER_S2 - body.vel * SHIP_DRAG_PER_S) * dt_s;
            body.pos += body.vel * dt_s;
        };
        let (mut track, mut target) = (None, sighting(1, body.pos));
        for _ in 0..20 {
            fly(&mut body);
            target.vel = body.vel;
            track = Some(Track::follow(track, &target, dt_s));
        }
        target.pos = body.pos + body.vel * 0.2;
        (0..12).for_each(|_| fly(&mut body));
        let aim_at = intercept(Vec2::ZERO, &target, Weapon::Laser, &skill, track.as_ref());
        let bolt_s = (aim_at.length() - SHIP_RADIUS_U) / BOLT_SPEED_U_PER_S;
        (0..(bolt_s / dt_s) as u32).for_each(|_| fly(&mut body));
        aim_at.distance(body.pos)
    }

    #[test]
    fn leading_by_the_velocity_and_by_the_acceleration_each_come_nearer() {
        let rows = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0)];
        let misses_u = rows.map(|(lead, curve)| check_lead(lead, curve));
        assert!(misses_u.is_sorted_by(|more, less| *more > less + 5.0), "{misses_u:?}");
        assert!(misses_u[3] < 25.0, "{misses_u:?}");
    }
}
