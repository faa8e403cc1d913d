//! Measures every setting of remote ships in a real room, against the numbers of its scheme.

use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, TickRate, ViewTime},
    },
    client::{Controls, scene::PoseSource},
    history::sent::ticks_around,
    netcode::{
        choices::{CommandPolicy, Curve, RemoteView},
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    sim::command::Thrust,
    wire::conditions::{Conditions, LinkConditions},
};

use crate::support::course::{AT_SPEED, Course, Sight, VIEWER, after, lag_ms};

const SEED: u64 = 20_261_121;
/// One-way delay to the client, in ms: half of the round trip in every test here.
const DOWN_MS: f32 = 50.0;

fn netcode(player: PlayerNetcode) -> Netcode {
    Netcode { room: RoomNetcode::default(), player }
}

fn course(player: PlayerNetcode) -> Course {
    println!("seed {SEED}, RTT 100 ms");
    Course::new(netcode(player), Conditions::round_trip(100), SEED)
}

fn viewing(remote: RemoteView) -> PlayerNetcode {
    PlayerNetcode { remote, ..PlayerNetcode::default() }
}

#[test]
fn raw_shows_the_newest_snapshot() {
    let mut course = course(viewing(RemoteView::Raw));
    let off = course.measure(AT_SPEED, after(3), &|sight| {
        assert_eq!(sight.drawn()?.pos, sight.newest()?.body.pos);
        assert_eq!(sight.drawn()?.source, PoseSource::Newest);
        assert_eq!(sight.client.view()?.time, ViewTime::from_tick(sight.client.view()?.older));
        Some(sight.lag_ms()? - sight.staleness_ms())
    });
    off.check("Raw: lag less the way down and p, in ms", 0.0, 0.5);
    let lag = course.measure(after(3), after(6), &lag_ms);
    lag.check("Raw: lag, in ms: 50 and up to a snapshot interval", 66.0, 10.0);
}

#[test]
fn interpolation_lags_by_the_way_down_and_its_delay() {
    for interpolation_ms in [50, 100, 200] {
        let player = PlayerNetcode { interpolation_ms, ..viewing(RemoteView::Interpolate) };
        let lag = course(player).measure(AT_SPEED, after(3), &lag_ms);
        lag.check("Interpolate: lag, in ms", DOWN_MS + f32::from(interpolation_ms), 2.0);
    }
    // Two snapshots at 10 a second are 200 ms, whatever the delay setting.
    for (interp_ratio, want) in [(0, 150.0), (1, 150.0), (2, 200.0)] {
        let player = PlayerNetcode {
            interp_ratio,
            interpolation_ms: 150,
            update_rate_hz: 10,
            ..viewing(RemoteView::Interpolate)
        };
        let lag = course(player).measure(AT_SPEED, after(3), &lag_ms);
        lag.check("Interpolate, snapshots of delay: lag, in ms", DOWN_MS + want, 2.0);
    }
}

#[test]
fn quakeworld_flies_the_others_on_by_half_the_gap() {
    let player = viewing(RemoteView::QuakeWorld);
    // The latency estimate creeps up by 1 ms a snapshot and is settled after 5 s.
    let mut course = course(player);
    let ahead = |sight: &Sight| {
        let newest = sight.newest()?;
        Some((sight.drawn()?.pos - newest.body.pos).x / newest.body.vel.x * 1000.0)
    };
    let off = course.measure(after(6), after(9), &|sight| {
        let p = sight.staleness_ms() - DOWN_MS;
        Some(ahead(sight)? - (0.5 * p + 10.0))
    });
    off.check("QuakeWorld: ahead less (½·p + 10), in ms", 0.0, 2.0);
    let lag = course.measure(after(9), after(12), &|sight| {
        let p = sight.staleness_ms() - DOWN_MS;
        Some(sight.lag_ms()? - (DOWN_MS + 0.5 * p - 10.0))
    });
    lag.check("QuakeWorld: lag less (L_d + ½·p − 10), in ms", 0.0, 2.0);
}

#[test]
fn quakeworld_counts_how_old_a_ships_state_is() {
    // The target's packets come in bursts, and its ship waits for them.
    let room = RoomNetcode { commands: CommandPolicy::RunOnNext, ..RoomNetcode::default() };
    let netcode = Netcode { room, player: viewing(RemoteView::QuakeWorld) };
    let up = LinkConditions { loss_permille: 10, ..LinkConditions::delay(20) };
    let link = Conditions { up, ..Conditions::round_trip(40) };
    println!("seed {SEED}, a target that stalls");
    let player = PlayerNetcode { margin_ms: 0, ..PlayerNetcode::default() };
    let mut course = Course::with_target(netcode, Conditions::round_trip(100), player, link, SEED);
    let (mut waited, mut in_time) = (Vec::new(), Vec::new());
    course.run(after(16), &mut |_| Controls::default(), &mut |sight| {
        let (Some(newest), Some(drawn)) = (sight.newest(), sight.drawn()) else { return };
        if sight.now < after(6) || (newest.body.vel.x - 420.0).abs() > 1.0 {
            return;
        }
        let ahead = (drawn.pos - newest.body.pos).x / newest.body.vel.x * 1000.0;
        let p = sight.staleness_ms() - DOWN_MS;
        let age = f32::from(newest.behind) * 1000.0 / 60.0;
        let all = if newest.behind == 0 { &mut in_time } else { &mut waited };
        all.push((ahead - (0.5 * (p + age) + 10.0).min(255.0), age));
    });
    let longest = waited.iter().map(|(_, age)| *age).fold(0.0, f32::max);
    println!("  {} frames in time, {} not, up to {longest} ms", in_time.len(), waited.len());
    assert!(waited.len() > 20 && longest > 60.0);
    for (off, age) in in_time.iter().chain(&waited) {
        assert!(off.abs() < 3.0, "{off} ms off at an age of {age} ms");
    }
}

