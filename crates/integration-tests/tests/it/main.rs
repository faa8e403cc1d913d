//! The tests of `shared` in one binary, so that they link once: a module for each subject, with
//! shared code in `support`. `cargo test -p integration-tests --test it played::` runs one module.
//! `golden` is separate because it also runs in release; `allocations` and `codec_hostile` each
//! need an allocator of their own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot continue fails, and prints what it measured"
)]

mod aim_assist;
mod amplification;
mod answers;
mod article;
mod axes_link;
mod axes_player;
mod axes_remote;
mod axes_room;
mod axes_rules;
mod back_dated_view;
mod basics;
mod bolt_end;
mod captures;
mod cheaters_desk;
mod claims;
mod commands;
mod converging;
mod cover;
mod cues;
mod deferred;
mod disagreement;
mod drawn_judged;
mod every_seed;
mod fights;
mod first_life;
mod forensics;
mod ground_truth;
mod hit_test;
mod hostile;
mod hostile_room;
mod idle;
mod interest;
mod judging;
mod lab_codec;
mod lab_files;
mod ladder;
mod latencies;
mod lesson_controls;
mod lessons;
mod liars;
mod lockstep;
mod long_past;
mod mechanisms;
mod minimum_lag;
mod naive_judge;
mod net_graph;
mod own_ship;
mod packets;
mod panes;
mod piercing;
mod plausible_view;
mod played;
mod predict_everyone;
mod prediction;
mod pressure;
mod rates;
mod reference_room;
mod rematch;
mod replays;
mod resume;
mod rewind;
mod room;
mod rounds;
mod rules;
mod run_playback;
mod scenarios;
mod seat;
mod seats_and_bots;
mod seeds_deferred;
mod seeds_et;
mod seeds_quakeworld;
mod seeds_source;
mod seeds_source_view;
mod seeds_targeting;
mod shot_questions;
mod sides;
mod sides_fair;
mod sides_fire;
mod source_sent;
mod stall;
mod stored_past;
mod streams;
#[path = "../support/mod.rs"]
mod support;
mod switching;
mod timelines;
mod truce;
mod watching;
mod wire;
mod workloads;
