//! The laboratory: a room, its clients and the links between them under one virtual clock and one
//! seed.
//!
//! Start with [`harness::Harness`], which runs all of them, and [`state::LabState`], the current
//! state of a match with one or two columns. A [`setup::Setup`] is the beginning of a match, a
//! [`run::Run`] adds every input since, and a [`run_playback::RunPlayback`] plays it in both
//! directions.
//!
//! A [`scenario`] is a match that demonstrates something: an [`outcome_tracker`] observes it, and
//! [`outcome`] compares it with what it should show ([`outcome_statement`] is the value that
//! `words` turns into a sentence). Ten of them form the [`lesson`]s. A [`path`] is a course for the
//! other player. A [`moment::Moment`] of a run fits into a [`link`] and a [`mod@file`]. A
//! [`shot_scenario`] exports a single shot to `lagrange judge`. A player may cheat by a [`lie`],
//! which a [`cheat_proxy`] on its links carries out. [`played`] is the hash by which two builds
//! agree on what was sent and drawn. A [`survey`] runs a loop ahead to find its [`cue`], the moment
//! at which a figure pauses for its reader. What reconciliation runs at once, [`replayed_commands`]
//! has command by command. A [`flight`] is flown with three buttons.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod base64url;
pub mod cheat_proxy;
pub mod cheaters_desk;
pub mod checked_columns;
pub mod clock_lead;
pub mod collisions;
pub mod column;
pub mod corrections;
pub mod cue;
pub mod file;
pub mod flight;
pub mod harness;
pub mod lesson;
pub mod lesson_control;
pub mod lie;
pub mod limits;
pub mod link;
pub mod moment;
pub mod network;
pub mod outcome;
pub mod outcome_statement;
pub mod outcome_tracker;
pub mod pack;
mod pack_older;
pub mod pane;
pub mod path;
pub mod played;
pub mod replayed_commands;
pub mod run;
pub mod run_playback;
pub mod scenario;
mod script;
pub mod setup;
pub mod shot_scenario;
pub mod snapshot_arrivals;
pub mod state;
pub mod survey;
