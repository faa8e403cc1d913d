//! The kind `shots`: a timeline, shots and rules go in; for every shot and rule the chosen moment,
//! the poses, the path and the verdict come out.

use shared::{
    base::{
        geometry::{Segment, Turn, Vec2},
        time::{Micros, Tick},
    },
    history::broad_phase::search::BroadPhase as _,
    judge::{
        rewind_source::RewindSource as _,
        shot::{LinkStats, Shot},
    },
    netcode::values::RoomNetcode,
    schemes::targeting,
    sim::{
        event::{ShotId, Weapon},
        rules::{BEAM_RANGE_U, BOLT_LIFE_MS, BOLT_SPEED_U_PER_S, SHIP_RADIUS_U},
        ship::ShipId,
    },
};

use super::{
    error::JudgeError,
    fields::{Grid, Node, Object, ms, point},
    json::Json,
    limits::{MOMENT, POS_MAX_U, SHIPS_MAX, SHOTS_MAX, SIGNED_SPAN, SPAN, SPEED_MAX_U_PER_S},
    open,
    past::Known,
    rules::{Rule, in_force, markers, rules},
    timeline::Timeline,
    told::{Claimed, Told},
    verdict::{looks, report, verdict},
};

/// Somebody who shoots and is nowhere in the timeline.
const STRANGER: ShipId = ShipId { idx: u16::MAX, generation: 0 };

/// What is asked: every shot under every rule.
struct Question {
    timeline: Timeline,
    told: Vec<Told>,
    rules: Vec<Rule>,
}

/// `shots`: a timeline, shots and rules → verdicts, and everything that led to them.
pub(super) fn shots(scenario: &Node) -> Result<Json, JudgeError> {
    let Question { timeline, told, rules } = read(scenario)?;
    let reports = |told: &Told| {
        let reports = rules.iter().map(|rule| report(&timeline, told, rule));
        shot_json(told).with("verdicts", Json::list(reports))
    };
    let in_force = rules.iter().map(|rule| in_force(rule, &timeline));
    Ok(Json::object([
        ("rules", Json::list(in_force)),
        ("shots", Json::list(told.iter().map(reports))),
    ]))
}

/// The same question → the verdicts alone.
pub(super) fn verdicts(scenario: &Node) -> Result<Json, JudgeError> {
    let Question { timeline, told, rules } = read(scenario)?;
    let verdicts = |told: &Told| {
        let verdicts = rules.iter().map(|rule| verdict(&timeline, told, rule));
        let name = ("name", told.name.as_str().into());
        Json::object([name, ("verdicts", Json::list(verdicts))])
    };
    Ok(Json::list(told.iter().map(verdicts)))
}

