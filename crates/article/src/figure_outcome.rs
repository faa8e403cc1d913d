//! The outcome of a section's figure, which selects the matching text of the section. Evaluated
//! when a figure reports its match's outcome.

use lab::{
    outcome::ColumnOutcome,
    outcome_statement::{DrawnMotion, OutcomeStatement, ShotFate},
};
use shared::{base::time::Micros, sim::rules::SHIP_RADIUS_U};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FigureOutcome {
    /// The effect that the section describes is visible.
    Shown,
    Hit,
    Missed,
    /// The own ship visibly jumps to its corrected place.
    Snaps,
    /// The correction is too small to be noticed.
    HardlySnaps,
    /// The other ship moves smoothly in the second column.
    Glides,
    /// The other ship jumps in the second column too.
    Hops,
    /// Some snapshots come too late to be drawn.
    SomeLate,
    /// Every snapshot that arrives is in time.
    NoneLate,
    /// Commands come too late while the clock follows.
    CommandsLate,
    /// Every command is in time while the clock follows.
    CommandsInTime,
    /// On the other screen the bolt starts at the muzzle.
    AtMuzzle,
    /// On the other screen the bolt starts ahead of the muzzle.
    AheadOfMuzzle,
    /// Cover counts: what the first column hits is safe in the second.
    DefenderSaved,
    /// The first column misses a ship that only cover saves in the second.
    ShooterPays,
    /// Both columns miss.
    BothMiss,
    /// The first column hits, and the second misses anyway.
    OnlyFirstHits,
    /// The world waits for the slowest player's commands.
    WorldWaits,
    /// The world runs at its full speed.
    FullSpeed,
    /// All ships are predicted up to the present.
    UpToNow,
    /// The present is further ahead than the limit on resimulated ticks.
    HeldBack,
}

impl FigureOutcome {
    /// Its key in the page.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Hit => "hit",
            Self::Missed => "missed",
            Self::Snaps => "snaps",
            Self::HardlySnaps => "hardly-snaps",
            Self::Glides => "glides",
            Self::Hops => "hops",
            Self::SomeLate => "some-late",
            Self::NoneLate => "none-late",
            Self::CommandsLate => "commands-late",
            Self::CommandsInTime => "commands-in-time",
            Self::AtMuzzle => "at-muzzle",
            Self::AheadOfMuzzle => "ahead-of-muzzle",
            Self::DefenderSaved => "defender-saved",
            Self::ShooterPays => "shooter-pays",
            Self::BothMiss => "both-miss",
            Self::OnlyFirstHits => "only-first-hits",
            Self::WorldWaits => "world-waits",
            Self::FullSpeed => "full-speed",
            Self::UpToNow => "up-to-now",
            Self::HeldBack => "held-back",
        }
    }

    /// From the outcome of each column; `None` if no column has one, or none that a section covers.
    #[must_use]
    pub fn of(outcomes: &[ColumnOutcome]) -> Option<Self> {
        let (first, others) = outcomes.split_first()?;
        let statement = first.outcome?.statement;
        // If columns are judged separately, the section compares them, and each may hit or miss.
        match others {
            [] => Self::by(&statement),
            _ => others.iter().all(|one| one.outcome.is_some()).then_some(Self::Shown),
        }
    }

    fn by(statement: &OutcomeStatement) -> Option<Self> {
        let outcome = match statement {
            OutcomeStatement::Answered(_)
            | OutcomeStatement::AnsweredTwice(_)
            | OutcomeStatement::TimeZones(_) => Self::Shown,
            OutcomeStatement::Lockstep(world) if world.is_full_speed() => Self::FullSpeed,
            OutcomeStatement::Lockstep(_) => Self::WorldWaits,
            OutcomeStatement::Corrected(corrected) if corrected.jump_u < SHIP_RADIUS_U => {
                Self::HardlySnaps
            }
            OutcomeStatement::Corrected(_) => Self::Snaps,
            OutcomeStatement::BufferedSnapshots(buffered) if buffered.n_late > 0 => Self::SomeLate,
            OutcomeStatement::BufferedSnapshots(_) => Self::NoneLate,
            OutcomeStatement::ClockStepped(clock) if clock.n_late > 0 => Self::CommandsLate,
            OutcomeStatement::ClockStepped(_) => Self::CommandsInTime,
            OutcomeStatement::CoverSaves { fates, .. } => match fates {
                [ShotFate::Hit, ShotFate::Vetoed] => Self::DefenderSaved,
                [ShotFate::Missed, ShotFate::Vetoed] => Self::ShooterPays,
                [ShotFate::Missed, ShotFate::Missed] => Self::BothMiss,
                [ShotFate::Hit, ShotFate::Missed] => Self::OnlyFirstHits,
                _ => return None,
            },
            OutcomeStatement::DrawnMotions([_, DrawnMotion::Glides(_)]) => Self::Glides,
            OutcomeStatement::DrawnMotions([_, DrawnMotion::Hops { .. }]) => Self::Hops,
            OutcomeStatement::BoltCameBy(shot)
            | OutcomeStatement::JudgedAndGone { shot, .. }
            | OutcomeStatement::BehindCover { shot, .. } => match shot.fate {
                ShotFate::Hit => Self::Hit,
                ShotFate::Missed => Self::Missed,
                ShotFate::Vetoed => return None,
            },
            OutcomeStatement::BoltBegan { ahead_u } if is_at_muzzle(*ahead_u) => Self::AtMuzzle,
            OutcomeStatement::BoltBegan { .. } => Self::AheadOfMuzzle,
            OutcomeStatement::EveryonePredicted(cost) if cost.drawn_behind > Micros::ZERO => {
                Self::HeldBack
            }
            OutcomeStatement::EveryonePredicted(_) => Self::UpToNow,
            _ => return None,
        };
        Some(outcome)
    }
}

/// Whether the gap between bolt and muzzle is smaller than a ship's radius, and so goes unnoticed.
/// The scenario itself calls a bolt ahead only at a larger gap that cannot be overlooked.
#[must_use]
pub fn is_at_muzzle(ahead_u: f32) -> bool {
    ahead_u < SHIP_RADIUS_U
}
