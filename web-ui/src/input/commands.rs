//! Maps a key press to a command of the page, by the same rules on every page. Runs on every key
//! press, while the browser waits.
//!
//! - Digits go by their place: on some layouts they need Shift, which fires.
//! - Letters go by the letter on the key.
//! - A key without a Latin letter (Cyrillic, Hangul, an input method that composes) goes by the
//!   character on it if that is a command, else by its place.
//! - Flight keys trigger no command. A command whose letter is on such a key moves to the place
//!   that it has on QWERTY. If another command's letter is there, it moves on to the place which
//!   that command has on QWERTY, and so on until a key is free. A layout is a permutation of
//!   places, so there is always one, and no two commands end on the same key.
//! - So does a command whose character is on no key without Shift or AltGr: Shift fires.

use super::held::FlightKey;
use crate::shell::{
    keyboard::Key,
    layout::{self, Layout, PLACES, only_char},
};

/// The QWERTY letters of the flight keys.
const FLIGHT_LETTERS: [char; 6] = ['w', 'a', 's', 'd', 'q', 'e'];

/// Whether a page has flight keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// It has, by their place on the keyboard.
    Flies,
    /// It has none.
    None,
}

/// The command of a key; `of` looks up a lower-case character in the page's commands.
pub fn asked<T>(key: &Key, flight: Flight, of: impl Fn(char) -> Option<T>) -> Option<T> {
    let digit = key.code.strip_prefix("Digit").and_then(only_char);
    if let Some(meant) = digit.and_then(&of) {
        return Some(meant);
    }
    if flight == Flight::Flies && FlightKey::at(&key.code).is_some() {
        return None;
    }
    let on_it = only_char(&key.key).map(|sign| sign.to_ascii_lowercase());
    let own = on_it.and_then(&of);
    let displaced = || displaced_to(on_it?, &key.layout, flight, &of);
    let by_place = || match on_it {
        Some(letter) if letter.is_ascii_alphabetic() => None,
        _ => place(&key.code).and_then(&of),
    };
    own.or_else(displaced).or_else(by_place)
}

/// The character on the key that triggers a command, or `None` if no key does. `is_command`
/// recognises the page's commands.
pub fn key_for(
    command: char,
    layout: &Layout,
    flight: Flight,
    is_command: impl Fn(char) -> bool,
) -> Option<char> {
    if flight == Flight::None || !is_displaced(layout, command) {
        return Some(command);
    }
    let mut sign = command;
    // A layout that is only partly known may contain a cycle.
    for _ in 0..PLACES {
        sign = layout.at(sign)?;
        if !is_command(sign) {
            return Some(sign).filter(|sign| !flies(layout, *sign));
        }
    }
    None
}

/// The command displaced to the key with a given character.
fn displaced_to<T>(
    on_it: char,
    layout: &Layout,
    flight: Flight,
    of: impl Fn(char) -> Option<T>,
) -> Option<T> {
    if flight == Flight::None {
        return None;
    }
    let is_command = |sign| of(sign).is_some();
    let mut displaced =
        layout::places().filter(|sign| is_displaced(layout, *sign) && is_command(*sign));
    displaced.find(|sign| key_for(*sign, layout, flight, is_command) == Some(on_it)).and_then(&of)
}

/// Whether no key can trigger a command by its own character: the key flies, or needs a modifier.
/// Letters need none on any layout, even while the layout is unknown.
fn is_displaced(layout: &Layout, command: char) -> bool {
    let needs_another = || layout.at(command).is_some() && !layout.has(command);
    flies(layout, command) || (!command.is_alphabetic() && needs_another())
}

/// Whether a character is on a flight key.
fn flies(layout: &Layout, sign: char) -> bool {
    FLIGHT_LETTERS.into_iter().any(|place| layout.at(place) == Some(sign))
}

