//! Asserts the heap that a laboratory holds after ten minutes of play, so that any frame can be
//! sought. The largest match lasts two minutes, unless `cargo xtask test --long` runs.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot continue fails, and prints what it measured"
)]

#[path = "support/counting.rs"]
mod counting;

use capture::{limits::RUN_FRAMES_MAX, playback::SeekProgress};
use counting::held_by;
use integration_tests::is_long;
use lab::{run_playback::RunPlayback, scenario::Scenario, setup::Controller};

/// A match of ships flown by pilots, with some bots, in some columns.
fn match_of(bots: u8, columns: usize) -> RunPlayback {
    let mut setup = Scenario::Free.setup();
    (setup.bots, setup.loop_frames) = (bots, 0);
    setup.columns.resize(columns, setup.columns[0]);
    setup.players.iter_mut().for_each(|player| player.controller = Controller::Bot);
    RunPlayback::new(setup).unwrap()
}

/// Plays for some frames, seeks back to the middle, steps back frame by frame for a while, and
/// returns to the end. Asserts that checkpoints then hold no more than the limit, besides the
/// present state.
fn check(bots: u8, columns: usize, frames: u32, most_mib: i64) {
    let mut playback = match_of(bots, columns);
    while playback.frame() < frames {
        playback.step().unwrap();
    }
    let state = playback.state().clone();
    for frame in (frames / 2..frames / 2 + 100).rev() {
        assert_eq!(playback.seek(frame, u32::MAX), SeekProgress::Arrived);
    }
    playback.seek(frames, u32::MAX);
    assert_eq!(playback.state().state_hash(), state.state_hash(), "there and back again");
    let bytes = held_by(playback);
    println!("{} ships, {columns} columns, {frames} frames: {bytes} bytes are kept", 3 + bots);
    assert!(bytes <= most_mib << 20, "{bytes} bytes");
}

#[test]
fn ten_minutes_of_three_ships_are_kept() {
    check(0, 1, RUN_FRAMES_MAX, 64);
}

#[test]
fn minutes_of_sixteen_ships_in_two_columns_are_kept() {
    let (frames, most_mib) =
        if is_long() { (RUN_FRAMES_MAX, 128) } else { (RUN_FRAMES_MAX / 5, 80) };
    check(13, 2, frames, most_mib);
}
