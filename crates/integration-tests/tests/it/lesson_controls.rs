//! The sliders in lessons do what the text beside them says.

use lab::{
    lesson::Lesson,
    lesson_control::{LessonControl, LessonSlider, controls_of},
    outcome::{ColumnOutcome, Outcome, OutcomeStatus},
    outcome_statement::OutcomeStatement,
    run::Input,
    run_playback::RunPlayback,
    scenario::Scenario,
};
use shared::netcode::preset::Preset;

/// The outcome of a lesson whose slider is set to `value` from the start.
fn outcome_at(lesson: Lesson, slider: LessonSlider, value: u32) -> Outcome {
    let mut playback = RunPlayback::new(lesson.setup()).unwrap();
    let input = slider.input(playback.state(), value).expect("the match has its column");
    playback.handle_input(input).unwrap();
    assert_eq!(slider.value(playback.state()), Some(value), "{lesson:?}");
    for _ in 0..u32::from(playback.run().setup.loop_frames) {
        playback.step().unwrap();
        if let Some(outcome) = playback.state().outcome() {
            return outcome;
        }
    }
    panic!("no outcome of {lesson:?}");
}

fn slider_of(lesson: Lesson) -> LessonSlider {
    let sliders = controls_of(lesson).iter().filter_map(|control| match control {
        LessonControl::Slider(slider) => Some(*slider),
        LessonControl::Button(_) => None,
    });
    sliders.into_iter().next().expect("the lesson has a slider")
}

#[test]
fn every_lesson_has_its_controls_and_each_slider_is_in_force() {
    for lesson in Lesson::ALL {
        let controls = controls_of(lesson);
        assert!(!controls.is_empty(), "lesson {}", lesson.number());
        let playback = RunPlayback::new(lesson.setup()).unwrap();
        for control in controls {
            let LessonControl::Slider(slider) = control else { continue };
            let value = slider.value(playback.state()).expect("the match has its column");
            assert!(value <= slider.max(), "lesson {}: {value}", lesson.number());
            for value in [0, slider.max()] {
                assert!(slider.input(playback.state(), value).is_some(), "{slider:?} {value}");
            }
        }
    }
}

#[test]
fn half_of_the_round_trip_is_a_smaller_miss_but_not_none() {
    let slider = slider_of(Lesson::LateLaser);
    let [whole, half, none] =
        [200, 100, 0].map(|ms| outcome_at(Lesson::LateLaser, slider, ms).value);
    println!("missed by {whole} u at 200 ms, {half} at 100, {none} at 0");
    assert!(whole > half + 20.0 && half > none + 20.0 && none > 20.0);
}

#[test]
fn a_bound_below_the_delay_parts_what_was_seen_and_what_was_judged() {
    let slider = slider_of(Lesson::Rewinding);
    assert_eq!(outcome_at(Lesson::Rewinding, slider, 1000).status, OutcomeStatus::AsExpected);
    assert_eq!(outcome_at(Lesson::Rewinding, slider, 200).status, OutcomeStatus::Otherwise);
}

/// The outcome of each column of a lesson, and whether it is the promised one.
fn columns_of(lesson: Lesson) -> Vec<(Option<OutcomeStatus>, bool)> {
    let mut playback = RunPlayback::new(lesson.setup()).unwrap();
    let frames = u32::from(playback.run().setup.loop_frames);
    let mut outcomes = playback.state().outcomes();
    while playback.frame() < frames && outcomes.iter().any(|one| one.outcome.is_none()) {
        playback.step().unwrap();
        outcomes = playback.state().outcomes();
    }
    let status = |one: ColumnOutcome| one.outcome.map(|outcome| outcome.status);
    outcomes.into_iter().map(|one| (status(one), one.is_promised)).collect()
}

#[test]
fn each_column_speaks_for_itself_and_one_was_promised() {
    use OutcomeStatus::{AsExpected, Otherwise};
    for (lesson, want) in [
        // As the scenario says, A misses; B compensates and hits.
        (Lesson::Choose, [(Some(AsExpected), true), (Some(Otherwise), false)]),
        // Only B has the cover veto.
        (Lesson::Cover, [(Some(Otherwise), false), (Some(AsExpected), true)]),
    ] {
        assert_eq!(columns_of(lesson), want, "{lesson:?}");
    }
    assert_eq!(columns_of(Lesson::LateLaser), [(Some(AsExpected), true)]);
}

#[test]
fn what_was_promised_is_not_where_something_was_changed() {
    let promised = |playback: &RunPlayback| playback.state().outcomes()[0].is_promised;
    let slider = slider_of(Lesson::LateLaser);
    let mut playback = RunPlayback::new(Lesson::LateLaser.setup()).unwrap();
    assert!(promised(&playback));
    let input = slider.input(playback.state(), 0).unwrap();
    playback.handle_input(input).unwrap();
    assert!(!promised(&playback));
}

