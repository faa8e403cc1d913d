//! The rules that a scenario asks about: a preset's name, or a preset and the settings in which the
//! rule differs from it.

use shared::netcode::{
    preset::Preset,
    setting::{Setting, Spec, Unit},
    values::{Netcode, RoomNetcode},
};

use super::{
    error::JudgeError,
    fields::{Node, Object},
    limits::RULES_MAX,
};
use shared::base::geometry::POS_STEPS_PER_U;

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
    let name = fields.get("name").map(|node| node.name()).transpose()?;
    let name = name.map_or_else(|| preset.key().to_string(), str::to_string);
    Ok(Rule { name, room: netcode.room })
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
