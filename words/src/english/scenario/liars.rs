//! Scenarios of lying clients, in English.

use crate::scenario::ScenarioWords;

const SOURCE: &str = "Valve’s article on Source’s networking, which mentions cheating proxies";

pub(crate) const CLAIM: ScenarioWords = ScenarioWords {
    title: "A liar claims hits",
    source: "The articles on targeting and on delayed synchronisation, which warn of it",
    watch: "You fire away from a ship that is 500 u off, and your program claims that each shot \
            hit it. In A the server checks the claims. In B it believes them.",
    label: "In A every claim is refused, because the ship was 500 u away. In B the 9th shot is a \
            kill, 1.2 s after the first.",
};

pub(crate) const BACKWARDS: ScenarioWords = ScenarioWords {
    title: "A liar’s view runs backwards",
    source: SOURCE,
    watch: "You fire twice. For the second bolt, your program says that you saw an older moment \
            than when you fired the first.",
    label: "In B the server does not let the second view be older than the first. The lie asks for \
            333 ms and gains 167 ms, the time between the two shots.",
};

pub(crate) const COOLDOWN: ScenarioWords = ScenarioWords {
    title: "A liar fires without cooldown",
    source: SOURCE,
    watch: "You fire seven times, as fast as your gun can. In B your program also pulls the \
            trigger in every command in between, as if there were no cooldown.",
    label: "Seven bolts leave in A, and seven in B. The server counts the cooldown itself, so the \
            lie gains nothing.",
};

pub(crate) const BURST: ScenarioWords = ScenarioWords {
    title: "A liar holds commands back, then sends twice as many",
    source: SOURCE,
    watch: "When you start to thrust, your program holds back 40 ticks of commands, makes twice as \
            many, and sends them all at once. The room in A drops commands that are late. The room \
            in B has saved up ticks for them, as Source does.",
    label: "In A your ship executes 1 command a tick and gains nothing. In B it executes 25 in \
            one tick: its own, and 24 that were saved up.",
};

pub(crate) const OLD_VIEW: ScenarioWords = ScenarioWords {
    title: "A liar claims an older view",
    source: SOURCE,
    watch: "You fire a beam straight up, to where a ship was 0.4 s before. In B your program says \
            that you saw the moment of a second ago.",
    label: "The beam misses in A and in B: the server only believes a view that is as old as your \
            connection explains. The lie gains 26 u of the ship’s path, not the 79 u that the \
            limit of 400 ms would allow.",
};

pub(crate) const LATE_ECHO: ScenarioWords = ScenarioWords {
    title: "A liar answers the server’s probes late",
    source: "The article on targeting, whose server measures pings with probes",
    watch: "Your bolts start ahead of your muzzle, by as far as they fly while your command \
            travels to the server. The server works that time out from how late you answer its \
            probes. In B your program answers 200 ms late.",
    label: "In B your bolts start 90 u further ahead, as far as a bolt flies in half of the 200 \
            ms. The server cannot tell.",
};
