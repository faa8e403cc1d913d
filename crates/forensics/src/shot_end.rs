//! What became of a shot, in as few words as a title or a list has room for: a decision or a case
//! goes in, a kind comes out, with the ships that it is about and who is told. Runs wherever shots
//! are listed or looked into.

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

/// What became of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKind {
    /// Nothing yet.
    Pending,
    /// It hit, and that can still be undone.
    Open,
    Hit,
    /// It hit, and that was undone.
    Undone,
    /// The server refused the hit that was claimed.
    Refused,
    Miss,
    /// Cover saved whom it had met.
    Veto,
    /// It met a ship that could not be hit.
    Void,
}

impl EndKind {
    /// By which programs know it: style sheets and tests.
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

/// What became of a shot, and of whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShotEnd {
    pub kind: EndKind,
    /// The ships that it is about, in the order in which the shot met them.
    pub ships: Vec<Person>,
}

impl ShotEnd {
    /// Of what was decided, as it is told to one of the room, or to nobody in it.
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
        let ships = decision.names().map(|ship| Person::of(ship, recipient)).collect();
        Self { kind, ships }
    }

    /// Of a shot in a player's list.
    #[must_use]
    pub fn of_summary(summary: &ShotSummary, player: Option<ShipId>) -> Self {
        let end = Self::of(summary.verdict, player);
        match summary.refund {
            Some(_) => Self { kind: EndKind::Undone, ..end },
            None => end,
        }
    }

    /// Of a shot that is reported, as it is told to somebody.
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

/// A shot and what became of it, for a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShotTitle {
    pub shooter: Person,
    pub weapon: Weapon,
    /// At whom, unless it came near nobody.
    pub target: Option<Person>,
    pub end: EndKind,
}

/// A shot in a player's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedShot {
    pub shooter: Person,
    pub weapon: Weapon,
    /// At whom; of the player's own shots only the verdict says that.
    pub target: Option<Person>,
}

impl ListedShot {
    /// Of a player's own account.
    #[must_use]
    pub const fn of(summary: &ShotSummary) -> Self {
        let (shooter, target) = match summary.side {
            ShotSide::Own => (Person::You, None),
            ShotSide::Against => (Person::Ship(summary.shot.shooter), Some(Person::You)),
        };
        Self { shooter, weapon: summary.shot.weapon, target }
    }
}

/// What another scheme would have made of a shot.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterfactualEnd {
    pub shooter: Person,
    pub end: ShotEnd,
    /// How far from where it was the target would have been drawn, in u: above 0 the shooter would
    /// have aimed elsewhere.
    pub drawn_off_u: f32,
}

impl CounterfactualEnd {
    /// By the shot and what is told of the scheme, as it is told to somebody.
    #[must_use]
    pub fn of(shot: ShotId, other: &PresetCounterfactual, recipient: ShipId) -> Self {
        let viewer = Some(recipient);
        let end = match other.decision {
            None => ShotEnd { kind: EndKind::Pending, ships: Vec::new() },
            // A hit that is undone in the end is none.
            Some(Decision::Retracted { .. }) => ShotEnd::of(Decision::Missed, viewer),
            Some(decision) => ShotEnd::of(decision, viewer),
        };
        let shooter = Person::of(shot.shooter, viewer);
        Self { shooter, end, drawn_off_u: other.drawn_off_u }
    }
}

impl Case {
    /// A ship, as it is said to who is told.
    pub(super) fn person(&self, ship: ShipId) -> Person {
        Person::of(ship, Some(self.recipient))
    }

    /// What became of the shot.
    #[must_use]
    pub fn end(&self) -> ShotEnd {
        ShotEnd::of_report(&self.report, self.recipient)
    }

    /// The shot, for a title.
    #[must_use]
    pub fn title(&self) -> ShotTitle {
        let target = self.target().filter(|_| !self.is_near_nobody());
        ShotTitle {
            shooter: self.person(self.shooter()),
            weapon: self.report.record.shot.weapon,
            target: target.map(|ship| self.person(ship)),
            end: self.end().kind,
        }
    }

    /// What another scheme would have made of the shot.
    #[must_use]
    pub fn would_have(&self, other: &PresetCounterfactual) -> CounterfactualEnd {
        CounterfactualEnd::of(self.report.record.shot, other, self.recipient)
    }
}
