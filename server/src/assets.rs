//! The pages and their parts inside this binary: a path goes in, what to send comes out, once per
//! request. Made by the build script from `web/`, `client-wasm` and `lab-wasm`.

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

/// Everything there is to send, in the order of linking: a part names only those before it.
static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file at a path of the server's address, if there is one.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

/// Everything, in the order of linking.
pub(crate) fn all() -> &'static [Asset] {
    ASSETS
}

#[cfg(test)]
mod tests {
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
    fn other_paths_are_not_there() {
        for path in ["", "/index.html", "/lab.html", "/client_bg.wasm", "/../Cargo.toml", "//"] {
            assert!(find(path).is_none(), "{path}");
        }
    }
}
