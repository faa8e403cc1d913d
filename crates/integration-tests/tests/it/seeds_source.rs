//! Source's lag compensation by its rules and published numbers: the tick to which a command's
//! targets are rewound, and what is found there.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        tick_length::TickLength,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    history::{
        pose::Pose,
        record::{Bracket, Record},
        target_time::ChainBreak,
    },
    schemes::{
        clamp::Clamp,
        source::lag_compensation::{
            AimReference, RecordExpiry, RewindRequest, RewindTarget, ShipRecords,
            UNLAG_MAX_DEFAULT, Unlag, UnmovedReason, relevant,
        },
    },
    sim::ship::ShipId,
};

/// 66.67 Hz.
const DT: TickLength = TickLength::new(Micros::from_ms(15));

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

fn ms(ms: i64) -> Micros {
    Micros::from_ms(ms)
}

fn record(tick: i64, x: f32) -> Record {
    Record { at: DT.span(tick), pose: pose(x) }
}

fn dead(tick: i64, x: f32) -> Record {
    Record { at: DT.span(tick), pose: Pose { alive: false, ..pose(x) } }
}

fn other_life(tick: i64, x: f32) -> Record {
    Record { at: DT.span(tick), pose: Pose { life: 2, ..pose(x) } }
}

#[track_caller]
fn check_settled(
    branch: &str,
    (now, aimed, latency_ms, lerp_ms): (u32, AimReference, i64, i64),
    want: RewindTarget,
) {
    let claim = RewindRequest { now: Tick(now), aimed, latency: ms(latency_ms), lerp: ms(lerp_ms) };
    assert_eq!(Unlag::source_defaults(DT).rewind_target(&claim), want, "{branch}");
}

fn settled(lerp_ticks: i64, correct_ms: i64, target: i64, delta_ms: i64) -> RewindTarget {
    let (correct, delta) = (ms(correct_ms), ms(delta_ms));
    RewindTarget { lerp_ticks, correct, target, delta, replaced: false, clamp: None }
}

