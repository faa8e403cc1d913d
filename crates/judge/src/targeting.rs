//! Questions on *Targeting*: how far each machine displaces a target, and how a laser chases it.

use shared::{
    base::{
        geometry::{Segment, Vec2},
        tick_length::TickLength,
        time::{MICROS_PER_S, Micros},
    },
    schemes::targeting::{
        Chase, Convergence, FRAMES_PER_S, Target, alpha, chase, displacement as displaced_by, lead,
        relayed_lead, steady_error, wrapping_ms_since,
    },
};

use super::{
    error::JudgeError,
    fields::{Node, Object, ms, point},
    json::Json,
    limits::{LIST_MAX, SPAN, SPEED_MAX_U_PER_S},
    parse_fields,
};

/// Machines along which the news of a shot is relayed.
const HOPS_MAX: usize = 16;

/// `targeting-displacement`: a speed and the hops of the news → each machine's initial
/// displacement.
pub(super) fn displacement(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["speed_u_per_s", "hops"])?;
    let speed = fields.number("speed_u_per_s", -SPEED_MAX_U_PER_S, SPEED_MAX_U_PER_S)?;
    let (mut lead_so_far, mut machines) = (Micros::ZERO, Vec::new());
    for node in fields.list("hops", 1, HOPS_MAX)? {
        lead_so_far = relayed_lead(lead_so_far, hop(&node)?);
        let ahead = displaced_by(Vec2::new(speed, 0.0), lead_so_far);
        machines
            .push(Json::object([("lead_ms", ms(lead_so_far)), ("displaced_u", ahead.x.into())]));
    }
    Ok(Json::object([("machines", Json::List(machines))]))
}

/// A hop: `{ delay }`, or what the delay is measured from, `{ round_trip, margin }` or `{ echoes,
/// margin }`.
fn hop(node: &Node) -> Result<Micros, JudgeError> {
    let fields = node.object(&[
        "delay_ms",
        "delay_s",
        "round_trip_ms",
        "round_trip_s",
        "margin_ms",
        "margin_s",
        "echoes",
    ])?;
    let from = ["delay_ms", "delay_s", "round_trip_ms", "round_trip_s", "echoes"];
    if fields.required_one_of(&from)?.starts_with("delay") {
        let unless = "together with a delay, which includes it";
        fields.reject_unused(&["margin_ms", "margin_s"], unless)?;
        return fields.time("delay", SPAN);
    }
    let trip = match fields.time_if("round_trip", SPAN)? {
        Some(trip) => trip,
        None => shortest_echo(&fields)?,
    };
    Ok(lead(trip, fields.time_or("margin", SPAN, Micros::ZERO)?))
}

/// The shortest round trip among echoes of a 32-bit counter that may have wrapped.
fn shortest_echo(fields: &Object) -> Result<Micros, JudgeError> {
    let mut shortest = u32::MAX;
    let path = fields.path_of("echoes");
    for node in fields.list("echoes", 1, LIST_MAX)? {
        let echo = node.object(&["sent_count_ms", "back_count_ms"])?;
        let sent = echo.integer("sent_count_ms", 0, u32::MAX)?;
        let back = echo.integer("back_count_ms", 0, u32::MAX)?;
        shortest = shortest.min(wrapping_ms_since(back, sent));
    }
    let trip = Micros::from_ms(shortest.into());
    if trip > SPAN.max {
        let conflict = format!("has no round trip of {} ms or less", SPAN.max.as_ms());
        return Err(JudgeError::conflict(&path, conflict));
    }
    Ok(trip)
}

