//! The files of a site as they are inside a program: a [`Site`] finds one by its path, and the
//! parts that a page loads.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use alloc::{vec, vec::Vec};

/// A file to send.
#[derive(Debug)]
pub struct Asset {
    /// The path of its address; `/` is the first page.
    pub path: &'static str,
    /// The value of `content-type`.
    pub content_type: &'static str,
    /// Whether browsers may keep it forever, because its path holds a hash of its content.
    pub immutable: bool,
    /// The content as it is.
    pub identity: &'static [u8],
    /// The content as gzip.
    pub gzip: &'static [u8],
    /// The content as brotli.
    pub brotli: &'static [u8],
}

impl Asset {
    /// Its path without the slash it begins with.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.path.trim_start_matches('/')
    }

    /// Whether it is a page, to be typed into the address bar.
    #[must_use]
    pub fn is_page(&self) -> bool {
        self.content_type.starts_with("text/html")
    }
}

/// The script of the element `<lagrange-figure>`, which other pages name.
pub const ELEMENT_PATH: &str = "/lagrange-figure.js";
/// The page that an iframe holds.
pub const FRAME_PATH: &str = "/embed";

/// All files of a site, in the order of linking: a part names only those before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Site(pub &'static [Asset]);

impl Site {
    /// The file at a path.
    #[must_use]
    pub fn find(self, path: &str) -> Option<&'static Asset> {
        self.0.iter().find(|asset| asset.path == path)
    }

    /// The script of the element `<lagrange-figure>`, and its parts.
    #[must_use]
    pub fn element(self) -> Vec<&'static Asset> {
        let Some(script) = self.find(ELEMENT_PATH) else { return Vec::new() };
        let text = core::str::from_utf8(script.identity).unwrap_or_default();
        [self.parts_of(text), vec![script]].concat()
    }

    /// Every page.
    pub fn pages(self) -> impl Iterator<Item = &'static Asset> {
        self.0.iter().filter(|asset| asset.is_page())
    }

    /// The parts that a text names, and those that they name, in the order of linking.
    #[must_use]
    pub fn parts_of(self, text: &str) -> Vec<&'static Asset> {
        let mut needed = vec![text];
        let mut parts: Vec<&Asset> = Vec::new();
        // A part names only those linked before it, so one pass from the last to the first finds
        // all.
        for asset in self.0.iter().rev().filter(|asset| asset.immutable) {
            if needed.iter().any(|text| names(text, asset.name())) {
                needed.extend(core::str::from_utf8(asset.identity));
                parts.push(asset);
            }
        }
        parts.reverse();
        parts
    }
}

/// Whether a text holds an address, in quotes, that ends with a name.
fn names(text: &str, name: &str) -> bool {
    const QUOTES: [char; 2] = ['"', '\''];
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        before.ends_with(['"', '\'', '/']) && after.starts_with(QUOTES)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_named_in_quotes_wherever_the_text_stands() {
        for (text, named) in [
            ("import \"./a-0.js\"", true),
            ("'a-0.js'", true),
            ("href=\"../../a-0.js\"", true),
            ("a-0.js", false),
            ("\"a-0.js.map\"", false),
            ("\"lava-0.js\"", false),
        ] {
            assert_eq!(names(text, "a-0.js"), named, "{text}");
        }
    }
}
