//! Every scenario comes to what its label says within its loop, with the numbers that the schemes
//! say; under other rules it comes otherwise. Lessons and paths can be played.

use std::collections::{BTreeMap, BTreeSet};

use shared::{
    base::{geometry::Vec2, limits::LAB_PLAYERS},
    lab::{
        column::Column,
        lesson::Lesson,
        outcome::{Outcome, OutcomeStatus},
        path::Path,
        playback::Reached,
        run_playback::RunPlayback,
        scenario::Scenario,
        setup::{Controller, PlayerSetup, Setup, SetupError, Throw},
    },
    netcode::{
        choices::{CoverVeto, HitRule},
        preset::Preset,
    },
    sim::rules::{SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
    wire::conditions::Conditions,
};

/// What a picture shows around the own ship, less a margin, in u.
const FRAME_U: Vec2 = Vec2::new(700.0, 380.0);
/// Full speed, in u/s.
const SPEED: f32 = SHIP_SPEED_MAX_U_PER_S;
/// A tick at 60 Hz, in s.
const TICK_S: f32 = 1.0 / 60.0;

fn at(column: &Column, player: usize) -> Vec2 {
    let ship = column.ship(player).unwrap();
    column.harness().room().world().ship(ship).unwrap().body.pos
}

/// From the moment of the others on your screen to the execution of what you do now, in s.
fn apart_s(column: &Column) -> f32 {
    let (client, now) = (column.harness().client(0), column.harness().now());
    let view = client.view().unwrap().time;
    let seen = column.harness().room().config().rate.micros_in_steps(view.0);
    (client.own_time(now).unwrap() - seen).as_s_f32()
}

/// The first frame at which your gun fires.
fn fires_at(setup: &Setup) -> Option<u32> {
    let Controller::Script(script) = &setup.players[0].controller else { return None };
    script.gun.as_ref().map(|gun| gun.shots[0].into())
}

/// Plays one loop: what came of it, and how far apart the times were when the gun fired, in s.
fn play(setup: Setup) -> (Option<Outcome>, f32) {
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
    let text = outcome.as_ref().map_or("nothing came of it", |outcome| outcome.text.as_str());
    println!("{key}: {text}");
    (outcome, apart)
}

/// What comes of a scenario, as its label says.
fn as_expected(scenario: Scenario) -> (Outcome, f32) {
    let (outcome, apart) = play(scenario.setup());
    let outcome = outcome.expect("something comes of it");
    assert_eq!(outcome.status, OutcomeStatus::AsExpected, "{}: {}", scenario.key(), outcome.text);
    (outcome, apart)
}

/// What comes of it with other settings is not what its label says.
fn otherwise(scenario: Scenario, change: impl Fn(&mut Setup)) -> Outcome {
    let mut setup = scenario.setup();
    change(&mut setup);
    let outcome = play(setup).0.expect("something comes of it");
    assert_eq!(outcome.status, OutcomeStatus::Otherwise, "{}: {}", scenario.key(), outcome.text);
    outcome
}

fn check_near(what: &str, measured: f32, want: f32, tolerance: f32) {
    println!("  {what}: {measured:.1}, expected {want:.1} ± {tolerance:.1}");
    assert!((measured - want).abs() <= tolerance, "{what}: {measured} for {want}");
}

#[test]
fn the_words_are_there_and_the_keys_their_own() {
    let mut keys = BTreeSet::new();
    for scenario in Scenario::ALL {
        assert!(keys.insert(scenario.key()), "{} twice", scenario.key());
        assert_eq!(Scenario::of_key(scenario.key()), Some(scenario));
        for words in [scenario.title(), scenario.source(), scenario.watch(), scenario.label()] {
            assert!(words.len() > 5 && !words.contains("  "), "{words}");
        }
        assert_eq!(scenario.setup().check(), Ok(()), "{}", scenario.key());
        assert_eq!(scenario.setup().scenario, scenario);
    }
    assert_eq!(Scenario::of_key("figure-5"), None);
}

#[test]
fn whoever_begins_in_the_picture_stays_in_it() {
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
        assert!(cast.len() >= 2, "{}: somebody is to be seen", scenario.key());
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
            assert_eq!(playback.seek(frame, u32::MAX), Reached::There);
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
    assert!(outcome.shot.is_some() && outcome.value > SHIP_RADIUS_U);
    check_near("missed by, u", outcome.value, SPEED * apart, SPEED * TICK_S + 4.0);
    let hit = otherwise(Scenario::LateMiss, |setup| {
        setup.columns = vec![Preset::Lagrange.netcode()];
    });
    assert!(hit.text.starts_with("Hit") && hit.value < 4.0, "{}", hit.text);
}

#[test]
fn figure_3_begins_ahead_by_what_was_lost() {
    let (outcome, _) = as_expected(Scenario::OutOfNowhere);
    // 900 u/s for the way up and the margin, the way down to the other, and a snapshot or two.
    check_near("ahead of the muzzle, u", outcome.value, 900.0 * (0.100 + 0.029 + 0.010), 50.0);
    let late = otherwise(Scenario::OutOfNowhere, |setup| {
        setup.columns = vec![Preset::Nothing.netcode()];
    });
    assert!(late.value < 20.0, "{}", late.text);
}

#[test]
fn figure_4_hits_where_figure_2_misses() {
    let (outcome, _) = as_expected(Scenario::Converge);
    // A quarter of the full speed; the way down, and what snapshots wait for.
    check_near("passed, u", outcome.value, SPEED / 4.0 * (0.100 + 0.017), 4.0);
    let missed = otherwise(Scenario::Converge, |setup| {
        setup.columns = vec![Preset::Nothing.netcode()];
    });
    assert!(missed.text.starts_with("Missed") && missed.value > 30.0, "{}", missed.text);
}

#[test]
fn et_is_a_frame_ahead_and_its_veto_has_the_last_word() {
    let (outcome, _) = as_expected(Scenario::EtBias);
    check_near("judged off, u", outcome.value, 26.7, 10.5);
    let frames = otherwise(Scenario::EtBias, |setup| {
        setup.columns[0].room.hit_rule = HitRule::EtPerFrame;
    });
    assert!(frames.text.starts_with("Hit"), "{}", frames.text);
    let (outcome, apart) = as_expected(Scenario::EtVeto);
    check_near("further on, u", outcome.value, SPEED * apart, SPEED * TICK_S + 4.0);
    let hit = otherwise(Scenario::EtVeto, |setup| {
        setup.columns[0].room.cover_veto = CoverVeto::Off;
    });
    assert!(hit.text.starts_with("Hit"), "{}", hit.text);
}

#[test]
fn quakeworld_overshoots_and_freezes() {
    let (outcome, _) = as_expected(Scenario::HalfGap);
    assert!((8.0..60.0).contains(&outcome.value));
    // Who interpolates is never off the way that was flown by more than the chords are.
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
    assert!(bounded.text.starts_with("Missed"), "{}", bounded.text);
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
    // It passes the one in front by the way down, and what snapshots wait for.
    check_near("passed, u", outcome.value, 390.0 * (0.100 + 0.017), 16.0);
    otherwise(Scenario::TwoAliens, |setup| setup.columns[1] = setup.columns[0]);
}

#[test]
fn an_undone_hit_is_refunded() {
    let (outcome, _) = as_expected(Scenario::UndoneHit);
    assert_eq!(outcome.value, 12.0);
    let mut setup = Scenario::UndoneHit.setup();
    setup.columns = vec![Preset::Lagrange.netcode()];
    assert_eq!(play(setup).0, None, "hits are final at once");
}

#[test]
fn a_stream_stalls_and_bursts() {
    let (outcome, _) = as_expected(Scenario::StreamStall);
    // At least 200 ms until it is sent again, and the interval of the snapshots.
    assert!(outcome.value >= 200.0, "{}", outcome.value);
    let mut setup = Scenario::StreamStall.setup();
    setup.players[0].conditions = Conditions::round_trip(100);
    assert_eq!(play(setup).0, None);
}

#[test]
fn lessons_can_be_read_and_played() {
    for (n, lesson) in Lesson::ALL.iter().enumerate() {
        assert_eq!(usize::from(lesson.number), n + 1);
        let words = [lesson.title, lesson.text, lesson.do_this, lesson.watch_that];
        assert!(words.iter().all(|words| words.len() > 5 && !words.contains("  ")));
        let sentences = lesson.text.matches(['.', '?']).count();
        assert!((2..=5).contains(&sentences), "{}: {sentences} sentences", lesson.title);
        assert_eq!(lesson.next().map(|next| next.number as usize), (n < 9).then_some(n + 2));
        assert_eq!(lesson.back().map(|back| back.number as usize), (n > 0).then_some(n));
        let setup = lesson.setup();
        assert_eq!(setup.check(), Ok(()), "{}", lesson.title);
        assert!((1..=480).contains(&setup.loop_frames));
        play(setup);
    }
    assert_eq!(Lesson::of_key("3").map(|lesson| lesson.title), Some("Prediction"));
    assert!(Lesson::of_key("11").is_none() && Lesson::of_key("x").is_none());
    let (outcome, _) = play(Lesson::ALL[9].setup());
    assert_eq!(
        outcome.map(|outcome| outcome.status),
        Some(OutcomeStatus::AsExpected),
        "left it misses"
    );
}

#[test]
fn paths_come_back_to_where_they_began() {
    for path in Path::ALL {
        assert_eq!(Path::of_key(path.key()), Some(path));
        assert_eq!(Path::of(&path.script()), Some(path));
        let mut setup = Scenario::Free.setup();
        setup.arena.asteroids.clear();
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
        println!("{}: at most {farthest} from where it began", path.key());
        assert!(farthest.cmple(FRAME_U).all(), "{}: {farthest}", path.key());
        assert!((farthest.length() > 20.0) == (path != Path::Still));
    }
}
