//! Source's view, errors, clocks and rates by their rules and published numbers.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        tick_length::TickLength,
        time::{Micros, Tick, TickRate},
    },
    history::{
        pose::Pose,
        record::{Bracket, Record},
    },
    netcode::{choices::Curve, values::interpolation_delay},
    schemes::source::{
        command_clock::{commands_in_packet, corrected_clock},
        error_smoothing::{ErrorHandling, ErrorSmoothing, SMOOTH_DEFAULT},
        interpolation::{Origin, Sampling, fraction, hermite, sample},
        movement_bank::{AfterCommands, MovementBank},
        send_schedule::{SendDecision, SendSchedule, send_gap, too_old},
    },
    sim::ship::ShipId,
};

/// 66.67 Hz.
const DT: TickLength = TickLength::new(Micros::from_ms(15));

fn ms(ms: i64) -> Micros {
    Micros::from_ms(ms)
}

fn record(at_ms: i64, x: f32) -> Record {
    let pose = Pose {
        ship: ShipId::default(),
        pos: Vec2::new(x, 0.0),
        vel: Vec2::ZERO,
        aim: Turn(0),
        life: 1,
        alive: true,
        shielded: false,
    };
    Record { at: ms(at_ms), pose }
}

fn life(life: u16, record: Record) -> Record {
    Record { pose: Pose { life, ..record.pose }, ..record }
}

fn dead(record: Record) -> Record {
    Record { pose: Pose { alive: false, ..record.pose }, ..record }
}

#[test]
fn the_delay_spans_snapshots_or_is_said() {
    let rows = [
        ("the default", 100, 2000, 20, 100_000),
        ("the said one is longer", 100, 2000, 66, 100_000),
        ("the ratio is longer", 100, 2000, 10, 200_000),
        ("the ratio alone, rounded", 0, 1000, 66, 15_152),
        ("another ratio alone, rounded", 0, 1000, 60, 16_667),
        ("a half snapshot", 10, 1500, 30, 50_000),
        ("no delay", 0, 0, 20, 0),
        ("a rate of 0 is 1", 0, 2000, 0, 2_000_000),
    ];
    for (branch, interp, ratio, hz, want) in rows {
        let got = interpolation_delay(ms(interp), ratio, TickLength::of_hz(hz));
        assert_eq!(got, Micros(want), "{branch}");
    }
}

#[test]
fn fractions_are_as_published() {
    // Now 10.32, delay 0.1; 340 @ 10.20, 342 @ 10.25, 344 @ 10.30.
    let target = ms(10_320) - interpolation_delay(ms(100), 2000, TickLength::of_hz(20));
    let rows = [
        ("between 340 and 342", target, 10_200, 10_250, 0.4),
        ("342 was lost", target, 10_200, 10_300, 0.2),
        ("at the older", ms(10_200), 10_200, 10_250, 0.0),
        ("at the newer", ms(10_250), 10_200, 10_250, 1.0),
        ("before the older", ms(10_100), 10_200, 10_250, 0.0),
        ("after the newer", ms(10_300), 10_200, 10_250, 1.0),
        ("two at once", ms(10_200), 10_200, 10_200, 0.0),
    ];
    for (branch, target, older, newer, want) in rows {
        let got = fraction(target, ms(older), ms(newer));
        assert!((got - want).abs() < 1e-6, "{branch}: {got} for {want}");
    }
}

#[track_caller]
fn check_sample(
    branch: &str,
    records: &[Record],
    (target_ms, newest_snapshot_ms): (i64, i64),
    want: (f32, Origin),
) {
    let got = sample(records, ms(target_ms), ms(newest_snapshot_ms), &Sampling::default()).unwrap();
    let x = got.found.pose.pos.x;
    assert!((x - want.0).abs() < 0.005, "{branch}: {x} for {want:?}");
    assert_eq!(got.origin, want.1, "{branch}: {got:?}");
}

