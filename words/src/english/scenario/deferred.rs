//! Delayed synchronisation, in English.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "The article on delayed synchronisation";

pub(super) const UNDONE_HIT: ScenarioWords = ScenarioWords {
    title: "Delayed synchronisation: a hit is undone",
    source: SOURCE,
    watch: "You fire at the ship far to the right, and a third ship flies into the bolt. The far \
            ship feels the hit before news of the third ship reaches it. On its own screen the \
            third ship is hurt while the bolt is still 151 u away.",
    label: "The far ship loses 12 points at once. It gets them back when it turns out that the \
            third ship was hit first.",
};

pub(super) const NOTHING_UNDONE: ScenarioWords = ScenarioWords {
    title: "Delayed synchronisation: nothing to undo",
    source: SOURCE,
    watch: "You fire the same shot in both columns. In A the bolt ends at the first ship that it \
            meets, so the far ship gets its points back. In B the bolt flies on through both \
            ships.",
    label: "In A the far ship gets its 12 points back. In B both ships lose 12 points, and \
            nothing is undone.",
};
