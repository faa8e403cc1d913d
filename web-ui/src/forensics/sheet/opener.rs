//! Remembers the focused element when the sheet opens, and focuses it again when the sheet closes,
//! so that a keyboard user is back where they were.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// A button or a list row.
pub(super) struct Opener {
    element: HtmlElement,
    /// Its `data-act`, which finds its replacement if the list was rebuilt.
    act: Option<String>,
}

impl Opener {
    /// The focused element of the page, if its focus is visible. After a mouse click there is none
    /// to restore: the same keys go on flying the ship.
    pub(super) fn of_page(of: &Element) -> Option<Self> {
        let active = of.owner_document()?.active_element()?;
        let element: HtmlElement = active.dyn_into().ok()?;
        let is_shown = element.matches(":focus-visible") == Ok(true);
        let act = element.get_attribute("data-act");
        is_shown.then_some(Self { element, act })
    }

    /// Restores the focus.
    pub(super) fn take_keyboard(self) {
        let again = || -> Option<HtmlElement> {
            let query = ["[data-act='", self.act.as_deref()?, "']"].concat();
            let found = self.element.owner_document()?.query_selector(&query).ok()??;
            found.dyn_into().ok()
        };
        let is_there = self.element.is_connected();
        let to = if is_there { Some(self.element.clone()) } else { again() };
        // Focusing an element no longer on the page has no effect.
        let _ = to.map(|to| to.focus());
    }
}
