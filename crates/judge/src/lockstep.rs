//! The question on lockstep: what n and the slowest link mean for all players.

use shared::{
    base::time::TickRate,
    schemes::lockstep::{input_to_picture, miss_u, speed_millihertz},
    sim::rules::SHIP_RADIUS_U,
};

use super::{
    error::JudgeError,
    fields::{Node, ms},
    json::Json,
    limits::{SPAN, SPEED_MAX_U_PER_S},
    parse_fields,
};

/// Largest n accepted, in ticks.
const N_MAX: u32 = 1000;

/// `lockstep`: n, the slowest round trip and a speed → input latency, tick rate, and the miss
/// distance.
pub(super) fn lockstep(scenario: &Node) -> Result<Json, JudgeError> {
    let fields =
        parse_fields(scenario, &["n", "slowest_ms", "slowest_s", "tick_rate_hz", "speed_u_per_s"])?;
    let n = fields.integer("n", 0, N_MAX)?;
    let slowest = fields.time("slowest", SPAN)?;
    let rate = fields.rate_or("tick_rate_hz", TickRate::DEFAULT.hz())?;
    let dt = rate.period();
    let speed = fields.number("speed_u_per_s", -SPEED_MAX_U_PER_S, SPEED_MAX_U_PER_S)?;
    let (ticks, miss) = (speed_millihertz(n, slowest, dt), miss_u(speed, n, dt));
    let verdict = if miss.abs() <= SHIP_RADIUS_U { "hit" } else { "miss" };
    Ok(Json::object([
        ("input_to_picture_ms", ms(input_to_picture(n, slowest, dt))),
        ("ticks_per_s", (ticks as f32 / 1000.0).into()),
        ("speed_percent", ((ticks as f64 / (10.0 * rate.hz())) as f32).into()),
        ("miss_u", miss.into()),
        ("verdict", verdict.into()),
    ]))
}
