//! The keyboard layout: maps each place that has a letter or sign on QWERTY to the character there.
//! It comes from the browser where supported (`getLayoutMap`), and place by place from key presses.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::Window;

/// Places with a sign on QWERTY without Shift: `KeyboardEvent.code` and the sign.
const SIGNS: [(&str, char); 9] = [
    ("Minus", '-'),
    ("Equal", '='),
    ("BracketLeft", '['),
    ("BracketRight", ']'),
    ("Semicolon", ';'),
    ("Quote", '\''),
    ("Comma", ','),
    ("Period", '.'),
    ("Slash", '/'),
];
/// Number of letters on QWERTY.
const LETTERS: usize = 26;
/// Number of letters and signs on QWERTY.
pub(crate) const PLACES: usize = LETTERS + SIGNS.len();
/// The last code point of the Latin blocks.
const LATIN_LAST: char = '\u{24f}';

/// The characters at `KeyA` to `KeyZ` and at the signs; QWERTY until learned otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout([char; PLACES]);

impl Default for Layout {
    fn default() -> Self {
        Self(std::array::from_fn(on_qwerty))
    }
}

impl Layout {
    /// The character at the place of a QWERTY letter or sign.
    #[must_use]
    pub fn at(&self, place: char) -> Option<char> {
        Some(self.0[index(place)?])
    }

    /// Whether a character is on a key without Shift.
    #[must_use]
    pub fn has(&self, sign: char) -> bool {
        self.0.contains(&sign)
    }

    /// Learns the character of a key (`KeyboardEvent.key`) pressed without Shift. Characters of
    /// other scripts are ignored: such keyboards have the Latin letters too. Returns whether it was
    /// new.
    pub fn learn(&mut self, code: &str, key: &str) -> bool {
        let place = place(code).and_then(index);
        let on_it = only_char(key).map(lower).filter(|sign| is_latin(*sign));
        match (place, on_it) {
            (Some(place), Some(sign)) => std::mem::replace(&mut self.0[place], sign) != sign,
            _ => false,
        }
    }
}

/// All QWERTY letters and signs, which name the places.
pub fn places() -> impl Iterator<Item = char> {
    (0..PLACES).map(on_qwerty)
}

/// The QWERTY letter or sign at a place, without Shift, in lower case.
#[must_use]
pub fn place(code: &str) -> Option<char> {
    if let Some(letter) = code.strip_prefix("Key") {
        return only_char(letter).map(lower);
    }
    SIGNS.into_iter().find(|(name, _)| *name == code).map(|(_, sign)| sign)
}

/// The code of the place of a QWERTY letter or sign.
#[must_use]
pub fn code(place: char) -> Option<String> {
    if place.is_ascii_alphabetic() {
        return Some(["Key", place.to_ascii_uppercase().to_string().as_str()].concat());
    }
    SIGNS.into_iter().find(|(_, sign)| *sign == place).map(|(name, _)| name.into())
}

/// The only character of a text, if it has exactly one.
#[must_use]
pub fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.as_str().is_empty())
}

/// The QWERTY character at an index.
fn on_qwerty(index: usize) -> char {
    match index.checked_sub(LETTERS) {
        Some(sign) => SIGNS[sign].1,
        None => char::from(b'a' + index as u8),
    }
}

/// Index of a place, from 0, letters first.
fn index(place: char) -> Option<usize> {
    let letter = place.to_ascii_lowercase();
    if letter.is_ascii_lowercase() {
        return Some(usize::from(letter as u8 - b'a'));
    }
    SIGNS.into_iter().position(|(_, sign)| sign == letter).map(|n| LETTERS + n)
}

fn lower(sign: char) -> char {
    sign.to_lowercase().next().unwrap_or(sign)
}

fn is_latin(sign: char) -> bool {
    sign.is_ascii_graphic() || (sign.is_alphabetic() && sign <= LATIN_LAST)
}

/// A pending query for the browser's keyboard layout; dropping it cancels the callbacks.
pub(super) struct LayoutQuery {
    _answered: Closure<dyn FnMut(JsValue)>,
    _refused: Closure<dyn FnMut(JsValue)>,
}

impl LayoutQuery {
    /// Queries the layout; `learn` is called for each place, or never where the browser lacks
    /// support.
    pub(super) fn new(
        window: &Window,
        mut learn: impl FnMut(&str, &str) + 'static,
    ) -> Option<Self> {
        let keyboard = Reflect::get(&window.navigator(), &"keyboard".into()).ok()?;
        let promise = method(&keyboard, "getLayoutMap")?.call0(&keyboard).ok()?;
        let promise: Promise = promise.dyn_into().ok()?;
        let read_map = move |map: JsValue| {
            let Some(get) = method(&map, "get") else { return };
            let letters = ('A'..='Z').map(|letter| format!("Key{letter}"));
            for code in letters.chain(SIGNS.map(|(name, _)| name.into())) {
                let key = get.call1(&map, &code.as_str().into()).ok();
                if let Some(key) = key.and_then(|key| key.as_string()) {
                    learn(&code, &key);
                }
            }
        };
        let answered = Closure::wrap(Box::new(read_map) as Box<dyn FnMut(JsValue)>);
        // Some iframes may not query it.
        let refused = Closure::wrap(Box::new(|_| {}) as Box<dyn FnMut(JsValue)>);
        let _ = promise.then2(&answered, &refused);
        Some(Self { _answered: answered, _refused: refused })
    }
}

fn method(object: &JsValue, name: &str) -> Option<Function> {
    Reflect::get(object, &name.into()).ok()?.dyn_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_what_is_on_them() {
        let mut layout = Layout::default();
        let rows = [
            ("KeyQ", "a", true),
            ("KeyQ", "A", false),
            ("KeyW", "é", true),
            ("KeyE", ".", true),
            ("KeyA", "ф", false),
            ("KeyS", "ㄴ", false),
            ("KeyD", "Process", false),
            ("Digit1", "&", false),
            ("Tab", "Tab", false),
            ("Minus", ")", true),
            ("BracketLeft", "Dead", false),
            ("Period", ".", false),
        ];
        for (code, key, new) in rows {
            assert_eq!(layout.learn(code, key), new, "{code} {key}");
        }
        assert_eq!(
            ['Q', 'w', 'e', 'a'].map(|letter| layout.at(letter)),
            ['a', 'é', '.', 'a'].map(Some)
        );
        for sign in places() {
            assert_eq!(code(sign).as_deref().and_then(place), Some(sign));
        }
        assert_eq!([layout.at('-'), layout.at('['), layout.at('1')], [Some(')'), Some('['), None]);
        assert_eq!([layout.has(')'), layout.has('-'), layout.has('/')], [true, false, true]);
    }
}
