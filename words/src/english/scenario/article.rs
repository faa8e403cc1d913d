//! The four figures of the article on targeting, in English.

use crate::scenario_words::ScenarioWords;

pub(super) const ZONES: ScenarioWords = ScenarioWords {
    title: "Three time zones",
    source: "The article on targeting in a networked space shooter, its Figure 1",
    watch: "Two ships fly side by side. On your screen, your ship is ahead of where the server \
            has it, and the other ship is behind.",
    label: "You see yourself about 0.13 s ahead of the server, and the other ship about 0.22 s \
            behind it.",
};

pub(super) const LATE_MISS: ScenarioWords = ScenarioWords {
    title: "The late laser",
    source: "The article on targeting in a networked space shooter, its Figure 2",
    watch: "You aim exactly at what you see. But the bolt leaves only when the server hears of \
            your command, and by then the ship is no longer where you saw it.",
    label: "When the bolt comes by, the ship is about 146 u further on: the bolt misses.",
};

pub(super) const OUT_OF_NOWHERE: ScenarioWords = ScenarioWords {
    title: "A laser out of nowhere",
    source: "The article on targeting in a networked space shooter, its Figure 3",
    watch: "On your screen the bolts leave your muzzle. On the other player's screen they begin \
            far ahead of it.",
    label: "On the other player's screen your bolt begins about 128 u ahead of your muzzle.",
};

pub(super) const CONVERGE: ScenarioWords = ScenarioWords {
    title: "Convergence: a bolt that catches up",
    source: "The article on targeting in a networked space shooter, its Figure 4",
    watch: "Your bolt starts at your muzzle on every screen. On the other screens it flies faster \
            than on yours, until it is where you have it.",
    label: "On the other player's screen too, the bolt begins at your muzzle. It catches up, and \
            it hits.",
};

pub(super) const MODEM: ScenarioWords = ScenarioWords {
    title: "Convergence over a modem",
    source: "The article on targeting in a networked space shooter, its Figure 4, over 28.8 modems",
    watch: "Figure 4 again, with a slower ship, and a 28.8 modem between each of the two \
            players and the server: 90 ms each way, up to 20 ms of jitter, one packet in a \
            hundred lost. The bolt still starts at your muzzle and catches up. A second later you \
            fire again, in case the line was late with the first command; what counts here is the \
            first bolt.",
    label: "The bolt catches up, and it hits. Your line carries about 560 bytes a second down \
            and 310 up; it could carry 3200 each way.",
};
