//! The rules of a scenario, each a preset's name, or a preset with overrides, and the settings in
//! effect under each. A setting is in effect if a verdict on one of the scenario's shots can depend
//! on it: `path` for a bolt, but not for a beam.

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

/// A rule and its name.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) room: RoomNetcode,
}

/// The field `rules`, for shots of these weapons; every preset by default.
pub(super) fn rules(fields: &Object, weapons: &[Weapon]) -> Result<Vec<Rule>, JudgeError> {
    let Some(node) = fields.get("rules") else {
        return Ok(Preset::ALL.into_iter().map(preset_rule).collect());
    };
    node.list(1, RULES_MAX)?.iter().map(|node| rule(node, weapons)).collect()
}

fn preset_rule(preset: Preset) -> Rule {
    Rule { name: preset.key().to_string(), room: preset.room() }
}

fn rule(node: &Node, weapons: &[Weapon]) -> Result<Rule, JudgeError> {
    let presets: Vec<(&str, Preset)> = Preset::ALL.into_iter().map(|p| (p.key(), p)).collect();
    if !node.is_object() {
        return node.choice(&presets).map(preset_rule);
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
            let outside = |error| JudgeError::conflict(&node.path, format!("is invalid: {error}"));
            netcode.set(setting, value).map_err(outside)?;
        }
    }
    let room = netcode.room;
    for (setting, name) in Setting::DECIDING.into_iter().zip(&names) {
        if !is_used(&room, setting, weapons) {
            fields.reject_unused(&[name.as_str()], &when_used(&room, setting, weapons))?;
        }
    }
    let given = fields.get("name").map(|node| node.name()).transpose()?;
    let by_preset = fields.get("preset").is_some();
    let name = given.map_or_else(|| default_name(&room, preset, by_preset), str::to_string);
    Ok(Rule { name, room })
}

/// The default name of a rule: its preset and overrides, as in `et, veto on`; without a preset the
/// hit rule comes first, as in `hit claim, bound_ms 200`.
fn default_name(room: &RoomNetcode, preset: Preset, by_preset: bool) -> String {
    let [own, base] = [*room, preset.room()].map(|room| Netcode { room, ..Netcode::default() });
    let differing = Setting::DECIDING.into_iter().filter(|setting| {
        room.uses_setting(*setting) && own.document_value(*setting) != base.document_value(*setting)
    });
    let said = |setting: Setting| {
        let name = setting.spec().field();
        match own.document_value(setting) {
            DocumentValue::Key(key) => format!("{name} {key}"),
            DocumentValue::Number(value) => format!("{name} {value}"),
        }
    };
    let mut parts: Vec<String> = differing.map(said).collect();
    if by_preset || room.hit_rule == preset.room().hit_rule {
        parts.insert(0, preset.key().to_string());
    }
    parts.join(", ")
}

/// Whether a verdict on a shot of one of these weapons can depend on a setting.
fn is_used(room: &RoomNetcode, setting: Setting, weapons: &[Weapon]) -> bool {
    weapons.iter().any(|weapon| room.uses_setting_for(setting, *weapon))
}

/// What would give an unused setting an effect: another hit rule, another path or, failing both, a
/// shot of the other weapon.
fn when_used(room: &RoomNetcode, setting: Setting, weapons: &[Weapon]) -> String {
    let with_effect = |rooms: Vec<RoomNetcode>, of| {
        let rooms = rooms.into_iter().filter(|room| is_used(room, setting, weapons));
        rooms.map(|room| key(&room, of)).collect::<Vec<_>>().join(", ")
    };
    let hits = HitRule::ALL.iter().map(|hit| RoomNetcode { hit_rule: *hit, ..*room });
    let paths = BoltPath::ALL.iter().map(|path| RoomNetcode { bolt_path: *path, ..*room });
    let hits = with_effect(hits.collect(), Setting::HitRule);
    let paths = with_effect(paths.collect(), Setting::BoltPath);
    let (hit, path) = (key(room, Setting::HitRule), key(room, Setting::BoltPath));
    let (these, others) =
        if weapons.contains(&Weapon::Beam) { ("beams", "bolts") } else { ("bolts", "beams") };
    // With both weapons present, the weapon is not the reason.
    let on = if room.uses_setting(setting) { format!("on {these} ") } else { String::new() };
    match (hits.as_str(), paths.as_str()) {
        ("", "") => format!("on {these}; it applies to {others}"),
        ("", paths) => format!("with the path {path}; it applies with {paths}"),
        (hits, "") => format!("{on}under the hit rule {hit}; it applies under {hits}"),
        (hits, paths) => {
            format!(
                "{on}under the hit rule {hit}; it applies under {hits}, or with the path {paths}"
            )
        }
    }
}

/// The key of an enum value.
fn key(room: &RoomNetcode, setting: Setting) -> &'static str {
    match (Netcode { room: *room, ..Netcode::default() }).document_value(setting) {
        DocumentValue::Key(key) => key,
        DocumentValue::Number(_) => "",
    }
}

/// Which of ET's markers a rule uses, if any.
pub(super) fn markers(rule: &Rule) -> Option<MarkerKind> {
    match rule.room.hit_rule.targets(Weapon::Beam) {
        TargetPoses::Markers(kind) => Some(kind),
        TargetPoses::Present | TargetPoses::Drawn | TargetPoses::Records(_) => None,
    }
}

/// A rule as listed in the answer, with the settings in effect for these weapons.
pub(super) fn effective_settings(rule: &Rule, timeline: &Timeline, weapons: &[Weapon]) -> Json {
    let netcode = Netcode { room: rule.room, ..Netcode::default() };
    let mut json = Json::object([("rule", rule.name.as_str().into())]);
    let used = |setting: &Setting| is_used(&rule.room, *setting, weapons);
    for setting in Setting::DECIDING.into_iter().filter(used) {
        let value = match netcode.document_value(setting) {
            DocumentValue::Number(value) => Json::Number(value),
            DocumentValue::Key(key) => key.into(),
        };
        json = json.with(&setting.spec().field(), value);
    }
    if markers(rule).is_none() || !weapons.contains(&Weapon::Beam) {
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