fn read(scenario: &Node) -> Result<Question, JudgeError> {
    let fields = open(
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
    let told = shots.iter().enumerate().map(|(n, node)| told(node, n, &timeline, &links, grid));
    let told: Vec<Told> = told.collect::<Result<_, _>>()?;
    let rules = rules(&fields)?;
    if rules.iter().all(|rule| markers(rule).is_none()) {
        let unless = "under these rules; it has under et-command, et-frame";
        fields.no_effect(&["et_frame_ms", "et_frame_s", "et_markers"], unless)?;
    }
    let looks = told.iter().flat_map(|told| rules.iter().map(|rule| looks(&timeline, told, rule)));
    fields.take_looks("shots", looks.sum())?;
    Ok(Question { timeline, told, rules })
}

fn shot_json(told: &Told) -> Json {
    let Shot { id, fired, muzzle, dir, speed_u_per_s, reach_u, view, link, lerp, .. } = told.shot;
    let beam = id.weapon == Weapon::Beam;
    let mut shot = Json::object([
        ("name", told.name.as_str().into()),
        ("shooter", told.shooter.as_deref().into()),
        ("weapon", if beam { "beam" } else { "bolt" }.into()),
        ("fired_ms", ms(fired)),
        ("view_ms", ms(view)),
        ("lead_ms", ms(link.lead)),
        ("latency_ms", ms(link.latency())),
        ("interp_ms", ms(lerp)),
        ("muzzle", point(muzzle)),
        ("direction", point(dir)),
        ("reach_u", reach_u.into()),
    ]);
    if let Some(age) = told.shot.plausible_age {
        shot = shot.with("plausible_age_ms", ms(age));
    }
    if beam { shot } else { shot.with("speed_u_per_s", speed_u_per_s) }
}

/// The links of ships, by name.
struct Links(Vec<(String, Link)>);

#[derive(Clone, Copy, Debug, Default)]
struct Link {
    up: Micros,
    down: Micros,
    margin: Micros,
    interp: Micros,
}

impl Links {
    fn read(fields: &Object) -> Result<Self, JudgeError> {
        let Some(node) = fields.get("links") else {
            return Ok(Self(Vec::new()));
        };
        let mut links = Vec::new();
        for (name, node) in node.entries(SHIPS_MAX)? {
            let fields = node.object(&[
                "up_ms",
                "up_s",
                "down_ms",
                "down_s",
                "margin_ms",
                "margin_s",
                "interp_ms",
                "interp_s",
            ])?;
            let span = |name| fields.time_or(name, SPAN, Micros::ZERO);
            let [up, down] = [span("up")?, span("down")?];
            let link = Link { up, down, margin: span("margin")?, interp: span("interp")? };
            links.push((name.to_string(), link));
        }
        Ok(Self(links))
    }

    fn of(&self, name: Option<&str>) -> Link {
        let known = self.0.iter().find(|(known, _)| Some(known.as_str()) == name);
        known.map_or_else(Link::default, |(_, link)| *link)
    }
}

impl Link {
    /// From trigger to execution.
    fn lead(self) -> Micros {
        self.up + self.margin
    }

    /// The round trip and the margin.
    fn latency(self) -> Micros {
        self.up + self.down + self.margin
    }
}

/// A link as a room measures it.
fn measured(path: &str, lead: Micros, latency: Micros) -> Result<LinkStats, JudgeError> {
    if latency < lead {
        return Err(JudgeError::clash(path, "has a latency below its lead, which is a part of it"));
    }
    Ok(LinkStats { round_trip: Micros((latency - lead).0 * 2), lead })
}

fn told(
    node: &Node,
    n: usize,
    timeline: &Timeline,
    links: &Links,
    grid: Grid,
) -> Result<Told, JudgeError> {
    let fields = node.object(&[
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
    ])?;
    let name = fields.get("name").map(|node| node.name()).transpose()?;
    let shooter = fields.get("shooter").map(|node| node.name()).transpose()?;
    let link = links.of(shooter);
    let weapons = [("beam", Weapon::Beam), ("bolt", Weapon::Laser)];
    let weapon = fields.need("weapon", "one of beam, bolt")?.choice(&weapons)?;
    let fired = fields.time("fired", MOMENT)?;
    let lead = fields.time_or("lead", SPAN, link.lead())?;
    let latency = fields.time_or("latency", SPAN, link.latency())?;
    let lerp = fields.time_or("interp", SPAN, link.interp)?;
    // What was on the screen when the trigger was pulled had come down and waited before.
    let on_screen = fired - latency - lerp;
    let shooter_id = shooter.and_then(|name| timeline.ship(name)).unwrap_or(STRANGER);
    let id = ShotId { tick: Tick(n as u32), shooter: shooter_id, weapon };
    let mut shot = Shot {
        id,
        fired,
        muzzle: Vec2::ZERO,
        dir: Vec2::X,
        speed_u_per_s: speed(&fields)?,
        reach_u: 0.0,
        view: fields.time_or("view", MOMENT, on_screen)?,
        pair: None,
        floor: fields.time_or("earlier_view", MOMENT, Micros(i64::MIN / 4))?,
        acked: Some(Tick::ZERO),
        link: measured(&node.path, lead, latency)?,
        lerp,
        plausible_age: fields.time_if("plausible_age", SPAN)?,
        transit: fields.time_or("transit", SPAN, Micros::ZERO)?,
        rule: RoomNetcode::default(),
    };
    let sent = sent(&fields, timeline)?;
    aim(&mut shot, &fields, timeline, &sent, grid)?;
    let claim = fields.get("claim").map(|node| claim(&node, &shot, timeline)).transpose()?;
    let name = name.map_or_else(|| format!("shot {}", n + 1), str::to_string);
    let untold = untold(&fields, timeline)?;
    Ok(Told { name, shooter: shooter.map(str::to_string), shot, sent, untold, claim })
}

/// The ships that the snapshot which the shooter acknowledged last did not tell of.
fn untold(fields: &Object, timeline: &Timeline) -> Result<Vec<ShipId>, JudgeError> {
    if fields.get("not_told_of").is_none() {
        return Ok(Vec::new());
    }
    let ship = |node: &Node| {
        let ship = timeline.ship(node.name()?);
        ship.ok_or_else(|| node.wrong("the name of a ship of the timeline"))
    };
    fields.list("not_told_of", 0, SHIPS_MAX)?.iter().map(ship).collect()
}

fn speed(fields: &Object) -> Result<f32, JudgeError> {
    match fields.get("speed_u_per_s") {
        Some(node) => Ok(node.number(1.0, SPEED_MAX_U_PER_S)? as f32),
        None => Ok(BOLT_SPEED_U_PER_S),
    }
}

/// The frames that a shooter was sent: all, if nothing is said of them.
fn sent(fields: &Object, timeline: &Timeline) -> Result<Vec<Micros>, JudgeError> {
    let Some(mut sent) = fields.times_if("sent", MOMENT)? else {
        return Ok(timeline.frames.clone());
    };
    sent.sort();
    sent.dedup();
    match sent.iter().find(|at| timeline.frames.binary_search(at).is_err()) {
        Some(at) => {
            let clash = format!("has {} ms, at which there is no frame", at.0 as f64 / 1e3);
            Err(JudgeError::clash(&fields.path_of("sent_ms"), clash))
        }
        None => Ok(sent),
    }
}

/// Settles muzzle, direction and reach.
fn aim(
    shot: &mut Shot,
    fields: &Object,
    timeline: &Timeline,
    sent: &[Micros],
    grid: Grid,
) -> Result<(), JudgeError> {
    let now = Known { timeline, now: shot.fired, sent, untold: &[] };
    let muzzle = fields.get("muzzle").map(|node| node.point(grid)).transpose()?;
    let ship = now.present().find(|pose| pose.ship == shot.id.shooter);
    let Some(centre) = muzzle.or(ship.map(|pose| pose.pos)) else {
        return Err(
            fields.missing("muzzle", "a point, for the shooter is not in the timeline then")
        );
    };
    let aim = fields.need_one_of(&["toward", "direction", "aim_at"])?;
    let node = fields.need(aim, "a point, a vector or a name")?;
    let way = match aim {
        "toward" => node.point(Grid::Exact)? - centre,
        "direction" => node.vector(POS_MAX_U)?,
        _ => {
            let all = Known { now: timeline.end(), ..now };
            let name = node.name()?;
            let target = timeline.ship(name).filter(|ship| *ship != shot.id.shooter);
            let target = target.ok_or_else(|| node.wrong("the name of another ship"))?;
            let met = drawn_when_met(shot, &all, target, centre);
            met.ok_or_else(|| node.wrong("a ship that was drawn when the shot was fired"))? - centre
        }
    };
    let Some(dir) = way.try_normalize() else {
        return Err(JudgeError::clash(&fields.path, "is aimed at its own muzzle"));
    };
    shot.dir = match grid {
        Grid::Game => Turn::of(dir).unit(),
        Grid::Exact => dir,
    };
    // Shots begin at the tip of a ship.
    shot.muzzle = muzzle.unwrap_or(centre + shot.dir * SHIP_RADIUS_U);
    let range = match (fields.get("reach_u"), shot.weapon()) {
        (Some(node), _) => node.number(0.0, POS_MAX_U)? as f32,
        (None, Weapon::Beam) => BEAM_RANGE_U,
        (None, Weapon::Laser) => {
            let flight = Vec2::new(shot.speed_u_per_s, 0.0);
            targeting::displacement(flight, Micros::from_ms(BOLT_LIFE_MS.into())).x
        }
    };
    let line = Segment::new(shot.muzzle, shot.point_at(range));
    shot.reach_u = range * now.unobstructed(line);
    Ok(())
}

/// Where a target is on the shooter's screen when a shot from a point meets it there: for a beam
/// at once, for a bolt on its way.
fn drawn_when_met(shot: &Shot, known: &Known, target: ShipId, from: Vec2) -> Option<Vec2> {
    let drawn = |age| known.drawn(target, shot.view + age, None).map(|found| found.pose.pos);
    if shot.weapon() == Weapon::Beam {
        return drawn(Micros::ZERO);
    }
    let flight = Vec2::new(shot.speed_u_per_s, 0.0);
    let ahead = |age: Micros| {
        let to_go = (drawn(age)? - from).length() - targeting::displacement(flight, age).x;
        Some(to_go > 0.0)
    };
    // The bolt is behind at first and ahead in the end; halves find the moment between.
    let (mut behind, mut beyond) = (Micros::ZERO, known.now - shot.view);
    while beyond.0 - behind.0 > 1 {
        let half = Micros((behind.0 + beyond.0) / 2);
        if ahead(half)? {
            behind = half;
        } else {
            beyond = half;
        }
    }
    drawn(beyond)
}

fn claim(node: &Node, shot: &Shot, timeline: &Timeline) -> Result<Claimed, JudgeError> {
    let fields = node.object(&["ship", "age_ms", "age_s", "arrives_ms", "arrives_s"])?;
    let ship = fields.need("ship", "the name of a ship")?;
    let victim = timeline.ship(ship.name()?);
    let victim = victim.ok_or_else(|| ship.wrong("the name of a ship of the timeline"))?;
    let age = fields.time_or("age", SIGNED_SPAN, Micros::ZERO)?;
    // It is sent when the shot is there on the shooter's screen, and is as long on its way.
    let arrives = fields.time_or("arrives", MOMENT, shot.fired + age.max(Micros::ZERO))?;
    Ok(Claimed { victim, age, arrives: arrives.max(shot.fired) })
}

#[cfg(test)]
mod tests {
    use shared::netcode::{
        choices::{BoltPath, HitRule},
        setting::{Setting, Spec, Unit},
        values::Netcode,
    };

    use super::*;
    use crate::judge::effort::Effort;

    /// Two ships in line that cross, a rock on the way to where they are now, and shots that see
    /// them at several moments, some of them beside the ship; each is claimed.
    const SCENARIO: &str = r#"{ "kind": "shots", "exact": true, "tick_ms": 50,
        "timeline": [{ "from_ms": 0, "to_ms": 2500, "flight": {
            "bob": { "pos": [200, -200], "velocity": [0, 200] },
            "cyd": { "pos": [260, -200], "velocity": [0, 200] } } }],
        "rocks": [{ "pos": [100, 0], "radius_u": 10 }],
        "links": { "ada": { "up_ms": 50, "down_ms": 50, "margin_ms": 20, "interp_ms": 100 } },
        "shots": [SHOTS] }"#;

    fn shot(weapon: &str, view_ms: i32, y: f32) -> String {
        format!(
            r#"{{ "shooter": "ada", "weapon": "{weapon}", "muzzle": 0, "direction": [200, {y}],
            "fired_ms": 1000, "view_ms": {view_ms},
            "claim": {{ "ship": "bob", "age_ms": 0, "arrives_ms": 1100 }} }}"#
        )
    }

    fn question(weapon: &str) -> Question {
        let at = |view: i32| -200.0 + 0.2 * view as f32;
        let shots: Vec<String> = [800, 650, 400]
            .into_iter()
            .flat_map(|view| [0.0, 18.0].map(|off| shot(weapon, view, at(view) + off)))
            .collect();
        let json = Json::parse(&SCENARIO.replace("SHOTS", &shots.join(","))).unwrap();
        let effort = Effort::whole();
        read(&Node::root(&json, &effort)).unwrap()
    }

    fn reports(question: &Question, room: RoomNetcode) -> Vec<Json> {
        let rule = Rule { name: "rule".to_string(), room };
        question.told.iter().map(|told| report(&question.timeline, told, &rule)).collect()
    }

    /// What a rule does not heed changes none of its reports; what it heeds changes one.
    #[test]
    fn a_rule_depends_on_what_it_heeds_and_on_nothing_else() {
        let questions = ["beam", "bolt"].map(question);
        let all = |room| questions.iter().flat_map(|of| reports(of, room)).collect::<Vec<_>>();
        for hit_rule in HitRule::ALL.iter().copied() {
            let mut changing = Vec::new();
            let mut heeded = vec![Setting::HitRule];
            for bolt_path in BoltPath::ALL.iter().copied() {
                let room = RoomNetcode { hit_rule, bolt_path, ..RoomNetcode::default() };
                let plain = all(room);
                for setting in Setting::DECIDING.into_iter().skip(1) {
                    let Spec { min, max, unit, .. } = *setting.spec();
                    let values = match unit {
                        Unit::Choice(_) => (min..=max).collect(),
                        _ => vec![min, (max - min) / 5, max],
                    };
                    let changed = |value: u32| {
                        let mut netcode = Netcode { room, ..Netcode::default() };
                        netcode.set(setting, value).unwrap();
                        all(netcode.room) != plain
                    };
                    let changes = values.into_iter().any(changed);
                    assert!(
                        room.heeds(setting) || !changes,
                        "{hit_rule:?} {bolt_path:?} {setting:?}"
                    );
                    if changes {
                        changing.push(setting);
                    }
                    if room.heeds(setting) {
                        heeded.push(setting);
                    }
                }
            }
            let idle = heeded.iter().skip(1).find(|setting| !changing.contains(setting));
            assert_eq!(idle, None, "{hit_rule:?} is said to heed it");
        }
    }
}
