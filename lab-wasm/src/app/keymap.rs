//! What the keys of the laboratory mean: a key goes in, what it asks for comes out. Runs at every
//! key, while the browser waits.

use shared::netcode::preset::Preset;
use web_ui::{
    forensics::keys,
    input::held::FlightKey,
    shell::keyboard::{Answer, Browser, Focus, Key, Stroke},
};

use super::{event::Event, order::Order};
use crate::hud::{drawers::Drawer, timelines::Timeline};

/// They fly, but Tab is the page's; digits are told by their place, and of the others those with
/// one character, and Escape, ask for something, held ones again and again.
#[must_use]
pub fn flight(key: &Key) -> Answer<Event> {
    let flight = FlightKey::at(&key.code);
    if key.stroke == Stroke::Up || key.chord || is_pages(key, flight) {
        return Answer { event: released(key), browser: Browser::Acts };
    }
    let event = match flight {
        Some(_) if key.repeats => None,
        Some(flight) => Some(Event::Flight(flight, Stroke::Down)),
        None => of_key(key.code.strip_prefix("Digit").unwrap_or(&key.key)).map(Event::Order),
    };
    Answer { event, browser: Browser::Rests }
}

/// They are the sheet's that looks into a shot.
#[must_use]
pub fn shot(key: &Key) -> Answer<Event> {
    let Answer { event, browser } = keys::answer(key, Event::of_sheet);
    Answer { event: event.or_else(|| released(key)), browser }
}

/// Whether a key is the page's: it belongs to what has the keyboard, or is none of the laboratory.
fn is_pages(key: &Key, flight: Option<FlightKey>) -> bool {
    let escape = key.key == "Escape";
    let one_character = key.key.chars().count() == 1 && key.key != " ";
    let moves = key.code.starts_with("Arrow") || key.code == "Space";
    let focused = match key.focus {
        Focus::Text => !escape,
        Focus::Control | Focus::List => moves,
        Focus::Button => key.code == "Space",
        Focus::None => false,
    };
    focused || (flight.is_none() && !one_character && !escape)
}

fn released(key: &Key) -> Option<Event> {
    FlightKey::released(key).map(|flight| Event::Flight(flight, Stroke::Up))
}

/// The order of a key, by what is on it (`KeyboardEvent.key`).
fn of_key(key: &str) -> Option<Order> {
    let mut chars = key.chars();
    let letter = chars.next().filter(|_| chars.as_str().is_empty());
    Some(match letter.map(|letter| letter.to_ascii_lowercase()) {
        Some('k') => Order::Play,
        Some(',' | '<') => Order::Back,
        Some('.' | '>') => Order::Forth,
        Some('r') => Order::Restart,
        Some('j') => Order::Cue,
        Some('-' | '−') => Order::Slower,
        Some('+' | '=') => Order::Faster,
        Some('x') => Order::Swap,
        Some('m') => Order::Maximise,
        Some('t') => Order::Open(Drawer::Lessons),
        Some('p') => Order::Open(Drawer::Schemes),
        Some('l') => Order::Open(Drawer::Network),
        Some('u') => Order::Open(Drawer::Desk),
        Some('f') => Order::Open(Drawer::Shots),
        Some('c') => Order::Open(Drawer::Share),
        Some('?') => Order::Open(Drawer::Help),
        Some('n') => Order::Graph,
        Some('o') => Order::Timeline(Timeline::Ring),
        Some('i') => Order::Timeline(Timeline::View),
        Some('h') => Order::Ghosts,
        Some('v') => Order::Stored,
        Some('b') => Order::Split,
        Some('[') => Order::LessonBack,
        Some(']') => Order::LessonNext,
        Some(digit @ '1'..='9') => {
            let n = digit as usize - '1' as usize;
            return Preset::ALL.get(n).copied().map(Order::Preset);
        }
        _ if key == "Escape" => Order::Dismiss,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn struck(code: &str, key: &str) -> Key {
        Key {
            stroke: Stroke::Down,
            code: code.into(),
            key: key.into(),
            repeats: false,
            chord: false,
            focus: Focus::None,
            focus_shown: false,
        }
    }

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
            ("KeyY", "y", None),
        ];
        for (code, key, order) in rows {
            let answer = flight(&struck(code, key));
            assert_eq!(answer.event, order.map(Event::Order), "{key}");
            assert_eq!(answer.browser, Browser::Rests, "{key}");
        }
        for key in ["Shift", "", "Tab"] {
            let pages = Answer { event: None, browser: Browser::Acts };
            assert_eq!(flight(&struck("", key)), pages, "{key}");
        }
    }

    /// Keys fly by their place and ask by what is on them: so nothing is asked by a letter that
    /// stands where keys fly, on a keyboard that begins with QWERTY or with AZERTY.
    #[test]
    fn no_letter_asks_where_keys_fly() {
        let layouts = [["w", "a", "s", "d"], ["z", "q", "s", "d"]];
        for letters in layouts {
            for (code, letter) in ["KeyW", "KeyA", "KeyS", "KeyD"].into_iter().zip(letters) {
                assert_eq!(of_key(letter), None, "{letter}");
                let event = flight(&struck(code, letter)).event;
                assert!(matches!(event, Some(Event::Flight(..))), "{letter}: {event:?}");
            }
        }
    }

    #[test]
    fn keys_that_fly_count_once_and_are_let_go_of_anywhere() {
        let key = struck("KeyW", "w");
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
