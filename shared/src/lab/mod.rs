//! The whole system in one place: room, clients and links under one virtual clock and one seed.
//!
//! A [`setup::Setup`] says what a match begins with, a [`run::Run`] what came from outside since; a
//! [`state::LabState`] is the match as it stands, and a [`run_playback::RunPlayback`] goes through
//! it in both directions, as a [`capture_playback::CapturePlayback`] goes through a capture.
//! [`scenario`] holds the matches that show something, [`outcome`] says what came of them from what
//! an [`outcome_tracker`] saw, by a value ([`outcome_said`]) that `words` makes a sentence of, and
//! [`lesson`] tells ten of them in order; a [`path`] is what the other player may fly, and
//! [`codec`] names the ways of writing snapshots. What somebody looks at is a [`moment::Moment`]:
//! it fits a [`link`], and a [`mod@file`]; what a client of an online match got is a [`capture`]. A
//! shot by itself is a [`shot_scenario`], to be judged by hand. A player of a setup may have a
//! program that tells a [`lie`]: a [`cheat_proxy`] before its links. [`played`] is the number by
//! which two builds agree on what was told and drawn. A [`survey`] runs a loop ahead and finds its
//! [`cue`], the moment at which a figure waits for whoever watches.

pub mod article;
mod base64url;
pub mod capture;
pub mod capture_playback;
pub mod cheat_proxy;
pub mod cheaters_desk;
pub mod checked_columns;
mod checkpoints;
pub mod codec;
pub mod column;
pub mod cue;
pub mod figure;
pub mod file;
pub mod forensics;
pub mod golden;
pub mod harness;
pub mod lesson;
pub mod lesson_control;
pub mod lie;
pub mod link;
pub mod meetings;
pub mod moment;
pub mod network;
pub mod outcome;
pub mod outcome_said;
pub mod outcome_tracker;
pub mod pack;
mod pack_older;
pub mod pane;
pub mod path;
pub mod playback;
pub mod played;
pub mod run;
pub mod run_playback;
pub mod scenario;
pub mod screen_pilot;
mod script;
pub mod setup;
pub mod shot_scenario;
pub mod state;
pub mod survey;
pub mod workload;
