//! Scenarios from the article on targeting, its four figures and its last problem, in English.

use crate::scenario::ScenarioWords;

const LAST_PROBLEM: &str =
    "The article on targeting in a networked space shooter, its last problem";

pub(crate) const ZONES: ScenarioWords = ScenarioWords {
    title: "Three time zones",
    source: "The article on targeting in a networked space shooter, its Figure 1",
    watch: "Two ships fly side by side. On your screen, your ship is ahead of where the server \
            has it, and the other ship is behind.",
    label: "You see yourself about 0.13 s ahead of the server, and the other ship about 0.2 s \
            behind it.",
};

pub(crate) const LATE_MISS: ScenarioWords = ScenarioWords {
    title: "The late laser",
    source: "The article on targeting in a networked space shooter, its Figure 2",
    watch: "You aim exactly at what you see. But the bolt leaves only when the server hears of \
            your command, and the ship is no longer where you saw it.",
    label: "When the bolt gets there, the ship is about 146 u further on: the bolt misses.",
};

pub(crate) const OUT_OF_NOWHERE: ScenarioWords = ScenarioWords {
    title: "A laser out of nowhere",
    source: "The article on targeting in a networked space shooter, its Figure 3",
    watch: "On your screen the bolts leave your muzzle. On the other player’s screen they start \
            far ahead of it.",
    label: "On the other player’s screen your bolt starts about 128 u ahead of your muzzle.",
};

pub(crate) const CONVERGE: ScenarioWords = ScenarioWords {
    title: "Convergence: a bolt that catches up",
    source: "The article on targeting in a networked space shooter, its Figure 4",
    watch: "Your bolt starts at your muzzle on every screen. On the other screens it flies faster \
            than on yours, until it is where you have it.",
    label: "On the other player’s screen too, the bolt starts at your muzzle. It catches up, and \
            it hits.",
};

pub(crate) const MODEM: ScenarioWords = ScenarioWords {
    title: "Convergence over a modem",
    source: "The article on targeting in a networked space shooter, its Figure 4, over 28.8 modems",
    watch: "Figure 4 again, with a slower ship, and a 28.8 modem between each of the two players \
            and the server: 90 ms each way, up to 20 ms of jitter, one packet in a hundred lost. \
            The bolt still starts at your muzzle and catches up. A second later you fire again, in \
            case the connection delayed the first command; what counts here is the first bolt.",
    label: "The bolt catches up, and it hits. Your connection carries about 560 bytes a second \
            down and 310 up; it could carry 3200 each way.",
};

pub(crate) const TWO_ALIENS: ScenarioWords = ScenarioWords {
    title: "Targeting: two aliens in line",
    source: LAST_PROBLEM,
    watch: "On your screen the bolt meets the ship in front. In A your word counts. In B the \
            server decides, and it already has that ship further on, so the bolt flies past it to \
            the ship behind.",
    label: "Where your word counts, the ship in front is hit. Where the server decides, it is the \
            ship behind.",
};

pub(crate) const HUNDREDTH_PART: ScenarioWords = ScenarioWords {
    title: "Targeting: a hundredth of the way",
    source: "The article on targeting in a networked space shooter, its “/100”",
    watch: "A bolt chases a target point. Each frame it covers part of the distance: half of it in \
            A, where k = 1, and a hundredth in B, where k = 99. In B it stays up to 99 frames of \
            motion behind, and never catches up.",
    label: "The bolt meets the ship after 15 frames with k = 1, and after 60 with k = 99. That \
            second bolt has then come about a quarter as far as its target point.",
};

pub(crate) const BOTH_AGAINST_ONE: ScenarioWords = ScenarioWords {
    title: "Targeting: two aliens with one laser",
    source: LAST_PROBLEM,
    watch: "Here bolts fly on through ships. On your screen yours meets both ships. In A your word \
            counts. In B the server decides, and it already has the ship in front further on.",
    label: "Where your word counts, one bolt hits both ships. Where the server decides, it hits \
            only the ship behind.",
};

pub(crate) const THREE_SPEEDS: ScenarioWords = ScenarioWords {
    title: "Targeting: three machines, three speeds",
    source: "The article on targeting in a networked space shooter, its displacement",
    watch: "Your command takes 60 ms to the server, and from there the news takes 90 ms to the \
            other player. On every machine your bolt starts at the muzzle and has to catch up with \
            the bolt on your screen. The later a machine hears of it, the faster it flies there at \
            first.",
    label: "In its first 100 ms the bolt flies at 900 u/s on your screen, at about 1780 u/s on the \
            server, and at about 2680 u/s on the other player’s screen.",
};
