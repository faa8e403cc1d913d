//! The questions about ET's anti-lag that need no shot: what is in the ring of markers, and where
//! it puts a ship at a moment.

use shared::schemes::{
    clamp::Clamp,
    et::{FRAME, Markers, ServerFrame, clamp_command_time},
};

use super::{
    error::JudgeError,
    fields::{Grid, Node, ms, point},
    json::Json,
    limits::{LIST_MAX, MOMENT, SPAN},
    open,
    poses::{found, pose},
};

/// What a step of `et-markers` may say.
const STEPS: &str = "one of { reset_ms, pos, period_ms }, { frame_ms, pos }, \
    { previous_ms, frame_ms, elapsed_ms, pos }";

/// `et-markers`: resets, frames and commands → the markers, and where they put a ship.
pub(super) fn markers(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = open(scenario, &["steps", "now_ms", "now_s", "present", "at_ms", "at_s"])?;
    let grid = fields.grid()?;
    let mut ring = Markers::default();
    for node in fields.list("steps", 1, LIST_MAX)? {
        step(&node, &mut ring, grid)?;
    }
    let markers = ring
        .newest_first()
        .map(|marker| Json::object([("at_ms", ms(marker.at)), ("pos", point(marker.pose.pos))]));
    let answer = Json::object([("markers", Json::list(markers))]);
    let Some(asked) = fields.times_if("at", MOMENT)? else {
        return Ok(answer);
    };
    let now = fields.time("now", MOMENT)?;
    let present = pose(fields.point("present", grid)?);
    let answers = asked.into_iter().map(|at| {
        let (used, clamp) = clamp_command_time(at, now);
        let found = found(&ring.adjust(used, now, &present));
        Json::object([("at_ms", ms(at)), ("used_ms", ms(used)), ("clamp", clamp_name(clamp))])
            .with("found", found)
    });
    Ok(answer.with("answers", Json::list(answers)))
}

fn step(node: &Node, ring: &mut Markers, grid: Grid) -> Result<(), JudgeError> {
    let fields = node.object(&[
        "reset_ms",
        "reset_s",
        "period_ms",
        "period_s",
        "frame_ms",
        "frame_s",
        "previous_ms",
        "previous_s",
        "elapsed_ms",
        "elapsed_s",
        "pos",
    ])?;
    let pose = pose(fields.point("pos", grid)?);
    let reset = fields.time_if("reset", MOMENT)?;
    let frame = fields.time_if("frame", MOMENT)?;
    let previous = fields.time_if("previous", MOMENT)?;
    let elapsed = fields.time_if("elapsed", SPAN)?;
    let period = fields.time_if("period", SPAN)?;
    match (reset, frame, previous, elapsed, period) {
        (Some(at), None, None, None, period) => ring.reset(&pose, at, period.unwrap_or(FRAME)),
        (None, Some(now), None, None, None) => ring.store_frame(now, &pose),
        (None, Some(now), Some(previous), Some(elapsed), None) if previous < now => {
            ring.store_command(ServerFrame { previous, now }, elapsed, &pose);
        }
        _ => return Err(node.wrong(format!("{STEPS}, with previous_ms before frame_ms"))),
    }
    Ok(())
}

/// Why a moment was moved, as it is printed.
pub(super) fn clamp_name(clamp: Option<Clamp>) -> Json {
    clamp
        .map(|clamp| match clamp {
            Clamp::Bound => "bound",
            Clamp::Future => "future",
            Clamp::Backwards => "backwards",
            Clamp::Implausible => "implausible",
            Clamp::NotDelayed => "not delayed",
        })
        .into()
}
