//! Scenarios of delayed synchronisation, its ramming rule and its alternatives, in English.

use crate::scenario::ScenarioWords;

const SOURCE: &str = "The article on delayed synchronisation";

pub(crate) const UNDONE_HIT: ScenarioWords = ScenarioWords {
    title: "Delayed synchronisation: a hit is undone",
    source: SOURCE,
    watch: "You fire at the ship far to the right, and a third ship flies into the bolt. The far \
            ship feels the hit before it hears of the third ship. On its own screen, the third \
            ship takes damage while the bolt is still 151 u away.",
    label: "The far ship loses 12 points at once. It gets them back when it turns out that the \
            third ship was hit first.",
};

pub(crate) const NOTHING_UNDONE: ScenarioWords = ScenarioWords {
    title: "Delayed synchronisation: nothing to undo",
    source: SOURCE,
    watch: "You fire the same shot in both columns. In A the bolt ends at the first ship it meets, \
            so the far ship gets its points back. In B the bolt flies on through both ships.",
    label: "In A the far ship gets its 12 points back. In B both ships lose 12 points, and \
            nothing is undone.",
};

pub(crate) const RAM: ScenarioWords = ScenarioWords {
    title: "Ramming: who bounces",
    source: SOURCE,
    watch: "You fly into a ship that is standing still. In A both ships bounce, as they would in \
            the real world. In B only yours does: you know where your screen draws the other ship, \
            so you know that you bounce, and nobody has to tell you.",
    label: "In A the other ship is knocked away, and your prediction is wrong at least once. In B \
            the other ship feels nothing, and your prediction is exact.",
};

pub(crate) const RAM_THIRD: ScenarioWords = ScenarioWords {
    title: "Ramming: two ships inside each other",
    source: SOURCE,
    watch: "Two ships fly at each other. Each bounces off the place where it sees the other, a \
            third of a second in the past. Watch the third player’s screen, where both are in the \
            past.",
    label: "On the third player’s screen the two ships overlap: that is the price of this kind of \
            ramming.",
};

pub(crate) const LOCKSTEP: ScenarioWords = ScenarioWords {
    title: "Lockstep: the slowest sets the pace",
    source: "The article on delayed synchronisation, its first alternative",
    watch: "A third player, whom you do not see here, has a ping of 300 ms. Every tick waits for \
            that player’s command. So the world runs at that pace for everyone, and your ship \
            responds as late as theirs.",
    label: "The world runs at about 22 ticks a second, and your ship responds after about 0.3 s.",
};

pub(crate) const DIABLO: ScenarioWords = ScenarioWords {
    title: "The Diablo way: “fired”, then “hit”",
    source: "The article on delayed synchronisation, its second alternative",
    watch: "You fire ten shots at a ship that flies away after the fourth. In A a hit takes two \
            messages: one says “fired”, and a later one says “hit”. In B there is only the first, \
            and every screen works out the hit from it.",
    label: "A takes 14 messages, and B takes 10. In A the other player learns of a hit about 0.25 \
            s later than in B.",
};

pub(crate) const PREDICT_EVERYONE: ScenarioWords = ScenarioWords {
    title: "Predict everyone: no lag, but jumps",
    source: "What rollback becomes when there is a server; GGPO, where it comes from, has none",
    watch: "Both ships are drawn at the tick of your newest command. Each time the other ship \
            turns round, your screen keeps flying it by its old thrust until the news arrives.",
    label: "Your ship responds at once, and the other ship jumps about 26 u where it turns round.",
};
