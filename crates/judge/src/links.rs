//! Questions on Source's link: when snapshots are sent, how commands are spread over packets, and
//! which of them are executed.

use shared::{
    base::{
        tick_length::TickLength,
        time::{Micros, Tick},
    },
    schemes::source::{
        command_clock::{COMMAND_RATE_DEFAULT_HZ, commands_in_packet, corrected_clock},
        interpolation::UPDATE_RATE_DEFAULT_HZ,
        movement_bank::{AfterCommands, BANK_TICKS_MAX, MovementBank},
        send_schedule::{SendDecision, SendSchedule, send_gap, too_old},
    },
};

use super::{
    error::JudgeError,
    fields::{Node, Object, Rate, ms},
    json::Json,
    limits::{LIST_MAX, SPAN},
    parse_fields,
    quakeworld::send_chances,
};

/// Largest packet in bytes, and largest rate in bytes/s.
const BYTES_MAX: u32 = 1_000_000_000;
/// Commands that arrive in one tick.
const COMMANDS_MAX: u32 = 1000;
/// Command packets in a question.
const PACKETS_MAX: u32 = 1000;

/// `source-send`: snapshot sizes and a rate → the gaps after each, and which are choked.
pub(super) fn send(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &[
            "rate_bytes_per_s",
            "update_rate_hz",
            "update_min_hz",
            "update_max_hz",
            "tick_rate_hz",
            "packet_bytes",
            "every_ms",
            "every_s",
            "for_ms",
            "for_s",
            "baseline_snapshots_back",
        ],
    )?;
    let rate = fields.integer("rate_bytes_per_s", 1, BYTES_MAX)?;
    let update_rate =
        effective_update_rate(&fields, fields.rate_or("update_rate_hz", UPDATE_RATE_DEFAULT_HZ)?)?;
    let interval = update_rate.period().rounded();
    let sizes: Vec<u32> = fields
        .list("packet_bytes", 1, LIST_MAX)?
        .iter()
        .map(|node| node.integer(0, BYTES_MAX))
        .collect::<Result<_, _>>()?;
    let gaps = sizes.iter().map(|bytes| ms(send_gap(interval, *bytes, rate)));
    let mut answer = Json::object([
        ("update_rate_hz", Json::Number(update_rate.hz())),
        ("gaps_ms", Json::list(gaps)),
    ]);
    if fields.get("baseline_snapshots_back").is_some() {
        let back = fields.integer("baseline_snapshots_back", 0, BYTES_MAX)?;
        answer = answer.with("baseline_too_old", too_old(back));
    }
    if ["every_ms", "every_s", "for_ms", "for_s"].iter().all(|name| fields.get(name).is_none()) {
        return Ok(answer);
    }
    let (mut schedule, mut sent, mut choked) = (SendSchedule::default(), Vec::new(), 0_u32);
    // Sizes repeat from the first.
    let mut sizes = sizes.iter().copied().cycle();
    for at in send_chances(&fields)? {
        match schedule.try_send(at) {
            SendDecision::NotDue => {}
            SendDecision::Choked => choked += 1,
            SendDecision::Send => {
                let reports = schedule.sent(at, interval, sizes.next().unwrap_or_default(), rate);
                let reports = ("reports_choked", reports.into());
                sent.push(Json::object([("at_ms", ms(at)), reports]));
            }
        }
    }
    Ok(answer.with("sent", sent.len()).with("choked", choked).with("packets", Json::List(sent)))
}

/// A requested update rate clamped to the server's bounds and to the tick rate. If the bounds
/// cross, the upper one applies.
fn effective_update_rate(fields: &Object, wish: Rate) -> Result<Rate, JudgeError> {
    let [least, most, ticks] =
        ["update_min_hz", "update_max_hz", "tick_rate_hz"].map(|name| fields.rate_if(name));
    let wish = least?.map_or(wish, |least| wish.max(least));
    let wish = most?.map_or(wish, |most| wish.min(most));
    Ok(ticks?.map_or(wish, |ticks| wish.min(ticks)))
}

/// `source-movement`: commands arriving in each tick → which are executed, and how many are banked.
pub(super) fn movement(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["commands_per_tick"])?;
    let mut bank = MovementBank::default();
    let mut ticks = Vec::new();
    let (mut executed_in_all, mut refused_in_all, mut reran_in_all) = (0_u32, 0_u32, 0_u32);
    for node in fields.list("commands_per_tick", 1, LIST_MAX)? {
        let commands = node.integer(0, COMMANDS_MAX)?;
        bank.begin_tick();
        let executed = (0..commands).filter(|_| bank.spend()).count() as u32;
        let rerun = bank.end_tick() == AfterCommands::RerunLast;
        executed_in_all += executed;
        reran_in_all += u32::from(rerun);
        refused_in_all += commands - executed;
        ticks.push(Json::object([
            ("executed", executed.into()),
            ("refused", (commands - executed).into()),
            ("reran_last", rerun.into()),
            ("banked", bank.banked().into()),
        ]));
    }
    Ok(Json::object([
        ("executed", executed_in_all.into()),
        ("refused", refused_in_all.into()),
        ("reran", reran_in_all.into()),
        ("ticks", Json::List(ticks)),
    ]))
}

/// `source-clock`: a player's clock and a packet rate → the corrected clock, and commands per
/// packet.
pub(super) fn clock(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &[
            "tick_ms",
            "tick_s",
            "now_tick",
            "clock_tick",
            "n_simulated",
            "budget_ticks",
            "command_rate_hz",
            "n_packets",
        ],
    )?;
    let mut length = SPAN;
    length.min = Micros::from_ms(1);
    let dt = TickLength::new(fields.time("tick", length)?);
    let now = Tick(fields.integer("now_tick", 0, BYTES_MAX)?);
    let clock = Tick(fields.integer("clock_tick", 0, BYTES_MAX)?);
    let n_simulated = fields.integer_or("n_simulated", 0, COMMANDS_MAX, 1)?;
    let budget = fields.integer_or("budget_ticks", 0, BANK_TICKS_MAX + 1, BANK_TICKS_MAX + 1)?;
    let n_simulated = n_simulated.min(budget);
    let set_to = corrected_clock(clock, now, n_simulated, dt);
    let rate = fields.rate_or("command_rate_hz", COMMAND_RATE_DEFAULT_HZ)?;
    let n = fields.integer_or("n_packets", 1, PACKETS_MAX, 6)?;
    let commands = (0..n).map(|packet| commands_in_packet(packet, dt, rate.period()));
    Ok(Json::object([
        ("set_to_tick", set_to.map(|tick| tick.0).into()),
        ("commands_in_packets", Json::list(commands)),
    ]))
}
