//! Which command a key asks for: a key goes in, a character of the page's commands comes out. The
//! same rule on every page; runs at every key, while the browser waits.
//!
//! - Digits go by their place: on some layouts they need Shift, which fires.
//! - Letters go by the letter on the key.
//! - A key without a Latin letter (Cyrillic, Hangul, an input method that composes) goes by the
//!   character on it if that is a command, else by its place.
//! - Where keys fly, they ask for nothing. A command whose letter is on such a key is asked for at
//!   the place which it has on QWERTY, unless another command's letter is there.

use super::held::FlightKey;
use crate::shell::{
    keyboard::Key,
    layout::{Layout, only_char},
};

/// Where letters of QWERTY fly.
const FLIGHT_LETTERS: [char; 6] = ['w', 'a', 's', 'd', 'q', 'e'];

/// Whether keys fly on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// They do, by their place.
    Flies,
    /// None does.
    None,
}

/// What a key asks for; `of` is what a character means on the page, in lower case.
pub fn asked<T>(key: &Key, flight: Flight, of: impl Fn(char) -> Option<T>) -> Option<T> {
    let place = place(&key.code);
    if let Some(digit) = place.filter(char::is_ascii_digit)
        && let Some(meant) = of(digit)
    {
        return Some(meant);
    }
    if flight == Flight::Flies && FlightKey::at(&key.code).is_some() {
        return None;
    }
    let on_it = only_char(&key.key).map(|sign| sign.to_ascii_lowercase());
    let meant = on_it.and_then(&of);
    let by_place = match on_it {
        Some(letter) if letter.is_ascii_alphabetic() => {
            place.filter(|place| flight == Flight::Flies && flies(&key.layout, *place))
        }
        _ => place,
    };
    meant.or_else(|| by_place.and_then(of))
}

/// What is on the key that asks for a command by its character; `None` where no key does.
/// `is_command` tells the page's commands.
pub fn key_for(
    command: char,
    layout: &Layout,
    flight: Flight,
    is_command: impl Fn(char) -> bool,
) -> Option<char> {
    if flight == Flight::None || !flies(layout, command) {
        return Some(command);
    }
    layout.at(command).filter(|sign| !is_command(*sign) && !flies(layout, *sign))
}

/// Whether a character is on a key that flies.
fn flies(layout: &Layout, sign: char) -> bool {
    FLIGHT_LETTERS.into_iter().any(|place| layout.at(place) == Some(sign))
}