#[test]
fn commands_settle_on_a_tick() {
    let command = |tick| AimReference::Command(Tick(tick));
    let view = |tick: f64| AimReference::View(ViewTime((tick * 256.0) as i64));
    let fell_back = |s: RewindTarget| RewindTarget { replaced: true, ..s };
    let clamped = |clamp, s: RewindTarget| RewindTarget { clamp: Some(clamp), ..s };
    let rows = [
        ("as published", (1012, command(1007), 80, 100), settled(7, 185, 1000, 5)),
        ("the same by view time", (1012, view(1000.0), 80, 100), settled(7, 185, 1000, 5)),
        ("a view below the half", (1012, view(1000.49), 80, 100), settled(7, 185, 1000, 5)),
        ("a view at the half", (1012, view(1000.5), 80, 100), settled(7, 185, 1001, 20)),
        ("no latency, no delay", (1012, command(1012), 0, 0), settled(0, 0, 1012, 0)),
        (
            "δ exactly 200 ms is believed",
            (1012, command(1007), 275, 100),
            settled(7, 380, 1000, 200),
        ),
        (
            "δ of 201 ms falls back on the latency",
            (1012, command(1007), 276, 100),
            fell_back(settled(7, 381, 1012 - 25, 201)),
        ),
        (
            "δ exactly −200 ms is believed",
            (1012, command(993), 85, 100),
            settled(7, 190, 986, -200),
        ),
        (
            "δ of −201 ms falls back on the latency",
            (1012, command(993), 84, 100),
            fell_back(settled(7, 189, 1012 - 13, -201)),
        ),
        (
            "above the bound",
            (1012, command(952), 1200, 100),
            clamped(Clamp::Bound, settled(7, 1000, 945, -5)),
        ),
        (
            "above the bound, and the command says otherwise",
            (1012, command(1007), 1200, 100),
            fell_back(clamped(Clamp::Bound, settled(7, 1000, 1012 - 67, 820))),
        ),
        ("exactly the bound", (1012, command(952), 895, 100), settled(7, 1000, 945, -5)),
        ("below 0", (1012, command(1012), -50, 0), clamped(Clamp::Future, settled(0, 0, 1012, 0))),
        (
            "a command from the near future is believed",
            (1012, command(1020), 80, 100),
            settled(7, 185, 1013, 200),
        ),
        (
            "a command from the future falls back on the latency",
            (1012, command(1022), 80, 100),
            fell_back(settled(7, 185, 1012 - 12, 230)),
        ),
        ("half a tick of delay is one", (1012, command(1007), 80, 8), settled(1, 95, 1006, 5)),
        ("less than half counts as 0", (1012, command(1007), 80, 7), settled(0, 80, 1007, 5)),
        ("before the first tick", (3, command(0), 80, 100), settled(7, 185, -7, 35)),
    ];
    for (branch, claim, want) in rows {
        check_settled(branch, claim, want);
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Expectation {
    At(f32),
    Between(f32),
    Left(UnmovedReason),
}

/// Checks the target found at tick 1000, at present tick 1012 and x = 120, with 15 ms ticks.
#[track_caller]
fn check_found(branch: &str, unlag: &Unlag, records: &[Record], want: Expectation) {
    let present = pose(120.0);
    let got = unlag.backtrack(ShipRecords { present: &present, records }, Tick(1012), 1000);
    let got = match got {
        Ok(found) => match found.bracket {
            Bracket::Between { .. } => Expectation::Between(found.pose.pos.x),
            _ => Expectation::At(found.pose.pos.x),
        },
        Err(why) => Expectation::Left(why),
    };
    assert_eq!(got, want, "{branch}");
}

type Row<'a> = (&'a str, Vec<Record>, Expectation);

#[track_caller]
fn check_rows(unlag: &Unlag, rows: Vec<Row>) {
    for (branch, records, want) in rows {
        check_found(branch, unlag, &records, want);
    }
}

#[test]
fn a_past_is_walked_from_the_newest() {
    use Expectation::{At, Between, Left};
    let (r, head) = (record, record(1011, 119.0));
    let rows: Vec<Row> = vec![
        ("strictly between", vec![head, r(1002, 80.0), r(998, 60.0)], Between(70.0)),
        ("at a record's very tick", vec![head, r(1000, 75.0), r(998, 60.0)], At(75.0)),
        ("older than the tail", vec![head, r(1005, 90.0)], At(90.0)),
        ("exactly the tail", vec![head, r(1000, 88.0)], At(88.0)),
        ("newer than the head", vec![r(999, 100.0), r(998, 60.0)], At(100.0)),
        ("exactly the head", vec![r(1000, 101.0), r(998, 60.0)], At(101.0)),
        ("one record, older", vec![r(990, 101.0)], At(101.0)),
        ("no records", vec![], Left(UnmovedReason::NoRecords)),
        (
            "a jump beyond the target",
            vec![r(1002, 80.0), r(998, 60.0), r(997, 900.0)],
            Between(70.0),
        ),
    ];
    check_rows(&Unlag::source_defaults(DT), rows);
}

#[test]
fn a_dead_record_on_the_way_abandons() {
    use Expectation::{Between, Left};
    let (r, head) = (record, record(1011, 119.0));
    let left = |tick| Left(UnmovedReason::Dead(DT.span(tick)));
    let rows: Vec<Row> = vec![
        ("first", vec![dead(1011, 119.0), r(999, 70.0)], left(1011)),
        ("in the middle", vec![head, dead(1005, 90.0), r(999, 70.0)], left(1005)),
        ("at the far side of the target", vec![r(1001, 100.0), dead(999, 90.0)], left(999)),
        ("beyond", vec![r(1001, 100.0), r(999, 90.0), dead(998, 80.0)], Between(95.0)),
    ];
    for breaks in [ChainBreak::Distance64, ChainBreak::NewLife] {
        check_rows(&Unlag { breaks, ..Unlag::source_defaults(DT) }, rows.clone());
    }
}

#[test]
fn a_break_on_the_way_abandons() {
    use Expectation::{At, Between, Left};
    let r = record;
    let jumped = |tick| Left(UnmovedReason::Jumped(DT.span(tick)));
    let rows: Vec<Row> = vec![
        ("exactly 64 u from the present", vec![r(1000, 56.0)], At(56.0)),
        ("more than 64 u from the present", vec![r(1000, 55.9)], jumped(1000)),
        ("exactly 64 u between records", vec![r(1002, 80.0), r(998, 16.0)], Between(48.0)),
        ("more than 64 u between records", vec![r(1002, 80.0), r(998, 15.9)], jumped(998)),
        ("another life nearby", vec![r(1002, 80.0), other_life(998, 60.0)], Between(70.0)),
    ];
    check_rows(&Unlag::source_defaults(DT), rows);

    let other = |tick| Left(UnmovedReason::OtherLife(DT.span(tick)));
    let rows: Vec<Row> = vec![
        ("another life nearby", vec![r(1002, 80.0), other_life(998, 60.0)], other(998)),
        ("another life than now", vec![other_life(1002, 80.0), other_life(998, 60.0)], other(1002)),
        ("fast, in one life", vec![r(1002, 80.0), r(998, -720.0)], Between(-320.0)),
    ];
    check_rows(&Unlag { breaks: ChainBreak::NewLife, ..Unlag::source_defaults(DT) }, rows);
}

#[test]
fn old_records_are_dropped_exactly_or_by_whole_seconds() {
    // Now is 15.18 s: the exact rule keeps records from 14.18 s, the original from 14 s.
    let seed = Unlag::source_defaults(DT);
    let exact = Unlag { dropped: RecordExpiry::Exact, ..seed };
    let rows = [
        ("at the edge, exactly", &exact, 1012, 14_180, true),
        ("past the edge, exactly", &exact, 1012, 14_179, false),
        ("at the edge, whole seconds", &seed, 1012, 14_000, true),
        ("past the edge, whole seconds", &seed, 1012, 13_999, false),
        ("in the first second the cut is towards 0", &seed, 20, 0, true),
        ("at a whole second both agree", &seed, 1000, 14_000, true),
        ("and before it", &seed, 1000, 13_999, false),
    ];
    for (branch, unlag, now, at_ms, kept) in rows {
        let records = [Record { at: ms(at_ms), pose: pose(1.0) }];
        let past = ShipRecords { present: &pose(2.0), records: &records };
        let found = unlag.backtrack(past, Tick(now), 0);
        assert_eq!(
            found,
            if kept { Ok(records[0].found()) } else { Err(UnmovedReason::NoRecords) },
            "{branch}"
        );
    }
}

#[test]
fn sixty_four_units_a_record_are_a_speed() {
    for (hz, speed) in [(20_u16, 1280.0_f32), (30, 1920.0), (60, 3840.0)] {
        let dt = TickLength::of(TickRate::new(hz).unwrap());
        let unlag = Unlag::source_defaults(dt);
        let found = |speed: f32| {
            let x = |tick: i64| speed / f32::from(hz) * (tick - 100) as f32;
            let records: Vec<_> = (90..100)
                .rev()
                .map(|tick| Record { at: dt.span(tick), pose: pose(x(tick)) })
                .collect();
            let past = ShipRecords { present: &pose(0.0), records: &records };
            unlag.backtrack(past, Tick(100), 95).map(|found| found.pose.pos.x)
        };
        assert_eq!(found(speed), Ok(-5.0 * 64.0), "{hz} Hz at {speed} u/s");
        assert!(found(speed + 1.0).is_err(), "{hz} Hz above {speed} u/s");
    }
}

#[test]
fn a_command_rewinds_every_ship_by_itself() {
    let seat = |idx: u16, record: Record| Record {
        pose: Pose { ship: ShipId { idx, generation: 0 }, ..record.pose },
        ..record
    };
    let flying = [seat(1, record(1010, 100.0)), seat(1, record(1000, 50.0))];
    let died = [seat(2, dead(1010, 100.0))];
    let presents = [flying[0].pose, seat(2, record(1012, 100.0)).pose];
    let claim = RewindRequest {
        now: Tick(1012),
        aimed: AimReference::Command(Tick(1007)),
        latency: ms(80),
        lerp: ms(100),
    };
    let ships = [
        ShipRecords { present: &presents[0], records: &flying },
        ShipRecords { present: &presents[1], records: &died },
    ];
    let unlag = Unlag::source_defaults(DT);
    let settled = unlag.rewind_target(&claim);
    assert_eq!(settled.target, 1000);
    let got =
        ships.map(|past| (past.present.ship, unlag.backtrack(past, claim.now, settled.target)));
    let want = [
        (presents[0].ship, Ok(flying[1].found())),
        (presents[1].ship, Err(UnmovedReason::Dead(DT.span(1010)))),
    ];
    assert_eq!(got, want);
}

#[test]
fn a_room_and_a_tick_of_15_ms_keep_their_own_lines() {
    let room = TickLength::of(TickRate::DEFAULT);
    for tick in [0_u32, 1, 2, 61, 100_001, 12_345_678] {
        assert_eq!(room.span(tick.into()), TickRate::DEFAULT.micros_at(Tick(tick)), "tick {tick}");
        assert_eq!(room.to_ticks(room.span(tick.into())), i64::from(tick), "tick {tick}");
        assert_eq!(DT.span(tick.into()), Micros(i64::from(tick) * 15_000), "tick {tick}");
    }
    let rows =
        [(7_499, 0), (7_500, 1), (22_499, 1), (22_500, 2), (0, 0), (-7_500, 0), (-22_501, -1)];
    for (us, want) in rows {
        assert_eq!(DT.to_ticks(Micros(us)), want, "int(0.5 + {us}/15000)");
    }
}

#[test]
fn near_ships_and_those_in_sight_are_relevant() {
    let place = Vec2::new;
    let rows = [
        ("near, behind", place(-629.0, 0.0), true),
        ("exactly at the distance, behind", place(-630.0, 0.0), false),
        ("far, ahead", place(5000.0, 0.0), true),
        ("far, within 45°", place(5000.0, 4999.0), true),
        ("far, outside 45°", place(5000.0, 5001.0), false),
        ("far, within 45° on the other side", place(5000.0, -4999.0), true),
        ("far, behind", place(-5000.0, 4000.0), false),
        ("at the same place", place(0.0, 0.0), true),
    ];
    for (branch, target, want) in rows {
        let place = Vec2::new(100.0, 200.0);
        let got = relevant(place, Turn(0), place + target, 420.0, UNLAG_MAX_DEFAULT);
        assert_eq!(got, want, "{branch}");
    }
    assert!(
        !relevant(Vec2::ZERO, Turn(16_384), Vec2::new(5000.0, 0.0), 420.0, ms(1000)),
        "aims down"
    );
}
