//! The article's texts beside what its figures come to: every control of every figure goes over its
//! whole range, and in each language the text that is chosen says what came of the match.

use std::{
    collections::{BTreeMap, BTreeSet},
    thread,
};

use article::{
    figure::{FigureControl, FigureSpec},
    figure_outcome::FigureOutcome,
    section::Section,
};
use lab::{
    lesson_control::LessonSlider,
    outcome::ColumnOutcome,
    outcome_statement::{
        DrawnMotion, EveryonePredicted, OutcomeStatement as Statement, ShotFate, ShotStatement,
    },
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::Setup,
    survey::Survey,
};
use shared::{netcode::preset::Preset, sim::rules::SHIP_RADIUS_U};
use words::{
    Language,
    article::{NUMBERS, Number, Piece, numbers, pieces},
};

/// Into how many steps the range of a slider is divided; beside lists of schemes into fewer.
const STEPS: u32 = 30;
const STEPS_BESIDE_SCHEMES: u32 = 4;
/// A picture, in ms: what is shown with the next one is shown at once.
const PICTURE_MS: f32 = 17.0;
/// How long an answer waits besides its round trip: for a packet, a tick, a snapshot, a picture.
const WAITS_MS: f32 = 68.0;

/// A setting of a figure, and what came of it.
struct Case {
    section: Section,
    setup: Setup,
    /// What the slider that was moved stands at.
    number: u32,
    outcomes: Vec<ColumnOutcome>,
}

/// What a match comes to.
fn outcomes(setup: Setup) -> Vec<ColumnOutcome> {
    let playback = RunPlayback::new(setup).unwrap();
    let cue = Survey::whole(&playback).and_then(|survey| survey.cue());
    cue.map(|cue| cue.outcomes).unwrap_or_default()
}

/// The settings that the lists of a figure offer: each list by itself, the others as they begin.
fn schemes(figure: &FigureSpec) -> Vec<Setup> {
    let mut all = vec![figure.setup()];
    for control in &figure.controls {
        let FigureControl::Preset { column } = control else { continue };
        all.extend(Preset::ALL.map(|preset| {
            let mut setup = figure.setup();
            setup.columns[usize::from(*column)] = preset.netcode();
            setup
        }));
    }
    all
}

/// Everything that a reader may set a section's figure to, by the steps of the test.
fn cases(section: Section) -> Vec<Case> {
    let figure = section.figure().unwrap();
    let sliders = figure.controls.iter().filter_map(|control| match control {
        FigureControl::Slider(slider) => Some(*slider),
        FigureControl::Preset { .. } => None,
    });
    let schemes = schemes(&figure);
    let steps = if schemes.len() > 1 { STEPS_BESIDE_SCHEMES } else { STEPS };
    let case = |setup: &Setup, (slider, number): (LessonSlider, u32)| {
        let mut setup = setup.clone();
        slider.set_in(&mut setup, number);
        Case { section, outcomes: outcomes(setup.clone()), setup, number }
    };
    let all_of = |slider: LessonSlider| {
        let step = (slider.max() - slider.min()).div_ceil(steps) as usize;
        (slider.min()..=slider.max()).step_by(step).map(move |number| (slider, number))
    };
    // Each slider over its whole range, the others as they begin.
    let settings: Vec<(LessonSlider, u32)> = sliders.flat_map(all_of).collect();
    assert!(!settings.is_empty(), "every figure has a slider");
    schemes.iter().flat_map(|setup| settings.iter().map(|setting| case(setup, *setting))).collect()
}

