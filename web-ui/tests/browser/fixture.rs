//! A test fixture: the markup of the game's page, set up for one test and removed afterwards. The
//! tests of `client-wasm` use it too.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Event, HtmlElement, HtmlInputElement, Window};

const PAGE: &str = include_str!("../../../web/index.html");

/// The body of `web/index.html` under an element of its own.
pub(crate) struct Page {
    /// Stands in for the page's body.
    pub(crate) root: Element,
}

impl Page {
    /// Sets the page up without running its scripts.
    pub(crate) fn new() -> Self {
        let body = PAGE.split_once("<body").unwrap().1;
        let markup = body.split_once('>').unwrap().1.split_once("</body>").unwrap().0;
        let root = document().create_element("div").unwrap();
        root.set_inner_html(markup);
        document().body().unwrap().append_child(&root).unwrap();
        Self { root }
    }

    pub(crate) fn element(&self, id: &str) -> HtmlElement {
        self.root.query_selector(&format!("#{id}")).unwrap().unwrap().unchecked_into()
    }

    pub(crate) fn input(&self, id: &str) -> HtmlInputElement {
        self.element(id).unchecked_into()
    }

    /// Shows an element by unhiding its ancestors.
    pub(crate) fn show(&self, id: &str) {
        while let Some(by) = self.element(id).closest("[hidden]").unwrap() {
            by.remove_attribute("hidden").unwrap();
        }
    }

    /// A `data-` attribute of the root.
    pub(crate) fn data(&self, name: &str) -> String {
        self.root.get_attribute(&format!("data-{name}")).unwrap_or_default()
    }

    /// Sets the value of a field as a player would, with events.
    pub(crate) fn enter(&self, id: &str, value: &str) {
        self.input(id).set_value(value);
        let options = web_sys::EventInit::new();
        options.set_bubbles(true);
        let event = Event::new_with_event_init_dict("input", &options).unwrap();
        self.input(id).dispatch_event(&event).unwrap();
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.root.remove();
        set_fragment("");
    }
}

pub(crate) fn window() -> Window {
    web_sys::window().unwrap()
}

pub(crate) fn document() -> Document {
    window().document().unwrap()
}

/// Changes the fragment of the test page's address without an event.
pub(crate) fn set_fragment(fragment: &str) {
    let path = window().location().pathname().unwrap();
    let url = format!("{path}{fragment}");
    let null = JsValue::NULL;
    window().history().unwrap().replace_state_with_url(&null, "", Some(&url)).unwrap();
}
