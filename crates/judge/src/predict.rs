//! Questions on *predict everyone*: how far ahead the others are predicted and how far a shot at
//! them misses, and how far a ship jumps when its thrust changes.

use shared::{
    base::time::TickRate,
    schemes::predict_everyone::{TicksAhead, jump_max_u, jump_u, miss_u, run},
    sim::rules::{SHIP_ACCELERATION_U_PER_S2, SHIP_RADIUS_U},
};

use super::{
    error::JudgeError,
    fields::Node,
    json::Json,
    limits::{SPAN, SPEED_MAX_U_PER_S},
    parse_fields,
};

/// Largest gap or input delay, in ticks.
const TICKS_MAX: u32 = 1000;
/// Largest change of acceleration in a tick: a reversal, twice an engine's.
const CHANGE_MAX: f64 = 2.0 * SHIP_ACCELERATION_U_PER_S2 as f64;

/// `predict-run`: the gap, the input delay and the prediction limit in ticks → ticks predicted,
/// what limits them, and by how much a shot misses.
pub(super) fn gap(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &["gap_ticks", "input_delay_ticks", "rerun_ticks", "speed_u_per_s", "tick_rate_hz"],
    )?;
    let gap = fields.integer("gap_ticks", 0, TICKS_MAX)?;
    let delay = fields.integer_or("input_delay_ticks", 0, TICKS_MAX, 0)?;
    let most = fields.integer_or("rerun_ticks", 0, TICKS_MAX, 15)?;
    let speed = fields.number("speed_u_per_s", -SPEED_MAX_U_PER_S, SPEED_MAX_U_PER_S)?;
    let rate = fields.rate_or("tick_rate_hz", TickRate::DEFAULT.hz())?;
    let TicksAhead { run, frozen, .. } = run(gap, most);
    let miss = miss_u(speed, delay, frozen, rate.period().as_s_f32());
    let verdict = if miss.abs() <= SHIP_RADIUS_U { "hit" } else { "miss" };
    Ok(Json::object([
        ("run_ticks", i64::from(run).into()),
        ("held_ticks", i64::from(frozen).into()),
        ("miss_u", miss.into()),
        ("verdict", verdict.into()),
    ]))
}

/// `predict-jump`: a change of acceleration, and how late the news of it is → the jump.
pub(super) fn jump(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["change_u_per_s2", "after_ms", "after_s"])?;
    let change = fields.number("change_u_per_s2", 0.0, CHANGE_MAX)?;
    let after = fields.time("after", SPAN)?.as_s_f32();
    Ok(Json::object([
        ("jump_u", jump_u(change, after).into()),
        ("most_u", jump_max_u(change, after).into()),
    ]))
}
