//! Questions on Source's lag compensation that need no shot: which tick a command rewinds to, and
//! how fast a ship may move under the 64-unit rule.

use shared::{
    base::{
        geometry::Vec2,
        tick_length::TickLength,
        time::{Micros, Tick, VIEW_STEPS_PER_TICK, ViewTime},
    },
    history::{record::Record, store::TELEPORT_U, target_time::ChainBreak},
    schemes::source::lag_compensation::{
        AimReference, RecordExpiry, RewindRequest, ShipRecords, UNLAG_MAX_DEFAULT, Unlag,
        UnmovedReason,
    },
};

use super::{
    error::JudgeError,
    et::clamp_name,
    fields::{Node, Object, in_ms, ms},
    json::Json,
    limits::{LIST_MAX, MOMENT, SIGNED_SPAN, SPAN, SPEED_MAX_U_PER_S},
    parse_fields,
    poses::{found, newest_first, pose, record},
};

/// What ends a ship's usable history.
const BREAKS: [(&str, ChainBreak); 2] =
    [("64", ChainBreak::Distance64), ("life", ChainBreak::NewLife)];
/// How long records are kept: exactly the rewind window, or whole seconds as in the original.
const KEPT: [(&str, RecordExpiry); 2] =
    [("exact", RecordExpiry::Exact), ("whole seconds", RecordExpiry::WholeSeconds)];
/// Shortest tick of a scenario; a day of such ticks fits the counter.
const TICK_MIN: Micros = Micros::from_ms(1);
/// Largest tick number in a scenario: a day of the shortest ticks.
const TICK_MAX: u32 = 86_400_000;

/// `source-lag`: a command and its link → the tick its targets are rewound to, and, given a ship's
/// records, where the ship is found or why it is not moved.
pub(super) fn lag(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &[
            "tick_ms",
            "tick_s",
            "now_tick",
            "now_ms",
            "now_s",
            "command_tick",
            "command_ms",
            "command_s",
            "view_ms",
            "view_s",
            "latency_ms",
            "latency_s",
            "lerp_ms",
            "lerp_s",
            "max_unlag_ms",
            "max_unlag_s",
            "keep",
            "breaks",
            "records",
            "present",
        ],
    )?;
    let length = tick_length(&fields)?;
    let (dt, now) = (TickLength::new(length), tick(&fields, "now", length)?);
    let unlag = Unlag {
        max_unlag: fields.time_or("max_unlag", SPAN, UNLAG_MAX_DEFAULT)?,
        breaks: fields.choice_or("breaks", &BREAKS, ChainBreak::Distance64)?,
        dropped: fields.choice_or("keep", &KEPT, RecordExpiry::Exact)?,
        ..Unlag::source_defaults(dt)
    };
    let latency = fields.time("latency", SIGNED_SPAN)?;
    let lerp = fields.time("lerp", SPAN)?;
    let settled =
        unlag.rewind_target(&RewindRequest { now, aimed: aimed(&fields, length)?, latency, lerp });
    let answer = Json::object([
        ("lerp_ticks", settled.lerp_ticks.into()),
        ("correct_ms", ms(settled.correct)),
        ("target_tick", settled.target.into()),
        ("target_ms", ms(dt.span(settled.target))),
        ("delta_ms", ms(settled.delta)),
        ("by_latency", settled.replaced.into()),
        ("clamp", clamp_name(settled.clamp)),
        ("records_from_ms", ms(unlag.oldest_kept(dt.span(now.0.into())))),
    ]);
    if fields.get("records").is_none() {
        fields.reject_unused(&["breaks", "present"], "without records")?;
        return Ok(answer);
    }
    let grid = fields.grid()?;
    let records = newest_first(&fields.list("records", 0, LIST_MAX)?, grid)?;
    let present =
        fields.required("present", "{ at_ms, pos, life, dead }, where the ship is now")?;
    let present = record(&present, grid)?.pose;
    let past = ShipRecords { present: &present, records: &records };
    Ok(match unlag.backtrack(past, now, settled.target) {
        Ok(pose) => answer.with("found", found(&pose)),
        Err(why) => answer.with("left_where_it_is", unmoved(why)),
    })
}

