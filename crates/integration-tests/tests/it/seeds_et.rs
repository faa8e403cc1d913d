//! ET's anti-lag by its rules and published numbers: the markers stored, per frame and per command,
//! and what a query finds among them.

use lab::{outcome_statement::OutcomeStatement, scenario::Scenario};
use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, Tick, TickRate},
    },
    history::{pose::Pose, record::Bracket},
    schemes::{
        clamp::Clamp,
        et::{
            FRAME, MARKERS, MarkerRecorder, Markers, ServerFrame, Store, clamp_command_time,
            frame_ticks, per_command, per_frame, target_time,
        },
    },
    sim::{
        arena::Arena,
        command::Thrust,
        movement::Motion,
        rules::{BOUNCE_ARENA, SHIP_ACCELERATION_U_PER_S2, SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
        ship::{Body, ShipId},
    },
};

use crate::scenarios::{as_expected, check_near, otherwise};

const RATES_HZ: [u16; 7] = [20, 30, 60, 64, 66, 100, 128];

fn pose(x: f32) -> Pose {
    Pose {
        ship: ShipId::default(),
        pos: Vec2::new(x, 0.0),
        vel: Vec2::ZERO,
        aim: Turn(0),
        life: 1,
        alive: true,
        shielded: false,
    }
}

fn ms(ms: f64) -> Micros {
    Micros((ms * 1000.0).round() as i64)
}

fn rate(hz: u16) -> TickRate {
    TickRate::new(hz).unwrap()
}

/// A reset at 1000, then 10 frames at 320 u/s: times 1050 to 1500, x 16 to 160.
fn seed_ring() -> Markers {
    let mut ring = Markers::default();
    ring.reset(&pose(0.0), ms(1000.0), FRAME);
    store_frames(&mut ring, 1..=10);
    ring
}

fn store_frames(ring: &mut Markers, frames: impl Iterator<Item = i32>) {
    for n in frames {
        ring.store_frame(ms(1000.0 + 50.0 * f64::from(n)), &pose(16.0 * n as f32));
    }
}

/// The markers of a ring, oldest first: time in ms and x in u.
fn listed(ring: &Markers) -> Vec<(f64, f32)> {
    let mut list: Vec<_> =
        ring.newest_first().map(|r| (r.at.0 as f64 / 1000.0, r.pose.pos.x)).collect();
    list.reverse();
    list
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Present,
    At,
    Between,
}

#[track_caller]
fn check_adjust(branch: &str, ring: &Markers, query_ms: f64, now_ms: f64, want: (f32, Kind)) {
    let found = ring.adjust(ms(query_ms), ms(now_ms), &pose(168.0));
    let kind = match found.bracket {
        Bracket::Present => Kind::Present,
        Bracket::At(_) => Kind::At,
        Bracket::Between { .. } => Kind::Between,
    };
    let x = found.pose.pos.x;
    assert!((x - want.0).abs() <= 0.005, "{branch}: {x} for {want:?}");
    assert_eq!(kind, want.1, "{branch}: {found:?}");
}

#[test]
fn the_published_ring_answers_as_published() {
    let ring = seed_ring();
    let rows = [
        ("between two markers", 1480.0, 1500.0, (153.6, Kind::Between)),
        ("at a marker's very time", 1450.0, 1500.0, (144.0, Kind::At)),
        ("just before the newest", 1499.0, 1500.0, (159.68, Kind::Between)),
        ("at the newest: not moved", 1500.0, 1500.0, (168.0, Kind::Present)),
        ("in the future: not moved", 1600.0, 1500.0, (168.0, Kind::Present)),
        ("just before the oldest", 1049.0, 1500.0, (16.0, Kind::At)),
        ("before the oldest", 1000.0, 1500.0, (16.0, Kind::At)),
        ("long before the oldest", -5000.0, 1500.0, (16.0, Kind::At)),
        ("at the oldest's very time", 1050.0, 1500.0, (16.0, Kind::At)),
        ("just after the oldest", 1051.0, 1500.0, (16.32, Kind::Between)),
        ("after the newest, before now", 1510.0, 1520.0, (168.0, Kind::Present)),
        ("the future is now, which is before the newest", 1600.0, 1490.0, (156.8, Kind::Between)),
        ("a µs after a marker", 1450.001, 1500.0, (144.0, Kind::Between)),
    ];
    for (branch, query, now, want) in rows {
        check_adjust(branch, &ring, query, now, want);
    }
}

