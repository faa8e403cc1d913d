//! What a shorter way to the server is worth, in English.

use crate::scenario_words::ScenarioWords;

pub(super) const WHO_FIRST: ScenarioWords = ScenarioWords {
    title: "Who shoots first",
    source: "Wolfenstein: Enemy Territory, whose rockets are not compensated; and a minimum lag",
    watch: "Your round trip is 200 ms, and the other player's is 40 ms. Both of you see the same \
            thing and answer with a bolt. In B the room has a minimum lag of 200 ms: it makes the \
            other player's commands wait.",
    label: "In A the other player's bolt leaves about 150 ms before yours, which is 135 u of \
            flight. In B both leave within a tick of each other.",
};

pub(super) const WHO_FIRST_BEAM: ScenarioWords = ScenarioWords {
    title: "Who shoots first, with beams",
    source: "Wolfenstein: Enemy Territory; and a minimum lag",
    watch: "Three times both of you see the same thing and answer with a beam, and three beams \
            shoot a ship down. In A the other player's third beam is executed before yours. In B \
            both are executed together.",
    label: "In A your third beam never leaves, because you are shot down before. In B both ships \
            are shot down.",
};

pub(super) const PEEKER: ScenarioWords = ScenarioWords {
    title: "Peeker's advantage",
    source: "Riot's article on peeker's advantage in its shooter",
    watch: "You come round the rock. You see a free line of fire before the other player does, \
            because the other player's picture of you is late.",
    label: "You see the free line earlier by the sum of the two figures above the panes: how far \
            you are ahead of the server, and how far behind it the other player draws you.",
};
