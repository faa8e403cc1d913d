//! Translates the texts in the markup of a page by their keys, if the page is in another language
//! than its markup. Runs when a page starts.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element};
use words::Language;

use crate::shell::{MissingResource, dom::document};

/// Attributes that hold the key of a text, and the attribute that the text belongs in; `None` for
/// the element's content.
const KEYS: [(&str, Option<&str>); 4] = [
    ("data-words", None),
    ("data-words-title", Some("title")),
    ("data-words-label", Some("aria-label")),
    ("data-words-placeholder", Some("placeholder")),
];

/// Translates the page into a language. `text_of` looks up a text by its key.
///
/// # Errors
/// When the page has an unknown key, or the browser cannot make text nodes.
pub fn say_page(
    root: &Element,
    language: Language,
    text_of: impl Fn(&str) -> Option<&'static str>,
) -> Result<(), MissingResource> {
    if language == Language::default() {
        return Ok(());
    }
    let document = document(root)?;
    for (key, attribute) in KEYS {
        let query = ["[", key, "]"].concat();
        let found = document.query_selector_all(&query).ok();
        let found = found.ok_or(MissingResource::Capability("NodeList"))?;
        for n in 0..found.length() {
            let element = found.get(n).and_then(|node| node.dyn_into::<Element>().ok());
            if let Some(element) = element {
                let key = element.get_attribute(key).unwrap_or_default();
                let text = text_of(&key).ok_or(MissingResource::Content(key))?;
                say(&document, &element, attribute, text);
            }
        }
    }
    Ok(())
}

fn say(document: &Document, element: &Element, attribute: Option<&str>, text: &str) {
    match attribute {
        Some(name) => {
            // It fails only for invalid names.
            let _ = element.set_attribute(name, text);
        }
        None => fill(document, element, text),
    }
}

/// Writes a text around the child elements of an element, each at its placeholder.
fn fill(document: &Document, element: &Element, text: &str) {
    let children = element.children();
    let held: Vec<Element> = (0..children.length()).filter_map(|n| children.item(n)).collect();
    element.set_text_content(None);
    for piece in pieces(text) {
        // If the browser could not append nodes, it would have made none.
        let _ = match piece {
            Piece::Words(words) => Some(element.append_child(&document.create_text_node(words))),
            Piece::Element(n) => held.get(n).map(|child| element.append_child(child)),
        };
    }
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    Words(&'a str),
    /// The child element with this index.
    Element(usize),
}

/// Splits a text into its parts: `{0}` and so on are placeholders for elements.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for (n, part) in text.split('{').enumerate() {
        let element = part.split_once('}').filter(|_| n > 0);
        let index = element.and_then(|(index, _)| index.parse().ok());
        pieces.extend(index.map(Piece::Element));
        let words = element.map_or(part, |(_, after)| after);
        if !words.is_empty() {
            pieces.push(Piece::Words(words));
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stand_where_a_text_has_them() {
        let (words, element) = (Piece::Words, Piece::Element);
        let rows = [
            ("Copy", vec![words("Copy")]),
            ("Close {0}", vec![words("Close "), element(0)]),
            ("{1}で{0}", vec![element(1), words("で"), element(0)]),
            ("", vec![]),
        ];
        for (text, said) in rows {
            assert_eq!(pieces(text), said, "{text}");
        }
    }
}
