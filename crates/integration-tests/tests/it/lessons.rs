//! Lessons can be played, lead to every scenario, and follow each other; scripted paths return to
//! their start.

use lab::{
    lesson::Lesson,
    outcome::OutcomeStatus,
    path::Path,
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::{Controller, PlayerSetup},
};
use shared::{base::geometry::Vec2, sim::arena::Asteroids};

use crate::scenarios::{FRAME_U, at, play};

#[test]
fn lessons_follow_each_other_and_can_be_played() {
    for (n, lesson) in Lesson::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(lesson.number()), n + 1);
        assert_eq!(lesson.next(), Lesson::ALL.get(n + 1).copied());
        assert_eq!(lesson.back(), n.checked_sub(1).map(|before| Lesson::ALL[before]));
        let setup = lesson.setup();
        assert_eq!(setup.check(), Ok(()), "{lesson:?}");
        assert!((1..=480).contains(&setup.loop_frames));
        play(setup);
    }
    assert_eq!(Lesson::of_key("3"), Some(Lesson::Prediction));
    assert!(Lesson::of_key("11").is_none() && Lesson::of_key("x").is_none());
    let (outcome, _) = play(Lesson::ALL[9].setup());
    assert_eq!(
        outcome.map(|outcome| outcome.status),
        Some(OutcomeStatus::AsExpected),
        "to the left it misses"
    );
}

#[test]
fn every_scenario_has_a_place_in_the_lessons() {
    let places: Vec<Scenario> = Lesson::ALL
        .iter()
        .flat_map(|lesson| lesson.more().iter().copied().chain([lesson.scenario()]))
        .collect();
    for scenario in Scenario::ALL {
        assert!(places.contains(&scenario), "no lesson leads to {}", scenario.key());
    }
}

#[test]
fn paths_come_back_to_where_they_began() {
    for path in Path::ALL {
        assert_eq!(Path::of_key(path.key()), Some(path));
        assert_eq!(Path::of(&path.script()), Some(path));
        let mut setup = Scenario::Free.setup();
        setup.arena.asteroids = Asteroids::default();
        let place = Scenario::LateMiss.setup().players[0].place;
        let controller = Controller::Script(path.script());
        setup.players[1] = PlayerSetup { controller, place, ..setup.players[1].clone() };
        setup.players[0] =
            PlayerSetup { controller: Controller::still(), ..setup.players[0].clone() };
        setup.players[2] = setup.players[0].clone();
        assert_eq!(setup.check(), Ok(()));
        let mut playback = RunPlayback::new(setup).unwrap();
        let begun = at(&playback.state().columns()[0], 1);
        let mut farthest = Vec2::ZERO;
        for _ in 0..960 {
            playback.step().unwrap();
            farthest = farthest.max((at(&playback.state().columns()[0], 1) - begun).abs());
        }
        println!("{}: up to {farthest} from its start", path.key());
        assert!(farthest.cmple(FRAME_U).all(), "{}: {farthest}", path.key());
        assert!((farthest.length() > 20.0) == (path != Path::Still));
    }
}
