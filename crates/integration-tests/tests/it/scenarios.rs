//! Every scenario has the outcome on its label within its loop, with the numbers of its scheme, and
//! another outcome under other rules.

use std::collections::{BTreeMap, BTreeSet};

use capture::playback::SeekProgress;
use lab::{
    column::Column,
    limits::LAB_PLAYERS,
    link::{LinkedHash, MomentLink},
    moment::Moment,
    outcome::{Outcome, OutcomeStatus},
    outcome_statement::{HitInLine, OutcomeStatement, ShotFate},
    run::Run,
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::{Controller, Setup, SetupError, Throw},
};
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick, TickRate},
    },
    client::view_line::DrawnFrom,
    netcode::{
        choices::{CoverVeto, HitRule, Piercing, Ramming},
        preset::Preset,
    },
    schemes::predict_everyone::jump_u,
    sim::{
        arena::Asteroids,
        rules::{SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
    },
    wire::conditions::Conditions,
};

/// The part of the arena that a picture shows around the own ship, less a margin, in u.
pub(crate) const FRAME_U: Vec2 = Vec2::new(700.0, 380.0);
/// Full speed, in u/s.
pub(crate) const SPEED: f32 = SHIP_SPEED_MAX_U_PER_S;
/// A tick at 60 Hz, in s.
pub(crate) const TICK_S: f32 = 1.0 / 60.0;

pub(crate) fn at(column: &Column, player: usize) -> Vec2 {
    let ship = column.ship(player).unwrap();
    column.harness().room().world().ship(ship).unwrap().body.pos
}

/// From the moment of remote ships on the screen to the execution of a command made now, in s.
fn apart_s(column: &Column) -> f32 {
    let (client, now) = (column.harness().client(0), column.harness().now());
    let view = client.view().unwrap().time;
    let seen = column.harness().room().config().rate.micros_in_steps(view.0);
    (client.own_time(now).unwrap() - seen).as_s_f32()
}

/// The first frame at which the first player fires.
fn fires_at(setup: &Setup) -> Option<u32> {
    let Controller::Script(script) = &setup.players[0].controller else { return None };
    script.gun.as_ref().map(|gun| gun.shots[0].into())
}

/// Plays one loop. Returns its outcome, and the time between view and execution at the shot, in s.
pub(crate) fn play(setup: Setup) -> (Option<Outcome>, f32) {
    let fires_at = fires_at(&setup);
    let (key, frames) = (setup.scenario.key(), u32::from(setup.loop_frames));
    let mut playback = RunPlayback::new(setup).unwrap();
    let mut apart = 0.0;
    for frame in 0..frames {
        if Some(frame) == fires_at {
            apart = apart_s(&playback.state().columns()[0]);
        }
        playback.step().unwrap();
    }
    let outcome = playback.state().outcome();
    println!("{key}: {:?}", outcome.map(|outcome| outcome.statement));
    (outcome, apart)
}

/// Asserts that a scenario has the outcome on its label.
pub(crate) fn as_expected(scenario: Scenario) -> (Outcome, f32) {
    let (outcome, apart) = play(scenario.setup());
    let outcome = outcome.expect("the scenario has an outcome");
    assert_eq!(outcome.status, OutcomeStatus::AsExpected, "{}: {outcome:?}", scenario.key());
    (outcome, apart)
}

/// Asserts that it has another outcome with other settings.
pub(crate) fn otherwise(scenario: Scenario, change: impl Fn(&mut Setup)) -> Outcome {
    let mut setup = scenario.setup();
    change(&mut setup);
    let outcome = play(setup).0.expect("the scenario has an outcome");
    assert_eq!(outcome.status, OutcomeStatus::Otherwise, "{}: {outcome:?}", scenario.key());
    outcome
}

/// How the newest shot of an outcome ended; with two columns, that of the second.
fn fate(outcome: &Outcome) -> ShotFate {
    match outcome.statement {
        OutcomeStatement::BoltCameBy(shot)
        | OutcomeStatement::BoltConverged { shot, .. }
        | OutcomeStatement::JudgedOffSeen(shot)
        | OutcomeStatement::JudgedAndGone { shot, .. }
        | OutcomeStatement::BehindCover { shot, .. } => shot.fate,
        OutcomeStatement::CoverSaves { fates: [_, fate], .. } => fate,
        OutcomeStatement::PingCapped { shots: [_, shot], .. } => shot.fate,
        other => panic!("{other:?} speaks of no shot"),
    }
}