#[test]
fn a_chase_lags_by_the_way_down_and_k_frames() {
    for (chase_k, frames) in [(0, 0.0), (1, 1.0), (5, 5.0)] {
        let player = PlayerNetcode { chase_k, ..viewing(RemoteView::Chase) };
        let lag = course(player).measure(AT_SPEED, after(3), &lag_ms);
        lag.check("Chase: lag, in ms", DOWN_MS + frames * 1000.0 / 60.0, 1.0);
    }
}

#[test]
fn delayed_is_the_own_tick_less_d() {
    for delay_ms in [350, 200] {
        let room = RoomNetcode { delay_ms, ..RoomNetcode::default() };
        let player = PlayerNetcode { update_rate_hz: 128, ..viewing(RemoteView::Delayed) };
        println!("seed {SEED}, D = {delay_ms} ms");
        let netcode = Netcode { room, player };
        let mut course = Course::new(netcode, Conditions::round_trip(100), SEED);
        let ticks = i64::from(TickRate::DEFAULT.ticks_in_ms(delay_ms.into()));
        let lag = course.measure(AT_SPEED, after(3), &|sight| {
            let view = sight.client.view()?;
            // The own tick is in progress: what is drawn lies between it and the last one.
            let own = ViewTime::from_tick(sight.client.own_tick());
            let behind = own.since(view.time) - ticks * 256;
            assert!((0..=256).contains(&behind), "{behind}/256 tick off");
            let drawn = sight.drawn()?;
            let history = sight.room.history();
            let truth = history.between(drawn.id.idx, ticks_around(view.time), view.time)?;
            assert!((truth.pos - drawn.pos).length() < 1e-3);
            sight.lag_ms()
        });
        // The client's clock leads the server's by the way up and the margin, and waits for frames.
        lag.check("Delayed: lag, in ms", f32::from(delay_ms) - 50.0 - 29.0, 3.0);
    }
}

#[test]
fn a_ship_flies_on_for_as_long_as_is_allowed_when_news_stay_away() {
    for (extrapolation_ms, want_u) in [(0, 0.0), (100, 42.0), (250, 105.0)] {
        let player = PlayerNetcode { extrapolation_ms, ..viewing(RemoteView::Interpolate) };
        let mut course = course(player);
        course.run(after(1), &mut |_| Controls::default(), &mut |_| {});
        let cut = LinkConditions::delay(3000);
        let link = Conditions { down: cut, ..Conditions::round_trip(100) };
        course.harness.set_conditions(VIEWER, link);
        let (mut flown, mut held) = (0.0_f32, 0);
        course.run(after(3), &mut |_| Controls::default(), &mut |sight| {
            let (Some(drawn), Some(newest)) = (sight.drawn(), sight.newest()) else { return };
            flown = flown.max(drawn.pos.x - newest.body.pos.x);
            held += u32::from(drawn.source == PoseSource::Held);
        });
        println!("  limit {extrapolation_ms} ms: {flown} u beyond the newest, {held} frames held");
        assert!((flown - want_u).abs() < 0.5 && held > 60, "{flown} u for {want_u}");
    }
}

#[test]
fn a_curve_leaves_the_line_between_snapshots_where_a_ship_turns() {
    let farthest = |curve| {
        let player = PlayerNetcode { curve, update_rate_hz: 20, ..PlayerNetcode::default() };
        let mut course = course(player);
        let (mut off_line, mut turn) = (0.0_f32, 0_u32);
        // Both ships turn alike; only the target's path is compared.
        while course.harness.now() < after(4) {
            turn += 1;
            let thrust = if turn / 90 % 2 == 0 { Thrust::Right } else { Thrust::Left };
            course.harness.step(&mut |_, _, _| Controls { thrust, ..Controls::default() });
            let (room, client) = (course.harness.room(), course.harness.client(VIEWER));
            let sight = Sight { now: course.harness.now(), room, client };
            let (Some(drawn), Some(view)) = (sight.drawn(), client.view()) else { continue };
            let pair = shared::history::pose::Pair {
                older: view.older,
                newer: view.older.plus(view.span.into()),
            };
            let line = room.history().between(drawn.id.idx, pair, view.time);
            if let Some(line) = line.filter(|_| drawn.source == PoseSource::Interpolated) {
                off_line = off_line.max((line.pos - drawn.pos).length());
            }
        }
        println!("  {curve:?}: up to {off_line} u off the line");
        off_line
    };
    assert!(farthest(Curve::Linear) < 1e-3);
    let curve = farthest(Curve::Hermite);
    assert!((0.1..20.0).contains(&curve), "{curve}");
}

#[test]
fn a_change_of_view_moves_the_drawn_ship_by_the_difference_and_no_further() {
    let mut course = course(viewing(RemoteView::Interpolate));
    course.run(after(1), &mut |_| Controls::default(), &mut |_| {});
    let mut last: Option<Vec2> = None;
    let mut farthest = 0.0_f32;
    for (n, remote) in RemoteView::ALL.iter().cycle().take(20).enumerate() {
        course.harness.client_mut(VIEWER).set_netcode(viewing(*remote));
        let until = after(1) + Micros::from_ms(300 * (n as i64 + 1));
        course.run(until, &mut |_| Controls::default(), &mut |sight| {
            let at = sight.drawn().expect("always drawn").pos;
            farthest = farthest.max(last.map_or(0.0, |last| (at - last).length()));
            last = Some(at);
        });
    }
    println!("  up to {farthest} u from frame to frame");
    assert!(farthest < 0.4 * 420.0, "no view is 400 ms from another");
}
