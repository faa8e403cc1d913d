//! Relabels the key hints of a page (`<kbd>`) for the player's keyboard layout. Runs when more of
//! the layout becomes known.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::{
    commands::{Flight, key_for},
    held::FlightKey,
};
use crate::shell::layout::{Layout, only_char};

/// Holds the QWERTY label while the element shows another one.
const ON_QWERTY: &str = "data-key";

/// Relabels every hint below an element, and hides those whose command no key triggers.
/// `is_command` recognises the commands of the page, which has flight keys.
pub fn show(root: &Element, layout: &Layout, is_command: impl Fn(char) -> bool + Copy) {
    relabel(root, "kbd", |qwerty| text(qwerty, layout, is_command));
}

/// Relabels the hints of a selector below an element. `text` looks up the label for one that reads
/// thus on QWERTY, as [`text`] does.
pub fn relabel(root: &Element, selector: &str, text: impl Fn(&str) -> Option<Option<String>>) {
    let Ok(labels) = root.query_selector_all(selector) else { return };
    for n in 0..labels.length() {
        let label = labels.get(n).and_then(|node| node.dyn_into::<HtmlElement>().ok());
        if let Some(label) = label {
            show_on(&label, &text);
        }
    }
}

/// Fills every element that has an attribute by its value; `text` looks up the label.
pub fn fill(root: &Element, attribute: &str, text: impl Fn(&str) -> Option<String>) {
    let selector = ["[", attribute, "]"].concat();
    let Ok(labels) = root.query_selector_all(&selector) else { return };
    for n in 0..labels.length() {
        let Some(label) = labels.get(n).and_then(|node| node.dyn_into::<Element>().ok()) else {
            continue;
        };
        if let Some(text) = label.get_attribute(attribute).and_then(|value| text(&value)) {
            label.set_text_content(Some(&text));
        }
    }
}

fn show_on(label: &HtmlElement, text: impl Fn(&str) -> Option<Option<String>>) {
    let known = label.get_attribute(ON_QWERTY);
    let qwerty = known.clone().or_else(|| label.text_content()).unwrap_or_default();
    // One that names no character may have been relabelled for another device.
    let unnamed = || known.is_some().then(|| Some(qwerty.clone()));
    let Some(text) = text(&qwerty).or_else(unnamed) else { return };
    if known.is_none() {
        if text.as_deref() == Some(qwerty.as_str()) {
            return;
        }
        // It fails only for invalid names.
        let _ = label.set_attribute(ON_QWERTY, &qwerty);
    }
    label.set_hidden(text.is_none());
    label.set_text_content(Some(&text.unwrap_or_default()));
}

/// The label on a layout for one that reads `qwerty` on QWERTY: `None` if it names no character,
/// `Some(None)` if no key triggers its command.
#[must_use]
pub fn text(
    qwerty: &str,
    layout: &Layout,
    is_command: impl Fn(char) -> bool,
) -> Option<Option<String>> {
    let place = |letter: char| FlightKey::at(&["Key", letter.to_string().as_str()].concat());
    // One or several flight keys.
    if qwerty.chars().all(|letter| place(letter).is_some()) {
        return Some(qwerty.chars().map(|letter| layout.at(letter).map(upper)).collect());
    }
    let command = match only_char(qwerty)?.to_ascii_lowercase() {
        // The minus sign as it is typeset.
        '−' => '-',
        sign => sign,
    };
    if !is_command(command) {
        return None;
    }
    let sign = key_for(command, layout, Flight::Flies, is_command);
    Some(sign.map(|sign| if sign == command { qwerty.into() } else { upper(sign) }))
}

fn upper(sign: char) -> String {
    sign.to_uppercase().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_say_what_is_on_the_keys() {
        let mut layout = Layout::default();
        for (code, key) in [("KeyQ", "a"), ("KeyW", "f"), ("KeyA", "q"), ("KeyF", "t")] {
            layout.learn(code, key);
        }
        let said = |qwerty: &str| text(qwerty, &layout, |sign| "fh,?1".contains(sign));
        let rows = [("W", "F"), ("WASD", "FQSD"), ("F", "T"), ("H", "H"), ("?", "?"), (",", ",")];
        for (qwerty, label) in rows {
            assert_eq!(said(qwerty), Some(Some(label.into())), "{qwerty}");
        }
        for other in ["Esc", "Tab", "Space", "X", "−", "9"] {
            assert_eq!(said(other), None, "{other}");
        }
        let mut azerty = Layout::default();
        assert_eq!(text("−", &azerty, |sign| sign == '-'), Some(Some("−".into())));
        azerty.learn("Minus", ")");
        assert_eq!(text("−", &azerty, |sign| sign == '-'), Some(Some(")".into())));
        let mut colemak = Layout::default();
        colemak.learn("KeyE", "f");
        assert_eq!(text("F", &colemak, |sign| sign == 'f'), Some(None), "its place is not known");
        colemak.learn("KeyF", "t");
        let in_laboratory = |sign| "ft".contains(sign);
        assert_eq!(text("F", &colemak, in_laboratory), Some(None), "nor that of T");
        colemak.learn("KeyT", "g");
        assert_eq!(text("F", &colemak, in_laboratory), Some(Some("G".into())));
    }
}
