//! Rows of the table of shots.

use std::io::Read;

use super::error::TableError;
use super::ids::{ID_BYTES_MAX, Ids, PlayerIdx};
use super::meta::{Meta, Up, Weapon};
use super::rows::{Cell, Row, Rows};
use super::rows_of_poses::{moment, player, too_many};
use super::said::{Said, SaidCounts, VICTIMS_MAX, Victims};
use crate::geometry::point::Point;

/// The columns that mean something.
pub const SHOT_COLUMNS: &[&str] = &[
    "shot",
    "t_ms",
    "t_s",
    "tick",
    "shooter",
    "weapon",
    "x",
    "y",
    "z",
    "dx",
    "dy",
    "dz",
    "to_x",
    "to_y",
    "to_z",
    "yaw",
    "pitch",
    "reach",
    "speed",
    "view_ms",
    "view_s",
    "rtt_ms",
    "interp_ms",
    "lead_ms",
    "said",
    "ray",
];

/// What a table of shots must have: one column of each group.
pub(crate) const SHOT_COLUMNS_NEEDED: &[&[&str]] = &[&["t_ms", "t_s", "tick"], &["shooter"]];

/// A shot, and what the server said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotRow {
    /// Its name, or its line in the table.
    pub name: String,
    pub line: u32,
    /// Its execution by the server, on the clock of the log, in ms.
    pub at_ms: f64,
    pub shooter: PlayerIdx,
    pub weapon: Weapon,
    /// `None`: at the shooter's pose, and the eye of the meta file.
    pub muzzle: Option<Point>,
    pub aim: Aim,
    /// In units; infinite if nothing limits it.
    pub reach: f64,
    /// The server time on the shooter's screen, in ms.
    pub view_ms: Option<f64>,
    pub rtt_ms: Option<f64>,
    pub interp_ms: Option<f64>,
    pub said: Said,
}

/// Where a shot points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// Of length 1.
    Direction(Point),
    /// A point on its line.
    Toward(Point),
}

/// The outcome of reading a row: a shot, or one that cannot be judged here.
pub(crate) enum ShotRead {
    Shot(Box<ShotRow>),
    Projectile,
}

/// Reads the next shot.
pub(crate) fn next_shot<R: Read>(
    rows: &mut Rows<R>,
    meta: &Meta,
    ids: &mut Ids,
    counts: &mut SaidCounts,
) -> Result<Option<(ShotRead, f64, u64)>, TableError> {
    let Some(row) = rows.next_row()? else { return Ok(None) };
    let (at_ms, line) = (moment(&row, meta)?, row.line());
    let weapon = weapon(&row, meta)?;
    if weapon.is_projectile {
        return Ok(Some((ShotRead::Projectile, at_ms, line)));
    }
    let reach = row.positive("reach")?.or(weapon.reach).unwrap_or(f64::INFINITY);
    let view_ms = match row.number("view_ms")? {
        Some(ms) => Some(ms),
        None => row.number("view_s")?.map(|s| s * 1000.0),
    };
    let name = row.text("shot").unwrap_or_else(|| format!("line {line}"));
    if name.len() > ID_BYTES_MAX {
        return Err(row.refused("shot", &format!("a name of up to {ID_BYTES_MAX} bytes")));
    }
    let shot = ShotRow {
        name,
        line: u32::try_from(line).unwrap_or(u32::MAX),
        at_ms,
        shooter: player(&row, "shooter", ids)?,
        weapon,
        muzzle: vector(&row, ["x", "y", "z"], meta)?,
        aim: aim(&row, meta)?,
        reach,
        view_ms,
        rtt_ms: row.positive("rtt_ms")?,
        interp_ms: row.positive("interp_ms")?,
        said: said(&row, ids, counts)?,
    };
    Ok(Some((ShotRead::Shot(Box::new(shot)), at_ms, line)))
}

fn weapon<R: Read>(row: &Row<'_, R>, meta: &Meta) -> Result<Weapon, TableError> {
    let Some(name) = row.text("weapon") else { return Ok(Weapon::default()) };
    if let Some(weapon) = meta.weapons.get(&name) {
        return Ok(*weapon);
    }
    match name.as_str() {
        "hitscan" | "beam" => Ok(Weapon::default()),
        "projectile" | "bolt" => Ok(Weapon { is_projectile: true, ..Weapon::default() }),
        _ => {
            let known: Vec<&str> = meta.weapons.keys().map(String::as_str).collect();
            let known = known.join(", ");
            let allowed = format!("hitscan, projectile, or a weapon of the meta file ({known})");
            Err(row.refused("weapon", &allowed))
        }
    }
}

