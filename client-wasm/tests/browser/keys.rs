//! Tests what keys and clicks do in the game, and which are left to the browser.

use crate::fixture::{Page, window};
use client_wasm::{
    app::{action::Action, event::Event, keymap},
    hud::link_panel::LinkPanel,
};
use shared::netcode::preset::Preset;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{EventTarget, KeyboardEvent, KeyboardEventInit};
use web_ui::{
    forensics::shot_act::ShotAct,
    input::held::FlightKey,
    shell::{
        keyboard::{Keyboard, KeyboardEvents, Stroke},
        mailbox::Mailbox,
        pointer::{PointerEvents, Pointers},
    },
};

const POSTED: PointerEvents<Event> = PointerEvents {
    pointed: Event::of_pointer,
    pressed: Event::of_button,
    edited: || Event::Edited,
};

const POSTED_BY_KEYS: KeyboardEvents<Event> =
    KeyboardEvents { blurred: || Event::Blurred, layout_known: || Event::LayoutKnown };

/// Dispatches a key event. Returns whether the browser's default action is still allowed.
fn strike(target: &EventTarget, kind: &str, code: &str, key: &str) -> bool {
    let init = KeyboardEventInit::new();
    init.set_code(code);
    init.set_key(key);
    init.set_bubbles(true);
    init.set_cancelable(true);
    let event = KeyboardEvent::new_with_keyboard_event_init_dict(kind, &init).unwrap();
    target.dispatch_event(&event).unwrap()
}

/// The posted events that mean something to the game.
fn posted(mailbox: &Mailbox<Event>) -> Vec<Event> {
    let all = std::iter::from_fn(|| mailbox.take());
    all.filter(|event| !matches!(event, Event::OtherKey | Event::LayoutKnown)).collect()
}

#[wasm_bindgen_test]
fn keys_are_the_games_only_while_it_is_played() {
    let mailbox = Mailbox::<Event>::default();
    let keyboard = Keyboard::new(&window(), keymap::page, &mailbox, POSTED_BY_KEYS);
    assert!(strike(&window(), "keydown", "Tab", "Tab"), "Tab is the page's");
    assert!(strike(&window(), "keydown", "KeyW", "w"));
    assert_eq!(posted(&mailbox), []);

    keyboard.set_keymap(keymap::game);
    assert!(!strike(&window(), "keydown", "Tab", "Tab"));
    assert!(!strike(&window(), "keydown", "Space", " "));
    assert!(!strike(&window(), "keydown", "KeyH", "h"));
    assert!(!strike(&window(), "keydown", "Minus", "?"), "wherever the letter is");
    assert!(!strike(&window(), "keydown", "KeyP", "p"));
    assert!(!strike(&window(), "keydown", "Digit3", "#"), "a digit while Shift fires");
    assert!(!strike(&window(), "keydown", "Numpad9", "9"));
    assert!(strike(&window(), "keydown", "Numpad9", "PageUp"));
    strike(&window(), "keyup", "Space", " ");
    let want = [
        Event::Scores(Stroke::Down),
        Event::Flight(FlightKey::Space, Stroke::Down),
        Event::Act(Action::Ghosts),
        Event::Act(Action::Help),
        Event::Act(Action::Netcode),
        Event::Act(Action::Preset(Preset::QuakeWorld)),
        Event::Act(Action::Preset(Preset::Lagrange)),
        Event::Flight(FlightKey::Space, Stroke::Up),
    ];
    assert_eq!(posted(&mailbox), want);

    drop(keyboard);
    assert!(strike(&window(), "keydown", "Space", " "));
    assert_eq!(posted(&mailbox), []);
}

