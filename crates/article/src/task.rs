//! The tasks of the article: decides from a match's outcome and its controls whether a task is
//! solved. Evaluated when a figure reports its match's outcome.

use lab::{
    outcome::{ColumnOutcome, Outcome, OutcomeStatus},
    outcome_statement::{OutcomeStatement, ShotFate},
    setup::Setup,
};

use super::figure_outcome::is_at_muzzle;
use crate::figure::FigureSpec;

/// What the reader should achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    pub goal: Goal,
    /// Additional conditions on controls.
    pub limits: &'static [Limit],
}

/// The required outcome, of the first column if each has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The measured value is at most this.
    AtMost(u16),
    /// The outcome is the one that the scenario promises.
    AsExpected,
    /// The shot hits; in a section on where bolts start, the bolt starts at the muzzle.
    Hit,
    Missed,
    /// No snapshot comes too late.
    NoneLate,
    /// No command comes too late.
    NoCommandLate,
    /// The world runs at its full speed.
    FullSpeed,
}

/// A range of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Index among the figure's controls.
    pub control: usize,
    pub least: u32,
    pub most: u32,
}

impl Task {
    /// Whether a match with this setup and these column outcomes solves the task.
    #[must_use]
    pub fn is_solved(
        &self,
        (figure, setup): (&FigureSpec, &Setup),
        outcomes: &[ColumnOutcome],
    ) -> bool {
        let number_of = |control: usize| figure.controls.get(control)?.number_in(setup);
        let within = |limit: &Limit| {
            number_of(limit.control).is_some_and(|n| (limit.least..=limit.most).contains(&n))
        };
        let outcome = outcomes.first().and_then(|one| one.outcome);
        self.limits.iter().all(within) && self.goal.is_reached(outcome)
    }
}

impl Goal {
    fn is_reached(self, outcome: Option<Outcome>) -> bool {
        let Some(Outcome { value, status, statement, .. }) = outcome else {
            return false;
        };
        match self {
            Self::AtMost(most) => value <= f32::from(most),
            Self::AsExpected => status == OutcomeStatus::AsExpected,
            Self::Hit => is_hit(&statement),
            Self::Missed => fate(&statement) == Some(ShotFate::Missed),
            Self::NoneLate => match statement {
                OutcomeStatement::BufferedSnapshots(buffered) => buffered.n_late == 0,
                _ => false,
            },
            Self::NoCommandLate => match statement {
                OutcomeStatement::ClockStepped(clock) => clock.n_late == 0,
                _ => false,
            },
            Self::FullSpeed => match statement {
                OutcomeStatement::Lockstep(statement) => statement.is_full_speed(),
                _ => false,
            },
        }
    }
}

fn is_hit(statement: &OutcomeStatement) -> bool {
    match statement {
        OutcomeStatement::BoltBegan { ahead_u } => is_at_muzzle(*ahead_u),
        _ => fate(statement) == Some(ShotFate::Hit),
    }
}

/// How a shot ended, where a task depends on it.
fn fate(statement: &OutcomeStatement) -> Option<ShotFate> {
    match statement {
        OutcomeStatement::BoltCameBy(shot) | OutcomeStatement::JudgedAndGone { shot, .. } => {
            Some(shot.fate)
        }
        OutcomeStatement::CoverSaves { fates: [first, _], .. } => Some(*first),
        _ => None,
    }
}
