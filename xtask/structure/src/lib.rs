//! How the repository's code is built, measured: its files go in, tables of lines, types, cycles
//! and test binaries come out. Run by `cargo xtask structure`; the parts are a library, so that
//! tests can hold the code to the same measure.
#![forbid(unsafe_code)]

pub mod causes;
pub mod doubled;
pub mod edges;
pub mod graph;
pub mod layers;
pub mod modules;
pub mod one_shot;
pub mod report;
mod resolve;
pub mod source;
pub mod types;
pub mod workspace;
