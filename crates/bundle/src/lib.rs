//! Bundles web pages into a binary: from a folder of files and the crates that become their wasm,
//! it generates compressed files and a table that the binary includes. Runs in a build script.
//!
//! | step | module |
//! |---|---|
//! | compile crates to wasm and generate the JavaScript that loads it | `compile`, feature `wasm` |
//! | resolve references between files and add content hashes to their names | [`link`] |
//! | compress every file and write the table | [`table`] |
#![forbid(unsafe_code)]

pub mod announce;
#[cfg(feature = "wasm")]
pub mod compile;
pub mod link;
pub mod nested_cargo;
pub mod table;
pub mod wasm;
