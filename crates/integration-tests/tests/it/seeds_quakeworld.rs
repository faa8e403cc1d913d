//! QuakeWorld's numbers, row by row: the published ones, and one for every branch.

use shared::{
    base::{
        geometry::{Vec2, blend_points},
        tick_length::TickLength,
        time::{Micros, TickRate},
    },
    schemes::quakeworld::{
        CommandToRun, LatencyEstimate, MAX_REPLAY, PUSH_DEFAULT, QUAKEWORLD_EXTRAPOLATION_MAX,
        Rate, Replayed, TicksAndRest, bridges, commands_run, drawn_pos, extrapolation, frozen,
        halve, local_time, player_time, replayed, snap, state_age, state_time, ticks_and_rest,
    },
};

fn us(micros: i64) -> Micros {
    Micros(micros)
}

fn ms(ms: i64) -> Micros {
    Micros::from_ms(ms)
}

/// Samples and the estimate after each, in µs.
fn check_latency(name: &str, rows: &[(i64, i64)]) {
    let mut latency = LatencyEstimate::default();
    for (n, &(sample, want)) in rows.iter().enumerate() {
        latency.sample(us(sample));
        assert_eq!(latency.get(), us(want), "{name}, sample {n}: {sample}");
    }
}

#[test]
fn latency_creeps_up_and_falls_at_once() {
    let printed = [(120_000, 1000), (118_000, 2000), (125_000, 3000), (500, 500)];
    check_latency("printed", &printed);
    check_latency("below 0 is ignored", &[(9000, 1000), (-1, 1000), (9000, 2000)]);
    check_latency("0 counts", &[(9000, 1000), (0, 0), (0, 1000)]);
    check_latency("1 s counts", &[(1_000_000, 1000)]);
    check_latency("above 1 s is ignored", &[(1_000_001, 0), (i64::MAX, 0)]);
    check_latency("an equal sample creeps", &[(9000, 1000), (1000, 2000), (2000, 3000)]);
    check_latency("a creep may pass the sample", &[(1500, 1000), (1500, 2000), (1500, 1500)]);
}

#[test]
fn a_gap_is_bridged_by_what_the_server_holds() {
    use CommandToRun::{Last, New, Old, Oldest};
    let rows: [(&str, u32, usize, &[CommandToRun]); 9] = [
        ("none lost", 0, 0, &[New]),
        ("one backup", 1, 0, &[Old, New]),
        ("both backups", 2, 0, &[Oldest, Old, New]),
        ("first repeat", 3, 1, &[Oldest, Old, New]),
        ("printed: 5", 5, 3, &[Oldest, Old, New]),
        ("last that is bridged", 19, 17, &[Oldest, Old, New]),
        ("first that is not", 20, 0, &[New]),
        ("after a nap", 21, 0, &[New]),
        ("largest", u32::MAX, 0, &[New]),
    ];
    for (name, n_lost, repeats, rest) in rows {
        let mut want = vec![Last; repeats];
        want.extend(rest);
        assert_eq!(commands_run(n_lost).collect::<Vec<CommandToRun>>(), want, "{name}");
        assert_eq!(bridges(n_lost), n_lost <= 19, "{name}");
    }
    let counts = [0, 1, 2, 5, 20].map(|n| commands_run(n).count());
    assert_eq!(counts, [1, 2, 3, 6, 1], "printed");
}

#[test]
fn long_commands_run_in_halves() {
    let rows = [
        ("empty", 0, 0, 1),
        ("longest whole one", 50, 50, 1),
        ("printed: 51", 51, 25, 2),
        ("largest halved once", 101, 50, 2),
        ("first halved twice", 102, 25, 4),
        ("both halves odd", 103, 25, 4),
        ("largest halved twice", 203, 50, 4),
        ("a byte's longest", 255, 31, 8),
        ("longest of all", u16::MAX, 31, 2048),
    ];
    for (name, length, piece, n) in rows {
        assert_eq!(halve(length), vec![piece; n], "{name}");
    }
}

