//! The keymaps of the game. They run on every key, while the browser waits.
//!
//! While the game has the focus, its keys have no browser action. In a text field keys edit the
//! text, and only Enter and Escape belong to the game. A slider or list keeps the arrows and the
//! space bar; letters still fly the ship.

use shared::netcode::preset::Preset;
use web_ui::{
    forensics::{keys, shot_act::ShotAct},
    input::{
        commands::{Flight, asked},
        held::FlightKey,
    },
    shell::keyboard::{Answer, Browser, Focus, Key, Stroke},
};

use super::{action::Action, event::Event};

/// The keymap outside the game: Tab moves between fields, and only Escape and the main button of
/// the screen have keys.
#[must_use]
pub fn page(key: &Key) -> Answer<Event> {
    answer(key, |key| confirms(key).map(Event::Act))
}

/// The keymap in the game.
#[must_use]
pub fn game(key: &Key) -> Answer<Event> {
    let Answer { event, browser } = answer(key, in_game);
    Answer { event: event.or_else(|| other(key)), browser }
}

/// The keymap of the forensics sheet.
#[must_use]
pub fn shot(key: &Key) -> Answer<Event> {
    let Answer { event, browser } = keys::answer(key, is_command, Event::of_sheet);
    Answer { event: event.or_else(|| released(key)).or_else(|| other(key)), browser }
}

/// The keymap while a control waits for its new key. What moves the focus or types stays what it
/// is in combination with Control, Alt or Meta.
#[must_use]
pub fn picking(key: &Key) -> Answer<Event> {
    if key.stroke == Stroke::Up || key.chord {
        return Answer { event: released(key), browser: Browser::Acts };
    }
    let picked = (!key.repeats).then(|| Event::Picked(Box::new(key.clone())));
    Answer { event: picked, browser: Browser::Rests }
}

/// A key without a meaning still shows that the player is present.
fn other(key: &Key) -> Option<Event> {
    (key.stroke == Stroke::Down && !key.repeats).then_some(Event::OtherKey)
}

/// The answer to a key: one with a meaning is kept from the browser. A key counts once, when
/// pressed; the scores key and flight keys count also when released.
fn answer(key: &Key, meaning: fn(&Key) -> Option<Event>) -> Answer<Event> {
    let meaning = if key.chord { None } else { meaning(key) };
    let browser = if meaning.is_some() { Browser::Rests } else { Browser::Acts };
    let event = match key.stroke {
        Stroke::Down => meaning.filter(|_| !key.repeats),
        Stroke::Up => {
            let scores = meaning.filter(|event| matches!(event, Event::Scores(_)));
            released(key).or(scores)
        }
    };
    Answer { event, browser }
}

fn in_game(key: &Key) -> Option<Event> {
    if let Some(action) = confirms(key) {
        return Some(Event::Act(action));
    }
    let moves = key.code.starts_with("Arrow") || key.code == "Space";
    if key.focus == Focus::Text || (matches!(key.focus, Focus::Control | Focus::List) && moves) {
        return None;
    }
    if let Some(action) = asked(key, Flight::Flies, of_sign) {
        return Some(Event::Act(action));
    }
    let scores = key.key == "Tab" && key.focus == Focus::None;
    let scores = || scores.then_some(Event::Scores(key.stroke));
    let flight = FlightKey::at(&key.code);
    flight.map(|flight| Event::Flight(flight, key.stroke)).or_else(scores)
}

fn released(key: &Key) -> Option<Event> {
    FlightKey::released(key).map(|flight| Event::Flight(flight, Stroke::Up))
}

/// Enter, unless it presses a button, or Escape.
fn confirms(key: &Key) -> Option<Action> {
    match key.key.as_str() {
        "Enter" if key.focus != Focus::Button => Some(Action::Confirm),
        "Escape" => Some(Action::Dismiss),
        _ => None,
    }
}

/// Whether a character is a command.
#[must_use]
pub fn is_command(sign: char) -> bool {
    of_sign(sign).is_some()
}