/// The largest error of a straight line between markers `apart_ms` apart, in u, for a ship that
/// flies at a wall from `before_wall_u` away and releases its thrust after `let_go` ticks.
fn zigzag(apart_ms: usize, before_wall_u: f32, u_per_s: f32, let_go: usize) -> f32 {
    let (arena, movement) = (Arena::empty(), Motion::new(rate(100)));
    let wall_u = arena.size().x - SHIP_RADIUS_U;
    let (pos, vel) = (Vec2::new(wall_u - before_wall_u, 500.0), Vec2::new(u_per_s, 0.0));
    let mut body = Body { pos, vel };
    let mut flown = Vec::new();
    let every = apart_ms / 10;
    for tick in 0..=2 * every {
        flown.push(body.pos.x);
        let thrust = if tick < let_go { Thrust::Right } else { Thrust::None };
        movement.fly(&mut body, thrust, &arena);
    }
    let at = |tick: usize| ms(10.0 * tick as f64);
    let mut ring = Markers::default();
    for tick in (0..flown.len()).step_by(every) {
        ring.store_frame(at(tick), &pose(flown[tick]));
    }
    let found = |tick| ring.adjust(at(tick), at(flown.len()), &pose(0.0)).pose.pos.x;
    (0..2 * every).map(|tick| (found(tick) - flown[tick]).abs()).fold(0.0, f32::max)
}

#[test]
fn a_zigzag_is_missed_by_its_bend_between_two_markers() {
    let (thrust, speed) = (SHIP_ACCELERATION_U_PER_S2, SHIP_SPEED_MAX_U_PER_S);
    let bend = |accel: f32, apart_s: f32| accel * apart_s * apart_s / 8.0;
    let bounce = |apart_s: f32| speed * (1.0 + BOUNCE_ARENA) * apart_s / 4.0;
    // At full speed drag equals thrust and falls with the speed. Closer markers have fewer ticks
    // between them, so no row reaches its full bend.
    let rows = [
        ("from rest", zigzag(50, 400.0, 0.0, 1000), bend(thrust, 0.05), 0.04),
        ("turned at full speed", zigzag(50, 400.0, -speed, 1000), bend(2.0 * thrust, 0.05), 0.06),
        ("turned, 500 ms apart", zigzag(500, 400.0, -speed, 1000), bend(2.0 * thrust, 0.5), 25.0),
        ("a bounce", zigzag(50, 10.5, speed, 2), bounce(0.05), 2.0),
        ("a bounce, 500 ms apart", zigzag(500, 105.0, speed, 25), bounce(0.5), 12.0),
    ];
    for (name, off_u, most_u, less_u) in rows {
        println!("{name}: off by {off_u:.2} u, limit {most_u:.2}");
        let from = most_u - less_u;
        assert!((from..=most_u + 0.02).contains(&off_u), "{name}: {off_u}, not {from} to {most_u}");
    }
}

#[test]
fn who_sees_every_tick_sees_what_markers_miss() {
    let (outcome, _) = as_expected(Scenario::EtZigzag);
    let OutcomeStatement::OffMarkers { turn, bounce } = outcome.statement else {
        panic!("{outcome:?}")
    };
    check_near("off where it turns, u", turn.passed_u, 0.457, 0.001);
    check_near("off where it bounces, u", bounce.passed_u, 6.22, 0.01);
    // With a snapshot every 50 ms, a player sees the line between two markers.
    let same = otherwise(Scenario::EtZigzag, |setup| {
        setup.columns[0].player.update_rate_hz = 20;
    });
    assert!(same.value < 0.1, "{same:?}");
}