#[test]
fn prediction_freezes_and_replays_within_its_ring() {
    assert!(!frozen(0) && !frozen(61) && frozen(62) && frozen(63));
    let sent = |n: i64| (1..=n).map(|n| ms(n * 10));
    let rows = [
        ("none to replay", 0, ms(50), 0),
        ("the first is late enough", 5, ms(10), 1),
        ("the first that reaches it is the last", 10, ms(35), 4),
        ("sent at the very moment", 10, ms(40), 4),
        ("a microsecond later", 10, us(40_001), 5),
        ("all of them", 10, ms(1000), 10),
        ("the longest before it freezes", 61, ms(9999), 61),
        ("the bound of the loop", 70, ms(9999), MAX_REPLAY),
    ];
    for (name, n, now, want) in rows {
        assert_eq!(replayed(sent(n), now), want, "{name}");
    }
}

#[test]
fn the_local_time_is_pushed_but_never_ahead() {
    let rows = [
        ("default push: real time", 100, PUSH_DEFAULT, 10_000),
        ("latency just above the push", 1000, PUSH_DEFAULT, 9999),
        ("no push", 100, ms(0), 9900),
        ("half the latency, as suggested", 100, ms(-50), 9950),
        ("the whole latency", 100, ms(-100), 10_000),
        ("above 0 is 0", 100, ms(30), 9900),
    ];
    for (name, latency, push, want) in rows {
        assert_eq!(local_time(ms(10_000), ms(latency), push), ms(want), "{name}");
    }
}

#[test]
fn the_own_ship_is_drawn_between_its_last_two_states() {
    let at = |sent, x| Replayed { sent: ms(sent), pos: Vec2::new(x, 7.0) };
    let (from, to) = (at(100, 40.0), at(120, 60.0));
    let rows = [
        ("between", from, to, 105, 45.0),
        ("on the older", from, to, 100, 40.0),
        ("on the newer", from, to, 120, 60.0),
        ("before both", from, to, 90, 40.0),
        ("after both", from, to, 130, 60.0),
        ("sent at once", from, at(100, 60.0), 110, 40.0),
        ("a jump of just 128", from, at(120, 168.0), 110, 104.0),
        ("a farther jump", from, at(120, 168.01), 110, 168.01),
    ];
    for (name, from, to, now, want) in rows {
        assert_eq!(drawn_pos(from, to, ms(now)), Vec2::new(want, 7.0), "{name}");
    }
    let jumps = [
        ("each axis by itself", (128.0, -128.0), false),
        ("y too", (0.0, -128.01), true),
        ("x backwards", (-128.01, 0.0), true),
    ];
    for (name, to, want) in jumps {
        assert_eq!(snap(Vec2::ZERO, Vec2::from(to)), want, "{name}");
    }
}

#[test]
fn others_are_flown_half_of_the_way_to_the_present() {
    let rows = [
        // (real time, latency, acked frame sent, age, span), all in ms but the last, in µs
        ("printed", 10_000, 100, 9880, 30, 35_000),
        ("nothing missing", 10_000, 100, 9880, 0, 20_000),
        ("an odd microsecond is dropped", 10_000, 100, 9879, 0, 20_500),
        ("just there", 10_000, 100, 9920, 0, 0),
        ("ahead of it: raw", 10_000, 100, 9990, 0, 0),
        ("no latency: never after the real time", 10_000, 0, 9900, 0, 50_000),
        ("latency below the 20 ms", 10_000, 19, 9900, 0, 50_000),
        ("latency of just 20 ms", 10_000, 20, 9900, 0, 50_000),
        ("latency above", 10_000, 21, 9900, 0, 49_500),
        ("below the cap", 10_000, 20, 9492, 0, 254_000),
        ("just the cap", 10_000, 20, 9490, 0, 255_000),
        ("beyond it", 10_000, 20, 9400, 100, 255_000),
        ("the largest age alone", 10_000, 20, 10_000, 255, 127_500),
    ];
    for (name, realtime, latency, sent, age, want) in rows {
        let got = extrapolation(ms(realtime), ms(latency), ms(sent), ms(age));
        assert_eq!(got, us(want), "{name}");
    }
    assert_eq!(player_time(ms(10_000), ms(100)), ms(9920), "printed");
    assert_eq!(state_time(ms(9880), ms(30)), ms(9850), "printed");
    let ahead = 320.0 * extrapolation(ms(10_000), ms(100), ms(9880), ms(30)).as_s_f32();
    assert!((ahead - 11.2).abs() <= 0.05, "printed: {ahead}");
}