pub(crate) fn check_near(what: &str, measured: f32, want: f32, tolerance: f32) {
    println!("  {what}: {measured:.1}, expected {want:.1} ± {tolerance:.1}");
    assert!((measured - want).abs() <= tolerance, "{what}: {measured} for {want}");
}

#[test]
fn keys_are_their_own_and_setups_are_sound() {
    let mut keys = BTreeSet::new();
    for scenario in Scenario::ALL {
        assert!(keys.insert(scenario.key()), "{} twice", scenario.key());
        assert_eq!(Scenario::of_key(scenario.key()), Some(scenario));
        assert_eq!(scenario.setup().check(), Ok(()), "{}", scenario.key());
        assert_eq!(scenario.setup().scenario, scenario);
    }
    assert_eq!(Scenario::of_key("figure-5"), None);
}

#[test]
fn ships_that_begin_in_the_picture_stay_in_it() {
    for scenario in Scenario::ALL.into_iter().filter(|scenario| *scenario != Scenario::Free) {
        let setup = scenario.setup();
        let frames = setup.loop_frames;
        assert!((240..=480).contains(&frames), "four to eight seconds");
        let mut playback = RunPlayback::new(setup).unwrap();
        let off = |column: &Column, player| (at(column, player) - at(column, 0)).abs();
        let seen = |playback: &RunPlayback, player| {
            off(&playback.state().columns()[0], player).cmplt(Vec2::new(800.0, 450.0)).all()
        };
        let cast: Vec<usize> = (0..LAB_PLAYERS).filter(|n| seen(&playback, *n)).collect();
        assert!(cast.len() >= 2, "{}: another ship is visible", scenario.key());
        let mut farthest = Vec2::ZERO;
        for _ in 0..frames {
            playback.step().unwrap();
            for column in playback.state().columns() {
                for player in &cast {
                    farthest = farthest.max(off(column, *player));
                }
            }
        }
        println!("{}: {cast:?} stay within {farthest}", scenario.key());
        assert!(farthest.cmple(FRAME_U).all(), "{}: {farthest}", scenario.key());
    }
}

#[test]
fn going_back_comes_to_the_same_outcome() {
    for scenario in Scenario::ALL {
        let frames = u32::from(scenario.setup().loop_frames.max(60));
        let mut playback = RunPlayback::new(scenario.setup()).unwrap();
        let visited = [frames - 1, frames / 2, 7, frames * 2 / 3];
        let mut said = BTreeMap::new();
        for frame in 0..frames {
            if visited.contains(&frame) {
                said.insert(frame, (playback.state().state_hash(), playback.state().outcome()));
            }
            playback.step().unwrap();
        }
        for frame in visited {
            assert_eq!(playback.seek(frame, u32::MAX), SeekProgress::Arrived);
            let again = (playback.state().state_hash(), playback.state().outcome());
            assert!(again == said[&frame], "{} at frame {frame}", scenario.key());
        }
    }
}

#[test]
fn figure_1_shows_three_times() {
    let (outcome, _) = as_expected(Scenario::Zones);
    // Both ways, the interpolation delay, the margin, and up to a frame at either end.
    check_near("times apart, ms", outcome.value, 200.0 + 100.0 + 12.0 + 34.0, 35.0);
}

#[test]
fn figure_2_misses_by_every_delay() {
    let (outcome, apart) = as_expected(Scenario::LateMiss);
    assert!(outcome.value > SHIP_RADIUS_U, "{outcome:?}");
    check_near("missed by, u", outcome.value, SPEED * apart, SPEED * TICK_S + 4.0);
    let hit = otherwise(Scenario::LateMiss, |setup| {
        setup.columns = vec![Preset::Lagrange.netcode()];
    });
    assert_eq!(fate(&hit), ShotFate::Hit);
    assert!(hit.value < 4.0, "{hit:?}");
}

#[test]
fn figure_3_begins_ahead_by_what_was_lost() {
    let (outcome, _) = as_expected(Scenario::OutOfNowhere);
    // 900 u/s for the way up and the margin, the way down to the other, and a snapshot or two.
    check_near("ahead of the muzzle, u", outcome.value, 900.0 * (0.100 + 0.029 + 0.010), 50.0);
    let late = otherwise(Scenario::OutOfNowhere, |setup| {
        setup.columns = vec![Preset::Nothing.netcode()];
    });
    assert!(late.value < 20.0, "{late:?}");
}

