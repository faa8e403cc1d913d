//! A netcode as the player chose it: a preset and the settings that differ from it.

use shared::netcode::{preset::Preset, setting::Setting, values::Netcode};

/// A netcode and the preset that it is described by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The preset chosen last.
    pub preset: Preset,
    /// The settings in force, which may differ from the preset.
    pub netcode: Netcode,
}

impl Default for Chosen {
    fn default() -> Self {
        Self::from(Preset::Lagrange)
    }
}

impl From<Preset> for Chosen {
    fn from(preset: Preset) -> Self {
        Self { preset, netcode: preset.netcode() }
    }
}

impl Chosen {
    /// The settings that differ from the preset, in the order of the settings table.
    pub fn changed(&self) -> impl Iterator<Item = Setting> {
        let preset = self.preset.netcode();
        let differs = move |setting: &Setting| self.netcode.get(*setting) != preset.get(*setting);
        Setting::ALL.iter().copied().filter(differs)
    }
}
