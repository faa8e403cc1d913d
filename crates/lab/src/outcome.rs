//! The outcome of a scenario with the measured values, computed from the lab state when a page or a
//! test asks for it.

use shared::{
    base::geometry::Vec2,
    report::shot_record::{ShotRecord, TargetRecord},
    sim::{event::Decision, ship::ShipId},
};

use super::{
    column::Column,
    outcome_statement::{OutcomeStatement, ShotFate, ShotStatement},
};

/// Whether the outcome is what the scenario's label promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeStatus {
    AsExpected,
    /// Not as promised: a person flies it, or settings were changed.
    Otherwise,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeUnit {
    /// Units of the arena.
    U,
    Ms,
    HitPoints,
    Shots,
    Ticks,
    /// A fraction of the way from one position to another, 0 to 1.
    OfTheWay,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Whether it is what the label promises.
    pub status: OutcomeStatus,
    /// The column that was measured; the first if both were.
    pub column: u8,
    pub value: f32,
    pub unit: OutcomeUnit,
    /// The sentence about it.
    pub statement: OutcomeStatement,
}

/// The outcome of a column, or of all columns together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnOutcome {
    /// Once it is known.
    pub outcome: Option<Outcome>,
    /// Whether the match runs as its scenario defines it: under its netcode, over its connections
    /// and with its fliers. The scenario's promise holds only then.
    pub is_promised: bool,
}

/// Positions closer than this count as the same, in u.
pub(super) const SAME_U: f32 = 4.0;

/// How a shot of the first player's was judged against one ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedShot<'a> {
    pub(super) record: &'a ShotRecord,
    target: &'a TargetRecord,
}

/// The newest record of a shot of the first player's.
pub(super) fn newest(column: &Column) -> Option<&ShotRecord> {
    column.harness().client(0).records().next_back()
}

/// The newest judgement of a shot of the first player's against a given player.
pub(super) fn newest_judged(column: &Column, player: usize) -> Option<JudgedShot<'_>> {
    let ship = column.ship(player)?;
    let mut records = column.harness().client(0).records().rev();
    records.find_map(|record| JudgedShot::of(record, ship))
}

/// The oldest judgement of a shot of the first player's against a given player.
pub(super) fn first_judged(column: &Column, player: usize) -> Option<JudgedShot<'_>> {
    let ship = column.ship(player)?;
    let mut records = column.harness().client(0).records();
    records.find_map(|record| JudgedShot::of(record, ship))
}

/// The ship that a shot hit, if any; of several the first.
pub(super) fn victim(record: &ShotRecord) -> Option<ShipId> {
    record.verdict.hits()
}

impl<'a> JudgedShot<'a> {
    /// A shot's record as a judgement against a ship, if it includes one.
    pub(super) fn of(record: &'a ShotRecord, ship: ShipId) -> Option<Self> {
        let target = record.targets.iter().find(|target| target.ship == ship)?;
        Some(Self { record, target })
    }
}

impl JudgedShot<'_> {
    pub(super) fn hit(&self) -> bool {
        self.record.verdict.is_hit_on(self.target.ship)
    }

    pub(super) fn fate(&self) -> ShotFate {
        match self.record.verdict {
            Decision::Vetoed { .. } => ShotFate::Vetoed,
            _ if self.hit() => ShotFate::Hit,
            _ => ShotFate::Missed,
        }
    }

    pub(super) fn statement(&self) -> ShotStatement {
        ShotStatement { fate: self.fate(), passed_u: self.passed_u() }
    }

    /// How close it came to the ship's judged position, in u.
    pub(super) fn passed_u(&self) -> f32 {
        self.target.distance as f32 / 256.0
    }

    /// How far the ship was from there at the time of the verdict, in u.
    pub(super) fn moved_on_u(&self) -> f32 {
        let way: Vec2 = self.target.present.pos() - self.target.judged.pos();
        way.length()
    }
}

impl From<bool> for OutcomeStatus {
    fn from(as_expected: bool) -> Self {
        if as_expected { Self::AsExpected } else { Self::Otherwise }
    }
}

impl Outcome {
    /// An outcome of the first column; the status may be given as a bool.
    pub(super) fn new(
        status: impl Into<OutcomeStatus>,
        value: f32,
        unit: OutcomeUnit,
        statement: OutcomeStatement,
    ) -> Self {
        Self { status: status.into(), column: 0, value, unit, statement }
    }

    /// An outcome as promised.
    pub(super) fn as_expected(value: f32, unit: OutcomeUnit, statement: OutcomeStatement) -> Self {
        Self::new(OutcomeStatus::AsExpected, value, unit, statement)
    }

    /// This outcome, attributed to the second column.
    pub(super) fn in_second(self) -> Self {
        Self { column: 1, ..self }
    }
}
