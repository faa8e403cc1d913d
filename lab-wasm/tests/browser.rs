//! Tests of the laboratory's page, mounted in a real browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "what fails here, fails the test")]

use lab_wasm::app::{self, order::Order};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::Element;

wasm_bindgen_test_configure!(run_in_browser);

const PAGE: &str = include_str!("../../web/lab.html");

/// The body of `web/lab.html` under an element of its own. Its scripts do not run.
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
    // The test runner has a fragment of its own.
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

/// The text of the element that matches a selector; `None` if it is hidden.
fn text(page: &Page, selector: &str) -> Option<String> {
    let element = page.0.query_selector(selector).unwrap().unwrap();
    let hidden = element.closest("[hidden]").unwrap().is_some();
    (!hidden).then(|| element.text_content().unwrap_or_default())
}

#[wasm_bindgen_test]
fn pictures_of_time_open_by_their_keys_and_esc_closes_them() {
    let page = Page::new();
    let app = app::mount(&page.0).unwrap();
    assert_eq!(text(&page, "#timeline"), None, "nothing is open at first");
    let press = |key: &str| {
        let init = web_sys::KeyboardEventInit::new();
        init.set_key(key);
        init.set_code(&format!("Key{}", key.to_uppercase()));
        init.set_bubbles(true);
        let event = web_sys::KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init);
        web_sys::window().unwrap().dispatch_event(&event.unwrap()).unwrap();
    };
    for (key, title, act) in [
        ("o", "QuakeWorld’s ring of 64 frames", "ring"),
        ("i", "The interpolation timeline", "view-line"),
    ] {
        press(key);
        let shown = text(&page, "#timeline-heads div:not([hidden]) h2");
        assert_eq!(shown.as_deref(), Some(title), "{key}");
        let heads = page.0.query_selector_all("#timeline-heads div:not([hidden])").unwrap();
        assert_eq!(heads.length(), 1, "{key}: one at a time");
        let button = page.0.query_selector(&format!("[data-act={act}]")).unwrap().unwrap();
        assert_eq!(button.get_attribute("aria-pressed").as_deref(), Some("true"), "{key}");
    }
    press("i");
    assert_eq!(text(&page, "#timeline"), None, "the same key closes it");
    press("o");
    press("Escape");
    assert_eq!(text(&page, "#timeline"), None, "and so does Escape");
    drop(app);
}

#[wasm_bindgen_test]
fn a_page_that_lacks_an_element_is_refused_by_name() {
    let page = Page::new();
    page.0.query_selector("#lab-view").unwrap().unwrap().remove();
    let missing = app::mount(&page.0).err();
    assert_eq!(missing.unwrap().to_string(), "The page lacks the element #lab-view.");
}
