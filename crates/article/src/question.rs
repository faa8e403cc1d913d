//! The questions that the article asks before its figures answer them: the setting asked about, and
//! which of the offered answers is right. Read when the page is generated; a test runs each match.

use lab::{outcome::ColumnOutcome, outcome_statement::OutcomeStatement, setup::Setup};

use crate::{
    figure::{FigureControl, FigureSpec},
    figure_outcome::FigureOutcome,
    section::Section,
};

/// A question on a section's figure under another setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Index among the figure's controls, which is a slider, and its value.
    pub control: usize,
    pub value: u32,
    /// Index of the right answer.
    pub right: usize,
    /// How the outcome proves it.
    pub proof: Proof,
}

/// What an outcome must be for the right answer to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It selects this text of the section.
    Came(FigureOutcome),
    /// The measured value of the first column is in this range.
    Within { least: u16, most: u16 },
    /// The shot of the last column misses by more than this, in u.
    MissesBy { least_u: u16 },
    /// The second column's ship answers in the next picture.
    AnswersAtOnce,
}

impl Section {
    /// Its question.
    #[must_use]
    pub const fn question(self) -> Question {
        let (control, value, right, proof) = match self {
            Self::Cover => (0, 0, 0, Proof::Came(FigureOutcome::Hit)),
            Self::Message => (0, 0, 1, Proof::Within { least: 25, most: 67 }),
            Self::Prediction => (0, 600, 0, Proof::AnswersAtOnce),
            Self::WrongPrediction => (0, 400, 1, Proof::Within { least: 70, most: 160 }),
            Self::Moments => (0, 0, 1, Proof::Within { least: 100, most: 200 }),
            Self::Clocks => (0, 100, 0, Proof::Came(FigureOutcome::CommandsInTime)),
            Self::Interpolation => (0, 50, 1, Proof::Came(FigureOutcome::Hops)),
            Self::JitterBuffer => (2, 400, 0, Proof::Came(FigureOutcome::NoneLate)),
            Self::LateLaser => (0, 0, 1, Proof::Came(FigureOutcome::Missed)),
            Self::Jump => (1, 400, 1, Proof::Within { least: 200, most: 240 }),
            Self::Rewinding => (0, 400, 0, Proof::Came(FigureOutcome::Hit)),
            Self::VictimPays => (1, 600, 1, Proof::Came(FigureOutcome::BothMiss)),
            Self::Lockstep => (0, 24, 1, Proof::Within { least: 380, most: 450 }),
            Self::Everyone => (0, 600, 0, Proof::Within { least: 40, most: 60 }),
            Self::Rollback => (0, 4, 0, Proof::Within { least: 0, most: 20 }),
            Self::Choose => (2, 600, 1, Proof::MissesBy { least_u: 16 }),
        };
        Question { control, value, right, proof }
    }
}

impl Question {
    /// The match that answers it.
    #[must_use]
    pub fn setup(&self, figure: &FigureSpec) -> Setup {
        let mut setup = figure.setup();
        if let Some(FigureControl::Slider(slider)) = figure.controls.get(self.control) {
            slider.set_in(&mut setup, self.value);
        }
        setup
    }
}

impl Proof {
    /// Whether a match's outcomes prove the right answer.
    #[must_use]
    pub fn holds(self, outcomes: &[ColumnOutcome]) -> bool {
        let of = |one: Option<&ColumnOutcome>| one.and_then(|one| one.outcome);
        let value = of(outcomes.first()).map(|outcome| outcome.value);
        match self {
            Self::Came(came) => FigureOutcome::of(outcomes) == Some(came),
            Self::Within { least, most } => {
                value.is_some_and(|value| (f32::from(least)..=f32::from(most)).contains(&value))
            }
            Self::MissesBy { least_u } => {
                of(outcomes.last()).is_some_and(|outcome| outcome.value > f32::from(least_u))
            }
            Self::AnswersAtOnce => match of(outcomes.first()).map(|outcome| outcome.statement) {
                Some(OutcomeStatement::AnsweredTwice([_, predicted])) => {
                    predicted.after.as_ms() <= 17
                }
                _ => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use lab::{run_playback::RunPlayback, survey::Survey};

    use super::*;

    #[test]
    fn every_question_is_answered_by_its_figure() {
        for section in Section::ALL {
            let question = section.question();
            let figure = section.figure().unwrap();
            let setup = question.setup(&figure);
            assert_ne!(setup, figure.setup(), "{section:?}: it shows that already");
            let playback = RunPlayback::new(setup).unwrap();
            let cue = Survey::whole(&playback).unwrap().cue().unwrap();
            let said = &cue.outcomes;
            assert!(question.proof.holds(said), "{section:?}: {said:?}");
            assert!(question.control < figure.controls.len());
        }
    }
}
