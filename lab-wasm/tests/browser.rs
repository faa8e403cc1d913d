//! The laboratory's page, mounted in a real browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "what fails here, fails the test")]

use lab_wasm::app::{self, order::Order};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::Element;

wasm_bindgen_test_configure!(run_in_browser);

const PAGE: &str = include_str!("../../web/lab.html");

/// The body of `web/lab.html`, below an element of its own. Its scripts do not run.
struct Page(Element);

impl Page {
    fn new() -> Self {
        let body = PAGE.split_once("<body").unwrap().1;
        let markup = body.split_once('>').unwrap().1.split_once("</body>").unwrap().0;
        let document = web_sys::window().unwrap().document().unwrap();
        let root = document.create_element("div").unwrap();
        root.set_inner_html(markup);
        document.body().unwrap().append_child(&root).unwrap();
        Self(root)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.0.remove();
    }
}

#[wasm_bindgen_test]
fn the_page_runs_without_being_asked() {
    // The runner of these tests has an address of its own.
    web_sys::window().unwrap().location().set_hash("").unwrap();
    let page = Page::new();
    let app = app::mount(&page.0).unwrap();
    assert_eq!(page.0.get_attribute("data-state").as_deref(), Some("playing"));
    let refusal = page.0.query_selector("#refusal").unwrap().unwrap();
    let said = refusal.text_content().unwrap_or_default();
    assert!(refusal.has_attribute("hidden"), "{said}");
    drop(app);
}

#[wasm_bindgen_test]
fn every_button_of_the_page_asks_for_something() {
    let page = Page::new();
    let app = app::mount(&page.0).unwrap();
    let buttons = page.0.query_selector_all("[data-act]:not([data-act=''])").unwrap();
    assert!(buttons.length() > 40, "{} buttons", buttons.length());
    for n in 0..buttons.length() {
        let button: Element = buttons.item(n).unwrap().unchecked_into();
        let act = button.get_attribute("data-act").unwrap();
        assert!(Order::named(&act).is_some(), "{act}");
    }
    drop(app);
}

#[wasm_bindgen_test]
fn a_page_that_lacks_an_element_is_refused_by_name() {
    let page = Page::new();
    page.0.query_selector("#lab-view").unwrap().unwrap().remove();
    let missing = app::mount(&page.0).err();
    assert_eq!(missing.unwrap().to_string(), "The page lacks the element #lab-view.");
}