/// Why a ship is not rewound, as printed.
fn unmoved(why: UnmovedReason) -> Json {
    let (why, at) = match why {
        UnmovedReason::NoRecords => return Json::object([("why", "no records".into())]),
        UnmovedReason::Dead(at) => ("dead", at),
        UnmovedReason::Jumped(at) => ("jumped", at),
        UnmovedReason::OtherLife(at) => ("other life", at),
    };
    Json::object([("why", why.into()), ("record_ms", ms(at))])
}

/// By command number or by view time, one of which is required.
fn aimed(fields: &Object, length: Micros) -> Result<AimReference, JudgeError> {
    let named = ["command_tick", "command_ms", "command_s"];
    let command = named.iter().any(|name| fields.get(name).is_some());
    match (fields.time_if("view", MOMENT)?, command) {
        (None, _) => tick(fields, "command", length).map(AimReference::Command),
        (Some(_), true) => Err(JudgeError::conflict(
            &fields.path_of("view_ms"),
            "and the command's own time are both given; give one",
        )),
        (Some(view), false) => {
            let steps = (view.0 * VIEW_STEPS_PER_TICK + length.0 / 2) / length.0;
            Ok(AimReference::View(ViewTime(steps)))
        }
    }
}

fn tick_length(fields: &Object) -> Result<Micros, JudgeError> {
    let mut range = SPAN;
    range.min = TICK_MIN;
    fields.time("tick", range)
}

/// A tick by number, or by a time that falls exactly on one.
fn tick(fields: &Object, name: &str, length: Micros) -> Result<Tick, JudgeError> {
    let by_number = format!("{name}_tick");
    let Some(at) = fields.time_if(name, MOMENT)? else {
        return fields.integer(&by_number, 0, TICK_MAX).map(Tick);
    };
    if fields.get(&by_number).is_some() {
        let conflict = "and its time are both given; give one";
        return Err(JudgeError::conflict(&fields.path_of(&by_number), conflict));
    }
    if at.0 % length.0 != 0 {
        let conflict = format!("must be a multiple of a tick, which lasts {} ms", in_ms(length));
        return Err(JudgeError::conflict(&fields.path_of(&format!("{name}_ms")), conflict));
    }
    Ok(Tick((at.0 / length.0) as u32))
}

/// `source-64-units`: speeds at a record rate → which are still rewound, and the fastest such
/// speed.
pub(super) fn sixty_four_units(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["record_rate_hz", "speeds_u_per_s"])?;
    let rate = fields.rate("record_rate_hz")?;
    let mut speeds = Vec::new();
    if fields.get("speeds_u_per_s").is_some() {
        for node in fields.list("speeds_u_per_s", 1, LIST_MAX)? {
            let speed = node.number(0.0, SPEED_MAX_U_PER_S)?;
            let rewound = is_rewound((speed / rate.hz()) as f32, rate.period());
            let speed = ("speed_u_per_s", Json::Number(speed));
            speeds.push(Json::object([speed, ("rewound", rewound.into())]));
        }
    }
    let fastest = Json::Number(f64::from(TELEPORT_U) * rate.hz());
    Ok(Json::object([("fastest_u_per_s", fastest), ("speeds", Json::List(speeds))]))
}

/// Whether a ship that moves this far per record is rewound by one and a half records.
fn is_rewound(step_u: f32, dt: TickLength) -> bool {
    let (now, target) = (Tick(10), 8);
    let record = |n: i64| Record { at: dt.span(n), pose: pose(Vec2::new(step_u * n as f32, 0.0)) };
    let records: Vec<Record> = (6..=9).rev().map(record).collect();
    let present = record(10).pose;
    Unlag::source_defaults(dt)
        .backtrack(ShipRecords { present: &present, records: &records }, now, target)
        .is_ok()
}
