//! Faults in virtual time: clusters of three or four nodes, each run drawn from a seed.
//!
//! `LAGRANGE_DIRECTORY_SEEDS=2000` runs more seeds, `LAGRANGE_DIRECTORY_SEED=17` one with its
//! trace.

#[allow(dead_code, reason = "the example prints what is measured")]
#[allow(clippy::unwrap_used, reason = "a test")]
mod world;

use std::env;

use world::{Fault, Plan, World};

const SEEDS: u64 = 200;
const FAILURES_SHOWN: usize = 20;

/// What a seed is tried on: three phases, the third of two faults at once.
fn plan(seed: u64) -> Plan {
    let n = Fault::ALL.len() as u64;
    let fault = |n_th: u64| Fault::ALL[(n_th % n) as usize];
    let (one, other) = (fault(seed / n), fault(seed * 7 + 3));
    // Nobody upgrades twice at once.
    let is_upgrade = |fault| matches!(fault, Fault::Upgrade | Fault::UpgradeOfMessages);
    let same = one == other || (is_upgrade(one) && is_upgrade(other));
    let pair = if same { vec![one] } else { vec![one, other] };
    Plan { phases: vec![vec![fault(seed)], vec![fault(seed * 5 + 1 + seed / n)], pair] }
}

#[test]
fn at_every_quiet_moment_one_room_a_name_holds_all_its_players() {
    let one = env::var("LAGRANGE_DIRECTORY_SEED").ok().and_then(|seed| seed.parse().ok());
    let n_seeds = env::var("LAGRANGE_DIRECTORY_SEEDS").ok().and_then(|n| n.parse().ok());
    let seeds = match one {
        Some(seed) => seed..seed + 1,
        None => 0..n_seeds.unwrap_or(SEEDS),
    };
    let mut happened = [0; 7];
    let mut failures = Vec::new();
    for seed in seeds {
        let mut world = World::new(seed, one.is_some());
        if let Err(wrong) = world.run(&plan(seed)) {
            failures.push(wrong);
        }
        if one.is_some() {
            println!("{}", world.trace());
        }
        let counts = world.counts();
        let counted = [
            counts.another_version,
            counts.taken,
            counts.adopted,
            counts.handed_over,
            counts.recreated,
            counts.lost,
            world.stats.n_refused,
        ];
        happened.iter_mut().zip(counted).for_each(|(sum, n)| *sum += n);
    }
    let n_failed = failures.len();
    failures.truncate(FAILURES_SHOWN);
    assert!(failures.is_empty(), "{n_failed} failed:\n{}", failures.join("\n"));
    // Else the faults do not reach what they are there for.
    assert!(one.is_some() || happened.iter().all(|n| *n > 0), "{happened:?}");
}
