//! The numbers of *Targeting*, row by row: the published ones, one for every branch, and closed
//! forms compared with iteration.

use shared::{
    base::{
        geometry::{Segment, Turn, Vec2},
        time::Micros,
    },
    history::{
        pose::Pose,
        record::{Bracket, RewoundPose},
    },
    netcode::values::TOLERANCE_DEFAULT,
    schemes::claims::{Claim, ClaimRefusal, verify},
    schemes::targeting::{
        Chase, Convergence, Target, alpha, chase, displacement, laser_distance, lead, relayed_lead,
        steady_error, wrapping_ms_since,
    },
    sim::{rules::SHIP_RADIUS_U, ship::ShipId},
};

const SEED_1: Convergence = Convergence::AsPublished { k: 1 };
const SEED_99: Convergence = Convergence::AsPublished { k: 99 };
const ALL: [Convergence; 4] = [SEED_1, SEED_99, Convergence::Timed, Convergence::Compensated];

fn ms(ms: i64) -> Micros {
    Micros::from_ms(ms)
}

fn near(got: f32, want: f32, tolerance: f32, name: &str) {
    assert!((got - want).abs() <= tolerance, "{name}: {got} for {want}");
}

/// Lasers of the seed along y, from a muzzle at 500 at −8 a frame.
fn lasers(lead: Micros, k: u16, n: usize) -> (Vec<f32>, Vec<f32>) {
    let muzzle = Target { pos: Vec2::new(0.0, 500.0), vel: Vec2::new(0.0, -8.0), acc: Vec2::ZERO };
    let (mut target, mut laser) = (muzzle.displaced(lead), muzzle.pos);
    let frames = (0..n).map(|_| {
        target.step();
        laser = chase(laser, target.pos, k);
        (laser.y, laser.y - target.pos.y)
    });
    frames.unzip()
}

#[test]
fn the_seed_chases_frame_by_frame() {
    let (at, errors) = lasers(ms(100), 1, 40);
    assert_eq!(at[..5], [472.0, 454.0, 441.0, 430.5, 421.25], "printed");
    assert_eq!(errors[..5], [28.0, 18.0, 13.0, 10.5, 9.25], "printed");
    near(errors[39], 8.0, 1e-3, "printed: what it comes to");
    assert_eq!(lasers(ms(0), 1, 3).0, [496.0, 490.0, 483.0], "printed: undisplaced");
    let vel = Vec2::new(0.0, -8.0);
    assert_eq!(steady_error(vel, 1).y, 8.0);
    assert_eq!(steady_error(vel, 99).y, 792.0, "99 frames of motion");
    near(lasers(ms(100), 99, 3000).1[2999], 792.0, 0.1, "k = 99 comes to it, not to the target");
    assert_eq!(lasers(ms(100), 0, 2).1, [0.0, 0.0], "k = 0 arrives at once");
}

#[test]
fn acceleration_comes_first() {
    let start = Vec2::new(3.0, 4.0);
    let per_second = Vec2::new(60.0, -120.0);
    let mut target = Target::per_second(start, per_second, Vec2::new(3600.0, 0.0));
    let ahead: Vec<Vec2> = (0..5).map(|n| target.after(Micros(n * 1_000_000 / 60))).collect();
    assert_eq!(target.displaced(ms(100)).pos, Vec2::new(9.0, -8.0), "displaced by v·L alone");
    for (n, want) in ahead.into_iter().enumerate() {
        assert!((target.pos - want).length() < 1e-3, "frame {n}: {:?} for {want:?}", target.pos);
        target.step();
        if n == 0 {
            assert_eq!((target.vel, target.pos), (Vec2::new(2.0, -2.0), Vec2::new(5.0, 2.0)));
        }
    }
}

#[test]
fn leads_and_displacements() {
    let speed = Vec2::new(480.0, 0.0);
    let rows = [
        ("printed: to the server", ms(60), 28.8),
        ("printed: and on to another", relayed_lead(ms(60), ms(90)), 72.0),
        ("none", ms(0), 0.0),
        ("half the round trip, and the margin", lead(ms(100), ms(10)), 28.8),
        ("of an odd round trip the smaller half", lead(Micros(3), ms(60)), 28.8),
    ];
    for (name, lead, want) in rows {
        near(displacement(speed, lead).x, want, 0.05, name);
    }
    near(alpha(Micros(16_667)), 0.5, 1e-4, "half in a frame of the seed");
    near(alpha(ms(100)), 1.0 - 1.0 / 64.0, 1e-6, "six halvings in 100 ms");
    assert_eq!(alpha(Micros::ZERO), 0.0);
}

#[test]
fn counters_of_milliseconds_wrap() {
    let rows = [
        ("no time", 5, 5, 0),
        ("plain", 1100, 1000, 100),
        ("over the end", 99, u32::MAX, 100),
        ("from the last to the first", 0, u32::MAX, 1),
        ("the longest", 4, 5, u32::MAX),
    ];
    for (name, now, then, want) in rows {
        assert_eq!(wrapping_ms_since(now, then), want, "{name}");
    }
}

