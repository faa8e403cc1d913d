//! The kind `shots`: judges every shot of a timeline under every rule, and reports the rewind time,
//! the poses, the path and the verdict.

use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick},
    },
    judge::shot::Shot,
    netcode::values::RoomNetcode,
    sim::{
        event::{ShotId, Weapon},
        ship::ShipId,
    },
};

use super::{
    aim::{aim, bolt_speed},
    effects,
    error::JudgeError,
    fields::{Grid, Node, Object, in_ms, ms, point},
    json::Json,
    limits::{MOMENT, SHIPS_MAX, SHOTS_MAX, SIGNED_SPAN, SPAN},
    parse_fields,
    player_links::{Links, link_stats},
    rules::{Rule, effective_settings, rules},
    scenario_shot::{Claim, Claimed, ScenarioShot},
    timeline::Timeline,
    verdict::{lookup_bound, report, verdict},
};

/// A shooter that is not in the timeline.
const ABSENT_SHOOTER: ShipId = ShipId { idx: u16::MAX, generation: 0 };

/// Every shot under every rule.
struct Question {
    timeline: Timeline,
    given: Vec<ScenarioShot>,
    rules: Vec<Rule>,
}

/// `shots`: a timeline, shots and rules → verdicts, and everything that led to them.
pub(super) fn shots(scenario: &Node) -> Result<Json, JudgeError> {
    let Question { timeline, given, rules } = read(scenario)?;
    let reports = |given: &ScenarioShot| {
        let reports = rules.iter().map(|rule| report(&timeline, given, rule));
        shot_json(given).with("verdicts", Json::list(reports))
    };
    let weapons = weapons(&given);
    let effective_settings = rules.iter().map(|rule| effective_settings(rule, &timeline, &weapons));
    Ok(Json::object([
        ("rules", Json::list(effective_settings)),
        ("shots", Json::list(given.iter().map(reports))),
    ]))
}

/// `shots` in a bulk stream: a timeline, shots and rules → the verdicts only.
pub(super) fn verdicts(scenario: &Node) -> Result<Json, JudgeError> {
    let Question { timeline, given, rules } = read(scenario)?;
    let verdicts = |given: &ScenarioShot| {
        let verdicts = rules.iter().map(|rule| verdict(&timeline, given, rule));
        let name = ("name", given.name.as_str().into());
        Json::object([name, ("verdicts", Json::list(verdicts))])
    };
    Ok(Json::list(given.iter().map(verdicts)))
}

fn read(scenario: &Node) -> Result<Question, JudgeError> {
    let fields = parse_fields(
        scenario,
        &[
            "tick_ms",
            "tick_s",
            "et_frame_ms",
            "et_frame_s",
            "et_markers",
            "rocks",
            "timeline",
            "links",
            "shots",
            "rules",
        ],
    )?;
    let grid = fields.grid()?;
    let timeline = Timeline::read(&fields, grid)?;
    let links = Links::read(&fields)?;
    let shots = fields.list("shots", 1, SHOTS_MAX)?;
    let read =
        shots.iter().enumerate().map(|(n, node)| parse_shot(node, n, &timeline, &links, grid));
    let given: Vec<ScenarioShot> = read.collect::<Result<_, _>>()?;
    links.check(&timeline, &given)?;
    let rules = rules(&fields, &weapons(&given))?;
    effects::check(&fields, &shots, &given, &rules)?;
    let lookups = given
        .iter()
        .flat_map(|given| rules.iter().map(|rule| lookup_bound(&timeline, given, rule)));
    fields.take_lookups("shots", lookups.sum())?;
    Ok(Question { timeline, given, rules })
}

fn weapons(given: &[ScenarioShot]) -> Vec<Weapon> {
    given.iter().map(|given| given.shot.weapon()).collect()
}