/// A point or vector of three columns, two in a planar game; `None` if all are absent or empty.
fn vector<R: Read>(
    row: &Row<'_, R>,
    names: [&'static str; 3],
    meta: &Meta,
) -> Result<Option<Point>, TableError> {
    let [x, y, z] = names;
    let (given_x, given_y) = (row.number(x)?, row.number(y)?);
    let given_z = if meta.up.is_some() { row.number(z)? } else { None };
    match (given_x, given_y, given_z) {
        (None, None, None) => Ok(None),
        (Some(a), Some(b), Some(c)) => Ok(Some(Point([a, b, c]))),
        (Some(a), Some(b), None) if meta.up.is_none() => Ok(Some(Point([a, b, 0.0]))),
        (None, _, _) => Err(row.missing(x, &format!("a number: the others of {x}, {y}, {z} are"))),
        (_, None, _) => Err(row.missing(y, &format!("a number: the others of {x}, {y}, {z} are"))),
        (_, _, None) => Err(row.missing(z, "a number: the game has an axis that points up")),
    }
}

fn aim<R: Read>(row: &Row<'_, R>, meta: &Meta) -> Result<Aim, TableError> {
    const WAYS: &str = "a direction: dx, dy, dz, or to_x, to_y, to_z, or yaw and pitch";
    let direction = vector(row, ["dx", "dy", "dz"], meta)?;
    let toward = vector(row, ["to_x", "to_y", "to_z"], meta)?;
    let yaw = row.number("yaw")?;
    let ways = [direction.is_some(), toward.is_some(), yaw.is_some()];
    if ways.iter().filter(|way| **way).count() > 1 {
        return Err(row.refused("dx", "the only direction: the row has two of them"));
    }
    if let Some(direction) = direction {
        return match direction.normalized() {
            Some(direction) => Ok(Aim::Direction(direction)),
            None => Err(row.refused("dx", "part of a direction that is not 0")),
        };
    }
    if let Some(toward) = toward {
        return Ok(Aim::Toward(toward));
    }
    let Some(yaw) = yaw else { return Err(row.missing("dx", WAYS)) };
    let pitch = match row.number("pitch")? {
        Some(pitch) => pitch,
        None if meta.up.is_none() => 0.0,
        None => return Err(row.missing("pitch", "an angle in degrees, beside yaw")),
    };
    Ok(Aim::Direction(direction_of(yaw, pitch, meta)))
}

/// The direction of angles in degrees. Up is `z`: yaw turns from +x to +y. Up is `y`: from +z to
/// +x. Pitch tilts down, or up if the meta file says so.
fn direction_of(yaw: f64, pitch: f64, meta: &Meta) -> Point {
    let (yaw, pitch) = (yaw.to_radians(), pitch.to_radians());
    let (level, rise) = (libm::cos(pitch), libm::sin(pitch));
    let rise = if meta.pitch_down { -rise } else { rise };
    let (cos, sin) = (libm::cos(yaw) * level, libm::sin(yaw) * level);
    match meta.up {
        Some(Up::Y) => Point([sin, rise, cos]),
        Some(Up::Z) => Point([cos, sin, rise]),
        None => Point([cos, sin, 0.0]),
    }
}

fn said<R: Read>(
    row: &Row<'_, R>,
    ids: &mut Ids,
    counts: &mut SaidCounts,
) -> Result<Said, TableError> {
    let number;
    let text = match row.cell("said") {
        Cell::Absent | Cell::Null | Cell::Text("?") => {
            counts.unknown += 1;
            return Ok(Said::Unknown);
        }
        Cell::Text("" | "-") => {
            counts.misses += 1;
            counts.empty_cells += u64::from(row.cell("said") == Cell::Text(""));
            return Ok(Said::Victims(Victims::NOBODY));
        }
        Cell::Text(text) => text,
        Cell::Number(given) => {
            number = given.to_string();
            &number
        }
        Cell::Bool(_) => return Err(row.refused("said", ALLOWED)),
    };
    let mut victims = Victims::NOBODY;
    for name in text.split('|').map(str::trim) {
        if name.is_empty() || name == "-" || name == "?" || name.len() > ID_BYTES_MAX {
            return Err(row.refused("said", ALLOWED));
        }
        let player = ids.number(name).ok_or_else(|| too_many(row, "players"))?;
        if !victims.insert(player) {
            let allowed = format!("up to {VICTIMS_MAX} players");
            return Err(row.refused("said", &allowed));
        }
    }
    counts.hits += 1;
    Ok(Said::Victims(victims))
}

const ALLOWED: &str = "a player, several joined by |, - or empty for nobody, or ? for unknown";