#[test]
fn views_interpolate_extrapolate_and_hold() {
    use Origin::{Extrapolated, Held, Interpolated};
    let all = [record(10_050, 110.0), record(10_000, 100.0), record(9_950, 90.0)];
    // The published moments are of the clock; the view lags by 100 ms.
    let rows = [
        ("published: 10.25", 10_150, (130.0, Extrapolated)),
        ("published: 10.40", 10_300, (160.0, Extrapolated)),
        ("published: 11.0", 10_900, (160.0, Extrapolated)),
        ("between", 10_020, (104.0, Interpolated)),
        ("at a record", 10_000, (100.0, Interpolated)),
        ("at the newest", 10_050, (110.0, Interpolated)),
        ("at the oldest", 9_950, (90.0, Interpolated)),
        ("before the oldest", 9_900, (90.0, Held)),
        ("just out of data", 10_051, (110.2, Extrapolated)),
    ];
    for (branch, target, want) in rows {
        check_sample(branch, &all, (target, 10_050), want);
    }
    check_sample("newer but unchanged", &all, (10_150, 10_100), (110.0, Held));
    check_sample(
        "newer but unchanged, still between",
        &all,
        (10_020, 10_100),
        (104.0, Interpolated),
    );
    check_sample("one lost", &[all[0], all[2]], (10_020, 10_050), (104.0, Interpolated));
    check_sample("one record", &all[..1], (10_150, 10_050), (110.0, Held));
    check_sample("two at once", &[all[0], all[0]], (10_150, 10_050), (110.0, Held));

    let respawned = [life(2, record(10_050, 900.0)), all[1], all[2]];
    check_sample("a respawn: the older is held", &respawned, (10_049, 10_050), (100.0, Held));
    check_sample("a respawn: at the newer", &respawned, (10_050, 10_050), (900.0, Interpolated));
    check_sample("a respawn: no extrapolation", &respawned, (10_150, 10_050), (900.0, Held));
    check_sample("before a respawn", &respawned, (9_975, 10_050), (95.0, Interpolated));
    let died = [dead(all[0]), all[1]];
    check_sample("the dead do not fly on", &died, (10_150, 10_050), (110.0, Held));

    assert_eq!(sample(&[], ms(1), ms(1), &Sampling::default()), None, "no records");
    let never = Sampling { extrapolation_max: Micros::ZERO, ..Sampling::default() };
    let got = sample(&all, ms(10_150), ms(10_050), &never).unwrap();
    assert_eq!((got.found.pose.pos.x, got.origin), (110.0, Held), "extrapolation off");
}

#[test]
fn angles_go_on_along_the_short_way() {
    let aimed = |at_ms, turn| {
        let record = record(at_ms, 0.0);
        Record { pose: Pose { aim: Turn(turn), ..record.pose }, ..record }
    };
    let records = [aimed(50, 400), aimed(0, 65_136)];
    let rows = [("between", 25, 0), ("beyond", 75, 800)];
    for (branch, target, want) in rows {
        let got = sample(&records, ms(target), ms(50), &Sampling::default()).unwrap();
        assert_eq!(got.found.pose.aim, Turn(want), "{branch}");
    }
}

/// The curve's x at a moment, from records (ms, u), newest first.
#[track_caller]
fn check_hermite(branch: &str, records: [Record; 3], at_ms: i64, want: f32) {
    let [p2, p1, p0] = &records;
    let got = hermite([p2, p1, p0], ms(at_ms)).pose.pos.x;
    assert!((got - want).abs() < 0.005, "{branch}: {got} for {want}");
    let smooth = Sampling { curve: Curve::Hermite, ..Sampling::default() };
    let drawn = sample(&records, ms(at_ms), p2.at, &smooth).unwrap();
    assert_eq!(drawn.found.pose.pos.x, got, "{branch}: drawn");
}