#[test]
fn rings_in_other_states_answer_by_the_same_rule() {
    let empty = Markers::default();
    check_adjust("never stored", &empty, 1450.0, 1500.0, (168.0, Kind::Present));

    let mut single = Markers::default();
    store_frames(&mut single, 1..=1);
    check_adjust("one marker, newer", &single, 1000.0, 1500.0, (16.0, Kind::At));
    check_adjust("one marker, at its time", &single, 1050.0, 1500.0, (168.0, Kind::Present));

    let mut reset = Markers::default();
    reset.reset(&pose(7.0), ms(1000.0), FRAME);
    check_adjust("reset: at its time", &reset, 1000.0, 1000.0, (168.0, Kind::Present));
    check_adjust("reset: just before", &reset, 999.0, 1000.0, (7.0, Kind::Between));
    check_adjust("reset: before all", &reset, 1.0, 1000.0, (7.0, Kind::At));

    let mut wrapped = seed_ring();
    store_frames(&mut wrapped, 11..=23);
    check_adjust("wrapped: oldest", &wrapped, 1690.0, 2150.0, (224.0, Kind::At));
    check_adjust("wrapped: across the end", &wrapped, 1975.0, 2150.0, (312.0, Kind::Between));
    check_adjust("wrapped: at the newest", &wrapped, 2150.0, 2150.0, (168.0, Kind::Present));

    let mut respawned = seed_ring();
    respawned.reset(&pose(900.0), ms(1520.0), FRAME);
    check_adjust(
        "no way leads back before a respawn",
        &respawned,
        1500.0,
        1530.0,
        (900.0, Kind::Between),
    );

    let mut teleported = seed_ring();
    teleported.store_frame(ms(1550.0), &Pose { life: 2, ..pose(960.0) });
    check_adjust("a teleport is blended over", &teleported, 1525.0, 1560.0, (560.0, Kind::Between));

    let dead = Pose { alive: false, ..pose(168.0) };
    let found = seed_ring().adjust(ms(1450.0), ms(1500.0), &dead);
    assert_eq!((found.pose, found.bracket), (dead, Bracket::Present), "the dead are not moved");
}

#[track_caller]
fn check_reset(branch: &str, now_ms: f64, period_ms: f64, want_ms: [f64; MARKERS]) {
    let mut ring = seed_ring();
    ring.reset(&pose(5.0), ms(now_ms), ms(period_ms));
    let got: Vec<_> = ring.newest_first().map(|r| r.at.0 as f64 / 1000.0).collect();
    assert_eq!(got, want_ms, "{branch}");
    assert!(ring.newest_first().all(|marker| marker.pose == pose(5.0)), "{branch}");
}

#[test]
fn a_reset_counts_back_in_whole_ms() {
    let frames = [1000.0, 950.0, 900.0, 850.0, 800.0, 750.0, 700.0, 650.0, 600.0, 550.0];
    check_reset("whole periods", 1000.0, 50.0, frames);
    let sixtieths = [1000.0, 983.0, 966.0, 949.0, 932.0, 915.0, 898.0, 881.0, 864.0, 847.0];
    check_reset("each period is cut", 1000.0, 16.667, sixtieths);
    let below = [20.0, 3.0, -13.0, -29.0, -45.0, -61.0, -77.0, -93.0, -109.0, -125.0];
    check_reset("below 0 the cut is towards 0", 20.0, 16.667, below);
    let odd = [1000.7, 950.0, 900.0, 850.0, 800.0, 750.0, 700.0, 650.0, 600.0, 550.0];
    check_reset("the newest keeps its µs", 1000.7, 50.0, odd);
}

#[test]
fn commands_are_held_to_a_second_back_and_200_ms_ahead() {
    let rows = [
        ("within", 4800.0, (4800.0, None)),
        ("exactly a second back", 4000.0, (4000.0, None)),
        ("more than a second back", 3999.999, (4000.0, Some(Clamp::Bound))),
        ("exactly 200 ms ahead", 5200.0, (5200.0, None)),
        ("more than 200 ms ahead", 5200.001, (5200.0, Some(Clamp::Future))),
    ];
    for (branch, time, (want, why)) in rows {
        assert_eq!(clamp_command_time(ms(time), ms(5000.0)), (ms(want), why), "{branch}");
    }
    let rows = [
        ("within", 4800.0, (4800.0, None)),
        ("now", 5000.0, (5000.0, None)),
        ("a µs ahead", 5000.001, (5000.0, Some(Clamp::Future))),
        ("200 ms ahead", 5200.0, (5000.0, Some(Clamp::Future))),
        ("far ahead", 9000.0, (5000.0, Some(Clamp::Future))),
        ("more than a second back", 3999.0, (4000.0, Some(Clamp::Bound))),
    ];
    for (branch, time, (want, why)) in rows {
        assert_eq!(target_time(ms(time), ms(5000.0)), (ms(want), why), "{branch}");
    }
}

