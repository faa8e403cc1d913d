//! The figures of Source, and what its records make of what a screen draws, in English.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "Valve's articles on Source's networking and its lag compensation";

pub(super) const REWIND: ScenarioWords = ScenarioWords {
    title: "Source: what was seen and judged at 200 ms",
    source: SOURCE,
    watch: "Compare two outlines: where you saw the ship, and where the server judged it. Where \
            is the ship itself at that moment?",
    label: "The ship is judged where you saw it, and the beam hits. By then the ship is about \
            140 u further on.",
};

pub(super) const TELEPORT: ScenarioWords = ScenarioWords {
    title: "Source: 64 units, and a fast ship",
    source: SOURCE,
    watch: "A catapult throws the other ship across at more than 1,280 u/s, which is 64 u a tick \
            at 20 ticks a second. In A the rule as it was written takes that for a teleport and \
            does not rewind. In B only a new life counts as a teleport.",
    label: "The same beam misses by the rule of 64 units, and hits by the rule of lives.",
};

pub(super) const CHORDS: ScenarioWords = ScenarioWords {
    title: "Source: straight lines at 2 and 20 snapshots a second",
    source: SOURCE,
    watch: "The other ship turns back and forth. Your screen draws it on a straight line from one \
            snapshot to the next: two snapshots a second in A, 20 in B. The server's records have \
            the ship's real path. “Stored” shows them.",
    label: "In A the ship is judged 28 u from where you see it, and the beam misses. In B it is \
            judged 0.3 u from there, and the beam hits.",
};

pub(super) const TICKS_20: ScenarioWords = ScenarioWords {
    title: "Source as written: 20 ticks a second",
    source: SOURCE,
    watch: "The rule as it was written rounds the moment that you saw to a whole tick of the \
            server, which is 50 ms long here. Your picture lay half way between two ticks.",
    label: "The ship flies at 320 u/s and is judged 8 u from where you saw it: as far as it flies \
            in half a tick.",
};

pub(super) const TICKS_128: ScenarioWords = ScenarioWords {
    title: "Source as written: 128 ticks a second",
    source: SOURCE,
    watch: "This is the same shot by the same rule, in a room whose ticks are 7.8 ms long.",
    label: "The ship flies at 320 u/s and is judged 1.2 u from where you saw it: as far as it \
            flies in half a tick.",
};
