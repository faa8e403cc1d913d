//! Tests of the browser capabilities: what they post, and that they post nothing once dropped.

use std::{cell::Cell, rc::Rc};

use crate::fixture::{Page, window};
use shared::wire::conditions::Condition;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{EventTarget, HtmlElement, KeyboardEvent, KeyboardEventInit};
use web_ui::{
    input::key_labels,
    shell::{
        keyboard::{Answer, Browser, Focus, Key, Keyboard, KeyboardEvents, Stroke},
        layout::Layout,
        listener::Listener,
        mailbox::Mailbox,
        pointer::{Phase, Pointer, PointerEvents, Pointers},
        probe::{PROBES, ProbeAttribute},
    },
    widgets::conditions::{CarrierList, DirectionControls},
};

/// The events of these tests.
#[derive(Clone, Debug, PartialEq)]
enum PageEvent {
    Key(Key),
    Pointer(Pointer),
    Button(String),
    Edited,
    Blurred,
    LayoutKnown,
}

const POSTED_BY_KEYS: KeyboardEvents<PageEvent> =
    KeyboardEvents { blurred: || PageEvent::Blurred, layout_known: || PageEvent::LayoutKnown };

const POSTED: PointerEvents<PageEvent> = PointerEvents {
    pointed: PageEvent::Pointer,
    pressed: |act| (act != "help").then(|| PageEvent::Button(act.into())),
    edited: || PageEvent::Edited,
};

fn posted(mailbox: &Mailbox<PageEvent>) -> Vec<PageEvent> {
    std::iter::from_fn(|| mailbox.take()).collect()
}

/// Takes key presses, and leaves releases to the browser.
fn keymap(key: &Key) -> Answer<PageEvent> {
    match key.stroke {
        Stroke::Down => {
            Answer { event: Some(PageEvent::Key(key.clone())), browser: Browser::Rests }
        }
        Stroke::Up => Answer { event: None, browser: Browser::Acts },
    }
}

/// Dispatches a key event. Returns whether the browser's default action is still allowed.
fn strike(target: &EventTarget, kind: &str, init: &KeyboardEventInit) -> bool {
    init.set_bubbles(true);
    init.set_cancelable(true);
    let event = KeyboardEvent::new_with_keyboard_event_init_dict(kind, init).unwrap();
    target.dispatch_event(&event).unwrap()
}

fn letter(code: &str, key: &str) -> KeyboardEventInit {
    let init = KeyboardEventInit::new();
    init.set_code(code);
    init.set_key(key);
    init
}

#[wasm_bindgen_test]
fn a_dropped_listener_hears_nothing() {
    let heard = Rc::new(Cell::new(0));
    let count = Rc::clone(&heard);
    let target = EventTarget::new().unwrap();
    let ring = || target.dispatch_event(&web_sys::Event::new("ring").unwrap()).unwrap();
    let listener = Listener::new(&target, "ring", Box::new(move |_| count.set(count.get() + 1)));
    ring();
    ring();
    assert_eq!(heard.get(), 2);
    drop(listener);
    ring();
    assert_eq!(heard.get(), 2);
    assert_eq!(Rc::strong_count(&heard), 1, "the callback is gone too");
}

#[wasm_bindgen_test]
fn a_key_is_reported_and_kept_from_the_browser() {
    let mailbox = Mailbox::default();
    let keyboard = Keyboard::new(&window(), keymap, &mailbox, POSTED_BY_KEYS);
    let init = letter("KeyH", "H");
    init.set_repeat(true);
    assert!(!strike(&window(), "keydown", &init));
    let held = Key { repeats: true, ..Key::down("KeyH", "H") };
    assert_eq!(posted(&mailbox), [PageEvent::Key(held.clone())]);
    let chord = letter("KeyH", "H");
    chord.set_meta_key(true);
    strike(&window(), "keydown", &chord);
    assert_eq!(posted(&mailbox), [PageEvent::Key(Key { repeats: false, chord: true, ..held })]);
    assert!(strike(&window(), "keyup", &letter("KeyH", "H")));
    window().dispatch_event(&web_sys::Event::new("blur").unwrap()).unwrap();
    assert_eq!(posted(&mailbox), [PageEvent::Blurred]);

    keyboard.set_keymap(|_| Answer { event: None, browser: Browser::Acts });
    assert!(strike(&window(), "keydown", &letter("KeyH", "h")));
    drop(keyboard);
    assert!(strike(&window(), "keydown", &letter("KeyH", "h")));
    assert_eq!(posted(&mailbox), []);
}

