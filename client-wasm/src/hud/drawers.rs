//! The drawers on the right, one open at a time; the legend of the ghosts; and the pressed state of
//! their buttons.

use shared::client::GhostVisibility;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Shown, all, by_id},
    },
    sound::Volumes,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// The key bindings.
    Help,
    Link,
    /// Netcode presets and settings.
    Netcode,
}

pub struct Drawers {
    help: HtmlElement,
    link: HtmlElement,
    netcode: HtmlElement,
    open: Option<Drawer>,
    legend: HtmlElement,
    ghosts_pressed: Attribute,
    net_graph_pressed: Attribute,
    /// The buttons that mute.
    sound_pressed: Vec<Attribute>,
}

impl Drawers {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let ghosts: Element = by_id(root, "ghosts-button")?;
        let net_graph: Element = by_id(root, "net-graph-button")?;
        let sound = all::<Element>(root, "[data-act=sound]")?;
        let pressed = |button| Attribute::new(button, "aria-pressed");
        Ok(Self {
            help: by_id(root, "help")?,
            link: by_id(root, "link")?,
            netcode: by_id(root, "netcode")?,
            open: None,
            legend: by_id(root, "legend")?,
            ghosts_pressed: Attribute::new(&ghosts, "aria-pressed"),
            net_graph_pressed: Attribute::new(&net_graph, "aria-pressed"),
            sound_pressed: sound.iter().map(pressed).collect(),
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

    /// Shows the legend with the ghosts.
    pub fn set_ghosts(&mut self, ghosts: GhostVisibility) {
        let shown = ghosts == GhostVisibility::Shown;
        self.legend.set_hidden(!shown);
        self.ghosts_pressed.set(if shown { "true" } else { "false" });
    }

    /// Sets the pressed state of the net graph's button.
    pub fn set_net_graph(&mut self, shown: Shown) {
        self.net_graph_pressed.set(if shown == Shown::Yes { "true" } else { "false" });
    }

    /// Sets the pressed state of the buttons that mute.
    pub fn set_sound(&mut self, volumes: &Volumes) {
        for pressed in &mut self.sound_pressed {
            pressed.set(if volumes.muted { "false" } else { "true" });
        }
    }

    fn set(&mut self, open: Option<Drawer>) {
        self.open = open;
        let drawers = [
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

/// Focuses a drawer's first button, so that Tab walks through the drawer. Flight keys still fly.
fn give_keyboard(drawer: &HtmlElement) {
    let button = drawer.query_selector("button").ok().flatten();
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}