#[test]
fn hermite_bends_overshoots_and_breaks() {
    let steady = [record(100, 20.0), record(50, 10.0), record(0, 0.0)];
    check_hermite("steady is straight", steady, 75, 15.0);
    check_hermite("at the older", steady, 50, 10.0);
    check_hermite("at the newer", steady, 100, 20.0);
    let gap = [record(100, 20.0), record(50, 10.0), record(-50, -10.0)];
    check_hermite("p0 is re-spaced", gap, 75, 15.0);
    // It stopped at p1: t³ − 2t² + t of the old speed is left, at t = 1/2 an eighth.
    let stop = [record(100, 80.0), record(50, 80.0), record(0, 0.0)];
    check_hermite("it overshoots a stop", stop, 75, 90.0);
    let start = [record(100, 80.0), record(50, 0.0), record(0, 0.0)];
    check_hermite("it starts late", start, 75, 30.0);
    let born = [record(100, 80.0), record(50, 0.0), life(7, record(0, 500.0))];
    check_hermite("p0 of another life is not used", born, 75, 40.0);
    let double = [record(100, 80.0), record(50, 0.0), record(50, 500.0)];
    let [p2, p1, p0] = &double;
    assert_eq!(hermite([p2, p1, p0], ms(75)).pose.pos.x, 40.0, "p0 at p1's moment is not used");
    let found = hermite([&stop[0], &stop[1], &stop[2]], ms(75));
    let bracket = Bracket::Between { older: ms(50), newer: ms(100), num: 25_000, den: 50_000 };
    assert_eq!(found.bracket, bracket);
}

#[test]
fn errors_fade_add_up_and_snap() {
    let mut errors = ErrorSmoothing::default();
    assert_eq!(
        errors.add(Micros::ZERO, Vec2::new(8.0, 0.0), SMOOTH_DEFAULT),
        ErrorHandling::Smoothed
    );
    for (at, want) in [(0, 8.0), (25, 6.0), (50, 4.0), (75, 2.0), (100, 0.0), (1000, 0.0)] {
        assert_eq!(errors.offset_at(ms(at), SMOOTH_DEFAULT).x, want, "at {at} ms");
    }
    let rows = [
        ("adds to what is left", 50, 2.0, ErrorHandling::Smoothed, 6.0),
        ("exactly 0.5 is ignored", 50, 0.5, ErrorHandling::Ignored, 6.0),
        ("just above is not", 50, 0.625, ErrorHandling::Smoothed, 6.625),
        (
            "exactly 64 is smoothed, and the sum is no jump",
            50,
            64.0,
            ErrorHandling::Smoothed,
            70.625,
        ),
        ("faded by half", 100, 0.1, ErrorHandling::Ignored, 35.3125),
        (
            "more than 64 is not smoothed; the rest continues",
            100,
            64.01,
            ErrorHandling::Snapped,
            35.3125,
        ),
        ("and fades", 125, 64.01, ErrorHandling::Snapped, 17.65625),
        ("adds to what is left of it", 125, -1.65625, ErrorHandling::Smoothed, 16.0),
    ];
    for (branch, at, error, noted, want) in rows {
        assert_eq!(errors.add(ms(at), Vec2::new(error, 0.0), SMOOTH_DEFAULT), noted, "{branch}");
        assert_eq!(errors.offset_at(ms(at), SMOOTH_DEFAULT).x, want, "{branch}");
    }
    assert_eq!(errors.add(ms(200), Vec2::X, Micros::ZERO), ErrorHandling::Smoothed);
    assert_eq!(errors.offset_at(ms(200), Micros::ZERO), Vec2::ZERO, "no time to fade");
}

/// Feeds a bank with these numbers of commands, tick by tick. Returns how many run, including
/// re-runs, how many of those are re-runs, and what is left in the bank.
fn banked(commands_per_tick: &[u32]) -> (u32, u32, u32) {
    let (mut bank, mut executed, mut reruns) = (MovementBank::default(), 0, 0);
    for &commands in commands_per_tick {
        bank.begin_tick();
        executed += (0..commands).filter(|_| bank.spend()).count() as u32;
        reruns += u32::from(bank.end_tick() == AfterCommands::RerunLast);
    }
    (executed + reruns, reruns, bank.banked())
}

#[test]
fn a_bank_holds_24_ticks_and_then_reruns() {
    let after = |n: usize, last: &[u32]| [vec![0; n], last.to_vec()].concat();
    let rows = [
        // (commands in each tick, (executed, re-run, left))
        ("empty at first", vec![], (0, 0, 0)),
        ("one a tick", vec![1; 40], (40, 0, 0)),
        ("a command takes the tick that came with it", after(24, &[1]), (1, 0, 24)),
        ("and all that was saved, but no more", after(24, &[30]), (25, 0, 0)),
        ("the 25th without any", after(25, &[]), (1, 1, 24)),
        ("and every one after it", after(30, &[]), (6, 6, 24)),
        ("one a tick from then on", after(24, &[30, 2, 2]), (27, 0, 0)),
    ];
    for (what, commands, want) in rows {
        assert_eq!(banked(&commands), want, "{what}");
    }
}

