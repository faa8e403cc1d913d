//! Questions on QuakeWorld: the client's round-trip estimate, its replay, its extrapolation of
//! other players, what the server runs after packet loss, and which packets choke.

use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, TickRate},
    },
    schemes::{
        quakeworld::{
            self, CommandToRun, FREEZE_AT, LatencyEstimate, PUSH_DEFAULT, Rate,
            extrapolation_pieces, half_latency, ticks_and_rest,
        },
        targeting,
    },
};

use super::{
    error::JudgeError,
    fields::{Node, Object, ms},
    json::Json,
    limits::{COMMAND, LIST_MAX, MOMENT, SIGNED_SPAN, SPAN, SPEED_MAX_U_PER_S},
    parse_fields,
};

/// Most missing commands: far beyond what the server bridges.
const LOST_MAX: u32 = 1_000_000;
/// Largest packet in bytes, and largest rate in bytes/s.
const BYTES_MAX: u32 = 1_000_000_000;

/// `qw-latency`: round-trip samples → the estimate after each.
pub(super) fn latency(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["samples_ms", "samples_s"])?;
    let mut estimate = LatencyEstimate::default();
    let after = fields.times("samples", SIGNED_SPAN)?.into_iter().map(|sample| {
        estimate.sample(sample);
        ms(estimate.get())
    });
    Ok(Json::object([("latency_ms", Json::list(after))]))
}

/// `qw-net-drop`: packets lost before this one → the commands the server runs.
pub(super) fn net_drop(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["lost"])?;
    let lost = fields.integer("lost", 0, LOST_MAX)?;
    let run: Vec<&str> = quakeworld::commands_run(lost)
        .map(|run| match run {
            CommandToRun::Last => "last",
            CommandToRun::Oldest => "oldest",
            CommandToRun::Old => "old",
            CommandToRun::New => "new",
        })
        .collect();
    Ok(Json::object([
        ("bridged", quakeworld::bridges(lost).into()),
        ("n_run", run.len().into()),
        ("run", Json::list(run)),
    ]))
}

/// `qw-halving`: a command's duration → the pieces it is run in.
pub(super) fn halving(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["command_ms", "command_s"])?;
    let command = fields.time("command", COMMAND)?;
    let whole =
        u16::try_from(command.as_ms()).ok().filter(|n| Micros::from_ms((*n).into()) == command);
    let whole = whole.ok_or_else(|| {
        JudgeError::conflict(&fields.path_of("command_ms"), "must be a whole number of ms")
    })?;
    let pieces = quakeworld::halve(whole).into_iter().map(u32::from);
    Ok(Json::object([("pieces_ms", Json::list(pieces))]))
}

/// `qw-choke`: packets at an interval under a rate → which were sent.
pub(super) fn choke(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &["rate_bytes_per_s", "packet_bytes", "every_ms", "every_s", "for_ms", "for_s"],
    )?;
    let bytes_per_s = fields.integer("rate_bytes_per_s", 1, BYTES_MAX)?;
    let bytes = fields.integer("packet_bytes", 0, BYTES_MAX)?;
    let mut link = Rate::default();
    let mut packets = Vec::new();
    for at in send_chances(&fields)? {
        let may = link.may_send(at, bytes_per_s);
        if may {
            // The packet reports the chokes before it.
            let choked = link.take_choked();
            link.sent(at, bytes, bytes_per_s);
            packets.push((at, choked));
        } else {
            link.choke();
        }
    }
    let choked = packets.iter().map(|(_, choked)| choked).sum::<u32>() + link.take_choked();
    let report = |(at, choked): &(Micros, u32)| {
        Json::object([("at_ms", ms(*at)), ("reports_choked", (*choked).into())])
    };
    Ok(Json::object([
        ("sent", packets.len().into()),
        ("choked", choked.into()),
        ("packets", Json::list(packets.iter().map(report))),
    ]))
}

/// Times at an interval of `every`, from 0 until `for` is over.
pub(super) fn send_chances(
    fields: &Object,
) -> Result<impl Iterator<Item = Micros> + use<>, JudgeError> {
    let every = fields.time("every", SPAN.above_zero())?;
    let span = fields.time("for", SPAN)?;
    let n = (span.0 + every.0 - 1) / every.0;
    if n > LIST_MAX as i64 {
        let conflict = format!("has {n} moments `every` apart; the limit is {LIST_MAX}");
        return Err(JudgeError::conflict(&fields.path_of("for_ms"), conflict));
    }
    Ok((0..n).map(move |n| Micros(n * every.0)))
}

