//! Names of columns, by their netcode.

use shared::netcode::{
    laboratory_preset::LaboratoryPreset, preset::Preset, setting::Setting, values::Netcode,
};
use web_ui::netcode::chosen::Chosen;
use words::Language;

/// A netcode described relative to its preset, or to the nearest one.
#[must_use]
pub fn nearest_preset(netcode: Netcode) -> Chosen {
    let alternative = LaboratoryPreset::of(&netcode).map(LaboratoryPreset::base_preset);
    let exact = Preset::of(&netcode).or(alternative);
    Chosen { preset: exact.unwrap_or_else(|| Preset::of_room(&netcode.room)), netcode }
}

/// Names of the columns in a language, by their netcode. If two names are equal, the first setting
/// in which the columns differ is used.
#[must_use]
pub fn column_names(language: Language, chosen: &[Chosen]) -> Vec<String> {
    let setting_of = |setting, of: &Chosen| {
        [language.setting(setting), ": ", &value_of(language, setting, of)].concat()
    };
    disambiguated(chosen, |one| scheme(language, one), setting_of)
}

/// Shorter names: the preset alone, or the value of that setting.
#[must_use]
pub fn short_column_names(language: Language, chosen: &[Chosen]) -> Vec<String> {
    let preset = |one: &Chosen| language.preset(one.preset).to_string();
    disambiguated(chosen, preset, |setting, of| value_of(language, setting, of))
}

fn disambiguated(
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

/// A column's netcode in a few words: its preset, or its hit rule if that differs.
fn scheme(language: Language, chosen: &Chosen) -> String {
    let rule = chosen.netcode.get(Setting::HitRule);
    if let Some(alternative) = LaboratoryPreset::of(&chosen.netcode) {
        return language.laboratory_preset(alternative).to_string();
    }
    if rule == chosen.preset.netcode().get(Setting::HitRule) {
        return language.preset_title(chosen.preset).to_string();
    }
    value_of(language, Setting::HitRule, chosen)
}

fn value_of(language: Language, setting: Setting, of: &Chosen) -> String {
    language.setting_value(setting, of.netcode.get(setting))
}
