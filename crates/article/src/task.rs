//! The tasks of the article: what came of a match and the numbers of its controls go in; whether
//! the task is solved comes out. Asked when a figure tells what came of its match.

use lab::{
    outcome::{ColumnOutcome, Outcome, OutcomeStatus},
    outcome_statement::{OutcomeStatement, ShotFate},
    setup::Setup,
};

use super::figure_outcome::is_at_muzzle;
use crate::figure::FigureSpec;

/// What somebody is asked to bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    pub goal: Goal,
    /// What has to hold of a control besides.
    pub limit: Option<Limit>,
}

/// What has to come of a match: of its first column, where each has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The value that came out is at most so large.
    AtMost(u16),
    /// It comes as the scenario promises.
    AsExpected,
    /// The shot hits; where it is about where a bolt begins, it begins at the muzzle.
    Hit,
    /// The shot misses.
    Missed,
    /// No hit is undone.
    NothingUndone,
    /// The world runs at so many ticks a second at least.
    TicksAtLeast(u16),
}

/// A range of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The control, as the figure lists them.
    pub control: usize,
    pub least: u32,
    pub most: u32,
}

impl Task {
    /// Whether it is solved by a figure's match that begins so, and by what came of each column.
    #[must_use]
    pub fn is_solved(
        &self,
        (figure, setup): (&FigureSpec, &Setup),
        outcomes: &[ColumnOutcome],
    ) -> bool {
        let number_of = |control: usize| figure.controls.get(control)?.number_in(setup);
        let within = |limit: Limit| {
            number_of(limit.control).is_some_and(|n| (limit.least..=limit.most).contains(&n))
        };
        let outcome = outcomes.first().and_then(|one| one.outcome);
        self.limit.is_none_or(within) && self.goal.is_reached(outcome)
    }
}

impl Goal {
    fn is_reached(self, outcome: Option<Outcome>) -> bool {
        let Some(Outcome { value, status, statement: said, .. }) = outcome else { return false };
        match self {
            Self::AtMost(most) => value <= f32::from(most),
            Self::AsExpected => status == OutcomeStatus::AsExpected,
            Self::Hit => is_hit(&said),
            Self::Missed => fate(&said) == Some(ShotFate::Missed),
            Self::NothingUndone => matches!(said, OutcomeStatement::NothingUndone { .. }),
            Self::TicksAtLeast(least) => match said {
                OutcomeStatement::Lockstep(said) => said.ran_hz >= f32::from(least),
                _ => false,
            },
        }
    }
}

fn is_hit(said: &OutcomeStatement) -> bool {
    match said {
        OutcomeStatement::BoltBegan { ahead_u } => is_at_muzzle(*ahead_u),
        _ => fate(said) == Some(ShotFate::Hit),
    }
}

/// How a shot ended, where a task asks for that.
fn fate(said: &OutcomeStatement) -> Option<ShotFate> {
    match said {
        OutcomeStatement::BoltCameBy(shot) | OutcomeStatement::JudgedAndGone { shot, .. } => {
            Some(shot.fate)
        }
        _ => None,
    }
}
