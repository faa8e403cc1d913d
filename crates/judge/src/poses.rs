//! Poses in questions about a single ship, and the printed form of history look-ups.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::Micros,
    },
    history::{
        pose::Pose,
        record::{Bracket, Record, RewoundPose},
    },
    sim::ship::ShipId,
};

use super::{
    error::JudgeError,
    fields::{Grid, Node, ms, point},
    json::Json,
    limits::MOMENT,
};

/// A living ship at a position.
pub(super) fn pose(pos: Vec2) -> Pose {
    Pose {
        ship: ShipId::default(),
        pos,
        vel: Vec2::ZERO,
        aim: Turn::default(),
        life: 1,
        alive: true,
        shielded: false,
    }
}

/// A record from `{ at, pos, life, dead }`.
pub(super) fn record(node: &Node, grid: Grid) -> Result<Record, JudgeError> {
    let fields = node.object(&["at_ms", "at_s", "pos", "life", "dead"])?;
    let life = fields.integer_or("life", 0, u16::MAX.into(), 1)? as u16;
    let alive = !fields.flag("dead")?;
    let pose = Pose { life, alive, ..pose(fields.point("pos", grid)?) };
    Ok(Record { at: fields.time("at", MOMENT)?, pose })
}

/// Records, required in order of time, newest first.
pub(super) fn newest_first(nodes: &[Node], grid: Grid) -> Result<Vec<Record>, JudgeError> {
    let mut records: Vec<Record> = Vec::new();
    for node in nodes {
        let next = record(node, grid)?;
        if records.last().is_some_and(|last| next.at <= last.at) {
            return Err(JudgeError::conflict(&node.path, "is not after the previous record"));
        }
        records.push(next);
    }
    records.reverse();
    Ok(records)
}

/// The source of a pose: `present`, `record` or `between`, with times and the fraction.
pub(super) fn bracket(bracket: Bracket) -> Json {
    match bracket {
        Bracket::Present => Json::object([("from", "present".into())]),
        Bracket::At(at) => Json::object([("from", "record".into()), ("at_ms", ms(at))]),
        Bracket::Between { older, newer, num, den } => Json::object([
            ("from", "between".into()),
            ("older_ms", ms(older)),
            ("newer_ms", ms(newer)),
            ("fraction", fraction(num, den)),
        ]),
    }
}

/// The source of the pose found for a requested time; `oldest` if the time precedes every record.
pub(super) fn bracket_for(of: Bracket, asked: Micros) -> Json {
    match of {
        Bracket::At(at) if asked < at => bracket(of).with("oldest", true),
        _ => bracket(of),
    }
}

/// A pose that was found, with its position and source.
pub(super) fn found(found: &RewoundPose) -> Json {
    Json::object([("pos", point(found.pose.pos)), ("bracket", bracket(found.bracket))])
}

fn fraction(num: i64, den: i64) -> Json {
    // Whole µs: six digits are exact.
    Json::Number((num as f64 / den as f64 * 1e6).round() / 1e6)
}
