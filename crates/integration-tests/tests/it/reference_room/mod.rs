//! Compares the room with a reference room. Random matches are played in both at once; both must
//! reach the same worlds, to the bit, and the same verdicts in the same order.
//!
//! The reference room encodes and searches nothing and keeps every tick since the match began. It
//! shares the world's step, the pilots and the message types with the room; it has its own command
//! policy, and the naive judge judges its shots. `PROPTEST_FACTOR=10` plays ten times as many
//! matches, and `REFERENCE_ROOM_SEED=7` only the one with that seed.

mod bots;
mod counterfactuals;
mod guest;
mod judging;
mod play;
mod player;
mod poses;
mod reference;
mod session;
mod shots;
mod tally;

use play::Match;
use shared::netcode::choices::HitRule;
use tally::Tally;

use crate::support::seconds;

/// Matches of a run, and the length of each in s.
const MATCHES: u64 = 108;
const MATCH_S: i64 = 8;

/// What a run must have compared, each at least once.
const COMPARED: [&str; 38] = [
    "beams fired",
    "bolts fired",
    "claims accepted",
    "claims refused",
    "clamped: Backwards",
    "clamped: Bound",
    "clamped: Future",
    "clamped: Implausible under Claim",
    "clamped: Implausible under Lagrange",
    "clamped: Implausible under SourceExact",
    "clamped: Implausible under SourceByLifeId",
    "clamped: NotDelayed",
    "closed by the room",
    "commands stood in for",
    "commands too early",
    "commands too late",
    "contacts under Mutual",
    "contacts under RammerOnly",
    "died",
    "final hits by beams",
    "final hits by bolts",
    "joins",
    "leaves",
    "counterfactuals",
    "pairs that were drawn",
    "retracted",
    "rule changes",
    "settled",
    "spawned",
    "stalls",
    "tentative hits by bolts",
    "ticks under Bank",
    "ticks under RepeatLast",
    "ticks under RunOnNext",
    "verdict hit",
    "verdict miss",
    "verdict veto",
    "verdict void",
];

/// A match's seed, which is printed if the match fails.
struct Seed(u64);

impl Seed {
    fn play(&self) -> Tally {
        Match::new(self.0).play(seconds(MATCH_S))
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("REFERENCE_ROOM_SEED={} replays the failed match", self.0);
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn a_room_comes_to_the_verdicts_of_the_reference_room() {
    if let Some(seed) = number("REFERENCE_ROOM_SEED") {
        print!("seed {seed}\n{}", Seed(seed).play());
        return;
    }
    let mut tally = Tally::default();
    for seed in 0..MATCHES * number("PROPTEST_FACTOR").unwrap_or(1) {
        tally.merge(Seed(seed).play());
    }
    print!("compared\n{tally}");
    let missing: Vec<&str> = COMPARED.into_iter().filter(|what| tally.of(what) == 0).collect();
    assert!(missing.is_empty(), "never compared: {missing:?}");
    assert!(100 * tally.of("too close to tell") <= tally.of("shots"), "too many are too close");
    for rule in HitRule::ALL.iter().filter(|rule| !rule.is_laboratory_only()) {
        let (shots, hits) = (format!("shots under {rule:?}"), format!("hits under {rule:?}"));
        assert!(tally.of(&shots) > 50 && tally.of(&hits) > 5, "{rule:?} is rarely compared");
    }
}
