//! The two files of a wasm that a page runs: its JavaScript and the wasm itself; or, where it is
//! left out, files that say so.
use crate::link::{Content, Source};

/// A crate of the workspace that a page runs.
#[derive(Clone, Copy, Debug)]
pub struct Wasm {
    /// The name of the package.
    pub package: &'static str,
    /// What its two files are named after: `name.js` and `name_bg.wasm`.
    pub name: &'static str,
}

/// What stands for the JavaScript of a crate that was left out: the page says so.
const LEFT_OUT: &str = "export default async () => {
  throw new Error(\"this server was built without its pages (--no-default-features)\");
};
export const start = () => {};
export const start_lab = start;
export const on_panic = start;
";

/// A wasm module of nothing.
const EMPTY_WASM: &[u8] = b"\0asm\x01\0\0\0";

impl Wasm {
    /// Files that stand for a crate that is not compiled.
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
