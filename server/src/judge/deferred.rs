//! The questions about delayed synchronisation: how far back a ship looks, where a bolt appears,
//! and what becomes of the hits of one bolt.

use shared::{
    base::time::Micros,
    schemes::deferred::{self, Ledger, LedgerStep, Ruling},
    sim::ship::ShipId,
};

use super::{
    error::JudgeError,
    fields::{Node, ms},
    json::Json,
    limits::{MOMENT, SHIPS_MAX, SPAN, SPEED_MAX_U_PER_S},
    open,
};

/// The most shots whose messages are counted.
const SHOTS_COUNTED_MAX: u32 = 1_000_000_000;

/// `deferred`: a bolt, when it is heard of, and whom it meets at which age → what happens when.
pub(super) fn deferred(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = open(
        scenario,
        &[
            "delay_ms",
            "delay_s",
            "transit_ms",
            "transit_s",
            "fired_ms",
            "fired_s",
            "arrival_ms",
            "arrival_s",
            "transit_max_ms",
            "transit_max_s",
            "speed_u_per_s",
            "contacts",
        ],
    )?;
    let delay = fields.time("delay", SPAN)?;
    let transit = fields.time_or("transit", SPAN, Micros::ZERO)?;
    let claimed = fields.time_or("fired", MOMENT, Micros::ZERO)?;
    let most = fields.time_or("transit_max", SPAN, transit)?;
    let arrival = fields.time_or("arrival", MOMENT, claimed + transit)?;
    let fired = deferred::fired_at(claimed, arrival, most);
    let mut answer = Json::object([
        ("rewind_ms", ms(deferred::rewind(delay, transit))),
        ("fired_ms", ms(fired)),
    ]);
    if fields.get("speed_u_per_s").is_some() {
        let speed = fields.number("speed_u_per_s", -SPEED_MAX_U_PER_S, SPEED_MAX_U_PER_S)?;
        answer = answer.with("appears_ahead_u", deferred::appears_ahead(speed, delay, transit));
    }
    if fields.get("contacts").is_none() {
        return Ok(answer);
    }
    let mut ledger = Ledger::new(delay.0, transit.0);
    let (mut ships, mut felt) = (Vec::new(), Vec::new());
    for (n, node) in fields.list("contacts", 1, SHIPS_MAX)?.iter().enumerate() {
        let contact = node.object(&["ship", "age_ms", "age_s"])?;
        let name = contact.need("ship", "the name of a ship")?.name()?;
        if ships.contains(&name) {
            let clash = "is a ship that the bolt has met before; only the first contact counts";
            return Err(JudgeError::clash(&contact.path_of("ship"), clash));
        }
        ships.push(name);
        let age = contact.time("age", SPAN)?;
        ledger.note(ShipId { idx: n as u16, generation: 0 }, age.0);
        felt.push(Json::object([
            ("ship", name.into()),
            ("age_ms", ms(age)),
            ("true_time_ms", ms(fired + Micros(deferred::true_time(delay.0, age.0)))),
            ("felt_at_ms", ms(fired + Micros(deferred::applied_at(delay.0, transit.0, age.0)))),
            ("final_at_ms", ms(fired + Micros(deferred::final_at(transit.0, age.0)))),
        ]));
    }
    let name = |ship: ShipId| ships.get(usize::from(ship.idx)).copied();
    // Past the end of every contact, all has happened.
    let steps = ledger.advance(i64::MAX / 4);
    let rulings = steps.iter().map(|step| ruling(step, fired, &name));
    Ok(answer.with("contacts", Json::List(felt)).with("rulings", Json::list(rulings)))
}

/// `deferred-messages`: shots and hits → messages, against those of two a hit.
pub(super) fn messages(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = open(scenario, &["fired", "hits"])?;
    let fired = fields.integer("fired", 0, SHOTS_COUNTED_MAX)?;
    let hits = fields.integer("hits", 0, fired)?;
    let messages = deferred::messages(fired.into(), hits.into());
    Ok(Json::object([
        ("deferred", (messages.deferred as i64).into()),
        ("two_message", (messages.two_message as i64).into()),
    ]))
}

fn ruling<'a>(step: &LedgerStep, fired: Micros, name: &impl Fn(ShipId) -> Option<&'a str>) -> Json {
    let at = ("at_ms", ms(fired + Micros(step.at)));
    match step.ruling {
        Ruling::Tentative { ship, .. } => {
            Json::object([at, ("ruling", "tentative".into()), ("ship", name(ship).into())])
        }
        Ruling::Retracted { ship, by } => Json::object([
            at,
            ("ruling", "retracted".into()),
            ("ship", name(ship).into()),
            ("by", name(by).into()),
        ]),
        Ruling::Final { ship, .. } => {
            Json::object([at, ("ruling", "final".into()), ("ship", name(ship).into())])
        }
    }
}
