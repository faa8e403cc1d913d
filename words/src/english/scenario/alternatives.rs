//! What delayed synchronisation is compared with, in English.

use crate::scenario_words::ScenarioWords;

pub(super) const LOCKSTEP: ScenarioWords = ScenarioWords {
    title: "Lockstep: the slowest decides for all",
    source: "The article on delayed synchronisation, its first alternative",
    watch: "A third player, whom you do not see here, has a round trip of 300 ms. Every tick \
            waits for that player's command. So everybody's world runs at that pace, and your \
            ship answers as late as theirs.",
    label: "The world runs at about 22 ticks a second, and your ship answers after about 0.3 s.",
};

pub(super) const DIABLO: ScenarioWords = ScenarioWords {
    title: "Diablo's way: \"fired\", and later \"hit\"",
    source: "The article on delayed synchronisation, its second alternative",
    watch: "You fire ten shots at a ship that flies away after the fourth. In A a hit takes two \
            messages: one says \"fired\", and a later one says \"hit\". In B there is only the \
            first, and every screen works out the hit from it.",
    label: "A takes 14 messages, and B takes 10. In A the other player hears of a hit about \
            0.25 s later than in B.",
};

pub(super) const PREDICT_EVERYONE: ScenarioWords = ScenarioWords {
    title: "Predict everyone: no lag, but jumps",
    source: "What rollback becomes when there is a server; GGPO, where it comes from, has none",
    watch: "Both ships are drawn at the tick of your newest command. Each time the other ship \
            turns round, your screen goes on flying it by its old thrust until the news comes.",
    label: "Your ship answers at once, and the other ship jumps about 26 u where it turns round.",
};
