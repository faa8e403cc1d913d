//! The drawer of the simulated link: buttons for a latency each way, sliders for both directions,
//! and how losses appear. Shows the conditions in force and returns the player's edits.

use shared::wire::conditions::{Condition, Conditions};
use web_sys::{Element, HtmlElement, HtmlInputElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, append, by_id},
    },
    text::{figures::whole, language},
    widgets::conditions::{CarrierList, DirectionControls},
};

/// Latencies each way with a button, in ms.
const EACH_WAY_MS: [u16; 5] = [0, 50, 80, 150, 300];

/// The conditions with a slider; each direction has hints on them.
const CONDITIONS: [Condition; 3] = [Condition::Latency, Condition::Jitter, Condition::Loss];

pub struct LinkPanel {
    up: DirectionControls,
    down: DirectionControls,
    carrier: CarrierList,
    /// The pressed states of the `EACH_WAY_MS` buttons.
    each_way: Vec<Attribute>,
    shared: HtmlInputElement,
    /// All controls, and the text in place of them.
    controls: HtmlElement,
    fixed: Label,
}

impl LinkPanel {
    /// Finds it on the page and fills it for a perfect link.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let words = &language::of_page(root).game().link;
        let hinted = |hints: [&'static str; 3]| {
            let [latency, jitter, loss] = hints;
            let [of_latency, of_jitter, of_loss] = CONDITIONS;
            [(of_latency, latency), (of_jitter, jitter), (of_loss, loss)]
        };
        let mut panel = Self {
            up: DirectionControls::find(root, "up", &hinted(words.up_hints))?,
            down: DirectionControls::find(root, "down", &hinted(words.down_hints))?,
            carrier: CarrierList::find(root, "carrier", "link-mode")?,
            each_way: each_way(&by_id(root, "each-way")?)?,
            shared: by_id(root, "link-shared")?,
            controls: by_id(root, "link-controls")?,
            fixed: Label::find(root, "link-fixed")?,
        };
        panel.show(&Conditions::default());
        Ok(panel)
    }

    /// The conditions that the player asks for, if they differ from those in force.
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
        let latencies = [in_force.up.latency_ms, in_force.down.latency_ms];
        for (ms, pressed) in EACH_WAY_MS.into_iter().zip(&mut self.each_way) {
            pressed.set(if latencies == [ms; 2] { "true" } else { "false" });
        }
        if in_force.are_perfect() {
            self.shared.set_checked(false);
        }
        self.shared.set_disabled(in_force.are_perfect());
    }

    /// Shows why the conditions cannot be changed, in place of the controls; `None` where they can.
    pub fn set_fixed(&mut self, why: Option<&str>) {
        self.controls.set_hidden(why.is_some());
        self.fixed.say_if(why);
    }

    /// Whether to include the conditions in the link to the room.
    #[must_use]
    pub fn shared(&self) -> bool {
        self.shared.checked()
    }

    /// Shows whether they are included.
    pub fn set_shared(&self, shared: bool) {
        self.shared.set_checked(shared);
    }
}

/// Makes a button for each latency. Returns their pressed states.
fn each_way(group: &Element) -> Result<Vec<Attribute>, MissingResource> {
    let button = |ms: u16| {
        let ms = whole(ms.into());
        let button: Element = append(group, "button", "", &[&ms, " ms"].concat())?;
        // It fails only for invalid names.
        let _ = button.set_attribute("type", "button");
        let _ = button.set_attribute("data-act", &["each-way-", &ms].concat());
        Ok(Attribute::new(&button, "aria-pressed"))
    };
    EACH_WAY_MS.into_iter().map(button).collect()
}