#[test]
fn a_ring_is_as_deep_as_it_is_made() {
    for (depth, reach_ms) in [(1, 0.0), (10, 450.0), (17, 800.0), (40, 1950.0)] {
        let mut ring = Markers::with_depth(depth);
        store_frames(&mut ring, 1..=60);
        let list = listed(&ring);
        assert_eq!((list.len(), list[0].0), (depth, 4000.0 - reach_ms));
        ring.reset(&pose(7.0), ms(5000.0), FRAME);
        let list = listed(&ring);
        assert_eq!((list.len(), list[0]), (depth, (5000.0 - reach_ms, 7.0)));
        let frame = ServerFrame { previous: ms(5050.0), now: ms(5100.0) };
        ring.store_command(frame, ms(20.0), &pose(8.0));
        assert_eq!((listed(&ring).len(), listed(&ring)[depth - 1]), (depth, (5070.0, 8.0)));
    }
    assert_eq!(Markers::with_depth(MARKERS), Markers::default());
    assert_eq!(Markers::with_depth(0), Markers::with_depth(1), "at least one");
}

/// Commands as (previous frame, this frame, elapsed in it, x), and the markers they leave.
#[track_caller]
fn check_commands(branch: &str, commands: &[(f64, f64, f64, f32)], want: &[(f64, f32)]) {
    let mut ring = Markers::default();
    for (previous, now, elapsed, x) in commands.iter().copied() {
        let frame = ServerFrame { previous: ms(previous), now: ms(now) };
        ring.store_command(frame, ms(elapsed), &pose(x));
    }
    assert_eq!(listed(&ring), want, "{branch}");
}

#[test]
fn commands_write_and_relabel_markers() {
    let first = (1450.0, 1500.0, 20.0, 1.0);
    check_commands("20 ms in", &[first], &[(1470.0, 1.0)]);
    check_commands("55 ms in: clamped", &[(1450.0, 1500.0, 55.0, 1.0)], &[(1500.0, 1.0)]);
    check_commands("exactly a frame in", &[(1450.0, 1500.0, 50.0, 1.0)], &[(1500.0, 1.0)]);
    check_commands(
        "an earlier command of the frame is relabelled",
        &[first, (1450.0, 1500.0, 35.0, 2.0)],
        &[(1450.0, 1.0), (1485.0, 2.0)],
    );
    check_commands(
        "after a clamped one the next overwrites",
        &[first, (1450.0, 1500.0, 55.0, 2.0), (1450.0, 1500.0, 60.0, 3.0)],
        &[(1450.0, 1.0), (1500.0, 3.0)],
    );
    check_commands(
        "the last of a frame gets that frame's time in the next",
        &[first, (1450.0, 1500.0, 35.0, 2.0), (1500.0, 1550.0, 5.0, 3.0)],
        &[(1450.0, 1.0), (1500.0, 2.0), (1505.0, 3.0)],
    );
    check_commands(
        "a marker of the last frame's end keeps its time",
        &[(1450.0, 1500.0, 50.0, 1.0), (1500.0, 1550.0, 5.0, 2.0)],
        &[(1500.0, 1.0), (1505.0, 2.0)],
    );
    check_commands(
        "after a pause the old marker moves up",
        &[first, (1950.0, 2000.0, 10.0, 2.0)],
        &[(1950.0, 1.0), (1960.0, 2.0)],
    );
    let many: Vec<_> = (1..=12).map(|n| (1450.0, 1500.0, f64::from(n), n as f32)).collect();
    let mut want: Vec<_> = (3..12).map(|n| (1450.0, n as f32)).collect();
    want.push((1462.0, 12.0));
    check_commands("ten commands deep, all but the newest relabelled", &many, &want);
}

#[test]
fn frames_are_the_whole_ticks_nearest_to_50_ms() {
    let want = [1, 2, 3, 3, 3, 5, 6];
    assert_eq!(RATES_HZ.map(|hz| frame_ticks(rate(hz))), want);
    let rows = [
        ("the first tick", 1, -50.0, 0.0),
        ("a frame's tick is still in the one before", 3, -50.0, 0.0),
        ("the tick after", 4, 0.0, 50.0),
        ("tick 0", 0, -100.0, -50.0),
        ("later", 61, 950.0, 1000.0),
    ];
    for (branch, tick, previous, now) in rows {
        let want = ServerFrame { previous: ms(previous), now: ms(now) };
        assert_eq!(ServerFrame::before(Tick(tick), rate(60)), want, "{branch}");
    }
}

