//! The whole system in one place: room, clients and links under one virtual clock and one seed.
//!
//! A [`setup::Setup`] says what a match begins with, a [`run::Run`] what came from outside since;
//! a [`stage::Stage`] is the match as it stands, and a [`reel::Reel`] goes through it in both
//! directions. [`scenario`] holds the matches that show something.

pub mod forensics;
pub mod golden;
pub mod harness;
pub mod network;
pub mod pane;
pub mod reel;
pub mod run;
pub mod scenario;
mod script;
pub mod setup;
pub mod stage;
