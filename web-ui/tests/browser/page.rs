//! Tests that texts are shown as text and never parsed as markup.

use crate::fixture::Page;
use shared::base::time::Micros;
use wasm_bindgen_test::wasm_bindgen_test;
use web_ui::{
    shell::panic_screen,
    widgets::toasts::{Toasts, Topic},
};

#[wasm_bindgen_test]
fn an_error_of_the_client_is_shown_with_a_way_back() {
    let page = Page::new();
    assert!(page.element("panic").hidden());
    panic_screen::show("index <b>7</b> out of range");
    assert!(!page.element("panic").hidden());
    assert_eq!(page.element("panic-text").text_content().unwrap(), "index <b>7</b> out of range");
}

#[wasm_bindgen_test]
fn a_name_is_text_and_never_markup() {
    let page = Page::new();
    let mut toasts = Toasts::find(&page.root).unwrap();
    toasts.say(Micros::ZERO, &["<img src=x onerror=alert(1)>", " joined."]);
    let list = page.element("toasts");
    assert_eq!(list.query_selector("img").unwrap(), None);
    assert_eq!(list.text_content().unwrap(), "<img src=x onerror=alert(1)> joined.");
    toasts.refresh(Micros::from_ms(60_000));
    assert_eq!(list.child_element_count(), 0);
}

#[wasm_bindgen_test]
fn a_message_goes_with_its_time_with_a_newer_one_and_with_its_match() {
    let page = Page::new();
    let mut toasts = Toasts::find(&page.root).unwrap();
    let shown = || page.element("toasts").text_content().unwrap();
    let at = Micros::from_ms;
    toasts.say(at(0), &["a"]);
    toasts.say_of(Topic::Stall, at(1000), &["b"]);
    toasts.say_of(Topic::Stall, at(2000), &["c"]);
    assert_eq!(shown(), "ac");
    toasts.refresh(at(3500));
    assert_eq!(shown(), "c");
    toasts.refresh(at(8999));
    assert_eq!(shown(), "c");
    toasts.refresh(at(9000));
    assert_eq!(shown(), "");
    toasts.say(at(9000), &["d"]);
    toasts.clear();
    assert_eq!(shown(), "");
}
