//! HTML for embedding a figure in other pages: the custom element, or an iframe. Generated when a
//! figure is shared from the laboratory.

use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

use super::figure::FigureSpec;

/// The attribute and URL key for the language.
const LANGUAGE: &str = "lang";

/// Size of an iframe, in CSS pixels; fits three panes.
const FRAME_PX: (u32, u32) = (700, 450);

/// A figure and its language tag, if that is not the default.
#[derive(Clone, Copy, Debug)]
pub struct Embedded<'a> {
    pub spec: &'a FigureSpec,
    pub language: Option<&'a str>,
}

impl Embedded<'_> {
    fn pairs(self) -> Vec<(&'static str, String)> {
        let language = self.language.map(|tag| (LANGUAGE, tag.to_owned()));
        self.spec.pairs().into_iter().chain(language).collect()
    }
}

/// The custom element and its script tag, for a script at this URL.
#[must_use]
pub fn element(figure: Embedded, script: &str) -> String {
    let script = escaped(script);
    let mut text = format!("<script type=\"module\" src=\"{script}\"></script>\n<lagrange-figure");
    for (name, value) in figure.pairs() {
        text += &format!(" {name}=\"{}\"", escaped(&value));
    }
    text + "></lagrange-figure>"
}

/// An iframe of the page at this URL, with the figure's title.
#[must_use]
pub fn iframe(figure: Embedded, page: &str, title: &str) -> String {
    let (width, height) = FRAME_PX;
    let (address, title) = (escaped(&[page, "#", &fragment(figure)].concat()), escaped(title));
    format!(
        "<iframe src=\"{address}\" title=\"{title}\" \
         width=\"{width}\" height=\"{height}\"></iframe>"
    )
}

/// The URL fragment that describes it.
#[must_use]
pub fn fragment(figure: Embedded) -> String {
    let mut text = String::new();
    for (name, value) in figure.pairs() {
        let between = if text.is_empty() { "" } else { "&" };
        // Values consist of keys, numbers and spaces.
        text += &[between, name, "=", &value.replace(' ', "+")].concat();
    }
    text
}

/// Escapes text for use in an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            '<' => escaped += "&lt;",
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure_error::FigureErrors;

    fn spec() -> Result<FigureSpec, FigureErrors> {
        FigureSpec::read(|name| {
            let value = match name {
                "scenario" => "figure-2",
                "at" => "150",
                "compare" => "lagrange",
                "controls" => "round-trip b.interp",
                _ => return None,
            };
            Some(value.to_owned())
        })
    }

    #[test]
    fn the_element_is_text_for_a_page() {
        let embedded = Embedded { spec: &spec().unwrap(), language: None };
        let text = element(embedded, "https://a.example/x/lagrange-figure.js");
        let expected = "<script type=\"module\" src=\"https://a.example/x/lagrange-figure.js\">\
            </script>\n<lagrange-figure scenario=\"figure-2\" at=\"150\" compare=\"lagrange\" \
            controls=\"round-trip b.interp\"></lagrange-figure>";
        assert_eq!(text, expected);
        let korean = element(Embedded { language: Some("ko"), ..embedded }, "");
        assert!(korean.ends_with("b.interp\" lang=\"ko\"></lagrange-figure>"), "{korean}");
    }

    #[test]
    fn the_iframe_is_too_and_its_address_is_read_as_the_same_figure() {
        let spec = spec().unwrap();
        let embedded = Embedded { spec: &spec, language: None };
        let text = iframe(embedded, "https://a.example/embed", "\"A\" & <b>");
        let expected = "<iframe src=\"https://a.example/embed#scenario=figure-2&amp;at=150&amp;\
            compare=lagrange&amp;controls=round-trip+b.interp\" \
            title=\"&quot;A&quot; &amp; &lt;b>\" width=\"700\" height=\"450\"></iframe>";
        assert_eq!(text, expected);
        let korean = fragment(Embedded { language: Some("ko"), ..embedded });
        assert!(korean.ends_with("b.interp&lang=ko"), "{korean}");
        let fragment = fragment(embedded);
        let pairs: Vec<(&str, String)> = fragment
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name, value.replace('+', " ")))
            .collect();
        let read = FigureSpec::read(|name| {
            pairs.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone())
        });
        assert_eq!(read, Ok(spec));
    }
}
