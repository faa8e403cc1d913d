//! The files of a web site embedded in a program: a [`Site`] finds a file by path, and the assets
//! that a page loads.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use alloc::{vec, vec::Vec};

#[derive(Debug)]
pub struct Asset {
    /// URL path; `/` is the index page.
    pub path: &'static str,
    /// Value of the `content-type` header.
    pub content_type: &'static str,
    /// Whether browsers may cache it forever, because its path contains a content hash.
    pub immutable: bool,
    /// Uncompressed.
    pub identity: &'static [u8],
    pub gzip: &'static [u8],
    pub brotli: &'static [u8],
}

impl Asset {
    /// Its path without the leading slash.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.path.trim_start_matches('/')
    }

    /// Whether it is a page, with a URL that users type.
    #[must_use]
    pub fn is_page(&self) -> bool {
        self.content_type.starts_with("text/html")
    }
}

/// The script of the custom element `<lagrange-figure>`, which other pages load.
pub const ELEMENT_PATH: &str = "/lagrange-figure.js";
/// The page to load in an iframe.
pub const FRAME_PATH: &str = "/embed";

/// All files of a site, in link order: each refers only to earlier ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Site(pub &'static [Asset]);

impl Site {
    #[must_use]
    pub fn find(self, path: &str) -> Option<&'static Asset> {
        self.0.iter().find(|asset| asset.path == path)
    }

    /// The script of the custom element `<lagrange-figure>`, and its dependencies.
    #[must_use]
    pub fn element(self) -> Vec<&'static Asset> {
        let Some(script) = self.find(ELEMENT_PATH) else { return Vec::new() };
        let text = core::str::from_utf8(script.identity).unwrap_or_default();
        [self.parts_of(text), vec![script]].concat()
    }

    pub fn pages(self) -> impl Iterator<Item = &'static Asset> {
        self.0.iter().filter(|asset| asset.is_page())
    }

    /// The assets that a text refers to, directly or indirectly, in link order.
    #[must_use]
    pub fn parts_of(self, text: &str) -> Vec<&'static Asset> {
        let mut needed = vec![text];
        let mut parts: Vec<&Asset> = Vec::new();
        // An asset refers only to earlier ones, so one pass from last to first finds them all.
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

/// Whether a text contains a quoted URL that ends with a name.
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
    fn quoted_urls_are_found_anywhere_in_a_text() {
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
