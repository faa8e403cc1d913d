//! What is said, sentence by sentence.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod lab_document;
mod scenarios;
mod sentences;
