//! The figures of Wolfenstein: ET 2.60, in English.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "The article on the anti-lag of Wolfenstein: Enemy Territory 2.60";

pub(super) const BIAS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: a frame ahead",
    source: SOURCE,
    watch: "Your beam goes through the middle of the ship that you see. The server remembers by \
            markers where that ship was, and their times are one frame off: it finds the ship \
            ahead of where you saw it.",
    label: "The ship is judged about 23 u ahead of where you saw it.",
};

pub(super) const VETO: ScenarioWords = ScenarioWords {
    title: "ET 2.60: the cover veto",
    source: SOURCE,
    watch: "You hit a ship that you see in the open. By the time the server hears of your shot, \
            the ship is behind the rock, and the rock has the last word.",
    label: "The hit is vetoed, because the rock is between you and where the ship is now.",
};

pub(super) const MAX_FPS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: com_maxfps 20 against 125",
    source: SOURCE,
    watch: "The server keeps ten markers of the other ship and writes one for each command that \
            its player sends: 20 a second in A, 125 a second in B. You see that ship a third of a \
            second late, and in B no marker is that old. “Stored” shows the markers.",
    label: "The same beam hits the ship of a player who sends 20 commands a second, and misses \
            the ship of one who sends 125.",
};

pub(super) const ZIGZAG: ScenarioWords = ScenarioWords {
    title: "ET: a zigzag between two markers",
    source: "The article on the anti-lag of Wolfenstein: Enemy Territory, and its released \
            source code",
    watch: "The server writes a marker of the ship every 50 ms, and looks for it on the \
            straight line between two of them. You get 60 snapshots a second here, so you see \
            how it really flies. You fire as it turns, and again as it bounces off the rock.",
    label: "Both beams hit. As the ship turns, it is judged about 0.5 u from where you saw it; \
            as it bounces, about 6 u. Its radius is 16 u.",
};
