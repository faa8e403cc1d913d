//! The last problem of the article on targeting, in English.

use crate::scenario_words::ScenarioWords;

const LAST_PROBLEM: &str =
    "The article on targeting in a networked space shooter, its last problem";

pub(super) const TWO_ALIENS: ScenarioWords = ScenarioWords {
    title: "Targeting: two aliens in line",
    source: LAST_PROBLEM,
    watch: "On your screen the bolt meets the ship in front. In A your word counts. In B the \
            server decides, and it has that ship further on already, so the bolt flies past it to \
            the ship behind.",
    label: "Where your word counts, the ship in front is hit. Where the server decides, it is the \
            ship behind.",
};

pub(super) const HUNDREDTH_PART: ScenarioWords = ScenarioWords {
    title: "Targeting: a hundredth of the way",
    source: "The article on targeting in a networked space shooter, its \"/100\"",
    watch: "A bolt chases a target point. In each frame it goes a part of the way there: half in \
            A, where k = 1, and a hundredth in B, where k = 99. In B it stays up to 99 frames of \
            motion behind, and never arrives.",
    label: "The bolt meets the ship after 15 frames with k = 1, and after 60 with k = 99. By then \
            the second bolt has come about a quarter of its way.",
};

pub(super) const BOTH_AGAINST_ONE: ScenarioWords = ScenarioWords {
    title: "Targeting: two aliens with one laser",
    source: LAST_PROBLEM,
    watch: "Here bolts fly on through ships. On your screen yours meets both ships. In A your \
            word counts. In B the server decides, and it has the ship in front further on already.",
    label: "Where your word counts, one bolt hits both ships. Where the server decides, it hits \
            only the ship behind.",
};

pub(super) const THREE_SPEEDS: ScenarioWords = ScenarioWords {
    title: "Targeting: three machines, three speeds",
    source: "The article on targeting in a networked space shooter, its displacement",
    watch: "Your command takes 60 ms to the server, and from there the news takes 90 ms to the \
            other player. On every machine your bolt starts at the muzzle and must catch up \
            with the bolt on your screen. The later a machine hears of it, the faster it flies \
            there at first.",
    label: "In its first 100 ms the bolt flies at 900 u/s on your screen, at about 1780 u/s on \
            the server, and at about 2680 u/s on the other player's screen.",
};
