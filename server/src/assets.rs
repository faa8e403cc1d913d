//! The page and the browser client inside this binary: a path goes in, what to send comes out,
//! once per request. Made by the build script from `web/` and `client-wasm`.

/// A file to send.
#[derive(Debug)]
pub(crate) struct Asset {
    /// The path of its address; `/` is the page.
    pub(crate) path: &'static str,
    /// The value of `content-type`.
    pub(crate) content_type: &'static str,
    /// Whether browsers may keep it forever, because its path holds a hash of its content.
    pub(crate) immutable: bool,
    /// The content as it is.
    pub(crate) identity: &'static [u8],
    /// The content as brotli, for those who accept it.
    pub(crate) brotli: &'static [u8],
}

/// Everything there is to send, in the order of linking: the page last.
static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file at a path of the server's address, if there is one.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_and_is_never_kept() {
        let page = find("/").expect("there is a page");
        assert_eq!(page.content_type, "text/html; charset=utf-8");
        assert!(!page.immutable);
        assert!(String::from_utf8_lossy(page.identity).contains("Lagrange"));
    }

    #[test]
    fn paths_are_absolute_and_unique() {
        for asset in ASSETS {
            assert!(asset.path.starts_with('/'), "{}", asset.path);
            assert!(!asset.brotli.is_empty() && !asset.identity.is_empty(), "{}", asset.path);
            assert!(std::ptr::eq(find(asset.path).expect("it is listed"), asset));
        }
    }

    #[test]
    fn other_paths_are_not_there() {
        for path in ["", "/index.html", "/client_bg.wasm", "/../Cargo.toml", "//"] {
            assert!(find(path).is_none(), "{path}");
        }
    }
}
