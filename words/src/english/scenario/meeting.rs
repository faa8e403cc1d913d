//! Ships that meet, and a ship that is drawn in a rock, in English.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "The article on delayed synchronisation";

pub(super) const RAM: ScenarioWords = ScenarioWords {
    title: "Ramming: who bounces",
    source: SOURCE,
    watch: "You fly into a ship that stands still. In A both ships bounce, as they would outside \
            of a game. In B only yours does: you know where your screen draws the other ship, so \
            you know that you bounce, and nobody has to tell you.",
    label: "In A the other ship is thrown away, and your prediction is wrong at least once. In B \
            the other ship feels nothing, and your prediction is exact.",
};

pub(super) const RAM_THIRD: ScenarioWords = ScenarioWords {
    title: "Ramming: two ships inside each other",
    source: SOURCE,
    watch: "Two ships fly at each other. Each bounces off the place where it sees the other, a \
            third of a second in the past. Watch the third player's screen, where both are in the \
            past.",
    label: "On the third player's screen the two ships lie inside each other: that is the price \
            of this way of ramming.",
};

pub(super) const SUNK: ScenarioWords = ScenarioWords {
    title: "Interpolation: a ship inside a rock",
    source: "Valve's articles on Source's networking",
    watch: "The other ship circles a rock and never touches it. Your screen draws it on a \
            straight line from one snapshot to the next. Two snapshots a second come in A, 20 in \
            B: so in A the ship cuts the corner.",
    label: "In A the ship is drawn about 14 u deep inside the rock. In B it is not.",
};
