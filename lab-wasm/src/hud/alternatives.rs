//! The comparison variants as buttons beside the presets, built once from the laboratory's list.
//! They show which one the selected column uses.

use shared::netcode::{laboratory_preset::LaboratoryPreset, values::Netcode};
use web_sys::Element;
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, append, by_id},
};
use words::Language;

/// Prefix of a button's act.
pub const ACT: &str = "compare-";

pub struct Alternatives(Vec<(LaboratoryPreset, Attribute)>);

impl Alternatives {
    /// Makes them, in a language.
    ///
    /// # Errors
    /// When the page lacks their place.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let list: Element = by_id(root, "alternatives")?;
        let mut buttons = Vec::new();
        for preset in LaboratoryPreset::ALL {
            let title = language.laboratory_preset(preset);
            let button: Element = append(&list, "button", "", title)?;
            for (name, value) in [("type", "button"), ("data-act", &[ACT, preset.key()].concat())] {
                let _ = button.set_attribute(name, value);
            }
            buttons.push((preset, Attribute::new(&button, "aria-pressed")));
        }
        Ok(Self(buttons))
    }

    pub fn refresh(&mut self, netcode: &Netcode) {
        let effective = LaboratoryPreset::of(netcode);
        for (preset, pressed) in &mut self.0 {
            pressed.set(if Some(*preset) == effective { "true" } else { "false" });
        }
    }
}
