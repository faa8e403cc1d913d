//! What a lost packet is on a stream and on datagrams, in English.

use crate::scenario_words::ScenarioWords;

pub(super) const STREAM_STALL: ScenarioWords = ScenarioWords {
    title: "A stream stalls and bursts",
    source: "What TCP, and so every WebSocket, does with a lost packet",
    watch: "You and the third player lose equally many packets. Yours come by a stream: when one \
            is lost, all that follow wait until it has been sent again, and then they come at \
            once. Meanwhile the other ship flies on by guess, stands still, and jumps.",
    label: "Your snapshots stop for about a quarter of a second and then come all at once. The \
            third player's, which come as datagrams, do not.",
};
