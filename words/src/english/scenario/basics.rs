//! The first three ideas of a netcode, in English.

use crate::scenario_words::ScenarioWords;

pub(super) const LATENCY: ScenarioWords = ScenarioWords {
    title: "Latency: how late your ship answers",
    source: "Gambetta's articles on fast-paced multiplayer games",
    watch: "Your round trip is 200 ms, and nothing hides it. After a second you fly to the right. \
            On the server your ship moves when your key has reached it. On your screen it moves \
            when the server's answer has come back.",
    label: "Your ship answers a key after about 233 ms: the round trip, and a little waiting.",
};

pub(super) const PREDICTION: ScenarioWords = ScenarioWords {
    title: "Prediction: a ship that need not wait",
    source: "QuakeWorld; Gambetta's article on client-side prediction",
    watch: "Your round trip is 200 ms in both columns, and your keys are the same. In A your ship \
            waits for the server's answer. In B your client flies it by the server's rules at \
            once, and compares when the answer comes.",
    label: "In A your ship answers a key after about 233 ms. In B it answers after 17 ms, and \
            the prediction is never wrong.",
};

pub(super) const INTERPOLATION: ScenarioWords = ScenarioWords {
    title: "Interpolation: hop, or glide in the past",
    source: "Gambetta's article on entity interpolation",
    watch: "The other ship circles around you, and 10 snapshots a second say where it was. In A \
            it is drawn where the newest one has it. In B it is drawn 200 ms later, on the way \
            from one snapshot to the next.",
    label: "In A the other ship hops about 28 u with each snapshot. In B it glides, about 266 ms \
            and 72 u behind the server.",
};
