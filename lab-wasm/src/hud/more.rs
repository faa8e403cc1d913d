//! The menu *More* of the bar: what lessons do not use. Its entries are buttons of the page, and it
//! shows whether one of them is on while it is closed.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, FocusEvent, HtmlElement};
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, all, by_id, document, rect_of},
    listener::Listener,
    mailbox::Mailbox,
};

/// Entries that are on: pressed, or with their drawer open.
const ON: [&str; 2] = ["[aria-pressed=true]", "[aria-expanded=true]"];

/// How a key moves the focus in the open menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuStep {
    Next,
    Previous,
    First,
    Last,
}

impl MenuStep {
    /// The step of a key, by its place on the keyboard.
    #[must_use]
    pub fn of(code: &str) -> Option<Self> {
        Some(match code {
            "ArrowDown" => Self::Next,
            "ArrowUp" => Self::Previous,
            "Home" => Self::First,
            "End" => Self::Last,
            _ => return None,
        })
    }

    /// The entry to go to among `count`, from the one that has the focus. The last is followed by
    /// the first.
    #[must_use]
    pub fn entry(self, from: Option<usize>, count: usize) -> Option<usize> {
        let last = count.checked_sub(1)?;
        Some(match (self, from) {
            (Self::First, _) | (Self::Next, None) => 0,
            (Self::Last, _) | (Self::Previous, None | Some(0)) => last,
            (Self::Previous, Some(at)) => at - 1,
            (Self::Next, Some(at)) => {
                if at < last {
                    at + 1
                } else {
                    0
                }
            }
        })
    }
}

pub struct MoreMenu {
    document: Document,
    button: HtmlElement,
    expanded: Attribute,
    menu: HtmlElement,
    entries: Vec<HtmlElement>,
    /// Whether an entry is on, in words and for the style sheet.
    on: HtmlElement,
    _left: Listener,
}

impl MoreMenu {
    /// Finds it on the page. Posts an event when the focus leaves it.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find<E: 'static>(
        root: &Element,
        mailbox: &Mailbox<E>,
        left: fn() -> E,
    ) -> Result<Self, MissingResource> {
        let button: HtmlElement = by_id(root, "more-button")?;
        let menu: HtmlElement = by_id(root, "more")?;
        let (place, mailbox) = (by_id::<HtmlElement>(root, "more-place")?, mailbox.clone());
        let within = place.clone();
        let leave = move |event: web_sys::Event| {
            // It goes nowhere when the window loses it, and in browsers where clicks give none.
            let to = event.dyn_ref::<FocusEvent>().and_then(FocusEvent::related_target);
            let to = to.and_then(|to| to.dyn_into::<Element>().ok());
            if to.is_some_and(|to| !within.contains(Some(&to))) {
                mailbox.post(left());
            }
        };
        Ok(Self {
            document: document(root)?,
            expanded: Attribute::new(&button, "aria-expanded"),
            entries: all(&menu, "button")?,
            on: by_id(root, "more-on")?,
            _left: Listener::new(&place, "focusout", Box::new(leave)),
            button,
            menu,
        })
    }

    /// Opens it with the focus on its first entry, or closes it.
    pub fn toggle(&mut self) {
        if self.close() {
            return;
        }
        self.menu.set_hidden(false);
        self.expanded.set("true");
        self.step(MenuStep::First);
    }

    /// Closes it; the focus goes from an entry back to the button. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        if self.menu.hidden() {
            return false;
        }
        let had = self.document.active_element();
        if self.menu.contains(had.as_ref().map(AsRef::as_ref)) {
            let _ = self.button.focus();
        }
        self.menu.set_hidden(true);
        self.expanded.set("false");
        true
    }

    /// Moves the focus among the entries that are shown.
    pub fn step(&self, step: MenuStep) {
        let shown = |entry: &&HtmlElement| rect_of(entry).size.min_element() > 0.0;
        let shown: Vec<&HtmlElement> = self.entries.iter().filter(shown).collect();
        let had = self.document.active_element();
        let from = shown.iter().position(|entry| had.as_ref() == Some(entry.as_ref()));
        if let Some(entry) = step.entry(from, shown.len()).and_then(|to| shown.get(to)) {
            let _ = entry.focus();
        }
    }

    /// Updates whether one of its entries is on; runs a few times a second.
    pub fn refresh(&self) {
        let is_on = ON.iter().any(|on| self.menu.query_selector(on).is_ok_and(|on| on.is_some()));
        if self.on.hidden() == is_on {
            self.on.set_hidden(!is_on);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_round_and_home_and_end_go_to_the_ends() {
        let rows = [
            ("ArrowDown", Some(0), Some(1)),
            ("ArrowDown", Some(2), Some(0)),
            ("ArrowUp", Some(2), Some(1)),
            ("ArrowUp", Some(0), Some(2)),
            ("ArrowDown", None, Some(0)),
            ("ArrowUp", None, Some(2)),
            ("Home", Some(1), Some(0)),
            ("End", Some(1), Some(2)),
        ];
        for (code, from, to) in rows {
            assert_eq!(MenuStep::of(code).unwrap().entry(from, 3), to, "{code} from {from:?}");
            assert_eq!(MenuStep::of(code).unwrap().entry(None, 0), None, "{code}");
        }
        assert_eq!(MenuStep::of("ArrowLeft"), None);
    }
}
