//! The axum shell around `shared::room`.
#![allow(dead_code, reason = "the server that sends the assets is being written")]
mod assets;
fn main() {}
