//! What came of a scenario, in a sentence with the numbers that were measured: made from the lab
//! state when a page or a test asks.

use alloc::string::String;

use super::column::Column;
use crate::{
    base::geometry::Vec2,
    report::shot_record::{ShotRecord, TargetRecord},
    sim::{
        event::{Decision, ShotId},
        ship::ShipId,
    },
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
}

/// What came of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Whether it came as the label says.
    pub status: OutcomeStatus,
    /// The column it was seen in; the first one where it compares both.
    pub column: u8,
    /// The shot it is about, if it is about one.
    pub shot: Option<ShotId>,
    /// What was measured.
    pub value: f32,
    /// Its unit.
    pub unit: OutcomeUnit,
    /// The sentence.
    pub text: String,
}

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
    records.find_map(|record| {
        let target = record.targets.iter().find(|target| target.ship == ship)?;
        Some(Judged { record, target })
    })
}

/// The ship that a shot hit, if any.
pub(super) fn victim(record: &ShotRecord) -> Option<ShipId> {
    match record.verdict {
        Decision::Hit { victim, .. } => Some(victim),
        _ => None,
    }
}

impl OutcomeUnit {
    /// Its sign, for people.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::U => "u",
            Self::Ms => "ms",
            Self::HitPoints => "points",
        }
    }
}

impl Judged<'_> {
    /// Whether the shot hit that ship.
    pub(super) fn hit(&self) -> bool {
        victim(self.record) == Some(self.target.ship)
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

impl Outcome {
    /// An outcome of the first column that came as said.
    pub(super) fn as_expected(value: f32, unit: OutcomeUnit, text: String) -> Self {
        Self { status: OutcomeStatus::AsExpected, column: 0, shot: None, value, unit, text }
    }

    /// One that came otherwise.
    pub(super) fn otherwise(value: f32, unit: OutcomeUnit, text: String) -> Self {
        Self { status: OutcomeStatus::Otherwise, ..Self::as_expected(value, unit, text) }
    }

    /// This outcome, about a shot.
    pub(super) fn of(self, record: &ShotRecord) -> Self {
        Self { shot: Some(record.shot), ..self }
    }
}