fn shot_json(given: &ScenarioShot) -> Json {
    let Shot {
        id,
        fired,
        muzzle,
        dir,
        speed_u_per_s,
        reach_u,
        view,
        link,
        interpolation_delay,
        ..
    } = given.shot;
    let beam = id.weapon == Weapon::Beam;
    let mut shot = Json::object([
        ("name", given.name.as_str().into()),
        ("shooter", given.shooter.as_deref().into()),
        ("weapon", if beam { "beam" } else { "bolt" }.into()),
        ("fired_ms", ms(fired)),
        ("view_ms", ms(view)),
        ("lead_ms", ms(link.lead)),
        ("latency_ms", ms(link.latency())),
        ("interp_ms", ms(interpolation_delay)),
        ("muzzle", point(muzzle)),
        ("direction", point(dir)),
        ("reach_u", reach_u.into()),
    ]);
    if let Some(ends_at) = given.ends_at {
        shot = shot.with("ends_at", ends_at.name());
    }
    if let Some(age) = given.shot.plausible_age {
        shot = shot.with("plausible_age_ms", ms(age));
    }
    if beam { shot } else { shot.with("speed_u_per_s", speed_u_per_s) }
}

/// Known fields of a shot.
const SHOT_FIELDS: [&str; 29] = [
    "name",
    "shooter",
    "weapon",
    "fired_ms",
    "fired_s",
    "muzzle",
    "toward",
    "direction",
    "aim_at",
    "speed_u_per_s",
    "reach_u",
    "view_ms",
    "view_s",
    "earlier_view_ms",
    "earlier_view_s",
    "lead_ms",
    "lead_s",
    "latency_ms",
    "latency_s",
    "interp_ms",
    "interp_s",
    "plausible_age_ms",
    "plausible_age_s",
    "transit_ms",
    "transit_s",
    "sent_ms",
    "sent_s",
    "not_told_of",
    "claim",
];

fn parse_shot(
    node: &Node,
    n: usize,
    timeline: &Timeline,
    links: &Links,
    grid: Grid,
) -> Result<ScenarioShot, JudgeError> {
    let fields = node.object(&SHOT_FIELDS)?;
    let name = fields.get("name").map(|node| node.name()).transpose()?;
    let shooter = fields.get("shooter").map(|node| node.name()).transpose()?;
    let link = links.of(shooter);
    let weapons = [("beam", Weapon::Beam), ("bolt", Weapon::Laser)];
    let weapon = fields.required("weapon", "one of beam, bolt")?.choice(&weapons)?;
    let fired = fields.time("fired", MOMENT)?;
    let lead = fields.time_or("lead", SPAN, link.lead())?;
    let latency = fields.time_or("latency", SPAN, link.latency())?;
    let lerp = fields.time_or("interp", SPAN, link.interp)?;
    // At the trigger, the picture was as old as the way down plus the interpolation delay.
    let on_screen = fired - latency - lerp;
    let shooter_id =
        shooter.map_or(Ok(ABSENT_SHOOTER), |name| shooter_of(&fields, name, timeline))?;
    let id = ShotId { tick: Tick(n as u32), shooter: shooter_id, weapon };
    let mut shot = Shot {
        id,
        fired,
        muzzle: Vec2::ZERO,
        dir: Vec2::X,
        speed_u_per_s: bolt_speed(&fields, weapon)?,
        reach_u: 0.0,
        view: fields.time_or("view", MOMENT, on_screen)?,
        pair: None,
        floor: fields.time_or("earlier_view", MOMENT, Micros(i64::MIN / 4))?,
        acked: Some(Tick::ZERO),
        link: link_stats(&node.path, lead, latency)?,
        interpolation_delay: lerp,
        plausible_age: fields.time_if("plausible_age", SPAN)?,
        transit: fields.time_or("transit", SPAN, Micros::ZERO)?,
        rule: RoomNetcode::default(),
    };
    let sent = sent(&fields, timeline)?;
    let ends_at = aim(&mut shot, &fields, timeline, &sent, grid)?;
    let claim = fields.get("claim").map(|node| claim(&node, &shot, timeline)).transpose()?;
    let claim = claim.unwrap_or(Claim::Unspecified);
    let name = name.map_or_else(|| format!("shot {}", n + 1), str::to_string);
    let unacked = unacked_ships(&fields, timeline)?;
    Ok(ScenarioShot {
        name,
        shooter: shooter.map(str::to_string),
        shot,
        sent,
        unacked,
        claim,
        ends_at,
    })
}

