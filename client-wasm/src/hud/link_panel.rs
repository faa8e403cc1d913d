//! The drawer of the simulated link: sliders for both directions, and how losses show. The
//! conditions in force go in, those that the player asks for come out.

use shared::wire::conditions::{Condition, Conditions};
use web_sys::Element;
use web_ui::{
    shell::Missing,
    widgets::conditions::{CarrierList, DirectionControls},
};

const UP: [(Condition, &str); 3] = [
    (Condition::Latency, "Watch your hits: they are confirmed later."),
    (Condition::Jitter, "Watch your ship: commands that come too late pull it back."),
    (Condition::Loss, "Watch it stall on a stream and stutter with datagrams."),
];
const DOWN: [(Condition, &str); 3] = [
    (Condition::Latency, "Watch the ghosts: the others are further from where you see them."),
    (Condition::Jitter, "Watch the others fade while their data stays away."),
    (Condition::Loss, "Watch the others jump where too much is missing."),
];

/// The drawer's controls.
pub struct LinkPanel {
    up: DirectionControls,
    down: DirectionControls,
    carrier: CarrierList,
}

impl LinkPanel {
    /// Finds it on the page and fills it; it shows a perfect link.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        let mut panel = Self {
            up: DirectionControls::find(root, "up", &UP)?,
            down: DirectionControls::find(root, "down", &DOWN)?,
            carrier: CarrierList::find(root, "carrier", "link-mode")?,
        };
        panel.show(&Conditions::default());
        Ok(panel)
    }

    /// The conditions that the player asks for, where they differ from those in force.
    #[must_use]
    pub fn edited(&self, in_force: &Conditions) -> Option<Conditions> {
        let mut asked = *in_force;
        self.up.read(&mut asked.up);
        self.down.read(&mut asked.down);
        if let Some(mode) = self.carrier.read() {
            (asked.up.mode, asked.down.mode) = (mode, mode);
        }
        (asked != *in_force).then_some(asked)
    }

    /// Shows the conditions in force.
    pub fn show(&mut self, in_force: &Conditions) {
        self.up.show(&in_force.up);
        self.down.show(&in_force.down);
        self.carrier.show(in_force.up.mode);
    }
}
