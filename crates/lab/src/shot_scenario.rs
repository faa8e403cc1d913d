//! Exports a judged shot of a room as a scenario for `lagrange judge`, with everything that its
//! verdict depends on. Made when a shot is taken out of the laboratory to try it with other
//! numbers.
//!
//! Simplifications: all ships count as they were at the start of a tick's judging, and snapshots of
//! part of a room are assumed to have covered every ship. A ship killed by this very shot is dead
//! from then on: a rule that would have hit it later finds its life over, while a report counts
//! that as a hit. Of several claims on a piercing bolt only the first is exported.

use alloc::{
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};

use serde::Serialize;
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick, TickRate},
    },
    history::{pose::Pose, record::Record},
    netcode::{
        choices::Piercing,
        preset::Preset,
        setting::{DocumentValue, Setting},
        values::{Netcode, RoomNetcode},
    },
    room::{JudgedEvidence, Room},
    schemes::et,
    sim::{
        event::{Decision, ShotId, Weapon},
        ship::ShipId,
    },
};

/// How long before a shot its scenario starts, as far as the history reaches: longer than any rule
/// rewinds, and than ET's ring of markers.
const BEFORE: Micros = Micros::from_ms(1600);

/// A scenario of kind `shots` with one shot. The fields are documented in docs/judge.md.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShotScenario {
    kind: &'static str,
    exact: bool,
    tick_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    et_frame_ms: Option<f64>,
    rocks: Vec<Rock>,
    timeline: Vec<Entry>,
    shots: Vec<ScenarioShot>,
    rules: Vec<Rule>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Rock {
    pos: [f32; 2],
    radius_u: f32,
}

