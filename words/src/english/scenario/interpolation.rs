//! Source's figure of interpolation, and a server on the player's own machine, in English.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "Valve's article on Source's networking";

pub(super) const LINE: ScenarioWords = ScenarioWords {
    title: "Source: a lost snapshot does not show",
    source: SOURCE,
    watch: "You get 20 snapshots a second and draw the other ships 100 ms late. At tick 340.8 you \
            draw them between snapshots 340 and 342. The other player lost snapshot 342 and draws \
            them between 340 and 344.",
    label: "You draw them 0.40 of the way from 340 to 342. The other player, who lost 342, draws \
            them 0.20 of the way from 340 to 344.",
};

pub(super) const LISTEN_SERVER: ScenarioWords = ScenarioWords {
    title: "Source: a server on your own machine",
    source: SOURCE,
    watch: "The server runs on your own machine, so the round trip is 0. In A the other ship is \
            interpolated all the same, and so it is drawn 100 ms late. In B it is drawn where the \
            newest snapshot has it.",
    label: "The other ship flies at 320 u/s. In A, interpolated, it is drawn 32 u behind where \
            the server has it. In B, as it comes, it is drawn where the server has it.",
};
