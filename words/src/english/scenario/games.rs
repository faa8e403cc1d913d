//! Scenarios of Wolfenstein: ET, QuakeWorld and Source, in English.

use crate::scenario::ScenarioWords;

const ET_ARTICLE: &str = "The article on the anti-lag of Wolfenstein: Enemy Territory 2.60";
const QUAKEWORLD_ARTICLE: &str =
    "The article on QuakeWorld’s prediction, and its released source code";
const SOURCE_ARTICLES: &str = "Valve’s articles on Source’s networking and its lag compensation";
const NETWORKING_ARTICLE: &str = "Valve’s article on Source’s networking";

pub(crate) const ET_BIAS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: a frame ahead",
    source: ET_ARTICLE,
    watch: "Your beam goes through the middle of the ship you see. The server remembers where that \
            ship was by markers, and their times are one frame off: it finds the ship ahead of \
            where you saw it.",
    label: "The ship is judged about 23 u ahead of where you saw it.",
};

pub(crate) const ET_VETO: ScenarioWords = ScenarioWords {
    title: "ET 2.60: the cover veto",
    source: ET_ARTICLE,
    watch: "You hit a ship that you see in the open. When the server hears of your shot, the ship \
            is already behind the rock, and the rock has the last word.",
    label: "The hit is vetoed, because the rock is between you and where the ship is now.",
};

pub(crate) const ET_MAX_FPS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: com_maxfps 20 vs 125",
    source: ET_ARTICLE,
    watch: "The server keeps ten markers of the other ship, and writes one for each command that \
            its player sends: 20 a second in A, 125 a second in B. You see that ship a third of a \
            second late, and in B no marker is that old. “Stored” shows the markers.",
    label: "The same beam hits the ship of a player who sends 20 commands a second, and misses \
            the ship of one who sends 125.",
};

pub(crate) const ET_ZIGZAG: ScenarioWords = ScenarioWords {
    title: "ET: a zigzag between two markers",
    source: "The article on the anti-lag of Wolfenstein: Enemy Territory, and its released \
            source code",
    watch: "The server writes a marker of the ship every 50 ms, and looks for it on the straight \
            line between two of them. Here you get 60 snapshots a second, so you see how it really \
            flies. You fire as it turns, and again as it bounces off the rock.",
    label: "Both beams hit. As the ship turns, it is judged about 0.5 u from where you saw it; \
            as it bounces, about 6 u. Its radius is 16 u.",
};

pub(crate) const HALF_GAP: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: half the gap",
    source: QUAKEWORLD_ARTICLE,
    watch: "The other ship flies round corners. Your screen flies it on by its last thrust, for \
            half the gap between the latest news and your own time. At every corner it flies too \
            far and jumps back.",
    label: "At a corner the other ship is drawn about 29 u off the path it really flies.",
};

pub(crate) const FREEZE: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: a frozen ship",
    source: QUAKEWORLD_ARTICLE,
    watch: "With a ping of 1.2 s, more than 62 of your commands are always on their way. Your \
            client does not predict that many, so your ship stands still on your screen while it \
            flies on the server.",
    label: "Your ship freezes on your screen. On the server it is about 231 u away.",
};

pub(crate) const REWIND: ScenarioWords = ScenarioWords {
    title: "Source: seen and judged at 200 ms",
    source: SOURCE_ARTICLES,
    watch: "Compare two outlines: where you saw the ship, and where the server judged it. Where \
            is the ship itself at that moment?",
    label: "The ship is judged where you saw it, and the beam hits. Meanwhile the ship has flown \
            about 140 u on.",
};

pub(crate) const TELEPORT: ScenarioWords = ScenarioWords {
    title: "Source: 64 units, and a fast ship",
    source: SOURCE_ARTICLES,
    watch: "A catapult throws the other ship across at more than 1,280 u/s, which is 64 u a tick \
            at 20 ticks a second. In A the rule as it was written takes that for a teleport and \
            does not rewind. In B only a new life counts as a teleport.",
    label: "The same beam misses under the 64-unit rule, and hits under the life rule.",
};

pub(crate) const CHORDS: ScenarioWords = ScenarioWords {
    title: "Source: straight lines at 2 and 20 snapshots a second",
    source: SOURCE_ARTICLES,
    watch: "The other ship turns back and forth. Your screen draws it on a straight line from one \
            snapshot to the next: two snapshots a second in A, 20 in B. The server’s records have \
            the ship’s real path. “Stored” shows them.",
    label: "In A the ship is judged 28 u from where you see it, and the beam misses. In B it is \
            judged 0.3 u from there, and the beam hits.",
};

pub(crate) const TICKS_20: ScenarioWords = ScenarioWords {
    title: "Source as written: 20 ticks a second",
    source: SOURCE_ARTICLES,
    watch: "The rule as it was written rounds the moment you saw to a whole tick of the server, \
            which here is 50 ms long. What you saw was half way between two ticks.",
    label: "The ship flies at 320 u/s and is judged 8 u from where you saw it: as far as it flies \
            in half a tick.",
};

pub(crate) const TICKS_128: ScenarioWords = ScenarioWords {
    title: "Source as written: 128 ticks a second",
    source: SOURCE_ARTICLES,
    watch: "This is the same shot by the same rule, in a room whose ticks are 7.8 ms long.",
    label: "The ship flies at 320 u/s and is judged 1.2 u from where you saw it: as far as it \
            flies in half a tick.",
};

pub(crate) const INTERPOLATION_LINE: ScenarioWords = ScenarioWords {
    title: "Source: a lost snapshot does not show",
    source: NETWORKING_ARTICLE,
    watch: "You get 20 snapshots a second and draw the other ships 100 ms late. At tick 340.8 you \
            draw them between snapshots 340 and 342. The other player lost snapshot 342, and draws \
            them between 340 and 344.",
    label: "You draw them 0.40 of the way from 340 to 342. The other player, who lost 342, draws \
            them 0.20 of the way from 340 to 344.",
};

pub(crate) const LISTEN_SERVER: ScenarioWords = ScenarioWords {
    title: "Source: a server on your own machine",
    source: NETWORKING_ARTICLE,
    watch: "The server runs on your own machine, so your ping is 0. In A the other ship is still \
            interpolated, and so it is drawn 100 ms late. In B it is drawn where the newest \
            snapshot has it.",
    label: "The other ship flies at 320 u/s. In A, interpolated, it is drawn 32 u behind where the \
            server has it. In B, as it arrives, it is drawn where the server has it.",
};
