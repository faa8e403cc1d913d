//! Every scenario has an outcome within its loop, whatever its links lose and delay: over many
//! seeds where a link is random, and over a few where only bots and clocks may be.

use lab::{run_playback::RunPlayback, scenario::Scenario, setup::Setup};
use shared::wire::conditions::LinkConditions;

/// Seeds of a scenario with links that lose or delay at random.
const SEEDS: u64 = 32;
/// Seeds of any other.
const FEW_SEEDS: u64 = 2;

fn is_random(setup: &Setup) -> bool {
    let random = |link: &LinkConditions| link.jitter_ms > 0 || link.loss_permille > 0;
    setup.players.iter().any(|of| random(&of.conditions.up) || random(&of.conditions.down))
}

/// Whether a match has an outcome by the end of its loop.
fn has_outcome(setup: Setup) -> bool {
    let frames = setup.loop_frames;
    let mut playback = RunPlayback::new(setup).unwrap();
    for _ in 0..frames {
        playback.step().unwrap();
    }
    playback.state().outcome().is_some()
}

#[test]
fn something_comes_of_every_scenario_under_every_seed() {
    let mut without = Vec::new();
    let mut n_random = 0;
    for scenario in Scenario::ALL.into_iter().filter(|of| *of != Scenario::Free) {
        let setup = scenario.setup();
        let is_random = is_random(&setup);
        n_random += u32::from(is_random);
        for seed in 0..=if is_random { SEEDS } else { FEW_SEEDS } {
            if !has_outcome(Setup { seed, ..setup.clone() }) {
                without.push((scenario.key(), seed));
            }
        }
    }
    println!("{n_random} scenarios with random lines");
    assert!(n_random >= 2, "the modem and the stream");
    assert_eq!(without, [], "scenarios and seeds without an outcome");
}
