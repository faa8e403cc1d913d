//! The first three ideas of netcode, each with its number: how late a ship responds that waits for
//! the server, that a predicted ship responds at once, and when a remote ship hops or glides.

use lab::{
    column::Column,
    lesson::Lesson,
    lesson_control::{LessonControl, controls_of},
    limits::LAB_PLAYERS,
    outcome::Outcome,
    outcome_statement::{Answer, DrawnMotion, OutcomeStatement, PredictionErrors},
    replayed_commands::ReplayedCommands,
    run_playback::RunPlayback,
    scenario::Scenario,
};
use shared::{
    base::{geometry::Vec2, time::Micros},
    netcode::preset::Preset,
    wire::conditions::Conditions,
};

use crate::scenarios::{as_expected, check_near, otherwise, play};

/// A frame, in ms.
const FRAME_MS: f32 = 1000.0 / 60.0;
/// The largest distance of the two ships, in u: a narrow picture shows both.
const NEAR_U: f32 = 300.0;

fn ms(time: Micros) -> f32 {
    time.as_s_f32() * 1000.0
}

fn answers(outcome: &Outcome) -> [Answer; 2] {
    let OutcomeStatement::AnsweredTwice(answers) = outcome.statement else { panic!("{outcome:?}") };
    answers
}

fn motions(outcome: &Outcome) -> [DrawnMotion; 2] {
    let OutcomeStatement::DrawnMotions(motions) = outcome.statement else { panic!("{outcome:?}") };
    motions
}

#[test]
fn a_ship_that_waits_answers_after_the_round_trip_and_two_frames() {
    as_expected(Scenario::Latency);
    for round_trip_ms in [0, 100, 200, 600] {
        let mut setup = Scenario::Latency.setup();
        setup.players[0].conditions = Conditions::round_trip(round_trip_ms);
        let outcome = play(setup).0.expect("it answers");
        let want = f32::from(round_trip_ms) + 2.0 * FRAME_MS;
        check_near("answers after, ms", outcome.value, want, 0.01);
    }
    let predicted = otherwise(Scenario::Latency, |setup| {
        setup.columns = vec![Preset::Lagrange.netcode()];
    });
    check_near("predicted, ms", predicted.value, FRAME_MS, 0.01);
}

#[test]
fn it_is_said_with_the_first_picture_in_which_the_ship_has_moved() {
    let mut playback = RunPlayback::new(Scenario::Latency.setup()).unwrap();
    let drawn = |column: &Column| column.harness().client(0).scene().focus;
    let begun = drawn(&playback.state().columns()[0]);
    while playback.state().outcome().is_none() {
        assert_eq!(drawn(&playback.state().columns()[0]), begun, "at {}", playback.frame());
        playback.step().unwrap();
    }
    assert!(drawn(&playback.state().columns()[0]).x > begun.x);
    assert_eq!(playback.frame(), 75);
}

#[test]
fn a_predicted_ship_answers_with_the_next_picture_and_is_never_wrong() {
    let (outcome, _) = as_expected(Scenario::Prediction);
    let [a, b] = answers(&outcome);
    check_near("A answers after, ms", ms(a.after), 200.0 + 2.0 * FRAME_MS, 0.01);
    check_near("B answers after, ms", ms(b.after), FRAME_MS, 0.01);
    assert_eq!(a.predicted, None);
    assert_eq!(b.predicted, Some(PredictionErrors { n_wrong: 0, worst_u: 0.0 }));
    otherwise(Scenario::Prediction, |setup| setup.columns[1] = setup.columns[0]);
}

#[test]
fn a_ship_that_is_rammed_jumps_by_what_was_replayed_and_slides_where_it_is_smoothed() {
    let (outcome, _) = as_expected(Scenario::Bump);
    let OutcomeStatement::Corrected(corrected) = outcome.statement else { panic!("{outcome:?}") };
    // The round trip, and the command margin.
    assert_eq!(corrected.n_replayed, 13);
    otherwise(Scenario::Bump, |setup| setup.columns[1] = setup.columns[0]);
}

#[test]
fn the_replay_of_unacknowledged_commands_ends_at_the_prediction_in_every_frame() {
    let setup = Scenario::Bump.setup();
    let (frames, mut compared) = (setup.loop_frames, 0);
    let mut playback = RunPlayback::new(setup).unwrap();
    for _ in 0..frames {
        playback.step().unwrap();
        let harness = playback.state().columns()[0].harness();
        let client = harness.client(0);
        let params = harness.room().world().params();
        let replayed = ReplayedCommands::of(client, params).unwrap();
        let predicted = replayed.ghosts.last().unwrap_or(&replayed.acknowledged);
        assert_eq!(predicted.body, client.own_ship().unwrap().body, "at {}", playback.frame());
        compared += usize::from(!replayed.ghosts.is_empty());
    }
    assert_eq!(compared, usize::from(frames));
}

