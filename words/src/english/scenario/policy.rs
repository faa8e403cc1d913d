//! What rooms may choose besides a scheme, in English.

use crate::scenario_words::ScenarioWords;

pub(super) const FAVOUR_DEFENDER: ScenarioWords = ScenarioWords {
    title: "Favour the defender",
    source: "Overwatch, as its makers describe it: what the server knows a defender did wins",
    watch: "A catapult throws the other ship round the rock. In A your bolt hits what you saw. In \
            B the rock saves the ship, because by now it is between the bolt and the ship.",
    label: "The same bolt hits in A and is vetoed in B, because the rock is between the bolt and \
            where the ship is now.",
};

pub(super) const PING_CAP: ScenarioWords = ScenarioWords {
    title: "A cap by ping",
    source: "Servers that compensate up to some ping, and ask the rest to aim ahead",
    watch: "You fire the same beam in both columns. In A what you saw counts. In B your picture \
            may be 150 ms old, not counting your interpolation delay. It is older, so you miss by \
            as far as the ship flew in the time beyond.",
    label: "The beam hits in A. In B it misses by as far as the ship flew in the time by which \
            your picture was too old.",
};
