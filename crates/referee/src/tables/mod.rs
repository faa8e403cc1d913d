//! The two tables and the meta file: read row by row, merged by time.
//!
//! Poses say where everybody was, shots what was fired and whom the server said it hit. Both are
//! sorted by time, on one clock of any base. Nothing is kept of what was read.

pub mod error;
pub mod ids;
pub mod meta;
pub(crate) mod rows;
mod rows_of_poses;
mod rows_of_shots;
pub mod said;

use std::io::Read;

pub use self::rows::Format;
pub use self::rows_of_poses::{POSE_COLUMNS, PoseRow};
pub use self::rows_of_shots::{Aim, SHOT_COLUMNS, ShotRow};

use self::error::TableError;
use self::ids::Ids;
use self::meta::{Meta, Records};
use self::rows::Rows;
use self::rows_of_poses::{POSE_COLUMNS_NEEDED, next_pose};
use self::rows_of_shots::{SHOT_COLUMNS_NEEDED, ShotRead, next_shot};
use self::said::SaidCounts;

/// A table to read.
pub struct TableInput<R> {
    /// The name that errors say.
    pub name: String,
    pub format: Format,
    pub input: R,
}

/// The next row of either table.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Pose(PoseRow),
    Shot(Box<ShotRow>),
}

/// What was read of the tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub poses: u64,
    pub shots: u64,
    /// Shots with a flight time, which are not judged.
    pub projectiles: u64,
    pub said: SaidCounts,
    /// The first time of the poses, on the clock of the log.
    pub base_ms: f64,
    /// Columns that mean nothing here, by table, quoted.
    pub unknown_columns: Vec<(String, Vec<String>)>,
}

/// Both tables, merged by time: of one moment the poses first.
pub struct Tables<P, S> {
    poses: Rows<P>,
    shots: Rows<S>,
    meta: Meta,
    pub ids: Ids,
    pub teams: Ids,
    pub counts: Counts,
    next_pose: Option<PoseRow>,
    next_shot: Option<Box<ShotRow>>,
    /// Times of the last rows, on the clock of the log.
    last_pose_ms: f64,
    last_shot_ms: f64,
}

impl<P: Read, S: Read> Tables<P, S> {
    /// Opens both tables and reads their first rows.
    ///
    /// # Errors
    /// Names the table, the line and the column of what is wrong.
    pub fn open(
        poses: TableInput<P>,
        shots: TableInput<S>,
        meta: &Meta,
    ) -> Result<Self, TableError> {
        let pose_rows =
            Rows::open(&poses.name, poses.format, poses.input, POSE_COLUMNS, POSE_COLUMNS_NEEDED)?;
        let shot_rows =
            Rows::open(&shots.name, shots.format, shots.input, SHOT_COLUMNS, SHOT_COLUMNS_NEEDED)?;
        let mut tables = Self {
            poses: pose_rows,
            shots: shot_rows,
            meta: meta.clone(),
            ids: Ids::default(),
            teams: Ids::default(),
            counts: Counts::default(),
            next_pose: None,
            next_shot: None,
            last_pose_ms: f64::NEG_INFINITY,
            last_shot_ms: f64::NEG_INFINITY,
        };
        tables.read_pose()?;
        match &mut tables.next_pose {
            None => return Err(TableError::NoPoses { table: poses.name }),
            Some(first) => {
                tables.counts.base_ms = tables.last_pose_ms;
                first.at_ms = 0.0 - shift(meta);
            }
        }
        tables.read_shot()?;
        if tables.next_shot.is_none() && tables.counts.projectiles == 0 {
            return Err(TableError::NoShots { table: shots.name });
        }
        Ok(tables)
    }

    /// The next row; times are in ms since the first pose.
    ///
    /// # Errors
    /// Names the table, the line and the column of what is wrong.
    pub fn next_event(&mut self) -> Result<Option<Event>, TableError> {
        let pose_first = match (&self.next_pose, &self.next_shot) {
            (Some(pose), Some(shot)) => pose.at_ms <= shot.at_ms,
            (pose, _) => pose.is_some(),
        };
        if pose_first {
            let pose = self.next_pose.take();
            self.read_pose()?;
            return Ok(pose.map(Event::Pose));
        }
        let shot = self.next_shot.take();
        self.read_shot()?;
        Ok(shot.map(Event::Shot))
    }

    /// The error of a table of poses that holds more than is allowed.
    pub(crate) fn too_many_poses(&self, what: &'static str, limit: usize) -> TableError {
        let (table, line) = (self.poses.table().to_string(), self.poses.line());
        TableError::TooMany { table, line, what, limit }
    }

    /// The error of a table of shots that holds more than is allowed.
    pub(crate) fn too_many_shots(&self, what: &'static str, limit: usize) -> TableError {
        let (table, line) = (self.shots.table().to_string(), self.shots.line());
        TableError::TooMany { table, line, what, limit }
    }

    fn read_pose(&mut self) -> Result<(), TableError> {
        let pose = next_pose(&mut self.poses, &self.meta, &mut self.ids, &mut self.teams)?;
        let Some((mut pose, line)) = pose else {
            note_unknown(&self.poses, &mut self.counts);
            return Ok(());
        };
        check_order(self.poses.table(), line, pose.at_ms, &mut self.last_pose_ms)?;
        pose.at_ms -= self.counts.base_ms + shift(&self.meta);
        self.counts.poses += 1;
        self.next_pose = Some(pose);
        Ok(())
    }

    /// Reads up to the next shot without a flight time.
    fn read_shot(&mut self) -> Result<(), TableError> {
        let said = &mut self.counts.said;
        while let Some((read, at_ms, line)) =
            next_shot(&mut self.shots, &self.meta, &mut self.ids, said)?
        {
            check_order(self.shots.table(), line, at_ms, &mut self.last_shot_ms)?;
            match read {
                ShotRead::Projectile => self.counts.projectiles += 1,
                ShotRead::Shot(mut shot) => {
                    shot.at_ms -= self.counts.base_ms;
                    shot.view_ms = shot.view_ms.map(|view| view - self.counts.base_ms);
                    self.counts.shots += 1;
                    self.next_shot = Some(shot);
                    return Ok(());
                }
            }
        }
        note_unknown(&self.shots, &mut self.counts);
        Ok(())
    }
}

/// How much earlier poses hold than their rows say: those from before the move of a tick are from
/// after the one before.
fn shift(meta: &Meta) -> f64 {
    match meta.records {
        Records::BeforeMove => meta.tick_ms.unwrap_or(0.0),
        Records::AfterMove | Records::Unknown => 0.0,
    }
}

fn check_order(table: &str, line: u64, given: f64, last: &mut f64) -> Result<(), TableError> {
    if given < *last {
        let table = table.to_string();
        return Err(TableError::Unsorted { table, line, given, before: *last });
    }
    *last = given;
    Ok(())
}

fn note_unknown<R: Read>(rows: &Rows<R>, counts: &mut Counts) {
    let unknown: Vec<String> = rows.unknown().map(str::to_string).collect();
    let is_noted = counts.unknown_columns.iter().any(|(table, _)| table == rows.table());
    if !unknown.is_empty() && !is_noted {
        counts.unknown_columns.push((rows.table().to_string(), unknown));
    }
}