/// A ship at 320 u/s with `x = 0` at tick 0, whose life and death `life_at` gives.
fn flight(hz: u16, n: u32, life_at: impl Fn(u32) -> (u16, bool)) -> Vec<(Tick, Pose)> {
    let at = |tick: u32| {
        let (life, alive) = life_at(tick);
        let x = 320.0 * tick as f32 / f32::from(hz);
        (Tick(tick), Pose { life, alive, ..pose(x) })
    };
    (0..=n).map(at).collect()
}

fn steady(hz: u16, n: u32) -> Vec<(Tick, Pose)> {
    flight(hz, n, |_| (1, true))
}

/// The newest markers of a steady flight, oldest first.
#[track_caller]
fn check_newest(branch: &str, ring: &Markers, want: &[(f64, f32)]) {
    let list = listed(ring);
    assert_eq!(list.len(), MARKERS, "{branch}");
    for (got, want) in list[MARKERS - want.len()..].iter().zip(want) {
        let near = (got.0 - want.0).abs() <= 0.0011 && (got.1 - want.1).abs() <= 0.005;
        assert!(near, "{branch}: {got:?} for {want:?} in {list:?}");
    }
}

#[test]
fn a_live_room_stores_frames_and_commands() {
    let series = steady(60, 64);
    let at = |now| per_frame(series.clone(), rate(60), Tick(now));
    check_newest("frames, at one", &at(60), &[(900.0, 288.0), (950.0, 304.0), (1000.0, 320.0)]);
    check_newest("frames, between two", &at(62), &[(950.0, 304.0), (1000.0, 320.0)]);

    // Tick 61 is the first after the frame at 1000: its command is labelled 950 + 1 tick, and that
    // of tick 60 stays at 950. x grows by 5.333 u a tick.
    let at = |hz, now| per_command(series.clone(), rate(60), hz, Tick(now));
    check_newest(
        "a command a tick, first of its frame",
        &at(60, 61),
        &[(900.0, 309.333), (900.0, 314.667), (950.0, 320.0), (966.667, 325.333)],
    );
    check_newest(
        "a command a tick, second",
        &at(60, 62),
        &[(950.0, 320.0), (950.0, 325.333), (983.333, 330.667)],
    );
    check_newest(
        "a command a tick, last of its frame",
        &at(60, 63),
        &[(950.0, 320.0), (950.0, 325.333), (950.0, 330.667), (1000.0, 336.0)],
    );
    check_newest(
        "half the ticks store no marker",
        &at(30, 61),
        &[(900.0, 298.667), (900.0, 309.333), (950.0, 320.0)],
    );
    check_newest(
        "two commands a tick, one between the poses",
        &at(120, 61),
        &[(900.0, 317.333), (950.0, 320.0), (950.0, 322.667), (966.667, 325.333)],
    );
    check_newest("too slow a clock is 20", &at(0, 62), &listed(&at(20, 62)));
    check_newest("too fast a clock is 125", &at(1000, 62), &listed(&at(125, 62)));
}

#[test]
fn a_respawn_resets_a_live_ring_and_the_dead_are_not_stored() {
    let life = |tick: u32| match tick {
        0..40 => (1, true),
        40..55 => (1, false),
        _ => (2, true),
    };
    let series = flight(60, 60, life);
    let ring = per_frame(series.clone(), rate(60), Tick(54));
    assert_eq!(ring.newest_first().next().unwrap().at, ms(650.0), "no markers while dead");
    let ring = per_frame(series.clone(), rate(60), Tick(55));
    assert!(ring.newest_first().all(|m| m.pose == series[55].1), "all of the new life");
    assert_eq!(ring.newest_first().next().unwrap().at, Micros(916_666), "at its own tick");
    let ring = per_frame(series.clone(), rate(60), Tick(60));
    assert_eq!(ring.newest_first().filter(|m| m.pose == series[55].1).count(), 8, "two frames");
    let ring = per_command(series.clone(), rate(60), 60, Tick(55));
    assert!(ring.newest_first().all(|m| m.pose == series[55].1), "all of the new life");
    assert_eq!(ring.newest_first().next().unwrap().at, Micros(866_666), "a frame behind");
}

