//! What had the keyboard before the sheet was opened: noted when it opens, given the keyboard back
//! when it is closed, so that whoever came by keys is where they were.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// A button or a row of a list.
pub(super) struct Opener {
    element: HtmlElement,
    /// What it does, by which its like is found where the list was made anew.
    act: Option<String>,
}

impl Opener {
    /// What has the keyboard on the page of an element, and shows it: who came by the mouse goes
    /// on flying with the same keys.
    pub(super) fn of_page(of: &Element) -> Option<Self> {
        let active = of.owner_document()?.active_element()?;
        let element: HtmlElement = active.dyn_into().ok()?;
        let is_shown = element.matches(":focus-visible") == Ok(true);
        let act = element.get_attribute("data-act");
        is_shown.then_some(Self { element, act })
    }

    /// Gives the keyboard back.
    pub(super) fn take_keyboard(self) {
        let again = || -> Option<HtmlElement> {
            let query = ["[data-act='", self.act.as_deref()?, "']"].concat();
            let found = self.element.owner_document()?.query_selector(&query).ok()??;
            found.dyn_into().ok()
        };
        let is_there = self.element.is_connected();
        let to = if is_there { Some(self.element.clone()) } else { again() };
        // What is not on the page any more takes it no more.
        let _ = to.map(|to| to.focus());
    }
}
