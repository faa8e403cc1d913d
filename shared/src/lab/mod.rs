//! The whole system in one place: room, clients and links under one virtual clock and one seed.
//!
//! A [`setup::Setup`] says what a match begins with, a [`run::Run`] what came from outside since;
//! a [`stage::Stage`] is the match as it stands, and a [`reel::Reel`] goes through it in both
//! directions. [`scenario`] holds the matches that show something, [`outcome`] says what came of
//! them from what a [`witness`] saw, and [`lesson`] tells ten of them in order; a [`path`] is what
//! the other player may fly.

pub mod golden;
pub mod harness;
pub mod lesson;
pub mod network;
pub mod outcome;
pub mod path;
pub mod reel;
pub mod run;
pub mod scenario;
mod script;
pub mod setup;
pub mod stage;
pub mod witness;
