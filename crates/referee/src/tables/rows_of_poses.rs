//! Rows of the table of poses.

use std::io::Read;

use super::error::TableError;
use super::ids::{ID_BYTES_MAX, Ids, PLAYERS_MAX, PlayerIdx};
use super::meta::{DEFAULT_SHAPE, Meta};
use super::rows::{Row, Rows};
use crate::geometry::point::Point;

/// The columns that mean something.
pub const POSE_COLUMNS: &[&str] = &[
    "t_ms", "t_s", "tick", "id", "x", "y", "z", "vx", "vy", "vz", "yaw", "pitch", "alive",
    "can_hit", "life", "team", "shape",
];

/// What a table of poses must have: one column of each group.
pub(crate) const POSE_COLUMNS_NEEDED: &[&[&str]] =
    &[&["t_ms", "t_s", "tick"], &["id"], &["x"], &["y"]];

/// Where a player was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseRow {
    /// On the clock of the log, in ms.
    pub at_ms: f64,
    pub player: PlayerIdx,
    /// `None`: away; nothing is known of this player until its next row.
    pub pose: Option<Point>,
    pub alive: bool,
    pub can_hit: bool,
    /// `None`: told by `alive`.
    pub life: Option<i64>,
    /// An index into the names of teams.
    pub team: Option<PlayerIdx>,
    /// The number of its body in the meta file.
    pub shape_idx: u8,
}

/// Reads the moment of a row.
pub(crate) fn moment<R: Read>(row: &Row<'_, R>, meta: &Meta) -> Result<f64, TableError> {
    if let Some(ms) = row.number("t_ms")? {
        return Ok(ms);
    }
    if let Some(s) = row.number("t_s")? {
        return Ok(s * 1000.0);
    }
    let Some(tick) = row.number("tick")? else {
        return Err(row.missing("t_ms", "a time: t_ms, t_s, or a tick"));
    };
    match meta.tick_ms {
        Some(tick_ms) => Ok(tick * tick_ms),
        None => Err(row.refused("tick", "a time in t_ms or t_s, or the meta file needs tick_ms")),
    }
}

/// The number of the player named in a column.
pub(crate) fn player<R: Read>(
    row: &Row<'_, R>,
    column: &'static str,
    ids: &mut Ids,
) -> Result<PlayerIdx, TableError> {
    let Some(name) = row.text(column) else {
        return Err(row.missing(column, "the name of a player"));
    };
    if name.len() > ID_BYTES_MAX {
        return Err(row.refused(column, &format!("a name of up to {ID_BYTES_MAX} bytes")));
    }
    ids.number(&name).ok_or_else(|| too_many(row, "players"))
}

pub(crate) fn too_many<R>(row: &Row<'_, R>, what: &'static str) -> TableError
where
    R: Read,
{
    let (table, line) = (row.table().to_string(), row.line());
    TableError::TooMany { table, line, what, limit: PLAYERS_MAX }
}

/// Reads the next pose.
pub(crate) fn next_pose<R: Read>(
    rows: &mut Rows<R>,
    meta: &Meta,
    ids: &mut Ids,
    teams: &mut Ids,
) -> Result<Option<(PoseRow, u64)>, TableError> {
    let Some(row) = rows.next_row()? else { return Ok(None) };
    if meta.up.is_none() && row.has("z") {
        let allowed = "left out in a planar game; else the meta file says which axis points up, \
                       \"up\": \"z\" or \"y\"";
        return Err(row.refused("z", allowed));
    }
    let z = if meta.up.is_some() { row.number("z")? } else { Some(0.0) };
    let pose = match (row.number("x")?, row.number("y")?, z) {
        (Some(x), Some(y), Some(z)) => Some(Point([x, y, z])),
        (None, None, None) => None,
        (None, None, Some(_)) if meta.up.is_none() => None,
        (Some(_), Some(_), None) => return Err(row.missing("z", "a coordinate: \"up\" is set")),
        (None, _, _) => return Err(row.missing("x", "a coordinate, or x, y and z are empty")),
        (_, None, _) => return Err(row.missing("y", "a coordinate, or x, y and z are empty")),
    };
    let team = match row.text("team") {
        Some(team) => Some(teams.number(&team).ok_or_else(|| too_many(&row, "teams"))?),
        None => None,
    };
    let life = row.number("life")?;
    if life.is_some_and(|life| life.fract() != 0.0 || life.abs() > 1e15) {
        return Err(row.refused("life", "an integer"));
    }
    let shape = row.text("shape").unwrap_or_else(|| DEFAULT_SHAPE.to_string());
    let Some(shape_idx) = meta.shape_idx(&shape) else {
        let known: Vec<&str> = meta.shapes.iter().map(|(name, _)| name.as_str()).collect();
        let allowed = format!("a shape of the meta file ({})", known.join(", "));
        return Err(match row.has("shape") {
            true => row.refused("shape", &allowed),
            false => row.missing("shape", &allowed),
        });
    };
    let pose = PoseRow {
        at_ms: moment(&row, meta)?,
        player: player(&row, "id", ids)?,
        pose,
        alive: row.flag("alive")?.unwrap_or(true),
        can_hit: row.flag("can_hit")?.unwrap_or(true),
        life: life.map(|life| life as i64),
        team,
        shape_idx,
    };
    Ok(Some((pose, row.line())))
}
