//! The bundled pages, built from `web/`, `client-wasm`, `lab-page`, `lab-wasm` and `referee-page`
//! by the build script.
#![forbid(unsafe_code)]

use site::{Asset, Site};

/// Every page and asset. Not a constant: each crate that uses one has its own copy of all bytes.
pub static PAGES: Site = Site(include!(concat!(env!("OUT_DIR"), "/assets.rs")));

#[cfg(test)]
mod tests {
    use std::process::Command;

    use article::figure::FigureSpec;
    use site::ELEMENT_PATH;

    use super::*;

    #[test]
    fn pages_exist_and_are_not_cached() {
        for path in ["/", "/lab", "/referee"] {
            let page = PAGES.find(path).expect("there is a page");
            assert_eq!(page.content_type, "text/html; charset=utf-8");
            assert!(!page.immutable);
            assert!(String::from_utf8_lossy(page.identity).contains("Lagrange"));
        }
    }

    #[test]
    fn paths_are_absolute_and_unique() {
        for asset in PAGES.0 {
            assert!(asset.path.starts_with('/'), "{}", asset.path);
            for form in [asset.identity, asset.gzip, asset.brotli] {
                assert!(!form.is_empty(), "{}", asset.path);
            }
            assert!(std::ptr::eq(PAGES.find(asset.path).expect("it is listed"), asset));
        }
    }

    #[test]
    fn element_includes_only_its_dependencies() {
        let names: Vec<&str> = PAGES.element().iter().map(|part| part.name()).collect();
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
        let script = PAGES.find(ELEMENT_PATH).expect("there is an element");
        let script = String::from_utf8_lossy(script.identity);
        let names = FigureSpec::NAMES.map(|name| format!("\"{name}\"")).join(", ");
        assert!(script.contains(&format!("const ATTRIBUTES = [{names}];")), "{names}");
    }

    /// The features of web-ui in the wasm of the pages, which is built with these arguments.
    fn web_ui_features(args: &[&str]) -> String {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["tree", "--edges=normal", "--prefix=none", "--format={p} {f}"]);
        cargo.args(["--package=client-wasm", "--package=lab-page", "--package=lab-wasm"]);
        let tree = cargo.args(["--target=wasm32-unknown-unknown"]).args(args).output().unwrap();
        let tree = String::from_utf8(tree.stdout).unwrap();
        let line = tree.lines().find(|line| line.starts_with("web-ui ")).expect("it is in them");
        line.split_once(") ").map_or(String::new(), |(_, features)| features.to_string())
    }

    #[test]
    fn users_load_pages_without_the_attributes_for_tests() {
        assert_eq!(web_ui_features(&[]), "");
        assert_eq!(web_ui_features(&["--features=probes"]), "probes");
    }

    #[test]
    fn unknown_paths_are_not_found() {
        for path in ["", "/index.html", "/lab.html", "/client_bg.wasm", "/../Cargo.toml", "//"] {
            assert!(PAGES.find(path).is_none(), "{path}");
        }
    }
}
