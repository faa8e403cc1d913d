//! The end-to-end tests, in one binary so that they link once, with a module per subject.
//! `cargo xtask test browser` builds what they need and runs three at a time. To run one module
//! with the server already built:
//! `cargo test -p e2e --features pages --test pages lab:: -- --test-threads=1`.

mod access;
mod attract;
mod axe;
mod cluster;
mod comeback;
mod controls;
mod drain;
mod duel;
mod escape;
mod figure;
mod fingers;
mod first_controls;
mod flight;
mod forensics;
mod frame;
mod friend;
mod game_sizes;
mod gamepad;
mod lab;
mod lab_cheats;
mod lab_codec;
mod lab_controls;
mod lab_cues;
mod lab_files;
mod lab_learn;
mod lab_moments;
mod lab_same;
mod lab_scenarios;
mod lab_shots;
mod lab_sizes;
mod lab_timelines;
mod languages;
mod learn;
mod learn_guess;
mod learn_notes;
mod link;
mod lost_pictures;
mod odd_browsers;
mod page;
mod presets;
mod proxies;
mod referee;
mod replay;
mod room_list;
mod rounds;
mod see_lag;
mod see_lag_cut_short;
mod sides;
mod smoke;
mod sound;
mod tour;
mod versions;
mod watching;
