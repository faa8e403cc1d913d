//! What is said, sentence by sentence.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and says what it measured"
)]

mod article;
mod article_end;
mod article_notes;
mod article_outcomes;
mod article_questions;
mod expectations;
mod game;
mod lab_document;
mod laboratory;
mod languages;
mod lessons;
mod outcomes;
mod page;
mod panels;
mod scenarios;
mod sentences;
mod shot;
mod shot_end;
mod teaching;
mod timelines;
