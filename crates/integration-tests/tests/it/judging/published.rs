//! Checks the naive judge alone against the numbers printed in docs/schemes.md. The lines along
//! which a beam hits a target measure where the judge finds it.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, Tick, TickRate, ViewTime},
    },
    netcode::{
        choices::{CoverVeto, HitRule},
        preset::Preset,
        values::RoomNetcode,
    },
    sim::{
        arena::{Arena, Asteroid, Asteroids},
        command::View,
        event::{Finality, Weapon},
        ship::ShipId,
        side::Division,
    },
};

use crate::naive_judge::{Answer, Case, Decided, Known, Ruling, ShipState, Shot, judge};

const SHOOTER: ShipId = ShipId { idx: 0, generation: 0 };
const TARGET: ShipId = ShipId { idx: 1, generation: 0 };
/// Spacing of the lines of fire, in u: a target's position is found to half of this.
const STEP_U: f32 = 0.25;

/// One target, and where it was at every tick.
struct Scene {
    rate: TickRate,
    arena: Arena,
    past: Vec<Vec<ShipState>>,
    known: Vec<Known>,
    sent: Option<Vec<Tick>>,
}

fn stood(ship: ShipId, pos: Vec2) -> ShipState {
    ShipState { ship, pos, life: 1, alive: true, shielded: false }
}

impl Scene {
    /// A target 300 u below that crosses to the right; shots are judged from tick `fired` on.
    fn new(hz: u16, fired: u32, x_u: impl Fn(u32) -> f32) -> Self {
        let past: Vec<Vec<ShipState>> =
            (0..fired + 200).map(|tick| vec![stood(TARGET, Vec2::new(x_u(tick), 600.0))]).collect();
        let known = past[fired as usize..]
            .iter()
            .map(|present| Known { present: present.clone(), n_sent: 0 })
            .collect();
        let (rate, arena) = (TickRate::new(hz).unwrap(), Arena::empty());
        Self { rate, arena, past, known, sent: None }
    }

    /// A beam straight down at `x_u`, by a shooter whose view lags by `back_ms`.
    fn beam(&self, x_u: f32, back_ms: f64) -> Shot {
        let tick = Tick((self.past.len() - self.known.len()) as u32);
        let steps = back_ms * 256.0 * f64::from(self.rate.hz()) / 1000.0;
        let time = ViewTime(ViewTime::from_tick(tick).0 - steps.round() as i64);
        Shot {
            shooter: SHOOTER,
            weapon: Weapon::Beam,
            tick,
            muzzle: Vec2::new(x_u, 300.0),
            aim: Turn(16_384),
            view: View { time, older: Tick(0), span: 0 },
            floor: Micros(0),
            round_trip: Micros::ZERO,
            lead: Micros::ZERO,
            lerp: Micros((back_ms * 1000.0) as i64),
            line: None,
            transit: Micros::ZERO,
        }
    }

    fn ask(&self, shot: Shot, netcode: RoomNetcode) -> Option<Decided> {
        let case = Case {
            rate: self.rate,
            arena: &self.arena,
            netcode,
            division: Division::None,
            shot,
            past: &self.past,
            sent: self.sent.as_deref(),
            marker_rates_hz: &[60, 60],
            known: &self.known,
            claims: &[],
        };
        match judge(&case) {
            Answer::Decided(decided) => Some(decided),
            Answer::TooClose(_) => None,
        }
    }

    /// Where a beam finds the target with a view that lags by `back_ms`: the middle of the hits, in
    /// u.
    fn found_at(&self, back_ms: f64, netcode: RoomNetcode) -> f32 {
        let hits: Vec<f32> = (0..8000)
            .map(|n| n as f32 * STEP_U)
            .filter(|x_u| {
                let decided = self.ask(self.beam(*x_u, back_ms), netcode);
                decided.is_some_and(|d| matches!(d.rulings[0].1, Ruling::Hit { .. }))
            })
            .collect();
        assert!(hits.len() as f32 * STEP_U > 31.0, "found along {} lines", hits.len());
        (hits[0] + hits[hits.len() - 1]) * 0.5
    }
}

fn by(hit_rule: HitRule) -> RoomNetcode {
    RoomNetcode { hit_rule, rewind_bound_ms: 1000, ..RoomNetcode::default() }
}

/// At 300 u/s; the view lags by the round trip, the interpolation delay and the command margin.
#[test]
fn the_naive_judge_misses_by_what_the_ground_truth_says() {
    use HitRule::{EtPerFrame, Lagrange, Present, SourceByLifeId};
    let rows = [
        (200.0, Present, 60.0),
        (200.0, EtPerFrame, 0.0),
        (200.0, SourceByLifeId, 0.0),
        (200.0, Lagrange, 0.0),
        (500.0, Present, 150.0),
        (500.0, EtPerFrame, 15.0),
        (533.0, EtPerFrame, 24.9),
    ];
    for (back_ms, rule, off_u) in rows {
        let scene = Scene::new(60, 120, |tick| tick as f32 * 5.0);
        let seen_u = 600.0 - 0.3 * back_ms as f32;
        let off = scene.found_at(back_ms, by(rule)) - seen_u;
        assert!((off - off_u).abs() < 0.5, "{rule:?}, {back_ms} ms: off by {off}, not {off_u}");
    }
}

