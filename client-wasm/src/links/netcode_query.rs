//! The netcode in links: `preset=KEY` and, by their keys, the settings that differ from it. Read
//! with the rest of the fragment, written whenever a setting changes.

use shared::netcode::{
    preset::Preset,
    setting::{Setting, Spec, Unit},
};
use web_ui::{netcode::chosen::Chosen, text::figures::push_whole};

use words::game::AddressFault;

use super::piece::clean;

/// Appends a netcode to a link; nothing for the default one.
pub fn append_to(text: &mut String, chosen: &Chosen) {
    if *chosen == Chosen::default() {
        return;
    }
    text.push_str("preset=");
    text.push_str(chosen.preset.key());
    for setting in chosen.changed() {
        let (value, Spec { key, unit, .. }) = (chosen.netcode.get(setting), *setting.spec());
        text.push('&');
        text.push_str(key);
        text.push('=');
        match unit {
            Unit::Choice(names) => text.push_str(names[value as usize].0),
            _ => push_whole(text, value.into()),
        }
    }
}

/// The netcode parsed from a link so far.
#[derive(Clone, Debug, Default)]
pub struct ParsedNetcode {
    preset: Option<Preset>,
    values: Vec<(Setting, u32)>,
}

impl ParsedNetcode {
    /// Parses a key and its value. Returns whether the key belongs to the netcode.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn take(&mut self, key: &str, value: &str) -> Result<bool, AddressFault> {
        let again = || Err(AddressFault::Twice);
        if key == "preset" {
            if self.preset.is_some() {
                return again();
            }
            let preset = Preset::of_key(value);
            self.preset = Some(preset.ok_or(AddressFault::UnknownPreset)?);
            return Ok(true);
        }
        let Some(setting) = Setting::of_key(key) else { return Ok(false) };
        if self.values.iter().any(|(said, _)| *said == setting) {
            return again();
        }
        let number = number(setting.spec(), value)?;
        if setting.is_laboratory_only(number) {
            return Err(AddressFault::LaboratoryOnly);
        }
        self.values.push((setting, number));
        Ok(true)
    }

    /// The parsed settings, applied to the default netcode if no preset was given; `None` if
    /// nothing was.
    #[must_use]
    pub fn chosen(self) -> Option<Chosen> {
        if self.preset.is_none() && self.values.is_empty() {
            return None;
        }
        let mut chosen = self.preset.map_or_else(Chosen::default, Chosen::from);
        for (setting, value) in self.values {
            // Every value was checked when parsed.
            let _ = chosen.netcode.set(setting, value);
        }
        Some(chosen)
    }
}

/// Parses the value of a setting.
fn number(spec: &Spec, value: &str) -> Result<u32, AddressFault> {
    let Spec { key, min, max, .. } = *spec;
    if let Unit::Choice(names) = spec.unit {
        let found = names.iter().position(|(name, _)| *name == value);
        let unknown = || AddressFault::UnknownValue { key, value: clean(value) };
        return found.map(|n| n as u32).ok_or_else(unknown);
    }
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    if !digits {
        return Err(AddressFault::NotWhole { key });
    }
    // A number too long for the type is too large for any setting.
    let number = value.parse().unwrap_or(u32::MAX);
    if (min..=max).contains(&number) {
        return Ok(number);
    }
    Err(AddressFault::OutOfRange { key, min, max })
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Language;

    use crate::links::fragment::{self, Refusal};

    fn written(chosen: &Chosen) -> String {
        let mut text = String::new();
        append_to(&mut text, chosen);
        text
    }

    fn check_survives(chosen: &Chosen) {
        let text = written(chosen);
        let read = fragment::parse(&text).unwrap().netcode.unwrap_or_default();
        assert_eq!(read, *chosen, "{text}");
    }

    #[test]
    fn every_netcode_survives_its_link() {
        for preset in Preset::ALL {
            check_survives(&Chosen::from(preset));
            let mut all = [Chosen::from(preset); 3];
            for setting in Setting::ALL {
                let spec = setting.spec();
                let values = [spec.min, spec.min.midpoint(spec.max), spec.max];
                for (value, all) in values.into_iter().zip(&mut all) {
                    if setting.is_laboratory_only(value) {
                        continue;
                    }
                    let mut one = Chosen::from(preset);
                    one.netcode.set(*setting, value).unwrap();
                    check_survives(&one);
                    all.netcode.set(*setting, value).unwrap();
                    check_survives(all);
                }
            }
            // Any netcode can be described relative to any preset.
            for other in Preset::ALL {
                check_survives(&Chosen { preset, netcode: other.netcode() });
            }
        }
    }

    #[test]
    fn a_link_holds_only_the_differences() {
        let mut chosen = Chosen::default();
        assert_eq!(written(&chosen), "");
        chosen = Chosen::from(Preset::QuakeWorld);
        assert_eq!(written(&chosen), "preset=quakeworld");
        chosen.netcode.set(Setting::Interpolation, 50).unwrap();
        chosen.netcode.set(Setting::HitRule, 8).unwrap();
        assert_eq!(written(&chosen), "preset=quakeworld&hit=lagrange&interp=50");
        let fragment = fragment::parse("#interp=50&room=den&hit=lagrange&preset=quakeworld");
        assert_eq!(fragment.unwrap().netcode, Some(chosen), "the order is free");
        let alone = fragment::parse("#interp=50").unwrap().netcode.unwrap();
        assert_eq!(written(&alone), "preset=lagrange&interp=50");
        assert_eq!(fragment::parse("#room=den").unwrap().netcode, None);
    }

    #[test]
    fn netcode_errors_in_a_link_are_named() {
        let rows = [
            ("preset=quake", "preset=quake", ": unknown preset."),
            ("preset=", "preset=", ": unknown preset."),
            ("preset=et&preset=et", "preset=et", ": given twice."),
            ("d=1&d=1", "d=1", ": given twice."),
            ("hit=magic", "hit=magic", ": `hit` has no value `magic`."),
            ("hit=unverified", "hit=unverified", ": available only in the laboratory."),
            ("hit=Present", "hit=Present", ": `hit` has no value `Present`."),
            ("hit=%E2%80%AEx", "hit=%E2%80%AEx", ": `hit` has no value `x`."),
            ("interp=fast", "interp=fast", ": `interp` takes a whole number."),
            ("interp=", "interp=", ": `interp` takes a whole number."),
            ("interp=+5", "interp=+5", ": `interp` takes a whole number."),
            ("interp=-1", "interp=-1", ": `interp` takes a whole number."),
            ("interp=1001", "interp=1001", ": `interp` goes from 0 to 1000."),
            ("cmd=0", "cmd=0", ": `cmd` goes from 1 to 128."),
            ("d=99999999999", "d=99999999999", ": `d` goes from 0 to 1400."),
            ("Interp=5", "Interp=5", ": unknown key."),
        ];
        for (link, pair, why) in rows {
            let Refusal { piece, why: fault } = fragment::parse(link).unwrap_err();
            let said = (Language::English.game().address.refusal)(&piece, &fault);
            assert_eq!(said, ["The link contains `", pair, "`", why].concat(), "{link}");
        }
    }
}
