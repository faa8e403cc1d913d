//! The cues of a loop: where it plays, at which moment a figure waits, and what its caption says
//! there.

use capture::playback::SeekProgress;
use lab::{
    cue::Cue, lesson::Lesson, outcome::OutcomeStatus, run::Input, run_playback::RunPlayback,
    scenario::Scenario, setup::Setup, survey::Survey,
};
use shared::{base::geometry::Area, client::Controls, wire::conditions::Conditions};

fn cue_of(setup: Setup) -> Option<Cue> {
    Survey::whole(&RunPlayback::new(setup).unwrap())?.cue()
}

fn holds(outer: Area, inner: Area) -> bool {
    outer.contains(inner.low) && outer.contains(inner.high)
}

#[test]
fn every_scenario_has_a_cue_that_says_what_comes_out_within_its_loop() {
    for scenario in Scenario::ALL.into_iter().filter(|one| *one != Scenario::Free) {
        let cue = cue_of(scenario.setup()).unwrap_or_else(|| panic!("{scenario:?} has none"));
        let setup = scenario.setup();
        assert!((1..u32::from(setup.loop_frames)).contains(&cue.frame), "{scenario:?}: {cue:?}");
        assert_eq!(cue.places.len(), setup.columns.len(), "{scenario:?}");
        for measured in &cue.outcomes {
            let status = measured.outcome.map(|outcome| outcome.status);
            assert_eq!(status, Some(OutcomeStatus::AsExpected), "{scenario:?}: {measured:?}");
        }
        assert!(holds(cue.whole, cue.core), "{scenario:?}: {cue:?}");
        let mut places = cue.places.iter().flatten();
        assert!(places.all(|place| cue.core.contains(*place)), "{scenario:?}: {cue:?}");
    }
}

#[test]
fn every_lesson_with_something_to_say_has_a_cue_for_all_of_its_columns() {
    for lesson in Lesson::ALL.into_iter().filter(|one| one.scenario() != Scenario::Free) {
        let cue = cue_of(lesson.setup()).unwrap_or_else(|| panic!("{lesson:?} has none"));
        assert!(
            cue.outcomes.iter().all(|measured| measured.outcome.is_some()),
            "{lesson:?}: {cue:?}"
        );
    }
}

#[test]
fn a_survey_in_small_steps_finds_the_same_and_leaves_the_match_as_it_was() {
    let playback = RunPlayback::new(Scenario::EtVeto.setup()).unwrap();
    let before = playback.state().state_hash();
    let at_once = Survey::whole(&playback).unwrap();
    let mut slowly = Survey::of(&playback).unwrap();
    while slowly.advance(7) == SeekProgress::Seeking {}
    assert_eq!(at_once.cue(), slowly.cue());
    assert_eq!(at_once.area(), slowly.area());
    assert_eq!(playback.state().state_hash(), before);
}

#[test]
fn another_connection_makes_another_cue_as_far_as_the_moment_is_not_past() {
    let mut playback = RunPlayback::new(Scenario::LateMiss.setup()).unwrap();
    let slow = Survey::whole(&playback).unwrap().cue().unwrap();
    let conditions = Conditions::round_trip(0);
    playback.handle_input(Input::Conditions { player: 0, conditions }).unwrap();
    let fast = Survey::whole(&playback).unwrap().cue().unwrap();
    let value = |cue: &Cue| cue.outcomes[0].outcome.unwrap().value;
    assert!(value(&fast) + 50.0 < value(&slow), "{fast:?}, before {slow:?}");
    while playback.frame() < fast.frame + 60 {
        playback.step().unwrap();
    }
    assert_eq!(Survey::whole(&playback).unwrap().cue(), None);
}

#[test]
fn a_flown_or_endless_match_has_no_cue() {
    let mut playback = RunPlayback::new(Scenario::Zones.setup()).unwrap();
    let controls = Controls::default();
    playback.handle_input(Input::Fly { player: 0, controls }).unwrap();
    let survey = Survey::whole(&playback).unwrap();
    assert_eq!((survey.cue(), survey.area().is_some()), (None, true));
    let free = RunPlayback::new(Scenario::Free.setup()).unwrap();
    assert!(Survey::of(&free).is_none());
}