/// Asserts that a ring rebuilt from the last second equals the one kept since tick 0; while the
/// ship is dead, both give the same answers.
fn check_rebuilt(store: Store, hz: u16) {
    let dies_every = u32::from(hz) * 13 / 5;
    let life = |tick: u32| {
        let lives = tick / dies_every;
        let alive = tick % dies_every > u32::from(hz) * 4 / 5 || lives == 0;
        (lives as u16 + u16::from(alive), alive)
    };
    let series = flight(hz, u32::from(hz) * 9, life);
    let mut kept = MarkerRecorder::new(store, rate(hz));
    for (tick, present) in &series {
        kept.push(*tick, present);
        if tick.0 < u32::from(hz) {
            continue;
        }
        let window = &series[(tick.0 - u32::from(hz)) as usize..];
        let window = window.iter().copied();
        let rebuilt = match store {
            Store::PerFrame => per_frame(window, rate(hz), *tick),
            Store::PerCommand { marker_rate_hz } => {
                per_command(window, rate(hz), marker_rate_hz, *tick)
            }
        };
        if present.alive {
            assert_eq!(rebuilt, *kept.markers(), "{store:?}, {hz} Hz, {tick:?}");
        }
        let now = rate(hz).micros_at(*tick);
        for back_ms in [0, 17, 50, 183, 449, 450, 700, 1000] {
            let time = now - Micros::from_ms(back_ms);
            let (a, b) =
                (rebuilt.adjust(time, now, present), kept.markers().adjust(time, now, present));
            assert_eq!(a, b, "{store:?}, {hz} Hz, {tick:?}, {back_ms} ms back");
        }
    }
}

#[test]
fn a_ring_rebuilt_from_a_second_is_the_ring_kept() {
    for hz in RATES_HZ {
        check_rebuilt(Store::PerFrame, hz);
        for marker_rate_hz in [20, 30, 60, 61, 125] {
            check_rebuilt(Store::PerCommand { marker_rate_hz }, hz);
        }
    }
}

/// The least and greatest error of the pose found for a moment, over all phases of the frame, in u;
/// positive is ahead.
fn errors_u(
    ring_at: impl Fn(u32) -> Markers,
    ages_ms: core::ops::RangeInclusive<i64>,
) -> (f32, f32) {
    let series = steady(60, 140);
    let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
    for now in 120..=122 {
        let ring = ring_at(now);
        let at = rate(60).micros_at(Tick(now));
        for age_ms in ages_ms.clone() {
            let time = at - Micros::from_ms(age_ms);
            let found = ring.adjust(time, at, &series[now as usize].1);
            let error = found.pose.pos.x - 320.0 * time.as_s_f32();
            (least, most) = (least.min(error), most.max(error));
        }
    }
    (least, most)
}

#[test]
fn per_frame_is_exact_for_450_ms_and_per_command_is_a_frame_ahead() {
    let series = steady(60, 140);
    let per_frame_at = |now| per_frame(series.clone(), rate(60), Tick(now));
    let (least, most) = errors_u(per_frame_at, 50..=450);
    assert!(least > -0.5 && most < 0.5, "{least} to {most} u within 450 ms");
    let (least, most) = errors_u(per_frame_at, 600..=600);
    let want = 320.0 * 0.150;
    assert!(
        most <= want + 0.5 && least >= want - 320.0 / 30.0 - 0.5,
        "{least} to {most} u at 600 ms"
    );
    // A frame's last command is 50 ms ahead of its label, an earlier one up to two ticks more.
    let rows = [(20, 16.0, 16.0), (60, 16.0, 26.667), (125, 14.0, 29.5)];
    for (hz, from_u, to_u) in rows {
        let per_command_at = |now| per_command(series.clone(), rate(60), hz, Tick(now));
        let (least, most) = errors_u(per_command_at, 84..=150);
        println!("per command, {hz} markers a second: {least} to {most} u ahead");
        assert!(least >= from_u - 0.01 && most <= to_u + 0.01, "{hz} Hz: {least} to {most} u");
    }
    let span = |now| {
        let list = listed(&per_command(series.clone(), rate(60), 60, Tick(now)));
        list[MARKERS - 1].0 - list[0].0
    };
    assert_eq!([120, 121, 122].map(|now| span(now).round()), [150.0, 167.0, 183.0], "ms deep");
}