/// Ships missing from the snapshot that the shooter last acknowledged.
fn unacked_ships(fields: &Object, timeline: &Timeline) -> Result<Vec<ShipId>, JudgeError> {
    if fields.get("not_told_of").is_none() {
        return Ok(Vec::new());
    }
    fields.list("not_told_of", 0, SHIPS_MAX)?.iter().map(|node| timeline.ship_of(node)).collect()
}

/// Frames sent to a shooter; all by default.
fn sent(fields: &Object, timeline: &Timeline) -> Result<Vec<Micros>, JudgeError> {
    let Some(mut sent) = fields.times_if("sent", MOMENT)? else {
        return Ok(timeline.frames.clone());
    };
    sent.sort();
    sent.dedup();
    match sent.iter().find(|at| timeline.frames.binary_search(at).is_err()) {
        Some(at) => {
            let conflict =
                format!("has {} ms, but there is no frame at that time", at.0 as f64 / 1e3);
            Err(JudgeError::conflict(&fields.path_of("sent_ms"), conflict))
        }
        None => Ok(sent),
    }
}

/// A claimed hit; `null` means that the shooter claims none.
fn claim(node: &Node, shot: &Shot, timeline: &Timeline) -> Result<Claim, JudgeError> {
    if node.is_null() {
        return Ok(Claim::Nothing);
    }
    let fields = node.object(&["ship", "age_ms", "age_s", "arrives_ms", "arrives_s"])?;
    let victim = timeline.ship_of(&fields.required("ship", "the name of a ship")?)?;
    let age = fields.time_or("age", SIGNED_SPAN, Micros::ZERO)?;
    let received = shot.fired + shot.transit;
    // Sent when the shot meets its target on the shooter's screen, and as long in transit as the
    // command.
    let usual = (shot.fired + age).max(received);
    let arrives = fields.time_or("arrives", MOMENT, usual)?;
    if arrives < received {
        let conflict = format!(
            "is {} ms, before the server receives the shot at {} ms",
            in_ms(arrives),
            in_ms(received)
        );
        return Err(JudgeError::conflict(&fields.path_of("arrives_ms"), conflict));
    }
    Ok(Claim::Hit(Claimed { victim, age, arrives }))
}

/// A shooter may be absent from the timeline, but a name that differs from a ship's only in case is
/// rejected.
fn shooter_of(fields: &Object, name: &str, timeline: &Timeline) -> Result<ShipId, JudgeError> {
    let same = |known: &str| known != name && known.to_lowercase() == name.to_lowercase();
    match (timeline.ship(name), fields.get("shooter")) {
        (Some(ship), _) => Ok(ship),
        (None, Some(node)) if timeline.names().any(same) => timeline.ship_of(&node),
        (None, _) => Ok(ABSENT_SHOOTER),
    }
}

#[cfg(test)]
mod tests {
    use shared::netcode::{
        choices::{BoltPath, HitRule},
        setting::{Setting, Spec, Unit},
        values::Netcode,
    };

    use super::*;
    use crate::lookup_budget::LookupBudget;

