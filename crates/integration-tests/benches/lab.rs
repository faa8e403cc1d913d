//! Measures seeking in a laboratory run of ten minutes: the frames re-run for a jump and for a step
//! back, how long both take, the heap that checkpoints hold, and the speed of a match. Prints one
//! figure a line for `cargo xtask bench lab`.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark has a clock, prints, and fails when it cannot continue"
)]

#[path = "../tests/support/counting.rs"]
mod counting;

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use capture::limits::RUN_FRAMES_MAX;
use counting::held_by;
use lab::{
    limits::LAB_BOTS_MAX,
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::{Controller, FRAMES, Setup},
    state::LabState,
};
use shared::{base::rng::Rng, netcode::preset::Preset, wire::conditions::Conditions};

/// Round trip of all players, in ms.
const ROUND_TRIP_MS: u16 = 100;
/// Timed jumps.
const JUMPS: u32 = 24;
/// Timed steps back.
const STEPS: u32 = 120;
/// Number of timed stretches of a match, and the length of each in s.
const STRETCHES: (usize, u32) = (10, 10);

fn main() {
    let mut playback = played(setup(0, &[Preset::Lagrange]));
    step_back(&mut playback);
    jump(&mut playback);
    figure("lab/kept_3_mb", kept_mb(playback));
    figure(
        "lab/kept_16_mb",
        kept_mb(played(setup(LAB_BOTS_MAX, &[Preset::Lagrange, Preset::Source]))),
    );
    figure("lab/simulated_3", simulated_per_s(&setup(0, &[Preset::Lagrange])));
    figure("lab/simulated_16", simulated_per_s(&setup(LAB_BOTS_MAX, &[Preset::Lagrange])));
}

fn figure(key: &str, value: f64) {
    println!("figure {key} {value:.3}");
}

/// Three players flown by pilots, and bots.
fn setup(bots: u8, columns: &[Preset]) -> Setup {
    let mut setup = Setup { bots, ..Scenario::Free.setup() };
    setup.columns = columns.iter().map(|preset| preset.netcode()).collect();
    for player in &mut setup.players {
        player.controller = Controller::Bot;
        player.conditions = Conditions::round_trip(ROUND_TRIP_MS);
    }
    setup
}

/// A run of the maximum length, positioned at its end.
fn played(setup: Setup) -> RunPlayback {
    let mut playback = RunPlayback::new(setup).unwrap();
    while playback.frame() < RUN_FRAMES_MAX {
        playback.step().unwrap();
    }
    playback
}

/// Steps back from the last frame played.
fn step_back(playback: &mut RunPlayback) {
    let (mut times, mut frames) = (Vec::new(), Vec::new());
    for _ in 0..STEPS {
        let (time, again) = go(playback, playback.frame() - 1);
        times.push(time);
        frames.push(again);
    }
    figure("lab/back_p50", quantile(&mut frames, 50).into());
    figure("lab/back_max", quantile(&mut frames, 100).into());
    figure("lab/back_ms", ms(quantile(&mut times, 50)));
    figure("lab/back_p95_ms", ms(quantile(&mut times, 95)));
}

/// Jumps from the end to every frame, counting frames re-run; then between random frames, timed.
fn jump(playback: &mut RunPlayback) {
    playback.seek(RUN_FRAMES_MAX, u32::MAX);
    // From the last to the first, so that no checkpoint is nearer than it would be from the end.
    let again = |frame| {
        playback.seek(frame, 0);
        frame - playback.frame()
    };
    let mut frames: Vec<u32> = (0..RUN_FRAMES_MAX).rev().map(again).collect();
    for (key, percent) in [("lab/jump_p50", 50), ("lab/jump_p95", 95), ("lab/jump_max", 100)] {
        figure(key, quantile(&mut frames, percent).into());
    }
    let mut rng = Rng::new(7, 0);
    let mut times: Vec<Duration> =
        (0..JUMPS).map(|_| go(playback, rng.below(RUN_FRAMES_MAX)).0).collect();
    figure("lab/jump_p50_ms", ms(quantile(&mut times, 50)));
    figure("lab/jump_p95_ms", ms(quantile(&mut times, 95)));
    playback.seek(RUN_FRAMES_MAX, u32::MAX);
}

/// Seeks to a frame. Returns the time it took and the frames it ran.
fn go(playback: &mut RunPlayback, frame: u32) -> (Duration, u32) {
    let begun = Instant::now();
    playback.seek(frame, 0);
    let again = frame - playback.frame();
    playback.continue_seek(u32::MAX);
    (begun.elapsed(), again)
}

/// How much more a played run holds than a new one, in MB.
fn kept_mb(playback: RunPlayback) -> f64 {
    let fresh = RunPlayback::of(playback.run().clone()).unwrap();
    (held_by(playback) - held_by(fresh)) as f64 / 1e6
}

/// Simulated seconds per second, in the fastest of several stretches: other load on the machine can
/// only slow them down.
fn simulated_per_s(setup: &Setup) -> f64 {
    let mut state = LabState::new(setup).unwrap();
    let (n, seconds) = STRETCHES;
    let stretch = |_| {
        let begun = Instant::now();
        for _ in 0..seconds * u32::from(FRAMES.hz()) {
            black_box(&mut state).advance();
        }
        f64::from(seconds) / begun.elapsed().as_secs_f64()
    };
    (0..n).map(stretch).fold(0.0, f64::max)
}

/// The value that `percent` of the values do not exceed.
fn quantile<T: Ord + Copy>(values: &mut [T], percent: usize) -> T {
    values.sort_unstable();
    values[(values.len() * percent).div_ceil(100).max(1) - 1]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
