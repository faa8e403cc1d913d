//! The drawer of settings: volumes, and what is always on screen. Shows the settings in force and
//! returns the player's edits.

use web_sys::{Element, HtmlInputElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Label, by_id},
    },
    sound::{NetcodeTones, Percent, Volumes},
    text::figures::whole,
};

use super::pins::Pins;

pub struct SettingsPanel {
    master: VolumeSlider,
    effects: VolumeSlider,
    netcode_tones: HtmlInputElement,
    figures: HtmlInputElement,
    netcode: HtmlInputElement,
    net_graph: HtmlInputElement,
}

struct VolumeSlider {
    input: HtmlInputElement,
    figure: Label,
}

impl SettingsPanel {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            master: VolumeSlider::find(root, "volume")?,
            effects: VolumeSlider::find(root, "effects-volume")?,
            netcode_tones: by_id(root, "netcode-tones")?,
            figures: by_id(root, "pin-figures")?,
            netcode: by_id(root, "pin-netcode")?,
            net_graph: by_id(root, "pin-net-graph")?,
        })
    }

    /// The volumes as set here, on top of those in force.
    #[must_use]
    pub fn volumes(&self, in_force: Volumes) -> Volumes {
        let tones = self.netcode_tones.checked();
        Volumes {
            muted: in_force.muted,
            master: self.master.read().unwrap_or(in_force.master),
            effects: self.effects.read().unwrap_or(in_force.effects),
            netcode_tones: if tones { NetcodeTones::On } else { NetcodeTones::Off },
        }
    }

    /// What is always on screen.
    #[must_use]
    pub fn pins(&self) -> Pins {
        Pins {
            figures: self.figures.checked(),
            netcode: self.netcode.checked(),
            net_graph: self.net_graph.checked(),
        }
    }

    /// Shows the volumes in force.
    pub fn show_volumes(&mut self, volumes: &Volumes) {
        self.master.show(volumes.master);
        self.effects.show(volumes.effects);
        self.netcode_tones.set_checked(volumes.netcode_tones == NetcodeTones::On);
    }

    /// Shows what is always on screen.
    pub fn show_pins(&self, pins: Pins) {
        self.figures.set_checked(pins.figures);
        self.netcode.set_checked(pins.netcode);
        self.net_graph.set_checked(pins.net_graph);
    }
}

impl VolumeSlider {
    /// The slider with an id, from 0 to 100, and its output.
    fn find(root: &Element, id: &str) -> Result<Self, MissingResource> {
        let figure = Label::find(root, &[id, "-value"].concat())?;
        Ok(Self { input: by_id(root, id)?, figure })
    }

    fn read(&self) -> Option<Percent> {
        Some(Percent::new(self.input.value().parse().ok()?))
    }

    fn show(&mut self, volume: Percent) {
        let percent = whole(volume.get().into());
        self.input.set_value(&percent);
        self.figure.say(&[percent.as_str(), " %"].concat());
    }
}