#[wasm_bindgen_test]
fn a_key_tells_the_layout() {
    let page = Page::new();
    let mailbox = Mailbox::default();
    let keyboard = Keyboard::new(&window(), keymap, &mailbox, POSTED_BY_KEYS);
    let shifted = letter("KeyQ", "A");
    shifted.set_shift_key(true);
    for init in [shifted, letter("KeyA", "q"), letter("KeyQ", "й"), letter("KeyA", "q")] {
        strike(&window(), "keydown", &init);
    }
    let heard = posted(&mailbox);
    let news = heard.iter().filter(|heard| **heard == PageEvent::LayoutKnown).count();
    assert_eq!(news, 1, "{heard:?}");
    let layout = keyboard.layout();
    assert_eq!([layout.at('a'), layout.at('q')], [Some('q'); 2]);

    // Labels follow the layout, there and back.
    let thrust = page.root.query_selector("#join kbd:nth-of-type(2)").unwrap().unwrap();
    let is_command = |sign| "hq".contains(sign);
    key_labels::show(&page.root, &layout, is_command);
    assert_eq!(thrust.text_content().unwrap(), "Q");
    let ghosts = page.root.query_selector("#ghosts-button kbd").unwrap().unwrap();
    assert_eq!(ghosts.text_content().unwrap(), "H");
    key_labels::show(&page.root, &Layout::default(), is_command);
    assert_eq!(thrust.text_content().unwrap(), "A");
}

/// An active input method composes in a field and nowhere else.
#[wasm_bindgen_test]
fn a_key_is_composed_only_where_a_text_is_written() {
    let page = Page::new();
    let mailbox = Mailbox::default();
    let _keyboard = Keyboard::new(&window(), keymap, &mailbox, POSTED_BY_KEYS);
    for (id, chord) in [("name", true), ("view", false), ("play", false)] {
        let init = letter("KeyH", "Process");
        init.set_is_composing(true);
        strike(&page.element(id), "keydown", &init);
        let heard = posted(&mailbox);
        let [PageEvent::Key(key)] = heard.as_slice() else { panic!("{id}: {heard:?}") };
        assert_eq!(key.chord, chord, "{id}");
    }
}

#[wasm_bindgen_test]
fn a_key_tells_what_has_the_keyboard() {
    let page = Page::new();
    DirectionControls::find(&page.root, "up", &[(Condition::Latency, "")]).unwrap();
    CarrierList::find(&page.root, "carrier", "link-mode").unwrap();
    let mailbox = Mailbox::default();
    let _keyboard = Keyboard::new(&window(), keymap, &mailbox, POSTED_BY_KEYS);
    let rows = [
        ("name", Focus::Text),
        ("up-latency", Focus::Control),
        ("link-mode", Focus::List),
        ("play", Focus::Button),
        ("view", Focus::None),
    ];
    for (id, focus) in rows {
        let element = page.element(id);
        page.show(id);
        let reported_focus = || {
            strike(&element, "keydown", &letter("KeyS", "s"));
            let heard = posted(&mailbox);
            let [PageEvent::Key(key)] = heard.as_slice() else { panic!("{id}: {heard:?}") };
            key.focus
        };
        assert_eq!(reported_focus(), focus, "{id}");
        // Before the browser has removed the focus from it.
        element.parent_element().unwrap().set_attribute("hidden", "").unwrap();
        assert_eq!(reported_focus(), Focus::None, "{id}, hidden");
    }
}

#[wasm_bindgen_test]
fn clicks_are_reported_by_button_and_presses_by_position() {
    let page = Page::new();
    let mailbox = Mailbox::default();
    let field = page.element("view");
    let pointers = Pointers::new(&window(), &page.root, &field, &mailbox, POSTED);
    page.element("ghosts-button").click();
    let help = page.root.query_selector("[data-act=help]").unwrap().unwrap();
    help.unchecked_into::<HtmlElement>().click();
    page.element("name").click();
    assert_eq!(posted(&mailbox), [PageEvent::Button("ghosts".into())]);
    page.enter("name", "Ada");
    assert_eq!(posted(&mailbox), [PageEvent::Edited]);
    let init = web_sys::PointerEventInit::new();
    init.set_alt_key(true);
    init.set_client_x(7);
    let down = web_sys::PointerEvent::new_with_event_init_dict("pointerdown", &init).unwrap();
    field.dispatch_event(&down).unwrap();
    let heard = posted(&mailbox);
    let [PageEvent::Pointer(pointer)] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!((pointer.phase, pointer.at.x, pointer.alt), (Phase::Down, 7.0, true));
    drop(pointers);
    page.element("ghosts-button").click();
    assert_eq!(posted(&mailbox), []);
}

#[wasm_bindgen_test]
fn without_probes_nothing_is_computed_or_written_for_tests() {
    const { assert!(PROBES) };
    let page = Page::new();
    let mut written: ProbeAttribute = ProbeAttribute::new(&page.root, "data-written");
    written.set(|| "7");
    assert_eq!(page.data("written"), "7");
    let mut absent = ProbeAttribute::<0>::new(&page.root, "data-absent");
    absent.set(|| -> &str { panic!("it is computed") });
    assert!(!page.root.has_attribute("data-absent"));
    assert_eq!(size_of_val(&absent), 0);
}
