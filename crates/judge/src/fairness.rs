//! The questions about who is ahead of whom: how long the commands of near players wait under a
//! minimum lag, and by how much a player who comes round a corner sees the other first.

use shared::{
    base::time::Micros,
    schemes::{
        minimum_lag::wait,
        peeker::{HolderView, Lead, advantage},
    },
};

use super::{
    error::JudgeError,
    fields::{Node, Object, ms},
    json::Json,
    limits::{LIST_MAX, SPAN},
    open,
};

/// `minimum-lag`: a room's minimum and the round trips of players → how long the commands of each
/// wait, and when answers to one sight are executed, after the first of them.
pub(super) fn minimum_lag(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = open(scenario, &["minimum_ms", "minimum_s", "players"])?;
    let minimum = fields.time("minimum", SPAN)?;
    let mut lags = Vec::new();
    for node in fields.list("players", 1, LIST_MAX)? {
        let player = node.object(&["round_trip_ms", "round_trip_s"])?;
        let round_trip = player.time("round_trip", SPAN)?;
        lags.push((round_trip, wait(minimum, round_trip)));
    }
    let first = lags.iter().map(|(trip, waits)| *trip + *waits).min().unwrap_or_default();
    let players = lags.into_iter().map(|(trip, waits)| {
        // Its picture was half the round trip old, and its command sets out for the other half.
        let (same_sight, at_once) = (trip + waits - first, Micros(trip.0 / 2) + waits);
        Json::object([
            ("waits_ms", ms(waits)),
            ("executed_after_one_sight_ms", ms(same_sight)),
            ("executed_after_trigger_ms", ms(at_once)),
        ])
    });
    Ok(Json::object([("players", Json::list(players))]))
}

/// `peeker`: the link of a player who comes round a corner and of one who stands there → by how
/// much the peeker sees the other first.
pub(super) fn peeker(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = open(scenario, &["peeker", "holder"])?;
    let peeker = fields.need("peeker", "an object")?.object(&LEAD)?;
    let node = fields.need("holder", "an object")?;
    let holder = node.object(&[&LEAD[..], &SEES].concat())?;
    let drawn = if holder.need_one_of(&["down_ms", "down_s", "d_ms", "d_s"])?.starts_with("down") {
        holder.no_effect(&LEAD, "unless d_ms is given")?;
        let delay = holder.time_or("interp", SPAN, Micros::ZERO)?;
        HolderView::Behind { down: holder.time("down", SPAN)?, delay }
    } else {
        holder.no_effect(&["interp_ms", "interp_s"], "unless down_ms is given")?;
        HolderView::Delayed { d: holder.time("d", SPAN)?, lead: lead(&holder)? }
    };
    let peeker = lead(&peeker)?;
    Ok(Json::object([
        ("lead_ms", ms(peeker.total())),
        ("lag_ms", ms(drawn.lag())),
        ("advantage_ms", ms(advantage(peeker, drawn))),
    ]))
}

/// The fields of a lead.
const LEAD: [&str; 6] = ["up_ms", "up_s", "margin_ms", "margin_s", "wait_ms", "wait_s"];
/// The fields of how the others are drawn.
const SEES: [&str; 6] = ["down_ms", "down_s", "interp_ms", "interp_s", "d_ms", "d_s"];

fn lead(fields: &Object) -> Result<Lead, JudgeError> {
    let span = |name| fields.time_or(name, SPAN, Micros::ZERO);
    Ok(Lead { up: span("up")?, margin: span("margin")?, wait: span("wait")? })
}