/// Every statement of one kind about the ships at one time.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Entry {
    at_ms: f64,
    #[serde(flatten)]
    what: ScenarioEvent,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum ScenarioEvent {
    Frame(BTreeMap<String, ScenarioPose>),
    Command(BTreeMap<String, ScenarioPose>),
    Spawn(BTreeMap<String, ScenarioPose>),
    Death(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct ScenarioPose {
    pos: [f32; 2],
    shielded: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct ScenarioShot {
    name: String,
    shooter: String,
    weapon: &'static str,
    muzzle: [f32; 2],
    direction: [f32; 2],
    reach_u: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed_u_per_s: Option<f32>,
    fired_ms: f64,
    view_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier_view_ms: Option<f64>,
    lead_ms: f64,
    latency_ms: f64,
    interp_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    plausible_age_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sent_ms: Option<Vec<f64>>,
    /// Under rules with claims; `null` if the shooter claimed nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<Option<Claim>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Claim {
    ship: String,
    age_ms: f64,
    arrives_ms: f64,
}

/// A preset by name, or the settings of a room.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Rule {
    Preset(&'static str),
    Settings {
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        preset: Option<&'static str>,
        #[serde(flatten)]
        settings: BTreeMap<String, DocumentValue>,
    },
}

impl ShotScenario {
    /// A shot that the room's history still reaches back to; `name_of` must give each ship a
    /// different name. The rules are the room's own, then every preset.
    #[must_use]
    pub fn of(room: &Room, shot: ShotId, name_of: &dyn Fn(ShipId) -> String) -> Option<Self> {
        let evidence = room.evidence(shot)?;
        let rate = evidence.past().params.rate;
        let judged_shot = scenario_shot(&evidence, rate, name_of);
        let (weapon, piercing) = (evidence.shot().weapon(), evidence.shot().rule.piercing);
        let own = own_rule(&evidence.shot().rule, weapon);
        let presets = Preset::ALL.map(|preset| preset_rule(preset, piercing, weapon));
        let past = evidence.past();
        let asteroids = past.params.arena.asteroids.iter();
        let frame_ticks = et::frame_ticks(rate);
        Some(Self {
            kind: "shots",
            exact: true,
            tick_ms: in_ms(rate.micros_at(Tick(1))),
            // ET's server frames matter to beams only.
            et_frame_ms: (weapon == Weapon::Beam).then(|| in_ms(rate.micros_at(Tick(frame_ticks)))),
            rocks: asteroids
                .map(|rock| Rock { pos: rock.centre().to_array(), radius_u: rock.radius() })
                .collect(),
            timeline: timeline(&evidence, rate, name_of),
            shots: Vec::from([judged_shot]),
            rules: [own].into_iter().chain(presets).collect(),
        })
    }
}

/// The ticks that a verdict on the shot can depend on. The first one ends an ET server frame, so
/// that the others are found at the same intervals.
fn ticks(evidence: &JudgedEvidence, rate: TickRate) -> impl Iterator<Item = Tick> + use<> {
    let past = evidence.past();
    let from = rate.tick_at((evidence.shot().fired - BEFORE).max(Micros::ZERO));
    let first = from.max(past.history.oldest()).0.next_multiple_of(et::frame_ticks(rate));
    (first..=past.now.0).map(Tick)
}

/// Where every ship was at each of those ticks, and its spawns and deaths.
fn timeline(
    evidence: &JudgedEvidence,
    rate: TickRate,
    name_of: &dyn Fn(ShipId) -> String,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut before: BTreeMap<ShipId, Pose> = BTreeMap::new();
    let past = evidence.past();
    for tick in ticks(evidence, rate) {
        let at_ms = in_ms(rate.micros_at(tick));
        add_command_entries(evidence, (tick, rate), &before, name_of, &mut entries);
        let mut add_entry = |what| entries.push(Entry { at_ms, what });
        let (mut spawned, mut frame) = (BTreeMap::new(), BTreeMap::new());
        let mut dead = Vec::new();
        for pose in past.history.poses(tick) {
            let name = name_of(pose.ship);
            let place = ScenarioPose { pos: pose.pos.to_array(), shielded: pose.shielded };
            let was = before.insert(pose.ship, pose);
            if was.is_some_and(|was| was.life != pose.life) {
                spawned.insert(name.clone(), place.clone());
            }
            let died = !pose.alive && was.is_none_or(|was| was.alive);
            if died {
                dead.push(name.clone());
            }
            frame.insert(name, place);
        }
        if !spawned.is_empty() {
            add_entry(ScenarioEvent::Spawn(spawned));
        }
        if !frame.is_empty() {
            add_entry(ScenarioEvent::Frame(frame));
        }
        if !dead.is_empty() {
            add_entry(ScenarioEvent::Death(dead));
        }
    }
    entries
}

/// Positions after each command up to the shot, for players whose command rate differs from the
/// tick rate, since ET per command stores those.
fn add_command_entries(
    evidence: &JudgedEvidence,
    (tick, rate): (Tick, TickRate),
    before: &BTreeMap<ShipId, Pose>,
    name_of: &dyn Fn(ShipId) -> String,
    entries: &mut Vec<Entry>,
) {
    let at = rate.micros_at(tick);
    if at > evidence.shot().fired {
        return;
    }
    for pose in evidence.past().history.poses(tick).filter(|pose| pose.alive) {
        let seat = usize::from(pose.ship.idx);
        let rates = evidence.marker_rates_hz().get(seat).filter(|hz| **hz != rate.hz());
        let Some(marker_rate_hz) = rates else { continue };
        let was = before.get(&pose.ship).filter(|was| was.alive && was.life == pose.life);
        let newer = Record { at, pose };
        let older = was.map(|was| Record { at: rate.micros_at(tick.minus(1)), pose: *was });
        for time in et::command_times(at, rate, *marker_rate_hz) {
            let pose = older.unwrap_or(newer).towards(&newer, time).pose;
            let place = ScenarioPose { pos: pose.pos.to_array(), shielded: pose.shielded };
            let what = ScenarioEvent::Command(BTreeMap::from([(name_of(pose.ship), place)]));
            entries.push(Entry { at_ms: in_ms(time), what });
        }
    }
}

/// The shot, from its shooter's command and the room's measurements.
fn scenario_shot(
    evidence: &JudgedEvidence,
    rate: TickRate,
    name_of: &dyn Fn(ShipId) -> String,
) -> ScenarioShot {
    let (shot, record, past) = (evidence.shot(), evidence.record(), evidence.past());
    let target = |victim| record.targets.iter().find(|target| target.ship == victim);
    let age = |victim| target(victim).map_or(record.age, |target| target.age);
    let accepted = record.verdict.hits().map(|victim| (victim, age(victim)));
    let arrived_at = |age: i64| match record.verdict {
        // The final decision on a piercing bolt comes long after its claims.
        Decision::Pierced { .. } => shot.fired + rate.micros_in_steps(age),
        _ => rate.micros_at(record.judged_at),
    };
    let accepted = accepted.map(|(victim, age)| (victim, age, arrived_at(age)));
    // A rejected claim leaves its shot undecided.
    let refused = evidence
        .refused()
        .map(|(claim, tick)| (claim.victim, claim.age.into(), rate.micros_at(tick)));
    let claim = shot.rule.hit_rule.by_claim().then(|| accepted.or(refused));
    ScenarioShot {
        name: shot.id.to_string(),
        shooter: name_of(shot.id.shooter),
        weapon: match shot.weapon() {
            Weapon::Beam => "beam",
            Weapon::Laser => "bolt",
        },
        muzzle: shot.muzzle.to_array(),
        direction: direction(shot.dir),
        reach_u: shot.reach_u,
        speed_u_per_s: (shot.weapon() == Weapon::Laser).then_some(shot.speed_u_per_s),
        fired_ms: in_ms(shot.fired),
        view_ms: in_ms(shot.view),
        earlier_view_ms: (shot.floor >= Micros::ZERO).then(|| in_ms(shot.floor)),
        lead_ms: in_ms(shot.link.lead),
        latency_ms: in_ms(shot.link.latency()),
        interp_ms: in_ms(shot.interpolation_delay),
        plausible_age_ms: shot.plausible_age.map(in_ms),
        sent_ms: past.sent.map(|log| {
            // The screen interpolated across these, not between them.
            let missed = |tick: &Tick| {
                let blended = shot.pair.filter(|_| shot.weapon() == Weapon::Beam);
                blended.is_some_and(|pair| pair.older < *tick && *tick < pair.newer)
            };
            let sent = ticks(evidence, rate).filter(|tick| log.was_sent(*tick) && !missed(tick));
            sent.map(|tick| in_ms(rate.micros_at(tick))).collect()
        }),
        claim: claim.map(|claim| {
            claim.map(|(victim, age, arrived)| Claim {
                ship: name_of(victim),
                age_ms: in_ms(rate.micros_in_steps(age)),
                arrives_ms: in_ms(arrived),
            })
        }),
    }
}

/// A direction without negative zeros, which documents do not have.
fn direction(dir: Vec2) -> [f32; 2] {
    dir.to_array().map(|x| x + 0.0)
}

/// A preset; whether bolts pierce is not part of it and stays as in the room.
fn preset_rule(preset: Preset, piercing: Piercing, weapon: Weapon) -> Rule {
    if weapon == Weapon::Beam || piercing == preset.room().piercing {
        return Rule::Preset(preset.key());
    }
    let room = RoomNetcode { piercing, ..preset.room() };
    let settings = document(&room, &[Setting::Piercing], weapon);
    Rule::Settings { name: None, preset: Some(preset.key()), settings }
}

/// The settings of a room that its own verdict on a shot with a weapon depends on.
fn own_rule(room: &RoomNetcode, weapon: Weapon) -> Rule {
    let settings = document(room, &Setting::DECIDING, weapon);
    Rule::Settings { name: Some("this room"), preset: None, settings }
}

/// The settings among these that the rules use for a weapon.
fn document(
    room: &RoomNetcode,
    settings: &[Setting],
    weapon: Weapon,
) -> BTreeMap<String, DocumentValue> {
    let netcode = Netcode { room: *room, ..Netcode::default() };
    let used = settings.iter().filter(|setting| room.uses_setting_for(**setting, weapon));
    used.map(|setting| (setting.spec().field(), netcode.document_value(*setting))).collect()
}

/// A time or duration as written in documents, to the µs.
fn in_ms(at: Micros) -> f64 {
    at.0 as f64 / 1000.0
}