#[test]
fn a_clock_is_moved_only_when_far_off() {
    // 60 ms are 4 ticks of 15 ms: the ideal is 1004, and 1000 to 1008 are close enough.
    let rows = [
        ("at the ideal", 1003, 1, None),
        ("at the late end", 999, 1, None),
        ("too late", 998, 1, Some(1004)),
        ("at the early end", 1007, 1, None),
        ("too early", 1008, 1, Some(1004)),
        ("a burst that ends near enough", 997, 3, None),
        ("a burst that ends too early", 1006, 3, Some(1002)),
        ("nothing to simulate", 1009, 0, Some(1005)),
        ("far behind", 0, 2, Some(1003)),
        ("behind, with two to run", 990, 2, Some(1003)),
        ("ahead, with nine to run", 1000, 9, Some(996)),
    ];
    for (branch, clock, n, want) in rows {
        let got = corrected_clock(Tick(clock), Tick(1000), n, DT);
        assert_eq!(got, want.map(Tick), "{branch}");
    }
    let early = corrected_clock(Tick(50), Tick(0), 6, DT);
    assert_eq!(early, Some(Tick::ZERO), "not before the first tick");
}

/// Checks how many commands the first packets carry, and a thousand packets in all.
#[track_caller]
fn check_packets(branch: &str, dt: TickLength, hz: u16, first: [u32; 9], in_1000: u32) {
    let count = |packet: u32| commands_in_packet(packet, dt, TickLength::of_hz(hz));
    assert_eq!(core::array::from_fn(|packet| count(packet as u32)), first, "{branch}");
    assert_eq!((0..1000).map(count).sum::<u32>(), in_1000, "{branch}");
}

#[test]
fn packets_carry_every_command() {
    let hz = |hz| TickLength::of(TickRate::new(hz).unwrap());
    check_packets("66.67 by 30", DT, 30, [2, 2, 2, 2, 3, 2, 2, 2, 3], 2222);
    check_packets("60 by 30", hz(60), 30, [2; 9], 2000);
    check_packets("60 by 60", hz(60), 60, [1; 9], 1000);
    check_packets("60 by 40", hz(60), 40, [1, 2, 1, 2, 1, 2, 1, 2, 1], 1500);
    check_packets("100 by 30", hz(100), 30, [3, 3, 4, 3, 3, 4, 3, 3, 4], 3333);
    check_packets("30 by 60 is 30 by 30", hz(30), 60, [1; 9], 1000);
}

#[test]
fn a_rate_spaces_snapshots_and_counts_choke() {
    let rows = [
        ("the interval is longer", 50, 400, 20_000, 50_000),
        ("the rate is longer", 50, 1000, 10_000, 104_800),
        ("equal", 50, 452, 10_000, 50_000),
        ("no more than 1500 count", 50, 9000, 10_000, 154_800),
        ("nothing but headers", 0, 0, 1000, 48_000),
        ("a rate of 0 is 1", 50, 0, 0, 48_000_000),
    ];
    for (branch, interval, bytes, rate, want) in rows {
        assert_eq!(send_gap(ms(interval), bytes, rate), Micros(want), "{branch}");
    }
    let mut schedule = SendSchedule::default();
    assert_eq!(schedule.try_send(Micros::ZERO), SendDecision::Send, "the first");
    assert_eq!(schedule.sent(Micros::ZERO, ms(50), 1000, 10_000), 0);
    let rows = [
        ("the update rate", 49, SendDecision::NotDue),
        ("the rate", 50, SendDecision::Choked),
        ("the rate once more", 100, SendDecision::Choked),
        ("after both", 105, SendDecision::Send),
    ];
    for (branch, at, want) in rows {
        assert_eq!(schedule.try_send(ms(at)), want, "{branch}");
    }
    assert_eq!(schedule.sent(ms(105), ms(50), 100, 10_000), 2, "choked before the snapshot");
    assert_eq!(schedule.try_send(ms(155)), SendDecision::Send, "in time");
    assert_eq!([0, 28, 29, 32].map(too_old), [false, false, true, true]);
}