#[test]
fn figure_4_hits_where_figure_2_misses() {
    let (outcome, _) = as_expected(Scenario::Converge);
    // A quarter of the full speed; the way down, and the wait for snapshots.
    check_near("passed, u", outcome.value, SPEED / 4.0 * (0.100 + 0.017), 4.0);
    let missed = otherwise(Scenario::Converge, |setup| {
        setup.columns = vec![Preset::Nothing.netcode()];
    });
    assert_eq!(fate(&missed), ShotFate::Missed);
    assert!(missed.value > 30.0, "{missed:?}");
}

#[test]
fn et_is_a_frame_ahead_and_its_veto_has_the_last_word() {
    let (outcome, _) = as_expected(Scenario::EtBias);
    check_near("judged off, u", outcome.value, 26.7, 10.5);
    let frames = otherwise(Scenario::EtBias, |setup| {
        setup.columns[0].room.hit_rule = HitRule::EtPerFrame;
    });
    assert_eq!(fate(&frames), ShotFate::Hit);
    let (outcome, apart) = as_expected(Scenario::EtVeto);
    check_near("further on, u", outcome.value, SPEED * apart, SPEED * TICK_S + 4.0);
    let hit = otherwise(Scenario::EtVeto, |setup| {
        setup.columns[0].room.cover_veto = CoverVeto::Off;
    });
    assert_eq!(fate(&hit), ShotFate::Hit);
}

#[test]
fn more_commands_make_a_shorter_past() {
    let (outcome, _) = as_expected(Scenario::EtMaxFps);
    // Ten markers of 50 ms reach back 450 ms from the newest, which is 67 ms old in the first tick
    // of a frame. At 125 markers a second the oldest is 117 ms old there.
    let OutcomeStatement::MarkersReach(columns) = outcome.statement else { panic!("{outcome:?}") };
    let rows = [(20, ShotFate::Hit, 6.6, 516.7), (125, ShotFate::Missed, 36.4, 116.7)];
    for (column, (hz, fate, passed_u, oldest_ms)) in columns.into_iter().zip(rows) {
        assert_eq!((column.commands_hz, column.shot.fate), (hz, fate));
        check_near("passed, u", column.shot.passed_u, passed_u, 0.05);
        check_near("the oldest marker, ms", column.oldest.as_s_f32() * 1000.0, oldest_ms, 0.5);
    }
    otherwise(Scenario::EtMaxFps, |setup| setup.columns[1] = setup.columns[0]);
    // A recent enough view is in the ring of either.
    otherwise(Scenario::EtMaxFps, |setup| {
        setup.players[0].conditions = Conditions::round_trip(20);
        setup.columns.iter_mut().for_each(|column| column.player.interpolation_ms = 20);
    });
}

#[test]
fn a_hundredth_of_the_way_never_arrives() {
    let (outcome, _) = as_expected(Scenario::HundredthPart);
    // The article's own line, 60 times: e' = k/(k+1)·(e − v).
    let error = (0..60).fold(0.0_f32, |error, _| 99.0 / 100.0 * (error - 15.0));
    check_near("of 900 u, undisplaced", 900.0 + error, 227.5, 0.05);
    let OutcomeStatement::PartsOfWay([_, far]) = outcome.statement else { panic!("{outcome:?}") };
    check_near("frames", far.age_frames, 60.0, 0.4);
    check_near("come, undisplaced, u", far.undisplaced_u, 227.5, 0.05);
    // The lead is the command's way, a little more than one tick and the margin; 45 % of it has
    // converged by then.
    check_near("come, u", outcome.value, 227.5 + 0.453 * 900.0 * 0.032, 4.0);
    otherwise(Scenario::HundredthPart, |setup| setup.columns[1] = setup.columns[0]);
}

#[test]
fn chords_are_off_by_the_square_of_their_length() {
    let (outcome, _) = as_expected(Scenario::Chords);
    // a·h²/8 with 900 u/s²: half a second, and a twentieth.
    check_near("off the chord at 2 a second, u", outcome.value, 900.0 * 0.25 / 8.0, 0.1);
    let OutcomeStatement::OffChords([_, many]) = outcome.statement else { panic!("{outcome:?}") };
    check_near("off the chord at 20 a second, u", many.shot.passed_u, 900.0 * 0.0025 / 8.0, 0.015);
    // The game's own rule judges by the chord that was drawn.
    let lagrange = otherwise(Scenario::Chords, |setup| {
        for column in &mut setup.columns {
            column.room.hit_rule = HitRule::Lagrange;
            column.room.rewind_bound_ms = 1000;
        }
    });
    assert!(lagrange.value < 0.1, "{lagrange:?}");
}