#[test]
fn a_states_age_is_a_byte() {
    let rows = [
        ("none missing", 0, 60, 0),
        ("one tick", 1, 60, 16_666),
        ("below the byte", 5, 20, 250_000),
        ("one tick short of the cap", 25, 100, 250_000),
        ("one tick beyond it", 26, 100, 255_000),
        ("far beyond", u32::MAX, 128, 255_000),
    ];
    for (name, missing, hz, want) in rows {
        assert_eq!(state_age(missing, TickLength::of_hz(hz)), us(want), "{name}");
    }
}

#[test]
fn a_span_is_whole_ticks_and_a_part() {
    let rows = [
        ("nothing", 0, 60, 0, 0),
        ("below 0", -5, 60, 0, 0),
        ("part of one", 5000, 60, 0, 300_000),
        ("printed: 35 ms", 35_000, 60, 2, 100_000),
        ("whole ones", 50_000, 20, 1, 0),
        ("one short of whole", 49_999, 20, 0, 999_980),
        ("the cap at 128 Hz", QUAKEWORLD_EXTRAPOLATION_MAX.0, 128, 32, 640_000),
        ("seconds", 3_500_000, 60, 210, 0),
        ("all there is", i64::MAX, 128, u32::MAX, 303_296),
    ];
    for (name, span, hz, ticks, num) in rows {
        let got = ticks_and_rest(us(span), TickLength::of_hz(hz));
        assert_eq!(got, TicksAndRest { ticks, num, den: 1_000_000 }, "{name}");
    }
    let (flight, step) =
        (ticks_and_rest(ms(35), TickLength::of(TickRate::DEFAULT)), Vec2::new(320.0 / 60.0, 0.0));
    let start = step * flight.ticks as f32;
    let flown = blend_points(start, start + step, flight.num, flight.den).x;
    assert!((flown - 11.2).abs() <= 0.05, "the printed 11.2 u by ticks: {flown}");
}

/// Offers a packet every `every_ms` for 1 s, and checks how many were sent and how many choked.
fn check_rate(name: &str, bytes: u32, bytes_per_s: u32, every_ms: i64, want: (u32, u32)) {
    let (mut rate, mut sent) = (Rate::default(), 0);
    for now in (0..1000).step_by(every_ms as usize).map(ms) {
        if rate.may_send(now, bytes_per_s) {
            rate.sent(now, bytes, bytes_per_s);
            sent += 1;
        } else {
            rate.choke();
        }
    }
    assert_eq!((sent, rate.take_choked()), want, "{name}");
    assert_eq!(rate.take_choked(), 0, "{name}: reported once");
}

#[test]
fn packets_beyond_the_rate_are_choked() {
    check_rate("printed", 400, 2500, 50, (7, 13));
    check_rate("well within", 50, 2500, 50, (20, 0));
    check_rate("just the rate", 125, 2500, 50, (20, 0));
    check_rate("no rate at all", 400, 0, 50, (1, 19));
    let mut rate = Rate::default();
    rate.sent(ms(0), 400, 2500);
    assert_eq!(rate.clear(), ms(160));
    assert!(!rate.may_send(ms(80), 2500), "just the 200 B are still to pass: not yet");
    assert!(rate.may_send(us(80_001), 2500), "and now");
    rate.sent(ms(500), 250, 2500);
    assert_eq!(rate.clear(), ms(600), "time that passed unused is not saved up");
}
