//! The keymaps of the laboratory. They run on every key, while the browser waits.

use shared::netcode::preset::Preset;
use web_ui::{
    forensics::keys,
    input::{
        commands::{Flight, asked},
        held::FlightKey,
    },
    shell::keyboard::{Answer, Browser, Focus, Key, Stroke},
};

use super::{event::Event, order::Order};
use crate::hud::{drawers::Drawer, more::MenuStep, timelines::Timeline};

/// The keymap for watching and flying. Commands repeat while a key is held. A focused element keeps
/// the keys it needs; Tab and all keys without a character are left to the page.
#[must_use]
pub fn flight(key: &Key) -> Answer<Event> {
    let pages = Answer { event: released(key), browser: Browser::Acts };
    if key.stroke == Stroke::Up || key.chord {
        return pages;
    }
    if let Some(step) = MenuStep::of(&key.code).filter(|_| key.focus == Focus::Menu) {
        let event = Some(Event::Order(Order::MoreStep(step)));
        return Answer { event, browser: Browser::Rests };
    }
    if is_focused(key) {
        return pages;
    }
    let flight = FlightKey::at(&key.code);
    let event = match flight {
        Some(_) if key.repeats => None,
        Some(flight) => Some(Event::Flight(flight, Stroke::Down)),
        None if key.key == "Escape" => Some(Event::Order(Order::Dismiss)),
        None => asked(key, Flight::Flies, of_sign).map(Event::Order),
    };
    let has_character = key.key.chars().count() == 1 && key.key != " ";
    if event.is_none() && flight.is_none() && !has_character {
        return pages;
    }
    Answer { event, browser: Browser::Rests }
}

/// The keymap of the forensics sheet.
#[must_use]
pub fn shot(key: &Key) -> Answer<Event> {
    let Answer { event, browser } = keys::answer(key, is_command, Event::of_sheet);
    Answer { event: event.or_else(|| released(key)), browser }
}

/// Whether a key belongs to the focused element.
fn is_focused(key: &Key) -> bool {
    let moves = key.code.starts_with("Arrow") || key.code == "Space";
    match key.focus {
        Focus::Text => key.key != "Escape",
        Focus::Control | Focus::List => moves,
        Focus::Button | Focus::Menu => key.code == "Space",
        Focus::None => false,
    }
}

fn released(key: &Key) -> Option<Event> {
    FlightKey::released(key).map(|flight| Event::Flight(flight, Stroke::Up))
}

/// Whether a character is a command.
#[must_use]
pub fn is_command(sign: char) -> bool {
    of_sign(sign).is_some()
}