#[test]
fn whole_ticks_are_off_by_half_of_one() {
    for (scenario, half_u) in [(Scenario::Ticks20, 8.0), (Scenario::Ticks128, 1.25)] {
        let (outcome, _) = as_expected(scenario);
        let OutcomeStatement::WholeTick(tick) = outcome.statement else { panic!("{outcome:?}") };
        check_near("speed, u/s", tick.speed_u_per_s, 320.5, 1.0);
        check_near("off, u", outcome.value, half_u, 0.05);
        let fraction = otherwise(scenario, |setup| {
            setup.columns[0].room.hit_rule = HitRule::SourceByLifeId;
        });
        assert!(fraction.value < 0.3, "{fraction:?}");
        // A link contains the tick rate if it is not the scenario's.
        let setup = Setup { rate: TickRate::new(33).unwrap(), ..scenario.setup() };
        let moment = Moment { run: Run::new(setup), frame: 0, shot: None };
        let link = MomentLink { moment, lesson: None, check: LinkedHash::Absent };
        let back = MomentLink::parse(&link.to_fragment().unwrap()).unwrap();
        assert_eq!(back.moment, link.moment);
    }
}

#[test]
fn quakeworld_overshoots_and_freezes() {
    let (outcome, _) = as_expected(Scenario::HalfGap);
    assert!((8.0..60.0).contains(&outcome.value));
    // Interpolation is off the true path by no more than the chords are.
    let mut setup = Scenario::HalfGap.setup();
    setup.columns = vec![Preset::Lagrange.netcode()];
    assert_eq!(play(setup).0, None);
    let (outcome, _) = as_expected(Scenario::Freeze);
    assert!(outcome.value > 60.0);
    let mut setup = Scenario::Freeze.setup();
    setup.players[0].conditions = Conditions::round_trip(600);
    assert_eq!(play(setup).0, None, "37 commands are not too many");
}

#[test]
fn source_judges_what_was_seen() {
    let (outcome, apart) = as_expected(Scenario::Rewind);
    check_near("further on, u", outcome.value, SPEED * apart, SPEED * TICK_S + 4.0);
    let bounded = otherwise(Scenario::Rewind, |setup| {
        setup.columns[0].room.rewind_bound_ms = 100;
    });
    assert_eq!(fate(&bounded), ShotFate::Missed);
}

#[test]
fn sixty_four_units_are_a_teleport_only_for_the_rule_as_written() {
    let (outcome, _) = as_expected(Scenario::Teleport);
    assert!(outcome.value > 4.0 * SHIP_RADIUS_U, "judged in the present: {}", outcome.value);
    // Without the catapult no ship is that fast, and both rules agree.
    let slow = Throw { frame: 60, player: 1, x_u_per_s: 1000, y_u_per_s: 0 };
    otherwise(Scenario::Teleport, |setup| setup.throws = vec![slow]);
    let mut setup = Scenario::Teleport.setup();
    setup.throws = vec![Throw { x_u_per_s: 6001, ..slow }];
    assert!(matches!(setup.check(), Err(SetupError::TooMuch { max: 6000, .. })));
}

#[test]
fn one_bolt_hits_one_alien_by_claim_and_the_other_by_server() {
    let (outcome, _) = as_expected(Scenario::TwoAliens);
    // It passes the one in front by the way down and the wait for snapshots.
    check_near("passed, u", outcome.value, 390.0 * (0.100 + 0.017), 16.0);
    otherwise(Scenario::TwoAliens, |setup| setup.columns[1] = setup.columns[0]);
}

#[test]
fn an_undone_hit_is_refunded() {
    let (outcome, _) = as_expected(Scenario::UndoneHit);
    assert_eq!(outcome.value, 12.0);
    // Where hits are final at once, the bolt hits only the near ship.
    otherwise(Scenario::UndoneHit, |setup| setup.columns = vec![Preset::Lagrange.netcode()]);
    let mut setup = Scenario::UndoneHit.setup();
    setup.columns = vec![Preset::Lagrange.netcode()];
    let said = play(setup).0.map(|outcome| outcome.statement);
    assert_eq!(said, Some(OutcomeStatement::NothingUndone { hit: HitInLine::Front }));
}

