//! What a change of a server changed: two tables of the same shots, before and after.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Read;

use crate::search::sign_test::sign_test;
use crate::tables::TableInput;
use crate::tables::error::TableError;
use crate::tables::rows::Rows;

/// The columns that are read.
const COLUMNS: &[&str] = &["shot", "said", "shooter", "rtt_ms"];
const NEEDED: &[&[&str]] = &[&["said"]];

/// Most shots of a table.
const SHOTS_MAX: usize = 1_000_000;

/// What changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// In both tables, with a decision in both.
    pub shots: u64,
    /// Misses that became hits: in favour of who shoots.
    pub for_shooter: u64,
    /// Hits that became misses: in favour of who is shot at.
    pub for_target: u64,
    /// Hits on one player that became hits on another.
    pub other_victim: u64,
    /// Unknown in one of the tables.
    pub unknown: u64,
    /// In one of the tables alone.
    pub alone: u64,
}

impl Comparison {
    pub fn changed(&self) -> u64 {
        self.for_shooter + self.for_target + self.other_victim
    }

    /// The chance that a fair coin favours one side as much, two-sided.
    pub fn p(&self) -> f64 {
        let more = self.for_shooter.max(self.for_target).min(u64::from(u32::MAX / 2)) as u32;
        let less = self.for_shooter.min(self.for_target).min(u64::from(u32::MAX / 2)) as u32;
        (2.0 * sign_test(more, less)).min(1.0)
    }

    /// The comparison in words.
    pub fn text(&self) -> String {
        let mut text = format!(
            "The change turned {} of {} shots: {} in favour of the shooter, {} in favour of the \
             target, {} to another target.\n",
            self.changed(),
            self.shots,
            self.for_shooter,
            self.for_target,
            self.other_victim
        );
        if self.for_shooter + self.for_target > 0 {
            let _ = writeln!(
                text,
                "A change that favours nobody would be as uneven with p = {:.3}.",
                self.p()
            );
        }
        if self.unknown + self.alone > 0 {
            let _ = writeln!(
                text,
                "Not compared: {} unknown in one table, {} in one table only.",
                self.unknown, self.alone
            );
        }
        text
    }
}

/// Whom each shot hit, sorted and joined; `None`: unknown.
type Decisions = HashMap<String, Option<String>>;

/// Compares two tables of shots by the names of the shots, or their lines.
///
/// # Errors
/// Names the table, the line and the column of what is wrong.
pub fn compare<B: Read, A: Read>(
    before: TableInput<B>,
    after: TableInput<A>,
) -> Result<Comparison, TableError> {
    let (before, mut after) = (decisions(before)?, decisions(after)?);
    let mut comparison = Comparison::default();
    for (shot, before) in before {
        let Some(after) = after.remove(&shot) else {
            comparison.alone += 1;
            continue;
        };
        let (Some(before), Some(after)) = (before, after) else {
            comparison.unknown += 1;
            continue;
        };
        comparison.shots += 1;
        match (before.is_empty(), after.is_empty()) {
            _ if before == after => {}
            (true, _) => comparison.for_shooter += 1,
            (_, true) => comparison.for_target += 1,
            (false, false) => comparison.other_victim += 1,
        }
    }
    comparison.alone += after.len() as u64;
    Ok(comparison)
}

fn decisions<R: Read>(table: TableInput<R>) -> Result<Decisions, TableError> {
    let name = table.name.clone();
    let mut rows = Rows::open(&table.name, table.format, table.input, COLUMNS, NEEDED)?;
    let mut decisions = Decisions::new();
    while let Some(row) = rows.next_row()? {
        let shot = row.text("shot").unwrap_or_else(|| format!("line {}", row.line()));
        let said = row.decision("said");
        let line = row.line();
        if decisions.len() == SHOTS_MAX {
            let what = "shots";
            return Err(TableError::TooMany { table: name, line, what, limit: SHOTS_MAX });
        }
        if decisions.insert(shot, said).is_some() {
            return Err(row.refused("shot", "a name that no other shot has"));
        }
    }
    Ok(decisions)
}