/// `qw-extrapolation`: the age of another player's state → how far it is extrapolated.
pub(super) fn extrapolation(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &[
            "now_ms",
            "now_s",
            "latency_ms",
            "latency_s",
            "acked_sent_ms",
            "acked_sent_s",
            "age_ms",
            "age_s",
            "ticks_missing",
            "tick_rate_hz",
            "speed_u_per_s",
        ],
    )?;
    let now = fields.time("now", MOMENT)?;
    let latency = fields.time("latency", SPAN)?;
    let acked = fields.time("acked_sent", MOMENT)?;
    let dt = fields.rate_or("tick_rate_hz", TickRate::DEFAULT.hz())?.period();
    fields.one_of(&["age_ms", "age_s", "ticks_missing"])?;
    let missing = fields.integer_or("ticks_missing", 0, LOST_MAX, 0)?;
    let age = fields.time_or("age", SPAN, quakeworld::state_age(missing, dt))?;
    let ahead = quakeworld::extrapolation(now, latency, acked, age);
    let split = ticks_and_rest(ahead, dt);
    // The original client extrapolates in pieces of whole ms.
    let pieces = extrapolation_pieces(ahead);
    let as_written: u32 = pieces.iter().map(|piece| u32::from(*piece)).sum();
    let mut answer = Json::object([
        ("state_time_ms", ms(quakeworld::state_time(acked, age))),
        ("player_time_ms", ms(quakeworld::player_time(now, latency))),
        ("ahead_ms", ms(ahead)),
        ("whole_ticks", split.ticks.into()),
        ("rest_of_tick", (split.num as f32 / split.den as f32).into()),
        ("pieces_as_written_ms", Json::list(pieces.iter().map(|piece| u32::from(*piece)))),
        ("ahead_as_written_ms", as_written.into()),
    ]);
    if fields.get("speed_u_per_s").is_some() {
        let speed = fields.number("speed_u_per_s", -SPEED_MAX_U_PER_S, SPEED_MAX_U_PER_S)?;
        // Straight flight here; the game runs its movement code.
        answer = answer.with("ahead_u", targeting::displacement(Vec2::new(speed, 0.0), ahead).x);
    }
    Ok(answer)
}

/// Keyword values of `push`.
#[derive(Clone, Copy)]
enum Push {
    Fixed,
    HalfLatency,
}

const PUSHES: [(&str, Push); 2] = [("fixed", Push::Fixed), ("half the latency", Push::HalfLatency)];

/// `qw-replay`: commands in flight → the time the own ship is predicted for, and how.
pub(super) fn replay(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &[
            "now_ms",
            "now_s",
            "latency_ms",
            "latency_s",
            "push",
            "push_ms",
            "push_s",
            "unacked_sent_ms",
            "unacked_sent_s",
        ],
    )?;
    let now = fields.time("now", MOMENT)?;
    let latency = fields.time("latency", SPAN)?;
    let fixed = fields.time_or("push", SIGNED_SPAN, PUSH_DEFAULT)?;
    let push = match fields.choice_or("push", &PUSHES, Push::Fixed)? {
        Push::Fixed => fixed,
        Push::HalfLatency if fields.time_if("push", SIGNED_SPAN)?.is_some() => {
            let conflict = "is given together with a `push` that follows the latency";
            return Err(JudgeError::conflict(&fields.path_of("push_ms"), conflict));
        }
        Push::HalfLatency => half_latency(latency),
    };
    let mut sent = fields.times("unacked_sent", MOMENT)?;
    sent.sort();
    let local = quakeworld::local_time(now, latency, push);
    let frozen = quakeworld::frozen(sent.len() as u32);
    let replayed = if frozen { 0 } else { quakeworld::replayed(sent.iter().copied(), local) };
    Ok(Json::object([
        ("local_time_ms", ms(local)),
        ("frozen", frozen.into()),
        ("frozen_at", FREEZE_AT.into()),
        ("replayed", replayed.into()),
        ("replayed_at_most", (FREEZE_AT - 1).into()),
    ]))
}
