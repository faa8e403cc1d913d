//! Questions on delayed synchronisation: how far back a ship looks, where a bolt appears, and which
//! hits of one bolt are settled or retracted.

use shared::{
    base::time::Micros,
    schemes::delayed_sync::{self, Contact, Ledger, LedgerStep, Ruling},
    sim::ship::ShipId,
};

use super::{
    error::JudgeError,
    fields::{Node, Object, ms},
    json::Json,
    limits::{MOMENT, SHIPS_MAX, SPAN, SPEED_MAX_U_PER_S},
    parse_fields,
};

/// Upper bound on the shots whose messages are counted.
const SHOTS_COUNTED_MAX: u32 = 1_000_000_000;

/// What happens to a bolt that hits a ship.
#[derive(Clone, Copy)]
enum Bolt {
    Ends,
    Pierces,
}

/// `deferred`: when a bolt's event arrives, and which ships it meets at which age → a log of
/// events.
pub(super) fn deferred(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
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
            "bolt",
            "contacts",
        ],
    )?;
    let delay = fields.time("delay", SPAN)?;
    let transit = fields.time_or("transit", SPAN, Micros::ZERO)?;
    let claimed = fields.time_or("fired", MOMENT, Micros::ZERO)?;
    let most = fields.time_or("transit_max", SPAN, transit)?;
    let arrival = fields.time_or("arrival", MOMENT, claimed + transit)?;
    let fired = delayed_sync::fired_at(claimed, arrival, most);
    let mut answer = Json::object([
        ("rewind_ms", ms(delayed_sync::rewind(delay, transit))),
        ("fired_ms", ms(fired)),
    ]);
    if fields.get("speed_u_per_s").is_some() {
        let speed = fields.number("speed_u_per_s", -SPEED_MAX_U_PER_S, SPEED_MAX_U_PER_S)?;
        answer = answer.with("appears_ahead_u", delayed_sync::appears_ahead(speed, delay, transit));
    }
    if fields.get("contacts").is_none() {
        fields.reject_unused(&["bolt"], "without contacts")?;
        return Ok(answer);
    }
    let bolts = [("ends", Bolt::Ends), ("pierces", Bolt::Pierces)];
    let bolt = fields.choice_or("bolt", &bolts, Bolt::Ends)?;
    let (names, contacts) = contacts(&fields)?;
    let name = |ship: ShipId| names.get(usize::from(ship.idx)).copied();
    let rows = contacts.iter().map(|contact| {
        let applied = delayed_sync::applied_at(delay.0, transit.0, contact.age);
        let settled = match bolt {
            Bolt::Ends => delayed_sync::final_at(transit.0, contact.age),
            Bolt::Pierces => applied,
        };
        Json::object([
            ("ship", name(contact.ship).into()),
            ("age_ms", ms(Micros(contact.age))),
            ("true_time_ms", ms(fired + Micros(delayed_sync::true_time(delay.0, contact.age)))),
            ("felt_at_ms", ms(fired + Micros(applied))),
            ("final_at_ms", ms(fired + Micros(settled))),
        ])
    });
    answer = answer.with("contacts", Json::list(rows));
    let steps = match bolt {
        Bolt::Ends => {
            let mut ledger = Ledger::new(delay.0, transit.0);
            contacts.iter().for_each(|contact| ledger.record(contact.ship, contact.age));
            // Past the end of every contact.
            ledger.advance(i64::MAX / 4)
        }
        Bolt::Pierces => delayed_sync::pierced(delay.0, transit.0, contacts),
    };
    let rulings = steps.iter().map(|step| ruling(step, fired, &name));
    Ok(answer.with("rulings", Json::list(rulings)))
}

/// The ships that the bolt meets with their ages, and the ships' names by index.
fn contacts<'a>(fields: &Object<'a>) -> Result<(Vec<&'a str>, Vec<Contact>), JudgeError> {
    let (mut names, mut contacts) = (Vec::new(), Vec::new());
    for (n, node) in fields.list("contacts", 1, SHIPS_MAX)?.iter().enumerate() {
        let contact = node.object(&["ship", "age_ms", "age_s"])?;
        let name = contact.required("ship", "the name of a ship")?.name()?;
        if names.contains(&name) {
            let conflict =
                "repeats a ship that the bolt has touched; only the first contact counts";
            return Err(JudgeError::conflict(&contact.path_of("ship"), conflict));
        }
        names.push(name);
        let age = contact.time("age", SPAN)?.0;
        contacts.push(Contact { ship: ShipId { idx: n as u16, generation: 0 }, age });
    }
    Ok((names, contacts))
}

/// `deferred-messages`: shots and hits → number of messages, compared with two per hit.
pub(super) fn messages(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["fired", "hits"])?;
    let fired = fields.integer("fired", 0, SHOTS_COUNTED_MAX)?;
    let hits = fields.integer("hits", 0, fired)?;
    let messages = delayed_sync::messages(fired.into(), hits.into());
    Ok(Json::object([
        ("deferred", (messages.fired_only as i64).into()),
        ("two_message", (messages.two_message as i64).into()),
    ]))
}

/// `deferred-told`: a hit's age and the latencies → when its victim is notified, in either order of
/// sending.
pub(super) fn notification_delays(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &["delay_ms", "delay_s", "age_ms", "age_s", "up_ms", "up_s", "down_ms", "down_s"],
    )?;
    let [delay, age, up, down] = ["delay", "age", "up", "down"].map(|name| fields.time(name, SPAN));
    let delays = delayed_sync::notification_delays(delay?, up?, down?, age?);
    Ok(Json::object([
        ("deferred_ms", ms(delays.fired_only)),
        ("counted_ms", ms(delays.counted)),
        ("two_message_ms", ms(delays.two_message)),
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
