//! Packs pages into a binary. A folder of files and the crates that become their wasm go in;
//! compressed files and a table of them, which the binary includes, come out. Runs in a build
//! script.
//!
//! | step | module |
//! |---|---|
//! | crates become wasm and the JavaScript that loads it | `compile`, with the feature `wasm` |
//! | files name each other, and get names with a hash of their content | [`link`] |
//! | every file is compressed, and the table is written | [`table`] |
#![forbid(unsafe_code)]

pub mod announce;
#[cfg(feature = "wasm")]
pub mod compile;
pub mod link;
pub mod table;
pub mod wasm;