/// The character that a place counts as: its QWERTY character, and a question mark without Shift,
/// which is the help command of every page.
fn place(code: &str) -> Option<char> {
    let digit = code.strip_prefix("Digit").and_then(only_char);
    let sign = digit.or_else(|| layout::place(code))?;
    Some(if sign == '/' { '?' } else { sign })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands of the game and some of the laboratory.
    const COMMANDS: &str = "fhlnpukro,.-=[]?123456789";

    /// A layout as learned from keyboard events at some places.
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
            ("Comma", "w"),
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
        let colemak = [
            ("KeyE", "f"),
            ("KeyF", "t"),
            ("KeyR", "p"),
            ("KeyS", "r"),
            ("KeyO", "y"),
            ("KeyP", ";"),
        ];
        let layout = keyboard(&colemak);
        let rows = [
            ("KeyE", "f", None),
            ("KeyF", "t", Some('f')),
            ("KeyR", "p", Some('p')),
            ("KeyP", ";", Some('r')),
            ("KeyS", "r", None),
            ("KeyO", "y", None),
        ];
        check(layout, &rows);
        let is_command = |sign| COMMANDS.contains(sign);
        let key = |command| key_for(command, &layout, Flight::Flies, is_command);
        assert_eq!([key('f'), key('h'), key('r')], [Some('t'), Some('h'), Some(';')]);
        let figure = Key { layout, ..Key::down("KeyE", "f") };
        assert_eq!(asked(&figure, Flight::None, Some), Some('f'), "nothing flies in a figure");
    }

    /// Places in the order of the rows below.
    const ROWS: &str = "qwertyuiop[]asdfghjkl;'zxcvbnm,./-=";

    /// Layouts, row by row from the top left, and the two keys after the digits.
    const LAYOUTS: [(&str, [&str; 4]); 9] = [
        ("QWERTY", ["qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "-="]),
        ("QWERTZ", ["qwertzuiopü+", "asdfghjklöä", "yxcvbnm,.-", "ß´"]),
        ("AZERTY", ["azertyuiop^$", "qsdfghjklmù", "wxcvbn,;:!", ")="]),
        ("Dvorak", ["',.pyfgcrl/=", "aoeuidhtns-", ";qjkxbmwvz", "[]"]),
        ("Colemak", ["qwfpgjluy;[]", "arstdhneio'", "zxcvbkm,./", "-="]),
        ("Colemak-DH", ["qwfpbjluy;[]", "arstgmneio'", "zxcdvkh,./", "-="]),
        ("Workman", ["qdrwbjfup;[]", "ashtgyneoi'", "zxmcvkl,./", "-="]),
        ("Norman", ["qwdfkjurl;[]", "asetgynioh'", "zxcvbpm,./", "-="]),
        ("BÉPO", ["bépoè^vdljzw", "auie,ctsrnm", "àyx.k'qghf", "=%"]),
    ];

    /// The key that a label names triggers the command, and each command has one. The exception is
    /// QWERTZ: `]` needs AltGr there, and the plus key is at its place.
    #[test]
    fn what_a_label_says_is_what_a_key_asks() {
        for (name, rows) in LAYOUTS {
            let on_keys: Vec<(char, char)> = ROWS.chars().zip(rows.concat().chars()).collect();
            let mut layout = Layout::default();
            for (place, sign) in &on_keys {
                layout.learn(&code(*place), &sign.to_string());
            }
            for commands in ["fhlmnpu?", "k,.rj-+=xmtplufc?noihvb[]"] {
                let of = |sign: char| commands.contains(sign).then_some(sign);
                for command in commands.chars().filter(|sign| !"?+".contains(*sign)) {
                    let label = key_for(command, &layout, Flight::Flies, |sign| of(sign).is_some());
                    if (name, command) == ("QWERTZ", ']') {
                        assert_eq!(label, None);
                        continue;
                    }
                    let label = label.unwrap_or_else(|| panic!("{name}: no key for {command}"));
                    let Some((place, _)) = on_keys.iter().find(|(_, sign)| *sign == label) else {
                        assert_eq!((name, command), ("QWERTZ", '='), "{label} is on no key");
                        continue;
                    };
                    let key = Key { layout, ..Key::down(&code(*place), &label.to_string()) };
                    let asks = asked(&key, Flight::Flies, of);
                    assert_eq!(asks, Some(command), "{name}: {label}");
                }
            }
        }
    }

    /// The code of a place.
    fn code(place: char) -> String {
        let signs = ["Minus", "Equal", "BracketLeft", "BracketRight", "Semicolon", "Quote"];
        let signs = signs.into_iter().chain(["Comma", "Period", "Slash"]);
        let sign = "-=[];',./".chars().zip(signs).find(|(sign, _)| *sign == place);
        sign.map_or_else(|| format!("Key{}", place.to_ascii_uppercase()), |(_, code)| code.into())
    }
}
