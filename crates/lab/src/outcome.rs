//! What came of a scenario, with the numbers that were measured: made from the lab state when a
//! page or a test asks.

use shared::{
    base::geometry::Vec2,
    report::shot_record::{ShotRecord, TargetRecord},
    sim::{event::Decision, ship::ShipId},
};

use super::{
    column::Column,
    outcome_statement::{OutcomeStatement, ShotFate, ShotStatement},
};

/// Whether it came as the scenario's label says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeStatus {
    /// As said.
    AsExpected,
    /// Otherwise: somebody flies it, or other settings hold.
    Otherwise,
}

/// The unit of a measured value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeUnit {
    /// Units of the arena.
    U,
    /// Milliseconds.
    Ms,
    /// Hit points.
    HitPoints,
    /// Shots.
    Shots,
    /// Ticks.
    Ticks,
    /// A share of the way from one place to another, 0 to 1.
    OfTheWay,
}

/// What came of a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Whether it came as the label says.
    pub status: OutcomeStatus,
    /// The column whose figure it has; the first one where that is of both.
    pub column: u8,
    /// What was measured.
    pub value: f32,
    /// Its unit.
    pub unit: OutcomeUnit,
    /// What is said of it.
    pub statement: OutcomeStatement,
}

/// What came of a column of a match, or of all of them together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnOutcome {
    /// Once it can be said.
    pub outcome: Option<Outcome>,
    /// Whether the match is played as its scenario has it: under its netcode, over its connections,
    /// and by those who fly in it. What the scenario promises is promised of that.
    pub is_promised: bool,
}

/// What is judged nearer than this to what was seen counts as the same, in u.
pub(super) const SAME_U: f32 = 4.0;

/// How a shot of the first player's was judged against one ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged<'a> {
    pub(super) record: &'a ShotRecord,
    target: &'a TargetRecord,
}

/// The newest verdict on a shot of the first player's.
pub(super) fn newest(column: &Column) -> Option<&ShotRecord> {
    column.harness().client(0).records().next_back()
}

/// The newest verdict on a shot of the first player's that was held against a player.
pub(super) fn judged(column: &Column, player: usize) -> Option<Judged<'_>> {
    let ship = column.ship(player)?;
    let mut records = column.harness().client(0).records().rev();
    records.find_map(|record| Judged::of(record, ship))
}

/// The same of the oldest one.
pub(super) fn first_judged(column: &Column, player: usize) -> Option<Judged<'_>> {
    let ship = column.ship(player)?;
    let mut records = column.harness().client(0).records();
    records.find_map(|record| Judged::of(record, ship))
}

/// The ship that a shot hit, if any; of several the first.
pub(super) fn victim(record: &ShotRecord) -> Option<ShipId> {
    record.verdict.hits()
}

impl<'a> Judged<'a> {
    /// A verdict on a shot, if it was held against a ship.
    pub(super) fn of(record: &'a ShotRecord, ship: ShipId) -> Option<Self> {
        let target = record.targets.iter().find(|target| target.ship == ship)?;
        Some(Self { record, target })
    }
}

impl Judged<'_> {
    /// Whether the shot hit that ship.
    pub(super) fn hit(&self) -> bool {
        self.record.verdict.is_hit_on(self.target.ship)
    }

    /// How it ended for that ship.
    pub(super) fn fate(&self) -> ShotFate {
        match self.record.verdict {
            Decision::Vetoed { .. } => ShotFate::Vetoed,
            _ if self.hit() => ShotFate::Hit,
            _ => ShotFate::Missed,
        }
    }

    /// What is said of it.
    pub(super) fn statement(&self) -> ShotStatement {
        ShotStatement { fate: self.fate(), passed_u: self.passed_u() }
    }

    /// How near it came to where the ship was judged to be, in u.
    pub(super) fn passed_u(&self) -> f32 {
        self.target.distance as f32 / 256.0
    }

    /// How far the ship was from there at the moment of the verdict, in u.
    pub(super) fn moved_on_u(&self) -> f32 {
        let way: Vec2 = self.target.present.pos() - self.target.judged.pos();
        way.length()
    }
}

impl From<bool> for OutcomeStatus {
    /// Whether what was expected is so.
    fn from(as_expected: bool) -> Self {
        if as_expected { Self::AsExpected } else { Self::Otherwise }
    }
}

impl Outcome {
    /// An outcome of the first column; its status may be said by whether it came as expected.
    pub(super) fn new(
        status: impl Into<OutcomeStatus>,
        value: f32,
        unit: OutcomeUnit,
        said: OutcomeStatement,
    ) -> Self {
        Self { status: status.into(), column: 0, value, unit, statement: said }
    }

    /// One that came as said.
    pub(super) fn as_expected(value: f32, unit: OutcomeUnit, said: OutcomeStatement) -> Self {
        Self::new(OutcomeStatus::AsExpected, value, unit, said)
    }

    /// This outcome, seen in the second column.
    pub(super) fn in_second(self) -> Self {
        Self { column: 1, ..self }
    }
}
