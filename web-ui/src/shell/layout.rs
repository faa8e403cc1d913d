//! The layout of a keyboard: which character is at each place that has a letter on QWERTY. A place
//! goes in, a character comes out. The browser tells the layout where it can (`getLayoutMap`);
//! every key that is pressed tells one place of it.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::Window;

/// Letters of QWERTY.
const LETTERS: usize = 26;
/// The last code point of the Latin blocks.
const LATIN_LAST: char = '\u{24f}';

/// The characters at the places `KeyA` to `KeyZ`; QWERTY until something else is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout([char; LETTERS]);

impl Default for Layout {
    fn default() -> Self {
        Self(std::array::from_fn(|n| char::from(b'a' + n as u8)))
    }
}

impl Layout {
    /// The character at the place of a letter of QWERTY.
    #[must_use]
    pub fn at(&self, letter: char) -> Option<char> {
        Some(self.0[index(letter)?])
    }

    /// A key tells what is on it (`KeyboardEvent.key`), without Shift. Characters of other scripts
    /// say nothing: keyboards that have them have the Latin letters too. Whether anything is new.
    pub fn learn(&mut self, code: &str, key: &str) -> bool {
        let place = code.strip_prefix("Key").and_then(only_char).and_then(index);
        let on_it = only_char(key).map(lower).filter(|sign| is_latin(*sign));
        match (place, on_it) {
            (Some(place), Some(sign)) => std::mem::replace(&mut self.0[place], sign) != sign,
            _ => false,
        }
    }
}

/// The character of a text that has no other.
#[must_use]
pub fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.as_str().is_empty())
}

/// Which letter of QWERTY, from 0.
fn index(letter: char) -> Option<usize> {
    let letter = letter.to_ascii_lowercase();
    letter.is_ascii_lowercase().then(|| usize::from(letter as u8 - b'a'))
}

fn lower(sign: char) -> char {
    sign.to_lowercase().next().unwrap_or(sign)
}

fn is_latin(sign: char) -> bool {
    sign.is_ascii_graphic() || (sign.is_alphabetic() && sign <= LATIN_LAST)
}

/// A question to the browser about its keyboard's layout. Dropped, it tells nothing any more.
pub(super) struct Asked {
    _told: Closure<dyn FnMut(JsValue)>,
    _refused: Closure<dyn FnMut(JsValue)>,
}

impl Asked {
    /// Asks; `told` hears of each place. Nobody answers where the browser cannot say.
    pub(super) fn new(window: &Window, mut told: impl FnMut(&str, &str) + 'static) -> Option<Self> {
        let keyboard = Reflect::get(&window.navigator(), &"keyboard".into()).ok()?;
        let promise = method(&keyboard, "getLayoutMap")?.call0(&keyboard).ok()?;
        let promise: Promise = promise.dyn_into().ok()?;
        let tell = move |map: JsValue| {
            let Some(get) = method(&map, "get") else { return };
            for letter in 'A'..='Z' {
                let code = format!("Key{letter}");
                let key = get.call1(&map, &code.as_str().into()).ok();
                if let Some(key) = key.and_then(|key| key.as_string()) {
                    told(&code, &key);
                }
            }
        };
        let told = Closure::wrap(Box::new(tell) as Box<dyn FnMut(JsValue)>);
        // Some pages within pages may not ask.
        let refused = Closure::wrap(Box::new(|_| {}) as Box<dyn FnMut(JsValue)>);
        let _ = promise.then2(&told, &refused);
        Some(Self { _told: told, _refused: refused })
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
        ];
        for (code, key, new) in rows {
            assert_eq!(layout.learn(code, key), new, "{code} {key}");
        }
        assert_eq!(
            ['Q', 'w', 'e', 'a'].map(|letter| layout.at(letter)),
            ['a', 'é', '.', 'a'].map(Some)
        );
        assert_eq!(layout.at('1'), None);
    }
}