#[test]
fn who_interpolates_sees_no_hops_until_the_delay_is_too_short() {
    let (outcome, _) = as_expected(Scenario::Interpolation);
    // A tenth of a second of about 285 u/s.
    check_near("A hops, u", outcome.value, 28.5, 1.0);
    let [DrawnMotion::Hops { .. }, DrawnMotion::Glides(behind)] = motions(&outcome) else {
        panic!("{outcome:?}")
    };
    // The interpolation delay, half of the round trip, and the frame that a snapshot waits for.
    check_near("B is behind, ms", ms(behind.time), 200.0 + 50.0 + FRAME_MS, 1.0);
    check_near("B is behind, u", behind.way_u, 72.0, 2.0);
    // The last frame before a snapshot comes 83 ms after the one with the previous snapshot.
    for (delay_ms, hops_u) in [(400, 0.0), (100, 0.0), (90, 0.0), (70, 8.0), (50, 14.4), (0, 28.4)]
    {
        let mut setup = Scenario::Interpolation.setup();
        setup.columns[1].player.interpolation_ms = delay_ms;
        let [_, in_b] = motions(&play(setup).0.expect("it flies"));
        let by_u = if let DrawnMotion::Hops { by_u } = in_b { by_u } else { 0.0 };
        check_near(&format!("B hops at {delay_ms} ms, u"), by_u, hops_u, 0.5);
    }
}

#[test]
fn the_outcome_follows_a_changed_delay_after_a_second() {
    let lesson = Lesson::Interpolation;
    let sliders = controls_of(lesson).iter().filter_map(|control| match control {
        LessonControl::Slider(slider) => Some(*slider),
        LessonControl::Button(_) => None,
    });
    let slider = sliders.into_iter().next().expect("the lesson has a slider");
    let mut playback = RunPlayback::new(lesson.setup()).unwrap();
    let mut at = |frame, value| {
        let input = slider.input(playback.state(), value).expect("the lesson has a second column");
        playback.handle_input(input).unwrap();
        while playback.frame() < frame {
            playback.step().unwrap();
        }
        motions(&playback.state().outcome().expect("it flies"))[1]
    };
    assert!(matches!(at(150, 200), DrawnMotion::Glides(_)));
    assert!(matches!(at(212, 50), DrawnMotion::Hops { .. }));
    assert!(matches!(at(274, 300), DrawnMotion::Glides(_)));
}

#[test]
fn a_narrow_picture_shows_both_ships_all_of_the_time() {
    for scenario in [Scenario::Latency, Scenario::Prediction, Scenario::Interpolation] {
        let mut playback = RunPlayback::new(scenario.setup()).unwrap();
        let mut apart_u = 0.0_f32;
        for _ in 0..u32::from(scenario.setup().loop_frames) {
            for column in playback.state().columns() {
                let world = column.harness().room().world();
                let at = |player| world.ship(column.ship(player).unwrap()).unwrap().body.pos;
                let [you, other, _]: [Vec2; LAB_PLAYERS] = core::array::from_fn(at);
                apart_u = apart_u.max((you - other).length());
            }
            playback.step().unwrap();
        }
        println!("{}: up to {apart_u} u apart", scenario.key());
        assert!(apart_u < NEAR_U, "{}", scenario.key());
    }
}

#[test]
fn a_delay_as_long_as_the_spread_makes_up_for_jitter() {
    let buffered = |outcome: &Outcome| {
        let OutcomeStatement::BufferedSnapshots(buffered) = outcome.statement else {
            panic!("{outcome:?}")
        };
        buffered
    };
    let (outcome, _) = as_expected(Scenario::JitterBuffer);
    let plain = buffered(&outcome);
    assert!(plain.n_arrived >= 300 && plain.n_late > 60, "{plain:?}");
    // 40 ms to either side.
    let long = otherwise(Scenario::JitterBuffer, |setup| {
        setup.columns[0].player.interpolation_ms = 80;
    });
    let [n_late, n_lost] = [buffered(&long).n_late, buffered(&long).n_lost];
    assert_eq!((n_late, n_lost), (0, plain.n_lost), "{long:?}");
    check_near("the price, ms", long.value - outcome.value, 40.0, 1.0);
    otherwise(Scenario::JitterBuffer, |setup| {
        let down = &mut setup.players[0].conditions.down;
        (down.jitter_ms, down.loss_permille) = (0, 0);
    });
}

#[test]
fn a_clock_follows_a_step_in_latency_without_a_jump() {
    let (outcome, _) = as_expected(Scenario::ClockStep);
    let OutcomeStatement::ClockStepped(clock) = outcome.statement else { panic!("{outcome:?}") };
    let [before, after] = clock.ahead.map(ms);
    // The way up, the margin, and the waits for a frame and a packet; then 80 ms more.
    check_near("ahead before, ms", before, 50.0 + 12.0 + FRAME_MS, 2.0);
    check_near("ahead after, ms", after, before + 80.0, 5.0);
    otherwise(Scenario::ClockStep, |setup| setup.columns[0].player.margin_ms = 80);
    let mut playback = RunPlayback::new(Scenario::ClockStep.setup()).unwrap();
    let mut newest = None;
    for _ in 0..Scenario::ClockStep.setup().loop_frames {
        playback.step().unwrap();
        let harness = playback.state().columns()[0].harness();
        let own = harness.client(0).own_time(harness.now()).unwrap();
        if let Some(last) = newest.replace(own) {
            let step_ms = ms(own - last);
            assert!((0.7 * FRAME_MS..1.3 * FRAME_MS).contains(&step_ms), "{step_ms} ms in a frame");
        }
    }
}