#[test]
fn the_naive_judge_finds_what_the_published_rings_hold() {
    // 16 u a frame of 50 ms since a respawn at 1000 ms; at 1500 ms it is found 8 u further.
    let mut scene = Scene::new(20, 30, |tick| 500.0 + tick.saturating_sub(20) as f32 * 16.0);
    scene.past[19][0].alive = false;
    scene.known[0].present[0].pos.x = 668.0;
    let rows = [
        (1480.0, 153.6),
        (1450.0, 144.0),
        (1499.0, 159.68),
        (1500.0, 168.0),
        (1600.0, 168.0),
        (1049.0, 16.0),
        (1000.0, 16.0),
    ];
    for (asked_ms, x_u) in rows {
        let found = scene.found_at(1500.0 - asked_ms, by(HitRule::EtPerFrame)) - 500.0;
        assert!((found - x_u).abs() < 0.5, "{asked_ms} ms: at {found}, not {x_u}");
    }
}

#[test]
fn the_naive_judge_leaves_ships_that_are_too_fast_for_64_units() {
    for (hz, fastest_u_per_s) in [(20, 1280.0), (30, 1920.0), (60, 3840.0)] {
        for (speed, rewound) in [(fastest_u_per_s * 0.999, true), (fastest_u_per_s * 1.001, false)]
        {
            let step_u = speed / f32::from(hz);
            let scene = Scene::new(hz, 30, |tick| 200.0 + tick.saturating_sub(20) as f32 * step_u);
            let back_ms = 5000.0 / f64::from(hz);
            let found = scene.found_at(back_ms, by(HitRule::SourceExact)) - 200.0;
            let want_u = if rewound { 5.0 } else { 10.0 } * step_u;
            assert!((found - want_u).abs() < 1.0, "{hz} Hz, {speed} u/s: at {found}");
        }
    }
}

#[test]
fn the_naive_judge_blends_what_was_sent_and_holds_views_to_the_bound() {
    let lagrange = Preset::Lagrange.netcode().room;
    // Frames every 50 ms: a view of 10.22 s, with and without the frame of 10.25 s.
    let xs = [500.0, 600.0, 800.0, 800.0];
    for (sent, fraction) in [(vec![204, 205], 0.4), (vec![204, 206], 0.2)] {
        let mut scene = Scene::new(20, 207, |tick| xs[tick.clamp(204, 207) as usize - 204]);
        let newer_u = if sent[1] == 205 { 600.0 } else { 800.0 };
        scene.sent = Some(sent.into_iter().map(Tick).collect());
        scene.known[0].n_sent = 2;
        let found = scene.found_at(130.0, lagrange);
        let want_u = 500.0 + (newer_u - 500.0) * fraction;
        assert!((found - want_u).abs() < 1.0, "at {found}, not {want_u}");
    }
    // A view of 10.099 s at 10.500 s.
    let scene = Scene::new(100, 1050, |_| 0.0);
    let used = scene.ask(scene.beam(900.0, 401.0), lagrange).unwrap().used;
    assert_eq!(used.at, Micros::from_ms(10_100));
}

/// Two ships in a row under the published `D` of 350 ms and transit of 80 ms. The published ages of
/// 300 ms and 500 ms are 5 ms later here, so that they fall between ticks of 10 ms. The nearer ship
/// feels its hit at 80 ms and the farther one at 155 ms; the latter is undone at 305 ms.
#[test]
fn the_naive_judge_keeps_the_published_ledger() {
    let mut scene = Scene::new(100, 100, |_| 1000.0);
    let near = stood(ShipId { idx: 2, generation: 0 }, Vec2::new(1000.0, 420.0));
    for everybody in &mut scene.past {
        everybody.push(near);
    }
    scene.known.iter_mut().for_each(|known| known.present.push(near));
    let shot = Shot {
        weapon: Weapon::Laser,
        muzzle: Vec2::new(1000.0, 420.0 - 16.0 - 0.305 * 900.0),
        transit: Micros::from_ms(80),
        ..scene.beam(0.0, 350.0)
    };
    let rulings = scene.ask(shot, Preset::DelayedSync.netcode().room).unwrap().rulings;
    let ledger: Vec<(u32, ShipId, char)> = rulings
        .iter()
        .map(|(tick, ruling)| match *ruling {
            Ruling::Hit { victim, finality: Finality::Tentative, .. } => (tick.0, victim, '?'),
            Ruling::Settled { victim } => (tick.0, victim, '!'),
            Ruling::Retracted { victim, .. } => (tick.0, victim, '-'),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        ledger,
        [(108, near.ship, '?'), (116, TARGET, '?'), (131, TARGET, '-'), (131, near.ship, '!')]
    );
}

/// The victim was seen in the open and is behind a rock by now.
#[test]
fn the_naive_judge_vetoes_by_cover_in_the_present() {
    let mut scene = Scene::new(60, 120, |tick| tick as f32 * 5.0);
    scene.arena.asteroids = [Asteroid { x_u: 580, y_u: 480, radius_u: 20 }].into();
    let netcode = RoomNetcode { cover_veto: CoverVeto::Beams, ..by(HitRule::EtPerFrame) };
    let vetoed = scene.ask(scene.beam(540.0, 200.0), netcode).unwrap();
    assert_eq!(vetoed.rulings[0].1, Ruling::Vetoed { victim: TARGET });
    assert_eq!(vetoed.rulings.len(), 1, "in the present it meets no ship");
    scene.arena.asteroids = Asteroids::default();
    let open = scene.ask(scene.beam(540.0, 200.0), netcode).unwrap();
    assert!(matches!(open.rulings[..], [(_, Ruling::Hit { victim: TARGET, .. })]));
}
