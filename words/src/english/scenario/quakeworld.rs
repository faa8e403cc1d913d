//! The figures of QuakeWorld, in English.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "The article on QuakeWorld's prediction, and its released source code";

pub(super) const HALF_GAP: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: half the gap",
    source: SOURCE,
    watch: "The other ship flies round corners. Your screen flies it on, by its last thrust, for \
            half of the time that you are ahead of the news. At every corner it flies too far and \
            jumps back.",
    label: "At a corner the other ship is drawn about 29 u off the path that it really flies.",
};

pub(super) const FREEZE: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: a frozen ship",
    source: SOURCE,
    watch: "With a round trip of 1.2 s, more than 62 of your commands are always on their way. \
            Your client does not predict that many, so your ship stands still on your screen \
            while it flies on the server.",
    label: "Your ship freezes on your screen. On the server it is about 231 u away from there.",
};
