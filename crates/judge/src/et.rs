//! Questions on ET's antilag that need no shot: the contents of a marker ring, and where it puts a
//! ship at a given time.

use shared::{
    base::time::Micros,
    history::record::Bracket,
    schemes::{
        clamp::Clamp,
        et::{FRAME, MARKERS, Markers, MarkersAround, ServerFrame, target_time},
    },
};

use super::{
    error::JudgeError,
    fields::{Grid, Node, Object, ms, point},
    json::Json,
    limits::{ET_MARKERS_MAX, LIST_MAX, MOMENT, SPAN},
    parse_fields,
    poses::{found, newest_first, pose},
};

/// Allowed steps of `et-markers`.
const ALLOWED_STEPS: &str = "one of { reset_ms, pos, period_ms }, { frame_ms, pos }, \
    { previous_ms, frame_ms, elapsed_ms, pos }";

/// Whether a command time is clamped to ET's window before the marker search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Window {
    /// As in the game.
    Clamped,
    /// The marker search on its own, for the article's example, which looks further back.
    Unclamped,
}

/// `et-markers`: markers, or the resets, frames and commands that store them → the ring, and where
/// it puts a ship.
pub(super) fn markers(scenario: &Node) -> Result<Json, JudgeError> {
    let names = ["et_markers", "markers", "steps", "now_ms", "now_s", "present", "at_ms", "at_s"];
    let fields = parse_fields(scenario, &names)?;
    let grid = fields.grid()?;
    let mut ring = Markers::with_depth(depth(&fields)?);
    let window = if fields.required_one_of(&["markers", "steps"])? == "markers" {
        fields
            .reject_unused(&["et_markers"], "together with markers, which are listed one by one")?;
        ring = fill_ring(&fields, grid)?;
        Window::Unclamped
    } else {
        for node in fields.list("steps", 1, LIST_MAX)? {
            step(&node, &mut ring, grid)?;
        }
        Window::Clamped
    };
    let markers = ring
        .newest_first()
        .map(|marker| Json::object([("at_ms", ms(marker.at)), ("pos", point(marker.pose.pos))]));
    let answer = Json::object([("markers", Json::list(markers))]);
    let Some(asked) = fields.times_if("at", MOMENT)? else {
        fields.reject_unused(&["now_ms", "now_s", "present"], "without at_ms")?;
        return Ok(answer);
    };
    let now = fields.time("now", MOMENT)?;
    let present = pose(fields.point("present", grid)?);
    let answers = asked.into_iter().map(|at| {
        let (used, clamp) = match window {
            Window::Clamped => target_time(at, now),
            Window::Unclamped => (at.min(now), (at > now).then_some(Clamp::Future)),
        };
        let rewound = ring.adjust(used, now, &present);
        let position_in_ring = position_in_ring(&ring, used, now, rewound.bracket);
        Json::object([("at_ms", ms(at)), ("used_ms", ms(used)), ("clamp", clamp_name(clamp))])
            .with("place", position_in_ring)
            .with("found", found(&rewound))
    });
    Ok(answer.with("answers", Json::list(answers)))
}

/// Markers per ship: the field `et_markers`.
pub(super) fn depth(fields: &Object) -> Result<usize, JudgeError> {
    let n = fields.integer_or("et_markers", 1, ET_MARKERS_MAX, MARKERS as u32)?;
    Ok(n as usize)
}

/// A ring filled with the given markers, oldest first.
fn fill_ring(fields: &Object, grid: Grid) -> Result<Markers, JudgeError> {
    let given = newest_first(&fields.list("markers", 1, ET_MARKERS_MAX as usize)?, grid)?;
    let mut ring = Markers::with_depth(given.len());
    for marker in given.iter().rev() {
        ring.store_frame(marker.at, &marker.pose);
    }
    Ok(ring)
}

/// Describes where a time falls among the markers.
fn position_in_ring(ring: &Markers, at: Micros, now: Micros, bracket: Bracket) -> &'static str {
    match (ring.around(at, now), bracket) {
        (MarkersAround::Unmoved, _) => "no move",
        (MarkersAround::Oldest(_), _) => "oldest",
        (MarkersAround::Between { .. }, Bracket::At(_)) => "marker",
        (MarkersAround::Between { .. }, _) => "between",
    }
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
        _ => return Err(node.invalid(format!("{ALLOWED_STEPS}, with previous_ms before frame_ms"))),
    }
    Ok(())
}

/// Why a time was clamped, as printed.
pub(super) fn clamp_name(clamp: Option<Clamp>) -> Json {
    clamp
        .map(|clamp| match clamp {
            Clamp::Bound => "bound",
            Clamp::Future => "future",
            Clamp::Backwards => "backwards",
            Clamp::Implausible => "implausible",
            Clamp::NotDelayed => "not delayed",
            Clamp::PingCap => "ping cap",
        })
        .into()
}
