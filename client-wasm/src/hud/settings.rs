//! The drawer of settings: volumes, controls, and what is always on screen. Shows the settings in
//! force and returns the player's edits.

use shared::wire::message::AimAssist;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use web_ui::{
    input::stick_settings::{StickSettings, ThrustHand},
    shell::{
        MissingResource,
        dom::{Label, by_id, set_px},
    },
    sound::{NetcodeTones, Percent, Volumes},
    text::figures::whole,
};

use super::pins::Pins;

pub struct SettingsPanel {
    master: PercentSlider,
    effects: PercentSlider,
    netcode_tones: HtmlInputElement,
    figures: HtmlInputElement,
    netcode: HtmlInputElement,
    net_graph: HtmlInputElement,
    aim_assist: HtmlInputElement,
    sticks: StickControls,
}

/// The settings of the sticks, and how they will look.
struct StickControls {
    size: PercentSlider,
    opacity: PercentSlider,
    swapped: HtmlInputElement,
    preview: HtmlElement,
}

struct PercentSlider {
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
            master: PercentSlider::find(root, "volume")?,
            effects: PercentSlider::find(root, "effects-volume")?,
            netcode_tones: by_id(root, "netcode-tones")?,
            figures: by_id(root, "pin-figures")?,
            netcode: by_id(root, "pin-netcode")?,
            net_graph: by_id(root, "pin-net-graph")?,
            aim_assist: by_id(root, "aim-assist")?,
            sticks: StickControls::find(root)?,
        })
    }

    /// The volumes as set here, on top of those in force.
    #[must_use]
    pub fn volumes(&self, in_force: Volumes) -> Volumes {
        let tones = self.netcode_tones.checked();
        Volumes {
            muted: in_force.muted,
            master: self.master.read().map_or(in_force.master, Percent::new),
            effects: self.effects.read().map_or(in_force.effects, Percent::new),
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
        self.master.show(volumes.master.get());
        self.effects.show(volumes.effects.get());
        self.netcode_tones.set_checked(volumes.netcode_tones == NetcodeTones::On);
    }

    /// Shows what is always on screen.
    pub fn show_pins(&self, pins: Pins) {
        self.figures.set_checked(pins.figures);
        self.netcode.set_checked(pins.netcode);
        self.net_graph.set_checked(pins.net_graph);
    }

    /// Whether sticks are assisted.
    #[must_use]
    pub fn aim_assist(&self) -> AimAssist {
        if self.aim_assist.checked() { AimAssist::On } else { AimAssist::Off }
    }

    /// The sticks as set here; those in force if what the page holds is no setting.
    #[must_use]
    pub fn sticks(&self, in_force: StickSettings) -> StickSettings {
        self.sticks.read().unwrap_or(in_force)
    }

    /// Shows what the player chose of sticks.
    pub fn show_sticks(&mut self, sticks: &StickSettings, aim_assist: AimAssist) {
        self.aim_assist.set_checked(aim_assist == AimAssist::On);
        self.sticks.show(sticks);
    }
}

impl StickControls {
    fn find(root: &Element) -> Result<Self, MissingResource> {
        let controls = Self {
            size: PercentSlider::find(root, "stick-size")?,
            opacity: PercentSlider::find(root, "stick-opacity")?,
            swapped: by_id(root, "sticks-swapped")?,
            preview: by_id(root, "stick-preview")?,
        };
        controls.size.set_bounds(StickSettings::SIZES);
        controls.opacity.set_bounds(StickSettings::OPACITIES);
        Ok(controls)
    }

    fn read(&self) -> Option<StickSettings> {
        let hand = if self.swapped.checked() { ThrustHand::Right } else { ThrustHand::Left };
        StickSettings::new(self.size.read()?, self.opacity.read()?, hand).ok()
    }

    fn show(&mut self, sticks: &StickSettings) {
        self.size.show(sticks.size());
        self.opacity.show(sticks.opacity());
        let is_swapped = sticks.thrust_hand == ThrustHand::Right;
        self.swapped.set_checked(is_swapped);
        set_px(&self.preview, [("--stick-size", sticks.reach_px() * 2.0)]);
        // They fail only for invalid names.
        let opacity = [whole(sticks.opacity().into()).as_str(), "%"].concat();
        let _ = self.preview.style().set_property("--stick-opacity", &opacity);
        let _ = self.preview.class_list().toggle_with_force("swapped", is_swapped);
    }
}

impl PercentSlider {
    /// The slider with an id, and its output.
    fn find(root: &Element, id: &str) -> Result<Self, MissingResource> {
        let figure = Label::find(root, &[id, "-value"].concat())?;
        Ok(Self { input: by_id(root, id)?, figure })
    }

    fn set_bounds(&self, (min, max): (u8, u8)) {
        self.input.set_min(&whole(min.into()));
        self.input.set_max(&whole(max.into()));
    }

    fn read(&self) -> Option<u8> {
        self.input.value().parse().ok()
    }

    fn show(&mut self, percent: u8) {
        let percent = whole(percent.into());
        self.input.set_value(&percent);
        self.figure.say(&[percent.as_str(), " %"].concat());
    }
}