    /// Two ships crossing in line, rocks on the way to their present positions, and shots with
    /// different view times: at the ship, beside it, and where it will be when a bolt arrives; each
    /// is claimed.
    const SCENARIO: &str = r#"{ "kind": "shots", "exact": true, "tick_ms": 50,
        "timeline": [{ "from_ms": 0, "to_ms": 2500, "flight": {
            "bob": { "pos": [200, -200], "velocity": [0, 200] },
            "cyd": { "pos": [260, -200], "velocity": [0, 200] } } }],
        "rocks": [{ "pos": [100, 0], "radius_u": 10 }, { "pos": [194, 10], "radius_u": 6 },
            { "pos": [193, -11], "radius_u": 3 }],
        "links": { "ada": { "up_ms": 50, "down_ms": 50, "margin_ms": 20, "interp_ms": 100 } },
        "shots": [SHOTS], "rules": [{ "hit": "claim" }] }"#;

    fn shot(weapon: &str, view_ms: i32, y: f32) -> String {
        let (age_ms, arrives_ms) = if weapon == "beam" { (0, 1100) } else { (222, 1250) };
        format!(
            r#"{{ "shooter": "ada", "weapon": "{weapon}", "muzzle": 0, "direction": [200, {y}],
            "fired_ms": 1000, "view_ms": {view_ms},
            "claim": {{ "ship": "bob", "age_ms": {age_ms}, "arrives_ms": {arrives_ms} }} }}"#
        )
    }

    fn question(weapon: &str) -> Question {
        let at = |view: i32| -200.0 + 0.2 * view as f32;
        let shots: Vec<String> = [800, 650, 400]
            .into_iter()
            .flat_map(|view| [0.0, 18.0, 44.0].map(|off| shot(weapon, view, at(view) + off)))
            .collect();
        let json = Json::parse(&SCENARIO.replace("SHOTS", &shots.join(","))).unwrap();
        let lookup_budget = LookupBudget::for_file();
        read(&Node::root(&json, &lookup_budget)).unwrap()
    }

    fn reports(question: &Question, room: RoomNetcode) -> Vec<Json> {
        let rule = Rule { name: "rule".to_string(), room };
        question.given.iter().map(|given| report(&question.timeline, given, &rule)).collect()
    }

    /// The settings that a rule uses for a weapon, and those that change a report.
    fn used_and_changing(
        room: RoomNetcode,
        question: &Question,
        weapon: Weapon,
    ) -> (Vec<Setting>, Vec<Setting>) {
        let plain = reports(question, room);
        let deciding = Setting::DECIDING.into_iter().skip(1);
        let changes = |setting: &Setting| {
            let Spec { min, max, unit, .. } = *setting.spec();
            let values: Vec<u32> = match unit {
                Unit::Choice(_) => (min..=max).collect(),
                _ => vec![min, (max - min) / 5, max],
            };
            values.into_iter().any(|value| {
                let mut netcode = Netcode { room, ..Netcode::default() };
                netcode.set(*setting, value).unwrap();
                reports(question, netcode.room) != plain
            })
        };
        let used = deciding.clone().filter(|setting| room.uses_setting_for(*setting, weapon));
        (used.collect(), deciding.filter(changes).collect())
    }

    /// An unused setting changes no report; a used one changes at least one.
    #[test]
    fn used_settings_are_those_that_change_reports() {
        for (name, weapon) in [("beam", Weapon::Beam), ("bolt", Weapon::Laser)] {
            let question = question(name);
            for hit_rule in HitRule::ALL.iter().copied() {
                let (mut all_used, mut all_changing) = (Vec::new(), Vec::new());
                for bolt_path in BoltPath::ALL.iter().copied() {
                    let room = RoomNetcode { hit_rule, bolt_path, ..RoomNetcode::default() };
                    let (used, changing) = used_and_changing(room, &question, weapon);
                    let unused = changing.iter().find(|setting| !used.contains(setting));
                    assert_eq!(unused, None, "{weapon:?} {hit_rule:?} {bolt_path:?}");
                    all_used.extend(used);
                    all_changing.extend(changing);
                }
                let idle = all_used.iter().find(|setting| !all_changing.contains(setting));
                assert_eq!(idle, None, "{hit_rule:?} claims to use it on a {name}");
            }
        }
    }
}
