//! What columns are called, by what they run under.

use ::words::Language;
use shared::netcode::{
    laboratory_preset::LaboratoryPreset, preset::Preset, setting::Setting, values::Netcode,
};
use web_ui::netcode::{chosen::Chosen, words};

/// A netcode, told from the preset that it is or is nearest to.
#[must_use]
pub fn told(netcode: Netcode) -> Chosen {
    let alternative = LaboratoryPreset::of(&netcode).map(LaboratoryPreset::told_from);
    let exact = Preset::of(&netcode).or(alternative);
    Chosen { preset: exact.unwrap_or_else(|| Preset::of_room(&netcode.room)), netcode }
}

/// What the columns are called, each by what it runs under; columns that would be called the same
/// by the first setting in which they differ.
#[must_use]
pub fn column_names(chosen: &[Chosen]) -> Vec<String> {
    told_apart(chosen, scheme, setting_of)
}

/// The same in fewer words, in a language: by the preset alone, and by the value of that setting.
#[must_use]
pub fn short_column_names(language: Language, chosen: &[Chosen]) -> Vec<String> {
    told_apart(chosen, |one| language.preset(one.preset).to_string(), value_of)
}

fn told_apart(
    chosen: &[Chosen],
    name: impl Fn(&Chosen) -> String,
    by_setting: impl Fn(Setting, &Chosen) -> String,
) -> Vec<String> {
    let names: Vec<String> = chosen.iter().map(name).collect();
    let [one, other] = chosen else { return names };
    let differing = other.netcode.differences(&one.netcode).next();
    match differing.filter(|_| names[0] == names[1]) {
        None => names,
        Some(setting) => [one, other].map(|of| by_setting(setting, of)).into(),
    }
}

/// What a column runs under, in a few words: its preset, or its hit rule where that differs.
fn scheme(chosen: &Chosen) -> String {
    let rule = chosen.netcode.get(Setting::HitRule);
    if let Some(alternative) = LaboratoryPreset::of(&chosen.netcode) {
        return alternative.title().to_string();
    }
    if rule == chosen.preset.netcode().get(Setting::HitRule) {
        return chosen.preset.title().to_string();
    }
    words::value(Setting::HitRule, rule)
}

/// A setting of a column, in words: `own ship: predicted`.
fn setting_of(setting: Setting, of: &Chosen) -> String {
    [setting.spec().title, ": ", &value_of(setting, of)].concat()
}

fn value_of(setting: Setting, of: &Chosen) -> String {
    words::value(setting, of.netcode.get(setting))
}