/// The command of a character.
#[must_use]
pub fn of_sign(sign: char) -> Option<Order> {
    Some(match sign {
        'k' => Order::Play,
        ',' | '<' => Order::Back,
        '.' | '>' => Order::Forth,
        'r' => Order::Restart,
        'j' => Order::Cue,
        '-' | '−' => Order::Slower,
        '+' | '=' => Order::Faster,
        'x' => Order::Swap,
        'm' => Order::Maximise,
        't' => Order::Open(Drawer::Lessons),
        'p' => Order::Open(Drawer::Schemes),
        'l' => Order::Open(Drawer::Network),
        'u' => Order::Open(Drawer::Desk),
        'f' => Order::Open(Drawer::Shots),
        'c' => Order::Open(Drawer::Share),
        '?' => Order::Open(Drawer::Help),
        'n' => Order::Graph,
        'o' => Order::Timeline(Timeline::Ring),
        'i' => Order::Timeline(Timeline::View),
        'h' => Order::Ghosts,
        'v' => Order::Stored,
        'b' => Order::Split,
        '[' => Order::LessonBack,
        ']' => Order::LessonNext,
        digit @ '1'..='9' => {
            let n = digit as usize - '1' as usize;
            return Preset::ALL.get(n).copied().map(Order::Preset);
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use web_ui::shell::layout::Layout;

    #[test]
    fn keys_ask_by_what_is_on_them_and_digits_by_their_place() {
        let rows = [
            ("KeyK", "k", Some(Order::Play)),
            ("KeyK", "K", Some(Order::Play)),
            ("Digit9", "(", Some(Order::Preset(Preset::Lagrange))),
            ("KeyO", "o", Some(Order::Timeline(Timeline::Ring))),
            ("KeyI", "i", Some(Order::Timeline(Timeline::View))),
            ("Escape", "Escape", Some(Order::Dismiss)),
            ("KeyV", "v", Some(Order::Stored)),
            ("KeyU", "u", Some(Order::Open(Drawer::Desk))),
            ("KeyJ", "j", Some(Order::Cue)),
            ("KeyK", "л", Some(Order::Play)),
            ("Slash", "Process", Some(Order::Open(Drawer::Help))),
            ("KeyY", "y", None),
        ];
        for (code, key, order) in rows {
            let answer = flight(&Key::down(code, key));
            assert_eq!(answer.event, order.map(Event::Order), "{key}");
            assert_eq!(answer.browser, Browser::Rests, "{key}");
        }
        for key in ["Shift", "", "Tab"] {
            let pages = Answer { event: None, browser: Browser::Acts };
            assert_eq!(flight(&Key::down("", key)), pages, "{key}");
        }
    }

    #[test]
    fn an_open_menu_takes_the_keys_that_move_in_it_and_no_others() {
        let in_menu = |code, key| flight(&Key { focus: Focus::Menu, ..Key::down(code, key) });
        for (code, step) in [
            ("ArrowDown", MenuStep::Next),
            ("ArrowUp", MenuStep::Previous),
            ("Home", MenuStep::First),
            ("End", MenuStep::Last),
        ] {
            let event = Some(Event::Order(Order::MoreStep(step)));
            assert_ne!(flight(&Key::down(code, code)).event, event, "{code}");
            assert_eq!(in_menu(code, code), Answer { event, browser: Browser::Rests }, "{code}");
        }
        for code in ["Space", "Enter", "Tab"] {
            let pages = Answer { event: None, browser: Browser::Acts };
            assert_eq!(in_menu(code, if code == "Space" { " " } else { code }), pages, "{code}");
        }
        let rows = [
            ("KeyK", "k", Event::Order(Order::Play)),
            ("KeyW", "w", Event::Flight(FlightKey::W, Stroke::Down)),
            ("Escape", "Escape", Event::Order(Order::Dismiss)),
        ];
        for (code, key, event) in rows {
            assert_eq!(in_menu(code, key).event, Some(event), "{code}");
        }
    }

    /// A place and its character.
    type KeyLabel = (&'static str, &'static str);

    /// On Dvorak `.` and `o` fly, on Colemak `f` and `r`, and other commands are at their places.
    #[test]
    fn every_command_has_a_key_on_every_keyboard() {
        let dvorak: [KeyLabel; 16] = [
            ("KeyE", "."),
            ("KeyS", "o"),
            ("Period", "v"),
            ("KeyV", "k"),
            ("KeyK", "t"),
            ("KeyT", "y"),
            ("KeyO", "r"),
            ("KeyR", "p"),
            ("KeyP", "l"),
            ("KeyL", "n"),
            ("KeyN", "b"),
            ("KeyB", "x"),
            ("KeyX", "q"),
            ("KeyQ", "'"),
            ("KeyW", ","),
            ("Comma", "w"),
        ];
        let colemak: [KeyLabel; 6] = [
            ("KeyE", "f"),
            ("KeyF", "t"),
            ("KeyT", "g"),
            ("KeyS", "r"),
            ("KeyR", "p"),
            ("KeyP", ";"),
        ];
        let of = |keys: &[KeyLabel]| {
            let mut layout = Layout::default();
            for (code, key) in keys {
                layout.learn(code, key);
            }
            layout
        };
        let (dvorak, colemak) = (of(&dvorak), of(&colemak));
        let rows = [
            (dvorak, "KeyT", "y", Order::Forth),
            (dvorak, "Comma", "w", Order::Back),
            (dvorak, "KeyX", "q", Order::Timeline(Timeline::Ring)),
            (dvorak, "Period", "v", Order::Stored),
            (colemak, "KeyT", "g", Order::Open(Drawer::Shots)),
            (colemak, "KeyF", "t", Order::Open(Drawer::Lessons)),
            (colemak, "KeyP", ";", Order::Restart),
        ];
        for (layout, code, key, order) in rows {
            let answer = flight(&Key { layout, ..Key::down(code, key) });
            assert_eq!(answer.event, Some(Event::Order(order)), "{code} {key}");
        }
    }

    /// No command uses a letter that is on a flight key of QWERTY, QWERTZ or AZERTY.
    #[test]
    fn no_letter_asks_where_keys_fly() {
        let places = ["KeyQ", "KeyW", "KeyE", "KeyA", "KeyS", "KeyD"];
        for letters in [['q', 'w', 'e', 'a', 's', 'd'], ['a', 'z', 'e', 'q', 's', 'd']] {
            for (code, letter) in places.into_iter().zip(letters) {
                assert_eq!(of_sign(letter), None, "{letter}");
                let event = flight(&Key::down(code, &letter.to_string())).event;
                assert!(matches!(event, Some(Event::Flight(..))), "{letter}: {event:?}");
            }
        }
    }

    #[test]
    fn keys_that_fly_count_once_and_are_let_go_of_anywhere() {
        let key = Key::down("KeyW", "w");
        let event = |stroke| Some(Event::Flight(FlightKey::W, stroke));
        assert_eq!(flight(&key).event, event(Stroke::Down));
        assert_eq!(flight(&Key { repeats: true, ..key.clone() }).event, None);
        assert_eq!(flight(&Key { focus: Focus::Text, ..key.clone() }).event, None);
        let up = Key { stroke: Stroke::Up, focus: Focus::Text, ..key };
        for keymap in [flight, shot] {
            assert_eq!(keymap(&up).event, event(Stroke::Up));
        }
    }
}