#[wasm_bindgen_test]
fn every_keyboard_plays() {
    let mailbox = Mailbox::<Event>::default();
    let keyboard = Keyboard::new(&window(), keymap::page, &mailbox, POSTED_BY_KEYS);
    keyboard.set_keymap(keymap::game);
    let ghosts = Event::Act(Action::Ghosts);
    let shot = Event::Act(Action::Shot(ShotAct::Show));
    let turn = |key| Event::Flight(key, Stroke::Down);
    let rows = [
        ("Russian", "KeyH", "р", ghosts.clone()),
        ("Russian", "KeyW", "ц", turn(FlightKey::W)),
        ("Korean", "KeyH", "ㅗ", ghosts.clone()),
        ("Korean", "KeyF", "ㄹ", shot.clone()),
        ("Japanese", "KeyF", "Process", shot.clone()),
        ("Japanese", "KeyE", "Process", turn(FlightKey::E)),
        ("Japanese", "Digit6", "Process", Event::Act(Action::Preset(Preset::Targeting))),
        ("AZERTY", "KeyQ", "a", turn(FlightKey::Q)),
        ("AZERTY", "Digit1", "&", Event::Act(Action::Preset(Preset::Et260))),
        ("Dvorak", "KeyJ", "h", ghosts),
        ("Dvorak", "KeyF", "u", Event::Act(Action::FullUpdate)),
        ("Colemak", "KeyE", "f", turn(FlightKey::E)),
        ("Colemak", "KeyF", "t", shot),
    ];
    for (layout, code, key, event) in rows {
        assert!(!strike(&window(), "keydown", code, key), "{layout} {code}");
        assert_eq!(posted(&mailbox), [event], "{layout} {code}");
    }
}

#[wasm_bindgen_test]
fn over_a_shot_the_keys_move_its_scrubber() {
    let page = Page::new();
    LinkPanel::find(&page.root).unwrap();
    let mailbox = Mailbox::<Event>::default();
    let keyboard = Keyboard::new(&window(), keymap::page, &mailbox, POSTED_BY_KEYS);
    keyboard.set_keymap(keymap::shot);
    page.show("up-latency");
    assert!(strike(&window(), "keydown", "KeyW", "w"), "nobody flies");
    assert!(strike(&window(), "keydown", "Digit3", "3"));
    assert!(strike(&window(), "keydown", "Tab", "Tab"), "Tab is the page's");
    assert_eq!(posted(&mailbox), []);
    let rows = [
        ("ArrowLeft", "ArrowLeft", Action::Shot(ShotAct::Earlier)),
        ("ArrowRight", "ArrowRight", Action::Shot(ShotAct::Later)),
        ("Space", " ", Action::Shot(ShotAct::Play)),
        ("KeyF", "f", Action::Shot(ShotAct::Show)),
        ("Escape", "Escape", Action::Dismiss),
    ];
    for (code, key, action) in rows {
        for target in [&window().into(), page.input("up-latency").as_ref()] {
            assert!(!strike(target, "keydown", code, key), "{key}");
            assert_eq!(posted(&mailbox), [Event::Act(action)], "{key}");
        }
    }
}

#[wasm_bindgen_test]
fn a_field_keeps_the_keys_typed_into_it() {
    let page = Page::new();
    LinkPanel::find(&page.root).unwrap();
    let mailbox = Mailbox::<Event>::default();
    let keyboard = Keyboard::new(&window(), keymap::page, &mailbox, POSTED_BY_KEYS);
    keyboard.set_keymap(keymap::game);
    ["up-latency", "name"].iter().for_each(|id| page.show(id));
    assert!(strike(&page.input("up-latency"), "keydown", "ArrowRight", "ArrowRight"));
    assert!(strike(&page.element("link-mode"), "keydown", "ArrowDown", "ArrowDown"));
    assert!(strike(&page.input("up-latency"), "keydown", "Space", " "));
    assert!(strike(&page.input("name"), "keydown", "KeyH", "h"));
    assert!(!strike(&page.input("name"), "keydown", "Enter", "Enter"));
    assert!(strike(&page.element("play"), "keydown", "Enter", "Enter"), "the button's own");
    assert_eq!(posted(&mailbox), [Event::Act(Action::Confirm)]);
    // Letters still fly: a list would use them to search its entries.
    assert!(!strike(&page.element("link-mode"), "keydown", "KeyS", "s"));
    let want = [Event::Flight(FlightKey::S, Stroke::Down)];
    assert_eq!(posted(&mailbox), want);
}

#[wasm_bindgen_test]
fn clicks_on_buttons_are_found_by_what_they_do() {
    let page = Page::new();
    let mailbox = Mailbox::<Event>::default();
    let pointers = Pointers::new(&window(), &page.root, &page.element("view"), &mailbox, POSTED);
    page.element("ghosts-button").click();
    page.element("name").click();
    assert_eq!(posted(&mailbox), [Event::Act(Action::Ghosts)]);
    drop(pointers);
    page.element("ghosts-button").click();
    assert_eq!(posted(&mailbox), []);
}