#[test]
fn in_lockstep_the_slowest_decides_for_all() {
    let (outcome, _) = as_expected(Scenario::Lockstep);
    // 300 ms, and the wait for frames at both ends.
    check_near("input to picture, ms", outcome.value, 300.0 + 25.0, 25.0);
    let even = otherwise(Scenario::Lockstep, |setup| {
        setup.players[2].conditions = Conditions::round_trip(40);
    });
    check_near("without the slow one, ms", even.value, 7000.0 / 60.0, 18.0);
}

#[test]
fn diablos_way_tells_twice_and_later() {
    let (outcome, _) = as_expected(Scenario::Diablo);
    // 300 ms of flight, less the frame by which the aimed picture is older than the trigger. The
    // hit message waits for neither a margin nor a tick; the shot waits for both.
    check_near("reported later, ms", outcome.value, 300.0 - 17.0 - 12.0 - 17.0, 25.0);
    otherwise(Scenario::Diablo, |setup| setup.columns[0] = setup.columns[1]);
}

#[test]
fn who_predicts_everybody_sees_jumps_instead_of_lag() {
    let (outcome, apart) = as_expected(Scenario::PredictEveryone);
    assert_eq!(apart, 0.0, "no ship fires");
    // A reversal, 150 ms of way, the margin, and the waits for frames, ticks and snapshots.
    let after_s = 0.150 + 0.012 + 0.030;
    check_near("jump, u", outcome.value, jump_u(1800.0, after_s), 6.0);
    let mut setup = Scenario::PredictEveryone.setup();
    setup.columns = vec![Preset::Lagrange.netcode()];
    let jump_u = play(setup).0.map(|outcome| outcome.value);
    assert!(
        jump_u.is_some_and(|jump_u| jump_u < 1.0),
        "an interpolating client sees no jump: {jump_u:?}"
    );
}

#[test]
fn one_bolt_that_pierces_hits_both_aliens_by_claim_and_one_by_server() {
    let (outcome, _) = as_expected(Scenario::BothAgainstOne);
    check_near("passed, u", outcome.value, 390.0 * (0.100 + 0.017), 16.0);
    let ending = otherwise(Scenario::BothAgainstOne, |setup| {
        setup.columns[0].room.piercing = Piercing::Off;
    });
    let OutcomeStatement::ShipsInLine(hits) = ending.statement else { panic!("{ending:?}") };
    assert_eq!(hits.by_claim, HitInLine::Front);
}

#[test]
fn a_bolt_that_pierces_needs_no_undoing() {
    let (outcome, _) = as_expected(Scenario::NothingUndone);
    assert_eq!(outcome.value, 24.0, "12 points each");
    let mut setup = Scenario::NothingUndone.setup();
    setup.columns[1] = setup.columns[0];
    let (undone, _) = play(setup);
    assert_eq!(undone.map(|outcome| outcome.status), Some(OutcomeStatus::Otherwise));
}

#[test]
fn a_rock_saves_a_ship_from_a_bolt_that_met_it_where_it_was_seen() {
    let (outcome, _) = as_expected(Scenario::FavourDefender);
    assert!(outcome.value > 100.0, "round the corner: {outcome:?}");
    for veto in [CoverVeto::Off, CoverVeto::Beams] {
        let hit = otherwise(Scenario::FavourDefender, |setup| {
            setup.columns[1].room.cover_veto = veto;
        });
        assert_eq!(fate(&hit), ShotFate::Hit);
    }
    let open =
        otherwise(Scenario::FavourDefender, |setup| setup.arena.asteroids = Asteroids::default());
    assert_eq!(fate(&open), ShotFate::Hit, "without the rock");
}

#[test]
fn a_cap_by_ping_is_missed_by_beyond_it() {
    let (outcome, apart) = as_expected(Scenario::PingCap);
    // `v·max(0, L_u + L_d + I − min(bound, c + I))`, and the beam passes at a right angle.
    check_near("passed, u", outcome.value, SPEED * (apart - 0.250), SPEED * TICK_S + 4.0);
    let near = otherwise(Scenario::PingCap, |setup| {
        setup.players[0].conditions = Conditions::round_trip(100);
    });
    assert_eq!(fate(&near), ShotFate::Hit);
}

#[test]
fn a_stream_stalls_and_bursts() {
    let (outcome, _) = as_expected(Scenario::StreamStall);
    // At least 200 ms until it is resent, and the snapshot interval.
    assert!(outcome.value >= 200.0, "{}", outcome.value);
    let mut setup = Scenario::StreamStall.setup();
    setup.players[0].conditions = Conditions::round_trip(100);
    assert_eq!(play(setup).0, None);
}

