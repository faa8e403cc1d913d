//! The two files of a page's wasm crate, JavaScript and wasm, or stubs for a crate that is left
//! out.
use crate::link::{Content, Source};

/// A workspace crate that a page runs.
#[derive(Clone, Copy, Debug)]
pub struct Wasm {
    pub package: &'static str,
    /// Base name of its two files: `name.js` and `name_bg.wasm`.
    pub name: &'static str,
}

/// The stub JavaScript of a crate that was left out, which shows a message on the page.
const LEFT_OUT: &str = "export default async () => {
  throw new Error(\"this server was built without its pages (--no-default-features)\");
};
export const start = () => {};
export const start_lab = start;
export const on_panic = start;
";

/// The smallest valid wasm module.
const EMPTY_WASM: &[u8] = b"\0asm\x01\0\0\0";

impl Wasm {
    /// Stub files for a crate that is not compiled.
    #[must_use]
    pub fn left_out(&self) -> Vec<Source> {
        self.files(LEFT_OUT.into(), EMPTY_WASM.into())
    }

    pub(crate) fn files(&self, js: Vec<u8>, wasm: Vec<u8>) -> Vec<Source> {
        let js = Source { name: format!("{}.js", self.name), content: Content::Bytes(js) };
        let name = format!("{}_bg.wasm", self.name);
        vec![js, Source { name, content: Content::Bytes(wasm) }]
    }
}
