//! How the figure of a section came out: what came of its match goes in; which of the section's
//! texts is true of it comes out. Asked when a figure tells what came of its match.

use lab::{
    outcome::ColumnOutcome,
    outcome_statement::{DrawnMotion, HitInLine, OutcomeStatement, ShotFate},
};
use shared::{base::time::Micros, sim::rules::SHIP_RADIUS_U};

/// How the figure of a section came out. Its text is chosen by that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FigureOutcome {
    /// What the section speaks of is seen.
    Shown,
    /// The shot hits.
    Hit,
    /// It misses.
    Missed,
    /// The other ship glides in the second column.
    Glides,
    /// It hops there too.
    Hops,
    /// On the other screen the bolt begins at the muzzle.
    AtMuzzle,
    /// It begins ahead of that.
    AheadOfMuzzle,
    /// A hit is undone.
    Undone,
    /// None is: the bolt hits the near ship.
    NearShipHit,
    /// None is: the bolt hits the far ship, and that stays.
    FarShipHit,
    /// All ships are predicted up to the present.
    UpToNow,
    /// The present is further away than ticks may be run again.
    HeldBack,
}

impl FigureOutcome {
    /// Its name in a page.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Hit => "hit",
            Self::Missed => "missed",
            Self::Glides => "glides",
            Self::Hops => "hops",
            Self::AtMuzzle => "at-muzzle",
            Self::AheadOfMuzzle => "ahead-of-muzzle",
            Self::Undone => "undone",
            Self::NearShipHit => "near-ship-hit",
            Self::FarShipHit => "far-ship-hit",
            Self::UpToNow => "up-to-now",
            Self::HeldBack => "held-back",
        }
    }

    /// By what came of each column; none where nothing came of one, or nothing that a section
    /// speaks of.
    #[must_use]
    pub fn of(outcomes: &[ColumnOutcome]) -> Option<Self> {
        let (first, others) = outcomes.split_first()?;
        let said = first.outcome?.statement;
        // Where columns are judged apart, the section compares them: each may hit or miss.
        match others {
            [] => Self::by(&said),
            _ => others.iter().all(|one| one.outcome.is_some()).then_some(Self::Shown),
        }
    }

    fn by(said: &OutcomeStatement) -> Option<Self> {
        let came = match said {
            OutcomeStatement::Answered(_)
            | OutcomeStatement::AnsweredTwice(_)
            | OutcomeStatement::TimeZones(_)
            | OutcomeStatement::Lockstep(_) => Self::Shown,
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
            OutcomeStatement::Undone(_) => Self::Undone,
            OutcomeStatement::NothingUndone { hit: HitInLine::Front } => Self::NearShipHit,
            OutcomeStatement::NothingUndone { hit: HitInLine::Back } => Self::FarShipHit,
            OutcomeStatement::EveryonePredicted(cost) if cost.held > Micros::ZERO => Self::HeldBack,
            OutcomeStatement::EveryonePredicted(_) => Self::UpToNow,
            _ => return None,
        };
        Some(came)
    }
}

/// Whether a bolt begins as near to the muzzle as that is to the middle of its ship: nobody sees a
/// gap there. The scenario itself calls a bolt ahead only from where nobody overlooks it.
#[must_use]
pub fn is_at_muzzle(ahead_u: f32) -> bool {
    ahead_u < SHIP_RADIUS_U
}