/// The command of a character.
#[must_use]
pub fn of_sign(sign: char) -> Option<Action> {
    Some(match sign {
        'f' => Action::Shot(ShotAct::Show),
        'g' => Action::SeeLag,
        'h' => Action::Ghosts,
        'l' => Action::Link,
        'm' => Action::Sound,
        'n' => Action::NetGraph,
        'p' => Action::Netcode,
        'r' => Action::Rematch,
        'u' => Action::FullUpdate,
        '?' => Action::Help,
        digit @ '1'..='9' => {
            let n = digit as usize - '1' as usize;
            Action::Preset(*Preset::ALL.get(n)?)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(got: &Answer<Event>, event: Option<Event>, browser: Browser) {
        assert_eq!(*got, Answer { event, browser });
    }

    #[test]
    fn requests_count_once_and_are_kept_from_the_browser() {
        let rows = [
            ("KeyH", "h", Event::Act(Action::Ghosts)),
            ("KeyG", "g", Event::Act(Action::SeeLag)),
            ("KeyG", "п", Event::Act(Action::SeeLag)),
            ("KeyM", "m", Event::Act(Action::Sound)),
            ("KeyR", "r", Event::Act(Action::Rematch)),
            ("Minus", "?", Event::Act(Action::Help)),
            ("Digit3", "#", Event::Act(Action::Preset(Preset::QuakeWorld))),
            ("Numpad9", "9", Event::Act(Action::Preset(Preset::Lagrange))),
            ("Escape", "Escape", Event::Act(Action::Dismiss)),
            ("Space", " ", Event::Flight(FlightKey::Space, Stroke::Down)),
            ("Tab", "Tab", Event::Scores(Stroke::Down)),
            ("KeyQ", "a", Event::Flight(FlightKey::Q, Stroke::Down)),
            ("KeyH", "р", Event::Act(Action::Ghosts)),
            ("KeyF", "Process", Event::Act(Action::Shot(ShotAct::Show))),
            ("Digit4", "'", Event::Act(Action::Preset(Preset::Source))),
        ];
        for (code, key, event) in rows {
            let key = Key::down(code, key);
            check(&game(&key), Some(event), Browser::Rests);
            check(&game(&Key { repeats: true, ..key.clone() }), None, Browser::Rests);
            check(&game(&Key { chord: true, ..key }), Some(Event::OtherKey), Browser::Acts);
        }
        // It only shows that the player is present.
        check(&game(&Key::down("Numpad9", "PageUp")), Some(Event::OtherKey), Browser::Acts);
    }

    #[test]
    fn flight_keys_are_released_anywhere() {
        let up = Some(Event::Flight(FlightKey::W, Stroke::Up));
        let key = Key { stroke: Stroke::Up, chord: true, ..Key::down("KeyW", "w") };
        for keymap in [page, game, shot] {
            check(&keymap(&key), up.clone(), Browser::Acts);
        }
        let tab = Key { stroke: Stroke::Up, ..Key::down("Tab", "Tab") };
        check(&game(&tab), Some(Event::Scores(Stroke::Up)), Browser::Rests);
        check(&game(&Key { stroke: Stroke::Up, ..Key::down("KeyH", "h") }), None, Browser::Rests);
    }

    #[test]
    fn while_a_control_waits_every_key_is_picked_once() {
        for (code, key) in [("KeyF", "f"), ("Tab", "Tab"), ("Escape", "Escape"), ("Space", " ")] {
            let key = Key::down(code, key);
            let picked = Event::Picked(Box::new(key.clone()));
            check(&picking(&key), Some(picked), Browser::Rests);
            check(&picking(&Key { repeats: true, ..key.clone() }), None, Browser::Rests);
            check(&picking(&Key { chord: true, ..key }), None, Browser::Acts);
        }
        let up = Key { stroke: Stroke::Up, ..Key::down("KeyW", "w") };
        check(&picking(&up), Some(Event::Flight(FlightKey::W, Stroke::Up)), Browser::Acts);
    }

    #[test]
    fn a_field_keeps_what_it_needs() {
        let rows = [
            (Focus::Text, "KeyH", "h", false),
            (Focus::Text, "Enter", "Enter", true),
            (Focus::Button, "Enter", "Enter", false),
            (Focus::Control, "ArrowUp", "ArrowUp", false),
            (Focus::Control, "KeyS", "s", true),
            (Focus::Button, "Tab", "Tab", false),
        ];
        for (focus, code, key, taken) in rows {
            let got = game(&Key { focus, ..Key::down(code, key) });
            assert_eq!(got.event != Some(Event::OtherKey), taken, "{focus:?} {key}");
            assert_eq!(got.browser == Browser::Rests, taken, "{focus:?} {key}");
        }
    }
}