/// `targeting-convergence`: a target and its pursuer → both, frame by frame.
pub(super) fn convergence(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &[
            "muzzle",
            "velocity_u_per_frame",
            "velocity_u_per_s",
            "acceleration_u_per_frame2",
            "acceleration_u_per_s2",
            "lead_ms",
            "lead_s",
            "chase",
            "k",
            "frames",
            "frame_rate_hz",
        ],
    )?;
    let grid = fields.grid()?;
    let muzzle = fields.point("muzzle", grid)?;
    let start = target(&fields, muzzle)?.displaced(fields.time_or("lead", SPAN, Micros::ZERO)?);
    let k = fields.integer_or("k", 0, u16::MAX.into(), 1)? as u16;
    let chases = [
        ("seed", Convergence::AsPublished { k }),
        ("timed", Convergence::Timed),
        ("compensated", Convergence::Compensated),
    ];
    let how = fields.choice_or("chase", &chases, Convergence::AsPublished { k })?;
    if !matches!(how, Convergence::AsPublished { .. }) {
        fields.reject_unused(&["k"], "unless chase is seed")?;
    }
    let n = fields.integer("frames", 1, LIST_MAX as u32)?;
    let frames = match (fields.get("frame_rate_hz"), how) {
        (None, Convergence::AsPublished { k }) => seed_frames(start, muzzle, k, n),
        _ => {
            let rate = fields.rate_or("frame_rate_hz", FRAMES_PER_S as u16)?;
            screen_frames(start, muzzle, how, rate.period(), n)
        }
    };
    let mut answer = Json::object([("starts_at", point(start.pos))]);
    match how {
        Convergence::AsPublished { k } => {
            answer = answer.with("steady_error", point(steady_error(start.vel, k)));
        }
        Convergence::Timed | Convergence::Compensated => {
            let frame = Micros(MICROS_PER_S / FRAMES_PER_S);
            answer = answer.with("share_of_the_way_in_a_60th", alpha(frame));
        }
    }
    Ok(answer.with("frames", Json::List(frames)))
}

/// The target as its shooter sees it from the muzzle.
fn target(fields: &Object, muzzle: Vec2) -> Result<Target, JudgeError> {
    let vector = |name: &str, max: f64| fields.get(name).map(|node| node.vector(max)).transpose();
    let most = SPEED_MAX_U_PER_S;
    let per_frame =
        (vector("velocity_u_per_frame", most)?, vector("acceleration_u_per_frame2", most)?);
    let per_s = (vector("velocity_u_per_s", most)?, vector("acceleration_u_per_s2", most)?);
    match (per_frame, per_s) {
        ((Some(vel), acc), (None, None)) => {
            Ok(Target { pos: muzzle, vel, acc: acc.unwrap_or_default() })
        }
        ((None, None), (Some(vel), acc)) => {
            Ok(Target::per_second(muzzle, vel, acc.unwrap_or_default()))
        }
        ((None, None), (None, _)) => {
            let allowed = format!("a vector of components from -{most} to {most}");
            Err(fields.missing("velocity_u_per_s", &allowed))
        }
        _ => Err(JudgeError::conflict(
            &fields.path_of("velocity_u_per_frame"),
            "cannot be combined with fields per second",
        )),
    }
}

/// The article's frames, at 60 Hz.
fn seed_frames(mut target: Target, muzzle: Vec2, k: u16, n: u32) -> Vec<Json> {
    let mut laser = muzzle;
    let frame = |_| {
        target.step();
        laser = chase(laser, target.pos, k);
        frame_json(laser, target.pos)
    };
    (0..n).map(frame).collect()
}

/// Frames at any display rate.
fn screen_frames(
    target: Target,
    muzzle: Vec2,
    how: Convergence,
    frame: TickLength,
    n: u32,
) -> Vec<Json> {
    let at = |n: u32| frame.span(n.into());
    let mut laser = Chase::new(muzzle);
    let frame = |n: u32| {
        let way = Segment::new(target.after(at(n)), target.after(at(n + 1)));
        laser.step(how, way, at(n + 1) - at(n));
        frame_json(laser.pos(), way.to)
    };
    (0..n).map(frame).collect()
}

fn frame_json(laser: Vec2, target: Vec2) -> Json {
    Json::object([
        ("target", point(target)),
        ("laser", point(laser)),
        ("error", point(laser - target)),
    ])
}