/// The character at a place on QWERTY, without Shift; a question mark, which every page has for its
/// help, needs none.
fn place(code: &str) -> Option<char> {
    let of_row = code.strip_prefix("Key").or_else(|| code.strip_prefix("Digit"));
    if let Some(sign) = of_row {
        return only_char(sign).map(|sign| sign.to_ascii_lowercase());
    }
    Some(match code {
        "Minus" => '-',
        "Equal" => '=',
        "BracketLeft" => '[',
        "BracketRight" => ']',
        "Comma" => ',',
        "Period" => '.',
        "Slash" => '?',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands of the game and some of the laboratory.
    const COMMANDS: &str = "fhlnpukro,.-=[]?123456789";

    /// A keyboard, as its events tell it: what is on some places.
    fn keyboard(pairs: &[(&str, &str)]) -> Layout {
        let mut layout = Layout::default();
        for (code, key) in pairs {
            layout.learn(code, key);
        }
        layout
    }

    #[track_caller]
    fn check(layout: Layout, rows: &[(&str, &str, Option<char>)]) {
        let of = |sign: char| COMMANDS.contains(sign).then_some(sign);
        for (code, key, command) in rows {
            let key = Key { layout, ..Key::down(code, key) };
            assert_eq!(asked(&key, Flight::Flies, of), *command, "{code} {}", key.key);
        }
    }

    #[test]
    fn letters_of_other_scripts_ask_by_their_place() {
        let russian = [
            ("KeyH", "р", Some('h')),
            ("KeyF", "А", Some('f')),
            ("KeyU", "г", Some('u')),
            ("KeyW", "ц", None),
            ("KeyQ", "й", None),
            ("KeyG", "п", None),
            ("Digit7", "?", Some('7')),
            ("BracketLeft", "х", Some('[')),
            ("Comma", "б", Some(',')),
            ("Slash", ".", Some('.')),
        ];
        check(Layout::default(), &russian);
        check(Layout::default(), &[("KeyH", "ㅗ", Some('h')), ("KeyP", "ㅔ", Some('p'))]);
        let composing = [
            ("KeyH", "Process", Some('h')),
            ("KeyL", "Process", Some('l')),
            ("Digit4", "Process", Some('4')),
            ("Slash", "Process", Some('?')),
            ("KeyS", "Process", None),
            ("Enter", "Process", None),
        ];
        check(Layout::default(), &composing);
        check(Layout::default(), &[("Slash", "؟", Some('?')), ("KeyN", "Dead", Some('n'))]);
        check(Layout::default(), &[("KeyF", "Unidentified", Some('f'))]);
    }

    #[test]
    fn latin_letters_ask_by_the_letter_and_digits_by_their_place() {
        let azerty = [("KeyQ", "a"), ("KeyA", "q"), ("KeyW", "z"), ("KeyZ", "w"), ("KeyM", ",")];
        let rows = [
            ("Digit1", "&", Some('1')),
            ("Digit6", "-", Some('6')),
            ("Digit9", "ç", Some('9')),
            ("KeyQ", "a", None),
            ("KeyH", "h", Some('h')),
            ("KeyM", "?", Some('?')),
            ("KeyM", ",", Some(',')),
            ("Semicolon", "m", None),
            ("BracketLeft", "Dead", Some('[')),
        ];
        check(keyboard(&azerty), &rows);
        let dvorak = [
            ("KeyW", ","),
            ("KeyE", "."),
            ("KeyQ", "'"),
            ("KeyS", "o"),
            ("KeyD", "e"),
            ("KeyH", "d"),
            ("KeyJ", "h"),
            ("KeyF", "u"),
            ("KeyY", "f"),
        ];
        let rows = [
            ("KeyJ", "h", Some('h')),
            ("KeyH", "d", None),
            ("KeyY", "f", Some('f')),
            ("KeyF", "u", Some('u')),
            ("KeyL", "n", Some('n')),
            ("KeyW", ",", None),
            ("KeyE", ".", None),
            ("Comma", "w", Some(',')),
            ("KeyO", "r", Some('r')),
            ("BracketLeft", "?", Some('?')),
        ];
        check(keyboard(&dvorak), &rows);
        let qwerty = [
            ("KeyK", "k", Some('k')),
            ("KeyK", "K", Some('k')),
            ("Slash", "?", Some('?')),
            ("Numpad9", "9", Some('9')),
            ("Numpad9", "PageUp", None),
            ("Tab", "Tab", None),
            ("KeyG", "g", None),
            ("", "h", Some('h')),
        ];
        check(Layout::default(), &qwerty);
    }

    #[test]
    fn a_command_under_a_key_that_flies_is_asked_for_at_its_own_place() {
        let colemak = [("KeyE", "f"), ("KeyF", "t"), ("KeyR", "p"), ("KeyS", "r"), ("KeyO", "y")];
        let layout = keyboard(&colemak);
        let rows = [
            ("KeyE", "f", None),
            ("KeyF", "t", Some('f')),
            ("KeyR", "p", Some('p')),
            ("KeyS", "r", None),
            ("KeyO", "y", None),
        ];
        check(layout, &rows);
        let is_command = |sign| COMMANDS.contains(sign);
        let key = |command| key_for(command, &layout, Flight::Flies, is_command);
        assert_eq!([key('f'), key('h'), key('r')], [Some('t'), Some('h'), None], "R has P");
        let figure = Key { layout, ..Key::down("KeyE", "f") };
        assert_eq!(asked(&figure, Flight::None, Some), Some('f'), "nothing flies in a figure");
    }

    /// The key that a label names is the one that asks.
    #[test]
    fn what_a_label_says_is_what_a_key_asks() {
        let layouts = [
            Layout::default(),
            keyboard(&[("KeyW", ","), ("KeyE", "."), ("KeyS", "o"), ("KeyO", "r")]),
            keyboard(&[("KeyE", "p"), ("KeyP", "j"), ("KeyS", "u"), ("KeyU", "v")]),
        ];
        let of = |sign: char| COMMANDS.contains(sign).then_some(sign);
        for layout in layouts {
            for place in 'A'..='Z' {
                let sign = layout.at(place).unwrap();
                let code = format!("Key{place}");
                let key = Key { layout, ..Key::down(&code, &sign.to_string()) };
                if let Some(command) = asked(&key, Flight::Flies, of) {
                    let label = key_for(command, &layout, Flight::Flies, |sign| of(sign).is_some());
                    assert_eq!(label, Some(sign), "{code}");
                }
            }
        }
    }
}
