//! The outcome of a shot in the few words of a title or a list: its kind, the ships involved and
//! the recipient. Used wherever shots are listed or inspected.

use alloc::{vec, vec::Vec};

use shared::{
    client::shots::{ShotSide, ShotSummary},
    report::shot_report::ShotReport,
    sim::{
        event::{Decision, Finality, ShotId, Weapon},
        ship::ShipId,
    },
};

use super::{Case, PresetCounterfactual, sentence::Person};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKind {
    /// Undecided.
    Pending,
    /// A hit that may still be retracted.
    Open,
    Hit,
    /// A hit that was retracted.
    Undone,
    /// The server rejected the claimed hit.
    Refused,
    Miss,
    /// Cover protected the ship it met.
    Veto,
    /// It met a ship that could not be hit.
    Void,
}

impl EndKind {
    /// The key used by style sheets and tests.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Open | Self::Hit => "hit",
            Self::Undone => "undone",
            Self::Refused => "refused",
            Self::Miss => "miss",
            Self::Veto => "veto",
            Self::Void => "void",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShotEnd {
    pub kind: EndKind,
    /// In the order in which the shot met them.
    pub ships: Vec<Person>,
}

impl ShotEnd {
    /// From a decision, as addressed to a recipient in the room or to an outside viewer.
    #[must_use]
    pub fn of(decision: Decision, recipient: Option<ShipId>) -> Self {
        let kind = match decision {
            Decision::Missed => EndKind::Miss,
            Decision::Hit { finality: Finality::Tentative, .. } => EndKind::Open,
            Decision::Hit { finality: Finality::Final | Finality::Piercing, .. }
            | Decision::Settled { .. }
            | Decision::Pierced { .. } => EndKind::Hit,
            Decision::Retracted { .. } => EndKind::Undone,
            Decision::Vetoed { .. } => EndKind::Veto,
            Decision::Void { .. } => EndKind::Void,
        };
        let ships = decision.ships().map(|ship| Person::of(ship, recipient)).collect();
        Self { kind, ships }
    }

    /// From a player's list of shots.
    #[must_use]
    pub fn of_summary(summary: &ShotSummary, player: Option<ShipId>) -> Self {
        let end = Self::of(summary.verdict, player);
        match summary.refund {
            Some(_) => Self { kind: EndKind::Undone, ..end },
            None => end,
        }
    }

    /// From a report, as addressed to a recipient.
    #[must_use]
    pub fn of_report(report: &ShotReport, recipient: ShipId) -> Self {
        let person = |ship| Person::of(ship, Some(recipient));
        if let Some(undone) = report.undone {
            return Self { kind: EndKind::Undone, ships: vec![person(undone.victim)] };
        }
        match (report.record.verdict, report.refused) {
            (Decision::Missed, Some(refused)) => {
                Self { kind: EndKind::Refused, ships: vec![person(refused.victim)] }
            }
            (verdict, _) => Self::of(verdict, Some(recipient)),
        }
    }
}

/// A shot and its outcome, for a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShotTitle {
    pub shooter: Person,
    pub weapon: Weapon,
    /// The ship aimed at, unless the shot came near none.
    pub target: Option<Person>,
    pub end: EndKind,
}

/// A shot in a player's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedShot {
    pub shooter: Person,
    pub weapon: Weapon,
    /// The ship aimed at; for the player's own shots only the verdict names one.
    pub target: Option<Person>,
}

impl ListedShot {
    #[must_use]
    pub const fn of(summary: &ShotSummary) -> Self {
        let (shooter, target) = match summary.side {
            ShotSide::Own => (Person::You, None),
            ShotSide::Against => (Person::Ship(summary.shot.shooter), Some(Person::You)),
        };
        Self { shooter, weapon: summary.shot.weapon, target }
    }
}

/// The outcome of a shot under another scheme.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterfactualEnd {
    pub shooter: Person,
    pub end: ShotEnd,
    /// How far the target would have been drawn from where it was drawn, in u; above 0, the shooter
    /// would have aimed elsewhere.
    pub drawn_off_u: f32,
}

impl CounterfactualEnd {
    /// From a shot and a scheme's counterfactual, as addressed to a recipient.
    #[must_use]
    pub fn of(shot: ShotId, other: &PresetCounterfactual, recipient: ShipId) -> Self {
        let viewer = Some(recipient);
        let end = match other.decision {
            None => ShotEnd { kind: EndKind::Pending, ships: Vec::new() },
            // A retracted hit ends as a miss.
            Some(Decision::Retracted { .. }) => ShotEnd::of(Decision::Missed, viewer),
            Some(decision) => ShotEnd::of(decision, viewer),
        };
        let shooter = Person::of(shot.shooter, viewer);
        Self { shooter, end, drawn_off_u: other.drawn_off_u }
    }
}

impl Case {
    /// A ship as addressed to the recipient.
    pub(super) fn person(&self, ship: ShipId) -> Person {
        Person::of(ship, Some(self.recipient))
    }

    #[must_use]
    pub fn end(&self) -> ShotEnd {
        ShotEnd::of_report(&self.report, self.recipient)
    }

    #[must_use]
    pub fn title(&self) -> ShotTitle {
        let target = self.target().filter(|_| !self.passed_no_ship());
        ShotTitle {
            shooter: self.person(self.shooter()),
            weapon: self.report.record.shot.weapon,
            target: target.map(|ship| self.person(ship)),
            end: self.end().kind,
        }
    }

    #[must_use]
    pub fn counterfactual_end(&self, other: &PresetCounterfactual) -> CounterfactualEnd {
        CounterfactualEnd::of(self.report.record.shot, other, self.recipient)
    }
}