#[test]
fn a_lost_snapshot_makes_the_pair_wider() {
    let (outcome, _) = as_expected(Scenario::InterpolationLine);
    check_near("the fraction", outcome.value, 0.4, 0.005);
    // Without loss both draw the same.
    let lost = otherwise(Scenario::InterpolationLine, |setup| {
        setup.players[1].conditions = Conditions::round_trip(40);
    });
    let OutcomeStatement::DrawnBetween(drawn) = lost.statement else { panic!("{lost:?}") };
    let DrawnFrom::Pair { older, newer, fraction } = drawn.theirs else { panic!("{lost:?}") };
    assert_eq!((older, newer), (Tick(340), Tick(342)));
    check_near("the fraction", fraction, 0.4, 0.005);
}

#[test]
fn a_listen_server_is_100_ms_behind_all_the_same() {
    let (outcome, _) = as_expected(Scenario::ListenServer);
    check_near("behind at 320 u/s", outcome.value, 32.0, 1.0);
    let OutcomeStatement::DrawnBehind([interpolated, raw]) = outcome.statement else {
        panic!("{outcome:?}")
    };
    check_near("behind, ms", interpolated.time.as_s_f32() * 1000.0, 100.0, 0.5);
    check_near("raw, u", raw.way_u, 0.0, 0.5);
    check_near("raw, ms", raw.time.as_s_f32() * 1000.0, 0.0, 0.5);
    let half = otherwise(Scenario::ListenServer, |setup| {
        setup.columns[0].player.interpolation_ms = 50;
    });
    check_near("at half the delay", half.value, 16.0, 1.0);
}

#[test]
fn a_minimum_lag_makes_answers_to_one_sight_leave_together() {
    let (outcome, _) = as_expected(Scenario::WhoFirst);
    // A packet waits for its second command.
    check_near("the other's bolt is earlier, in ms", outcome.value, 160.0, 1000.0 * 2.0 * TICK_S);
    let outcome = otherwise(Scenario::WhoFirst, |setup| setup.columns[1] = setup.columns[0]);
    let OutcomeStatement::BoltsLeft { earlier: [_, in_b], .. } = outcome.statement else {
        panic!("{outcome:?}")
    };
    assert!(in_b > Micros::from_ms(100), "without a minimum lag: {outcome:?}");
}

#[test]
fn a_minimum_lag_lets_the_far_one_fire_before_it_falls() {
    let (outcome, _) = as_expected(Scenario::WhoFirstBeam);
    assert_eq!(outcome.value, 1.0, "one beam less");
    otherwise(Scenario::WhoFirstBeam, |setup| setup.columns[1] = setup.columns[0]);
}

#[test]
fn a_peeker_sees_earlier_by_the_sum_of_the_figures() {
    let (outcome, _) = as_expected(Scenario::Peeker);
    // 20 up, 12 margin, 100 down, 100 of interpolation, and the waits for commands and snapshots.
    assert!((232.0..320.0).contains(&outcome.value), "{outcome:?}");
    let mut setup = Scenario::Peeker.setup();
    let [you, other, _] = &mut setup.players;
    core::mem::swap(&mut you.conditions, &mut other.conditions);
    let swapped = play(setup).0.expect("they see each other");
    check_near("the other way round", swapped.value, outcome.value, 51.0);
}

#[test]
fn who_rams_bounces_and_the_other_feels_nothing() {
    let (outcome, _) = as_expected(Scenario::Ram);
    assert!(outcome.value > 50.0, "in A the other is thrown: {outcome:?}");
    otherwise(Scenario::Ram, |setup| setup.columns[1] = setup.columns[0]);
}

#[test]
fn two_who_ram_each_other_lie_in_each_other_on_a_third_screen() {
    as_expected(Scenario::RamThird);
    let mut setup = Scenario::RamThird.setup();
    setup.columns[0].room.ramming = Ramming::Mutual;
    let mutual = play(setup).0;
    assert!(mutual.is_none_or(|outcome| outcome.status == OutcomeStatus::Otherwise));
}

#[test]
fn a_chord_across_a_corner_draws_a_ship_in_a_rock() {
    let (outcome, _) = as_expected(Scenario::Sunk);
    // A chord of half a second, at 900 u/s² of thrust, less the distance at which it passes the
    // rock.
    check_near("deep, u", outcome.value, 14.0, 6.0);
    let mut setup = Scenario::Sunk.setup();
    setup.columns[0] = setup.columns[1];
    assert_eq!(play(setup).0, None, "it never touches the rock");
}