/// Chases a target that starts 30 u ahead at 300 u/s, at a frame rate, for 0.4 s. Returns how far
/// the laser has come.
fn chased(convergence: Convergence, hz: i64) -> f32 {
    let target = |n: i64| Vec2::new(30.0 + 300.0 * (n as f32 / hz as f32), 0.0);
    let at = |n: i64| Micros(n * 1_000_000 / hz);
    let mut laser = Chase::new(Vec2::ZERO);
    for n in 0..hz * 2 / 5 {
        let before = laser.pos();
        let swept =
            laser.step(convergence, Segment::new(target(n), target(n + 1)), at(n + 1) - at(n));
        assert_eq!((swept.from, swept.to), (before, laser.pos()), "swept without gaps");
    }
    laser.pos().x
}

#[test]
fn every_screen_shows_the_same_laser() {
    for convergence in ALL {
        let want = laser_distance(convergence, 300.0, ms(100), ms(400));
        for hz in [30, 60, 75, 120, 240, 5, 1000] {
            near(chased(convergence, hz), want, 5e-3, &format!("{convergence:?} at {hz} Hz"));
        }
    }
    // 144 Hz has no whole number of frames in 0.4 s.
    let (at_144, whole) = (chased(SEED_1, 144), Micros(57 * 1_000_000 / 144));
    near(at_144, laser_distance(SEED_1, 300.0, ms(100), whole), 5e-3, "144 Hz");
}

#[test]
fn frames_of_any_kind_are_taken() {
    let line = Segment::new(Vec2::ZERO, Vec2::new(10.0, 0.0));
    for convergence in ALL {
        let mut laser = Chase::new(Vec2::new(1.0, 2.0));
        assert_eq!(laser.step(convergence, line, ms(0)).to, Vec2::new(1.0, 2.0), "no time");
        assert_eq!(laser.step(convergence, line, ms(-5)).to, Vec2::new(1.0, 2.0), "backwards");
        let far = Segment::still(Vec2::new(500.0, 2.0));
        laser.step(convergence, far, ms(3_600_000));
        let left = if convergence == SEED_99 { 499.0 * libm::powf(0.99, 240.0) } else { 0.0 };
        near(laser.pos().x, 500.0 - left, 0.01, "an hour in the background, bounded");
    }
    // A scheme switched in flight does not jump, wherever in a step of the seed.
    let mut laser = Chase::new(Vec2::ZERO);
    laser.step(SEED_1, Segment::still(Vec2::new(64.0, 0.0)), ms(25));
    assert_eq!(laser.pos().x, 40.0, "one step and half of the next");
    laser.step(Convergence::Compensated, Segment::still(Vec2::new(64.0, 0.0)), Micros(1));
    near(laser.pos().x, 40.0, 0.01, "on from what was drawn");
    laser.step(SEED_1, Segment::still(Vec2::new(64.0, 0.0)), Micros(16_667));
    near(laser.pos().x, 52.0, 0.01, "and a whole step from there");
}

#[test]
fn the_seed_in_closed_form_is_the_seed_iterated() {
    for k in [0, 1, 2, 99, u16::MAX] {
        for lead_ms in [0, 60, 100, 400] {
            let vel = Vec2::new(8.0, 0.0);
            let start = Target { vel, ..Target::default() };
            let (mut target, mut laser) = (start.displaced(ms(lead_ms)), Vec2::ZERO);
            for n in 0..72_i64 {
                let name = format!("k {k}, lead {lead_ms} ms, step {n}");
                let convergence = Convergence::AsPublished { k };
                let at = |micros| laser_distance(convergence, 480.0, ms(lead_ms), micros);
                // 50 ms are exactly three steps.
                let moment = Micros(n * 50_000 / 3 + i64::from(n % 3 > 0));
                near(at(moment), laser.x, 2e-3, &name);
                let before = laser;
                target.step();
                laser = chase(laser, target.pos, k);
                let half = Micros(n * 50_000 / 3 + 8333);
                near(at(half), (before.x + laser.x) * 0.5, 5e-3, &format!("{name} and a half"));
            }
        }
    }
}

#[test]
fn the_timed_forms_are_the_limits_of_small_steps() {
    let (speed, dt) = (900.0_f64, 2e-6);
    for lead_ms in [0, 10, 100, 400] {
        let (mut timed, mut compensated) = (0.0_f64, 0.0_f64);
        let share = 1.0 - libm::exp2(-60.0 * dt);
        for n in 0..=200_000_i64 {
            let age = Micros(n * 2);
            let target = speed * (lead_ms as f64 / 1000.0 + (n + 1) as f64 * dt);
            if n % 9973 == 0 {
                let at = |convergence| laser_distance(convergence, 900.0, ms(lead_ms), age);
                let name = format!("lead {lead_ms} ms, age {age:?}");
                near(at(Convergence::Timed), timed as f32, 0.01, &name);
                near(at(Convergence::Compensated), compensated as f32, 0.01, &name);
            }
            timed += (target - timed) * share;
            compensated += speed * dt;
            compensated += (target - compensated) * share;
        }
    }
}

