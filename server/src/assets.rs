//! The pages and their parts inside this binary: a path goes in, what to send comes out, once per
//! request. Made by the build script from `web/`, `client-wasm`, `lab-page` and `lab-wasm`.

/// A file to send.
#[derive(Debug)]
pub(crate) struct Asset {
    /// The path of its address; `/` is the game's page.
    pub(crate) path: &'static str,
    /// The value of `content-type`.
    pub(crate) content_type: &'static str,
    /// Whether browsers may keep it forever, because its path holds a hash of its content.
    pub(crate) immutable: bool,
    /// The content as it is.
    pub(crate) identity: &'static [u8],
    /// The content as gzip, for those who accept it.
    pub(crate) gzip: &'static [u8],
    /// The content as brotli, for those who accept that.
    pub(crate) brotli: &'static [u8],
}

impl Asset {
    /// What it is called by those that name it.
    pub(crate) fn name(&self) -> &'static str {
        self.path.trim_start_matches('/')
    }

    /// Whether it is a page, to be typed into the address bar.
    pub(crate) fn is_page(&self) -> bool {
        self.content_type.starts_with("text/html")
    }
}

/// The script of the element that other pages name.
pub(crate) const ELEMENT_PATH: &str = "/lagrange-figure.js";
/// The page that an iframe holds.
pub(crate) const FRAME_PATH: &str = "/embed";

/// Everything there is to send, in the order of linking: a part names only those before it.
static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file at a path of the server's address, if there is one.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

/// The script of the element `<lagrange-figure>`, which other pages name, and its parts.
pub(crate) fn element() -> Vec<&'static Asset> {
    let Some(script) = find(ELEMENT_PATH) else { return Vec::new() };
    let text = std::str::from_utf8(script.identity).unwrap_or_default();
    [parts_of(text), vec![script]].concat()
}

/// Every page.
pub(crate) fn pages() -> impl Iterator<Item = &'static Asset> {
    ASSETS.iter().filter(|asset| asset.is_page())
}

/// The parts that a text names, and those that they name, in the order of linking.
pub(crate) fn parts_of(text: &str) -> Vec<&'static Asset> {
    let mut needed = vec![text];
    let mut parts: Vec<&Asset> = Vec::new();
    // A part names only those linked before it, so one pass from the last to the first finds all.
    for asset in ASSETS.iter().rev().filter(|asset| asset.immutable) {
        if needed.iter().any(|text| names(text, asset.name())) {
            needed.extend(std::str::from_utf8(asset.identity));
            parts.push(asset);
        }
    }
    parts.reverse();
    parts
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
    use article::figure::FigureSpec;

    use super::*;

    #[test]
    fn the_pages_are_there_and_are_never_kept() {
        for path in ["/", "/lab"] {
            let page = find(path).expect("there is a page");
            assert_eq!(page.content_type, "text/html; charset=utf-8");
            assert!(!page.immutable);
            assert!(String::from_utf8_lossy(page.identity).contains("Lagrange"));
        }
    }

    #[test]
    fn paths_are_absolute_and_unique() {
        for asset in ASSETS {
            assert!(asset.path.starts_with('/'), "{}", asset.path);
            for form in [asset.identity, asset.gzip, asset.brotli] {
                assert!(!form.is_empty(), "{}", asset.path);
            }
            assert!(std::ptr::eq(find(asset.path).expect("it is listed"), asset));
        }
    }

    #[test]
    fn the_element_comes_with_what_it_loads_and_with_nothing_of_the_pages() {
        let names: Vec<&str> = element().iter().map(|part| part.name()).collect();
        let has = |start: &str| names.iter().any(|name| name.starts_with(start));
        for start in ["lagrange-figure.js", "figure_client-", "figure_client_bg-", "figure-"] {
            assert!(has(start), "{start}: {names:?}");
        }
        for start in ["client", "embed", "lab-", "style-", "sw", "icon-"] {
            assert!(!has(start), "{start}: {names:?}");
        }
    }

    #[test]
    fn the_element_watches_all_attributes_that_a_figure_has() {
        let script = find(ELEMENT_PATH).expect("there is an element");
        let script = String::from_utf8_lossy(script.identity);
        let names = FigureSpec::NAMES.map(|name| format!("\"{name}\"")).join(", ");
        assert!(script.contains(&format!("const ATTRIBUTES = [{names}];")), "{names}");
    }

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

    #[test]
    fn other_paths_are_not_there() {
        for path in ["", "/index.html", "/lab.html", "/client_bg.wasm", "/../Cargo.toml", "//"] {
            assert!(find(path).is_none(), "{path}");
        }
    }
}
