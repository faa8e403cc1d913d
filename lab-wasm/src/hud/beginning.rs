//! Where to begin: what a first visit is offered, until anything is asked for.

use web_sys::{Element, HtmlElement};
use web_ui::shell::{Missing, dom::by_id};

/// The panel. What it offers are links of the page.
pub struct Beginning {
    panel: HtmlElement,
}

impl Beginning {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        Ok(Self { panel: by_id(root, "beginning")? })
    }

    /// Offers it.
    pub fn show(&self) {
        self.panel.set_hidden(false);
    }

    /// Puts it away; whether it was there.
    pub fn close(&self) -> bool {
        let open = !self.panel.hidden();
        self.panel.set_hidden(true);
        open
    }
}