#[test]
fn what_each_convergence_comes_to() {
    let behind =
        |convergence| 900.0 * (0.1 + 1.2) - laser_distance(convergence, 900.0, ms(100), ms(1200));
    near(behind(Convergence::Compensated), 0.0, 1e-3, "there");
    near(behind(SEED_1), 15.0, 1e-2, "one frame of motion");
    near(behind(Convergence::Timed), 21.640, 1e-2, "1.44 frames of it");
    assert!(behind(SEED_99) > 700.0, "far: {}", behind(SEED_99));
    for convergence in ALL {
        let at = |age| laser_distance(convergence, 900.0, ms(100), age);
        assert_eq!(at(ms(0)), 0.0, "{convergence:?} starts at the muzzle");
        assert_eq!(at(ms(-50)), 0.0, "{convergence:?} before its time");
    }
    assert_eq!(Convergence::default(), Convergence::Compensated);
}

fn pose(x: f32) -> Pose {
    Pose {
        ship: ShipId { idx: 3, generation: 1 },
        pos: Vec2::new(x, 0.0),
        vel: Vec2::ZERO,
        aim: Turn::default(),
        life: 5,
        alive: true,
        shielded: false,
    }
}

fn found(pose: Pose) -> Option<RewoundPose> {
    Some(RewoundPose { pose, bracket: Bracket::Present })
}

/// A claim that just holds: grazing, at the bound, on the shot's last moment.
fn sound() -> Claim {
    Claim {
        age: ms(300),
        age_max: ms(300),
        back: ms(400),
        bound: ms(400),
        bolt: Some(Vec2::ZERO),
        seen: found(pose(16.0)),
        present: Some(pose(90.0)),
        radius_u: SHIP_RADIUS_U,
        tolerance: TOLERANCE_DEFAULT,
    }
}

#[test]
fn plausible_claims_are_accepted() {
    let ok = sound();
    let rows = [
        ("on everything's edge", ok),
        ("a tolerance away", Claim { seen: found(pose(20.0)), ..ok }),
        ("rounded to the wire grid", Claim { seen: found(pose(20.001)), ..ok }),
        ("on the centre", Claim { seen: found(pose(0.0)), ..ok }),
        ("at the muzzle", Claim { age: ms(0), ..ok }),
        ("a view that is not past", Claim { back: ms(-20), bound: ms(0), ..ok }),
        ("strict", Claim { tolerance: 0, ..ok }),
        ("a shield that is over", {
            let seen = Pose { shielded: true, ..pose(16.0) };
            Claim { seen: found(seen), ..ok }
        }),
    ];
    for (name, claim) in rows {
        assert_eq!(verify(&claim), Ok(()), "{name}");
    }
}

#[test]
fn other_claims_are_refused_with_a_reason() {
    use ClaimRefusal::{BeyondBound, Gone, LifeOver, NotReached, Shielded, TooFar};
    let ok = sound();
    let present = |pose| Claim { present: Some(pose), ..sound() };
    let of = |x| Claim { seen: found(pose(x)), ..sound() };
    let (now, seen) = (pose(90.0), pose(16.0));
    let other = ShipId { idx: 3, generation: 2 };
    let rows = [
        ("not that old yet", Claim { age: Micros(300_001), ..ok }, NotReached),
        ("before its time", Claim { age: Micros(-1), ..ok }, NotReached),
        ("ended before", Claim { bolt: None, ..ok }, NotReached),
        ("a moment too far back", Claim { back: Micros(400_001), ..ok }, BeyondBound { ms: 401 }),
        ("far back", Claim { back: Micros(i64::MAX), ..ok }, BeyondBound { ms: u32::MAX }),
        ("absent then", Claim { seen: None, ..ok }, Gone),
        ("absent now", Claim { present: None, ..ok }, Gone),
        ("another in its seat", present(Pose { ship: other, ..now }), Gone),
        ("another life", present(Pose { life: 6, ..now }), LifeOver),
        ("dead now", present(Pose { alive: false, ..now }), LifeOver),
        ("dead then", Claim { seen: found(Pose { alive: false, ..seen }), ..ok }, LifeOver),
        ("shielded now", present(Pose { shielded: true, ..now }), Shielded),
        ("a step beyond", of(20.0 + 1.0 / 256.0), TooFar { distance: 5121 }),
        ("strict", Claim { tolerance: 0, ..of(16.1) }, TooFar { distance: 4122 }),
        ("far off", of(-1000.0), TooFar { distance: 256_000 }),
        ("age before bound", Claim { bolt: None, back: ms(999), ..ok }, NotReached),
        (
            "bound before life",
            Claim { back: ms(500), present: None, ..ok },
            BeyondBound { ms: 500 },
        ),
        ("life before distance", Claim { present: None, ..of(900.0) }, Gone),
    ];
    for (name, claim, want) in rows {
        assert_eq!(verify(&claim), Err(want), "{name}");
    }
    for (distance, u) in [(5121, "20.01"), (12_799, "50"), (12_800, "50"), (u32::MAX, "16777216")] {
        let said = TooFar { distance }.to_string();
        assert_eq!(said, format!("the target was {u} u from the shot"), "rounded up");
    }
}
