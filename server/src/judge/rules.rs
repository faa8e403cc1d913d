//! The rules that a scenario asks about: a preset's name, or a preset and the settings in which the
//! rule differs from it; and the settings in force that they come to.

use shared::{
    base::geometry::POS_STEPS_PER_U,
    history::target_time::MarkerKind,
    judge::rule_table::TargetPoses,
    netcode::{
        choices::{BoltPath, HitRule},
        preset::Preset,
        setting::{DocumentValue, Setting, Spec, Unit},
        values::{Netcode, RoomNetcode},
    },
    sim::event::Weapon,
};

use super::{
    error::JudgeError,
    fields::{Node, Object, ms},
    json::Json,
    limits::RULES_MAX,
    timeline::Timeline,
};

/// A rule and what it is called.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) room: RoomNetcode,
}

/// The field `rules`; every preset if there is none.
pub(super) fn rules(fields: &Object) -> Result<Vec<Rule>, JudgeError> {
    let Some(node) = fields.get("rules") else {
        return Ok(Preset::ALL.into_iter().map(of_preset).collect());
    };
    node.list(1, RULES_MAX)?.iter().map(rule).collect()
}

fn of_preset(preset: Preset) -> Rule {
    Rule { name: preset.key().to_string(), room: preset.room() }
}

fn rule(node: &Node) -> Result<Rule, JudgeError> {
    let presets: Vec<(&str, Preset)> = Preset::ALL.into_iter().map(|p| (p.key(), p)).collect();
    if !node.is_object() {
        return node.choice(&presets).map(of_preset);
    }
    let names: Vec<String> =
        Setting::DECIDING.iter().map(|setting| setting.spec().field()).collect();
    let known = ["preset", "name"].into_iter().chain(names.iter().map(String::as_str));
    let fields = node.object(&known.collect::<Vec<_>>())?;
    let preset = fields.choice_or("preset", &presets, Preset::Lagrange)?;
    let mut netcode = Netcode { room: preset.room(), ..Netcode::default() };
    for (setting, name) in Setting::DECIDING.into_iter().zip(&names) {
        if let Some(node) = fields.get(name) {
            let value = value(&node, setting.spec())?;
            let outside = |error| JudgeError::clash(&node.path, format!("cannot be: {error}"));
            netcode.set(setting, value).map_err(outside)?;
        }
    }
    for (setting, name) in Setting::DECIDING.into_iter().zip(&names) {
        if !netcode.room.heeds(setting) {
            fields.no_effect(&[name.as_str()], &unless(&netcode.room, setting))?;
        }
    }
    let name = fields.get("name").map(|node| node.name()).transpose()?;
    let name = name.map_or_else(|| preset.key().to_string(), str::to_string);
    Ok(Rule { name, room: netcode.room })
}

/// What a rule that does not heed a setting would need to do so: another hit rule, or another path.
fn unless(room: &RoomNetcode, setting: Setting) -> String {
    let hits = HitRule::ALL.iter().map(|hit| RoomNetcode { hit_rule: *hit, ..*room });
    let paths = BoltPath::ALL.iter().map(|path| RoomNetcode { bolt_path: *path, ..*room });
    let hits = keys(hits, setting, Setting::HitRule);
    let paths = keys(paths, setting, Setting::BoltPath);
    let (hit, path) = (key(room, Setting::HitRule), key(room, Setting::BoltPath));
    match (hits.as_str(), paths.as_str()) {
        ("", paths) => format!("with the path {path}; it has with {paths}"),
        (hits, "") => format!("under the hit rule {hit}; it has under {hits}"),
        (hits, paths) => {
            format!("under the hit rule {hit}; it has under {hits}, or with the path {paths}")
        }
    }
}

/// The keys of one setting among rules that heed another.
fn keys(rules: impl Iterator<Item = RoomNetcode>, heeded: Setting, of: Setting) -> String {
    let heeding = rules.filter(|room| room.heeds(heeded));
    heeding.map(|room| key(&room, of)).collect::<Vec<_>>().join(", ")
}

/// The key of a choice.
fn key(room: &RoomNetcode, setting: Setting) -> &'static str {
    match (Netcode { room: *room, ..Netcode::default() }).document_value(setting) {
        DocumentValue::Key(key) => key,
        DocumentValue::Number(_) => "",
    }
}

/// Whether a rule looks at ET's markers.
pub(super) fn markers(rule: &Rule) -> Option<MarkerKind> {
    match rule.room.hit_rule.targets(Weapon::Beam) {
        TargetPoses::Markers(kind) => Some(kind),
        TargetPoses::Present | TargetPoses::Drawn | TargetPoses::Records(_) => None,
    }
}

/// A rule as the answer lists it: the settings in force, which are those that its verdicts can
/// depend on.
pub(super) fn in_force(rule: &Rule, timeline: &Timeline) -> Json {
    let netcode = Netcode { room: rule.room, ..Netcode::default() };
    let mut json = Json::object([("rule", rule.name.as_str().into())]);
    for setting in Setting::DECIDING.into_iter().filter(|setting| rule.room.heeds(*setting)) {
        let value = match netcode.document_value(setting) {
            DocumentValue::Number(value) => Json::Number(value),
            DocumentValue::Key(key) => key.into(),
        };
        json = json.with(&setting.spec().field(), value);
    }
    if markers(rule).is_none() {
        return json;
    }
    json.with("et_frame_ms", ms(timeline.et_frame)).with("et_markers", timeline.et_markers)
}

fn value(node: &Node, spec: &Spec) -> Result<u32, JudgeError> {
    match spec.unit {
        Unit::Choice(ways) => {
            let ways = ways.iter().zip(0_u32..).map(|((key, _), n)| (*key, n));
            node.choice(&ways.collect::<Vec<_>>())
        }
        Unit::GridSteps => {
            let steps = f64::from(POS_STEPS_PER_U);
            let u = node.number(f64::from(spec.min) / steps, f64::from(spec.max) / steps)?;
            Ok((u * steps).round() as u32)
        }
        _ => node.integer(spec.min, spec.max),
    }
}