/// What a text says of the match is so.
fn check(case: &Case) {
    let Some(outcome) = case.outcomes.first().and_then(|one| one.outcome) else { return };
    let of = format!("{:?} at {}: {:?}", case.section, case.number, outcome.statement);
    let (number, value) = (case.number as f32, outcome.value);
    let is_hit = |shot: ShotStatement| match shot.fate {
        ShotFate::Hit => assert!(shot.passed_u < SHIP_RADIUS_U, "{of}"),
        ShotFate::Missed => assert!(shot.passed_u >= SHIP_RADIUS_U, "{of}"),
        ShotFate::Vetoed => panic!("{of}"),
    };
    match outcome.statement {
        // It moves only after a round trip, and a little more.
        Statement::Answered(answer) => {
            assert!((number..number + WAITS_MS).contains(&value), "{of}");
            assert!(answer.predicted.is_none(), "{of}");
        }
        Statement::AnsweredTwice([waits, predicts]) => {
            assert!(
                (number..number + WAITS_MS).contains(&(waits.after.as_s_f32() * 1000.0)),
                "{of}"
            );
            assert!(predicts.after.as_s_f32() * 1000.0 < PICTURE_MS, "{of}");
            assert!(predicts.predicted.is_some_and(|of| of.n_wrong == 0), "{of}");
        }
        // What is replayed is the round trip's worth of commands.
        Statement::Corrected(corrected) => {
            let replayed_ms = corrected.n_replayed as f32 * PICTURE_MS;
            assert!((number - PICTURE_MS..number + WAITS_MS).contains(&replayed_ms), "{of}");
        }
        Statement::BufferedSnapshots(buffered) => {
            let down = case.setup.players[0].conditions.down;
            let delay_ms = case.setup.columns[0].player.interpolation_ms;
            let spread_ms = 2 * down.jitter_ms;
            assert!(buffered.n_arrived >= 300, "{of}");
            assert!(delay_ms < spread_ms || buffered.n_late == 0, "{of}");
            // Up to the wait for a picture, which is buffer too.
            assert!(delay_ms + 24 >= spread_ms || buffered.n_late > 0, "{of}");
            assert_eq!(buffered.n_lost > 0, down.loss_permille > 0, "{of}");
            // The fastest snapshots, and the delay.
            let least_ms = f32::from(down.latency_ms - down.jitter_ms + delay_ms);
            assert!((least_ms..least_ms + 2.0 * PICTURE_MS).contains(&value), "{of}");
        }
        Statement::ClockStepped(clock) => {
            let margin_ms = case.setup.columns[0].player.margin_ms;
            assert!(margin_ms < 80 || clock.n_late == 0, "{of}");
            assert!(margin_ms > 60 || clock.n_late > 0, "{of}");
            let [before, after] = clock.ahead.map(|ahead| ahead.as_s_f32() * 1000.0);
            assert!((75.0..100.0).contains(&(after - before)), "{of}");
            assert!((300.0..1200.0).contains(&value), "a little faster, and no jump: {of}");
        }
        // Behind the rock it is more than a ship's width from where it was seen.
        Statement::CoverSaves { gone_u, .. } => assert!(gone_u > 2.0 * SHIP_RADIUS_U, "{of}"),
        Statement::TimeZones(zones) => {
            assert!(zones.ahead.0 > 0 && zones.behind.0 > 0, "{of}");
        }
        Statement::DrawnMotions([a, b]) => {
            assert!(matches!(a, DrawnMotion::Hops { .. }), "{of}");
            assert_eq!(matches!(b, DrawnMotion::Glides(_)), number >= 84.0, "{of}");
        }
        Statement::BoltCameBy(shot) => is_hit(shot),
        Statement::BehindCover { shot, gone_u } => {
            is_hit(shot);
            // The rock is 43 u behind where the ship was seen.
            assert!(gone_u > 43.0, "{of}");
        }
        Statement::BoltBegan { ahead_u } => assert!(ahead_u > -1.0, "{of}"),
        Statement::JudgedAndGone { shot, gone_u } => {
            is_hit(shot);
            assert!(shot.fate == ShotFate::Missed || gone_u > SHIP_RADIUS_U, "{of}");
        }
        Statement::Lockstep(world) => {
            // It reaches its full speed once a command is as far ahead as a round trip is long.
            assert_eq!(world.is_full_speed(), number >= 18.0, "{of}");
        }
        Statement::EveryonePredicted(EveryonePredicted { rerun_ticks, drawn_behind, .. }) => {
            let rerun_max = case.setup.columns[0].player.rerun_ticks;
            assert!(drawn_behind.0 <= 0 || rerun_ticks == rerun_max.into(), "{of}");
        }
        _ => panic!("no text speaks of this: {of}"),
    }
}

/// What is chosen among a section's texts is there in each language, with its numbers.
fn check_words(case: &Case, came: FigureOutcome) {
    let figure = case.section.figure().unwrap();
    for language in Language::ALL {
        let words = language.section(case.section);
        let mut chosen = words.came.iter().filter(|(one, _)| *one == came);
        let (Some((_, text)), None) = (chosen.next(), chosen.next()) else {
            panic!("{:?} has not one text for {came:?}", case.section);
        };
        check_flags(language, case, words.always().chain([*text]));
        let known = numbers(language, (&figure, &case.setup), &case.outcomes);
        for piece in words.always().chain([*text]).flat_map(|text| pieces(text).unwrap()) {
            let Piece::Number(number) = piece else { continue };
            let name = NUMBERS.into_iter().find(|(_, one)| *one == number).unwrap().0;
            assert!(known.iter().any(|(one, _)| *one == name), "{:?}: {name}", case.section);
        }
    }
}

