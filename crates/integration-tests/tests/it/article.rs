//! Checks that no task of the article is solved at the start of its figure, and that each can be.

use article::{
    figure::{FigureControl, FigureSpec},
    section::Section,
};
use lab::{outcome::ColumnOutcome, run_playback::RunPlayback, setup::Setup, survey::Survey};
use shared::netcode::preset::Preset;

/// The outcomes that a figure reports of a match.
fn outcomes(setup: Setup) -> Vec<ColumnOutcome> {
    let playback = RunPlayback::new(setup).unwrap();
    let cue = Survey::whole(&playback).and_then(|survey| survey.cue());
    cue.map(|cue| cue.outcomes).unwrap_or_default()
}

fn is_solved(section: Section, figure: &FigureSpec, setup: &Setup) -> bool {
    section.task().is_solved((figure, setup), &outcomes(setup.clone()))
}

/// A value chosen in a control.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Number(u32),
    Scheme(Preset),
}

fn choose(figure: &FigureSpec, setup: &mut Setup, at: usize, choice: Choice) {
    match (figure.controls[at], choice) {
        (FigureControl::Slider(slider), Choice::Number(number)) => slider.set_in(setup, number),
        (FigureControl::Preset { column }, Choice::Scheme(preset)) => {
            setup.columns[usize::from(column)] = preset.netcode();
        }
        other => panic!("{other:?}"),
    }
}

/// Choices that solve each task: the index of a control in its figure, and its value.
fn solution(section: Section) -> Vec<(usize, Choice)> {
    match section {
        Section::Cover
        | Section::Message
        | Section::Prediction
        | Section::WrongPrediction
        | Section::Moments => {
            vec![(0, Choice::Number(0))]
        }
        Section::Clocks => vec![(0, Choice::Number(76))],
        Section::Interpolation => vec![(0, Choice::Number(90))],
        Section::JitterBuffer => vec![(2, Choice::Number(80))],
        Section::LateLaser => vec![(1, Choice::Scheme(Preset::Source))],
        Section::Jump => vec![(0, Choice::Scheme(Preset::Targeting))],
        Section::Rewinding => vec![(0, Choice::Number(200))],
        Section::VictimPays => vec![(0, Choice::Scheme(Preset::Nothing))],
        Section::Lockstep => vec![(0, Choice::Number(18))],
        Section::Rollback => vec![(0, Choice::Number(4))],
        Section::Everyone => vec![(0, Choice::Number(20))],
        Section::Choose => {
            vec![(0, Choice::Scheme(Preset::DelayedSync)), (2, Choice::Number(300))]
        }
    }
}

/// Choices that do not solve it, although the controls were moved.
fn no_solution(section: Section) -> Vec<(usize, Choice)> {
    match section {
        Section::Clocks => vec![(0, Choice::Number(100))],
        Section::Interpolation => vec![(0, Choice::Number(50))],
        // The connection is not this very one.
        Section::JitterBuffer => vec![(2, Choice::Number(80)), (0, Choice::Number(20))],
        // It hits, but the way is too short for the text of the solution.
        Section::LateLaser => vec![(1, Choice::Scheme(Preset::Targeting)), (0, Choice::Number(0))],
        Section::Jump => vec![(0, Choice::Scheme(Preset::DelayedSync))],
        Section::Rewinding => vec![(0, Choice::Number(360))],
        // It misses, and not for the scheme.
        Section::VictimPays => vec![(1, Choice::Number(450))],
        Section::Lockstep => vec![(0, Choice::Number(19))],
        // No jump is large, but the ship is drawn late.
        Section::Rollback => vec![(1, Choice::Number(5))],
        Section::Choose => vec![(0, Choice::Scheme(Preset::Lagrange))],
        _ => vec![(0, Choice::Number(400))],
    }
}

#[test]
fn no_task_is_solved_as_its_figure_begins_and_each_by_a_choice_and_not_by_any() {
    for section in Section::ALL {
        let figure = section.figure().unwrap_or_else(|error| panic!("{section:?}: {error}"));
        assert_eq!(Section::of_key(section.key()), Some(section));
        let setup = figure.setup();
        assert!(!is_solved(section, &figure, &setup), "{section:?} is already solved");
        for (choices, solved) in [(solution(section), true), (no_solution(section), false)] {
            let mut chosen = setup.clone();
            choices.iter().for_each(|(at, choice)| choose(&figure, &mut chosen, *at, *choice));
            chosen.check().unwrap();
            assert_eq!(is_solved(section, &figure, &chosen), solved, "{section:?}: {choices:?}");
        }
    }
}

#[test]
fn every_figure_of_the_article_comes_to_a_sentence() {
    for section in Section::ALL {
        let outcomes = outcomes(section.figure().unwrap().setup());
        assert!(!outcomes.is_empty() && outcomes.iter().all(|one| one.outcome.is_some()));
    }
}
