//! Questions on fairness: how long commands of low-latency players are delayed by a minimum lag,
//! and how much earlier a peeking player sees the other.

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
    parse_fields,
};

/// `minimum-lag`: a room's minimum and the players' round trips → the delay of each player's
/// commands, and when responses to the same sight are executed, relative to the first.
pub(super) fn minimum_lag(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["minimum_ms", "minimum_s", "players"])?;
    let minimum = fields.time("minimum", SPAN)?;
    let mut lags = Vec::new();
    for node in fields.list("players", 1, LIST_MAX)? {
        let player = node.object(&["round_trip_ms", "round_trip_s"])?;
        let round_trip = player.time("round_trip", SPAN)?;
        lags.push((round_trip, wait(minimum, round_trip)));
    }
    let first = lags.iter().map(|(trip, waits)| *trip + *waits).min().unwrap_or_default();
    let players = lags.into_iter().map(|(trip, waits)| {
        // The picture is half a round trip old, and the command takes the other half.
        let (same_sight, at_once) = (trip + waits - first, Micros(trip.0 / 2) + waits);
        Json::object([
            ("waits_ms", ms(waits)),
            ("executed_after_one_sight_ms", ms(same_sight)),
            ("executed_after_trigger_ms", ms(at_once)),
        ])
    });
    Ok(Json::object([("players", Json::list(players))]))
}

/// `peeker`: links of a player coming round a corner and of one standing there → how much earlier
/// the peeker sees the other.
pub(super) fn peeker(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["peeker", "holder"])?;
    let peeker = fields.required("peeker", "an object")?.object(&LEAD_FIELDS)?;
    let node = fields.required("holder", "an object")?;
    let holder = node.object(&[&LEAD_FIELDS[..], &PICTURE_FIELDS].concat())?;
    let drawn =
        if holder.required_one_of(&["down_ms", "down_s", "d_ms", "d_s"])?.starts_with("down") {
            holder.reject_unused(&LEAD_FIELDS, "unless d_ms is given")?;
            let delay = holder.time_or("interp", SPAN, Micros::ZERO)?;
            HolderView::Behind { down: holder.time("down", SPAN)?, delay }
        } else {
            holder.reject_unused(&["interp_ms", "interp_s"], "unless down_ms is given")?;
            HolderView::Delayed { d: holder.time("d", SPAN)?, lead: lead(&holder)? }
        };
    let peeker = lead(&peeker)?;
    Ok(Json::object([
        ("lead_ms", ms(peeker.total())),
        ("lag_ms", ms(drawn.lag())),
        ("advantage_ms", ms(advantage(peeker, drawn))),
    ]))
}

/// Fields that determine a lead.
const LEAD_FIELDS: [&str; 6] = ["up_ms", "up_s", "margin_ms", "margin_s", "wait_ms", "wait_s"];
/// Fields that determine how the others are drawn.
const PICTURE_FIELDS: [&str; 6] = ["down_ms", "down_s", "interp_ms", "interp_s", "d_ms", "d_s"];

fn lead(fields: &Object) -> Result<Lead, JudgeError> {
    let span = |name| fields.time_or(name, SPAN, Micros::ZERO);
    Ok(Lead { up: span("up")?, margin: span("margin")?, wait: span("wait")? })
}