/// Each number in the picture stands in a sentence beside it, and none is minus nothing.
fn check_flags(language: Language, case: &Case, text: impl Iterator<Item = &'static str>) {
    let pieces: Vec<Piece> = text.flat_map(|text| pieces(text).unwrap()).collect();
    for (column, one) in case.outcomes.iter().enumerate() {
        let Some(outcome) = one.outcome else { continue };
        let sentence = language.outcome(&outcome.statement);
        let flag = language.flag(&outcome).unwrap_or_default();
        let of_column = Piece::Number(Number::Value { column });
        let is_named = sentence.contains(&flag) || pieces.contains(&of_column);
        let of = format!("{:?} at {}: {flag} beside {sentence}", case.section, case.number);
        assert!(is_named && !flag.contains("-0"), "{of}");
        // Behind a digit or a point it is a part of a number.
        let nothing = sentence
            .match_indices("0.0 u")
            .any(|(at, _)| !sentence[..at].ends_with(|before: char| before.is_ascii_digit()));
        assert!(!nothing, "{of}");
    }
}

/// What only many settings together show.
fn check_all(section: Section, cases: &[Case]) {
    let values: Vec<f32> =
        cases.iter().filter_map(|case| Some(case.outcomes.first()?.outcome?.value)).collect();
    let least = values.iter().copied().fold(f32::INFINITY, f32::min);
    let most = values.iter().copied().fold(0.0, f32::max);
    match section {
        Section::Lockstep => {
            let waiting =
                |case: &&Case| FigureOutcome::of(&case.outcomes) == Some(FigureOutcome::WorldWaits);
            let n_waiting = cases.iter().filter(waiting).count();
            let (waits, runs) = values.split_at(n_waiting);
            let off = waits.iter().map(|ms| ms - least).fold(0.0, f32::max);
            assert!(off < PICTURE_MS, "while the world waits the answer does not change: {off}");
            assert!(runs.is_sorted() && most > least + 90.0, "then it grows: {runs:?}");
        }
        // What the next section says of it: with these schemes it comes closer, and misses.
        Section::LateLaser => {
            let passed_u = |preset: Preset| {
                let mut setup = section.figure().unwrap().setup();
                setup.columns = vec![preset.netcode()];
                let outcome = outcomes(setup).first().and_then(|one| one.outcome).unwrap();
                assert!(matches!(
                    outcome.statement,
                    Statement::BoltCameBy(ShotStatement { fate: ShotFate::Missed, .. })
                ));
                outcome.value
            };
            let plain_u = passed_u(Preset::Nothing);
            for preset in [Preset::Jump, Preset::Targeting] {
                assert!(passed_u(preset) < plain_u - SHIP_RADIUS_U, "{preset:?}");
            }
        }
        // What the section says of two players who fire at one sight.
        Section::VictimPays => {
            let outcome = outcomes(Scenario::WhoFirst.setup()).first().and_then(|one| one.outcome);
            let Some(Statement::BoltsLeft { earlier: [earlier, _], .. }) =
                outcome.map(|outcome| outcome.statement)
            else {
                panic!("{outcome:?}")
            };
            assert_eq!(earlier.as_ms(), 150);
        }
        // The longer the input delay, the smaller the jumps.
        Section::Rollback => {
            let delayed =
                cases.iter().filter(|case| case.setup.columns[0].player.rerun_ticks == 15);
            let jumps: Vec<f32> = delayed
                .take(5)
                .filter_map(|case| Some(case.outcomes.first()?.outcome?.value))
                .collect();
            assert!(jumps.len() == 5 && jumps.is_sorted_by(|a, b| a > b), "{jumps:?}");
        }
        Section::Everyone => {
            let held: Vec<f32> = cases
                .iter()
                .filter(|case| FigureOutcome::of(&case.outcomes) == Some(FigureOutcome::HeldBack))
                .filter_map(|case| Some(case.outcomes.first()?.outcome?.value))
                .collect();
            assert!(held.iter().all(|jump_u| (jump_u - most).abs() < 1.0), "{held:?} of {most}");
        }
        _ => {}
    }
}

fn check_section(section: Section) {
    let cases = cases(section);
    let mut found: BTreeMap<Option<FigureOutcome>, usize> = BTreeMap::new();
    for case in &cases {
        let came = FigureOutcome::of(&case.outcomes);
        *found.entry(came).or_default() += 1;
        check(case);
        if let Some(came) = came {
            check_words(case, came);
        }
    }
    println!("{section:?}: {} settings, {found:?}", cases.len());
    check_all(section, &cases);
    let covered: BTreeSet<FigureOutcome> = found.into_keys().flatten().collect();
    for language in Language::ALL {
        let written: BTreeSet<FigureOutcome> =
            language.section(section).came.iter().map(|(came, _)| *came).collect();
        assert_eq!(written, covered, "{section:?}: every text is true of some setting");
    }
}

#[test]
fn beside_every_setting_of_a_figure_stands_a_text_that_is_true_of_it() {
    let (first, second) = Section::ALL.split_at(6);
    thread::scope(|scope| {
        scope.spawn(|| first.iter().copied().for_each(check_section));
        second.iter().copied().for_each(check_section);
    });
}
