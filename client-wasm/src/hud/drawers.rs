//! The drawers on the right, one open at a time; the legend of the ghosts; and the pressed state of
//! the buttons that switch something on.

use shared::client::GhostVisibility;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, all, by_id},
    },
    sound::Volumes,
};

use super::pins::Pins;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    Menu,
    Settings,
    /// The key bindings.
    Help,
    Link,
    /// Netcode presets and settings.
    Netcode,
}

pub struct Drawers {
    menu: HtmlElement,
    settings: HtmlElement,
    help: HtmlElement,
    link: HtmlElement,
    netcode: HtmlElement,
    open: Option<Drawer>,
    legend: HtmlElement,
    ghosts: Switches,
    figures: Switches,
    net_graph: Switches,
    sound: Switches,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Switch {
    Off,
    On,
}

impl From<bool> for Switch {
    fn from(on: bool) -> Self {
        if on { Self::On } else { Self::Off }
    }
}

/// The buttons that switch one thing on or off.
struct Switches(Vec<Attribute>);

impl Drawers {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            menu: by_id(root, "menu")?,
            settings: by_id(root, "settings")?,
            help: by_id(root, "help")?,
            link: by_id(root, "link")?,
            netcode: by_id(root, "netcode")?,
            open: None,
            legend: by_id(root, "legend")?,
            ghosts: Switches::find(root, "[data-act=ghosts]")?,
            figures: Switches::find(root, "[data-act=figures]")?,
            net_graph: Switches::find(root, "[data-act=net-graph]")?,
            sound: Switches::find(root, "[data-act=sound]")?,
        })
    }

    /// Opens a drawer, or closes it if it is open.
    pub fn toggle(&mut self, drawer: Drawer) {
        let open = (self.open != Some(drawer)).then_some(drawer);
        self.set(open);
    }

    /// Closes the open drawer. Returns whether one was open.
    pub fn close(&mut self) -> bool {
        let any = self.open.is_some();
        self.set(None);
        any
    }

    #[must_use]
    pub fn any_open(&self) -> bool {
        self.open.is_some()
    }

    #[must_use]
    pub fn open(&self) -> Option<Drawer> {
        self.open
    }

    /// The element of the open drawer.
    #[must_use]
    pub fn open_element(&self) -> Option<&HtmlElement> {
        Some(match self.open? {
            Drawer::Menu => &self.menu,
            Drawer::Settings => &self.settings,
            Drawer::Help => &self.help,
            Drawer::Link => &self.link,
            Drawer::Netcode => &self.netcode,
        })
    }

    /// Shows the legend with the ghosts.
    pub fn set_ghosts(&mut self, ghosts: GhostVisibility) {
        let shown = ghosts == GhostVisibility::Shown;
        self.legend.set_hidden(!shown);
        self.ghosts.set(shown.into());
    }

    /// Sets the pressed state of the buttons of what is always shown.
    pub fn set_pins(&mut self, pins: Pins) {
        self.figures.set(pins.figures.into());
        self.net_graph.set(pins.net_graph.into());
    }

    /// Sets the pressed state of the buttons that mute.
    pub fn set_sound(&mut self, volumes: &Volumes) {
        self.sound.set((!volumes.muted).into());
    }

    fn set(&mut self, open: Option<Drawer>) {
        self.open = open;
        let drawers = [
            (Drawer::Menu, &self.menu),
            (Drawer::Settings, &self.settings),
            (Drawer::Help, &self.help),
            (Drawer::Link, &self.link),
            (Drawer::Netcode, &self.netcode),
        ];
        for (drawer, element) in drawers {
            element.set_hidden(open != Some(drawer));
            if open == Some(drawer) {
                give_keyboard(element);
            }
        }
    }
}

impl Switches {
    fn find(root: &Element, selector: &str) -> Result<Self, MissingResource> {
        let buttons = all::<Element>(root, selector)?;
        let pressed = buttons.iter().map(|button| Attribute::new(button, "aria-pressed"));
        Ok(Self(pressed.collect()))
    }

    fn set(&mut self, switch: Switch) {
        let pressed = if switch == Switch::On { "true" } else { "false" };
        for button in &mut self.0 {
            button.set(pressed);
        }
    }
}

/// Focuses a drawer's first button, so that Tab walks through the drawer. Flight keys still fly.
fn give_keyboard(drawer: &HtmlElement) {
    let button = drawer.query_selector("button").ok().flatten();
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}