/// Plays on until every column has an outcome. Returns their values.
fn played_on(playback: &mut RunPlayback) -> Vec<Option<f32>> {
    let values = |playback: &RunPlayback| -> Vec<Option<f32>> {
        let outcomes = playback.state().outcomes();
        outcomes.iter().map(|one| one.outcome.map(|outcome| outcome.value)).collect()
    };
    for _ in 0..u32::from(playback.run().setup.loop_frames) {
        if values(playback).iter().all(Option::is_some) {
            break;
        }
        playback.step().unwrap();
    }
    values(playback)
}

#[test]
fn a_column_speaks_only_of_what_it_judged_itself() {
    let nothing = Preset::Nothing.netcode();
    let mut playback = RunPlayback::new(Scenario::Rewind.setup()).unwrap();
    let [Some(rewound)] = played_on(&mut playback)[..] else { panic!("the shot is judged") };
    // A second column opened after the verdict does not inherit it.
    playback.handle_input(Input::Split { netcode: nothing }).unwrap();
    let came = |playback: &RunPlayback| {
        playback.state().outcomes().iter().map(|one| one.outcome).collect::<Vec<_>>()
    };
    let [Some(a), None] = came(&playback)[..] else { panic!("{:?}", came(&playback)) };
    assert_eq!(a.value, rewound);
    // It gets its own with the next shot.
    let [Some(a), Some(b)] = played_on(&mut playback)[..] else { panic!("both are judged") };
    println!("rewound {rewound} u, then {a} u in A and {b} u in B");
    let gone_u = came(&playback).into_iter().flatten().map(|outcome| match outcome.statement {
        OutcomeStatement::JudgedAndGone { gone_u, .. } => gone_u,
        other => panic!("{other:?}"),
    });
    let [of_a, of_b] = gone_u.collect::<Vec<_>>()[..] else { panic!("of both") };
    assert!(of_a > 100.0 && of_b < 1.0, "judged where it was seen, and where it is now");
    // A changed column has no outcome until it judges again. Setting the same netcode is no change.
    let same = playback.state().columns()[0].netcode();
    playback.handle_input(Input::Netcode { column: 0, netcode: same }).unwrap();
    assert!(came(&playback).iter().all(Option::is_some));
    playback.handle_input(Input::Netcode { column: 0, netcode: nothing }).unwrap();
    let [None, Some(_)] = came(&playback)[..] else { panic!("{:?}", came(&playback)) };
    assert_eq!(playback.state().outcome(), None);
}

#[test]
fn a_shot_fired_before_a_scheme_came_is_not_its_own() {
    let setup = Scenario::EtVeto.setup();
    let mut playback = RunPlayback::new(setup.clone()).unwrap();
    let [Some(_)] = played_on(&mut playback)[..] else { panic!("the beam is judged") };
    let records = playback.state().columns()[0].harness().client(0).records();
    let fired = records.map(|record| record.shot.tick).next().unwrap();
    let known = playback.frame();
    // The beam is fired and judged, and the record of it on its way to the page.
    let mut playback = RunPlayback::new(setup).unwrap();
    while playback.frame() + 2 < known {
        playback.step().unwrap();
    }
    assert!(playback.state().columns()[0].harness().room().tick() >= fired);
    assert_eq!(playback.state().outcome(), None);
    playback.handle_input(Input::Split { netcode: Preset::Nothing.netcode() }).unwrap();
    while playback.frame() < known + 20 {
        playback.step().unwrap();
    }
    let outcomes = playback.state().outcomes();
    let came: Vec<_> = outcomes.iter().map(|one| one.outcome).collect();
    let [Some(_), None] = came[..] else { panic!("only A judged it: {came:?}") };
}

#[test]
fn two_columns_are_not_compared_before_both_have_judged() {
    let mut playback = RunPlayback::new(Scenario::FavourDefender.setup()).unwrap();
    let [Some(_)] = played_on(&mut playback)[..] else { panic!("they are compared") };
    let netcode = playback.state().columns()[1].netcode();
    playback.handle_input(Input::Split { netcode }).unwrap();
    assert_eq!(playback.state().outcome(), None, "the second column has judged no shot yet");
}

#[test]
fn what_two_columns_promise_together_one_does_not() {
    let mut playback = RunPlayback::new(Scenario::TwoAliens.setup()).unwrap();
    let promised = |playback: &RunPlayback| {
        let outcomes = playback.state().outcomes();
        outcomes.iter().map(|one| one.is_promised).collect::<Vec<bool>>()
    };
    assert_eq!(promised(&playback), [true]);
    playback.handle_input(Input::Merge).unwrap();
    assert_eq!(promised(&playback), [false]);
}
