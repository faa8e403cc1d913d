//! Short names of the presets in English.

use crate::panels::PresetTexts;

/// Names for little space.
pub(crate) const SHORT: PresetTexts = PresetTexts {
    Et260: "ET 2.60",
    EtReleased: "ET (released source)",
    QuakeWorld: "QuakeWorld",
    Source: "Source",
    DelayedSync: "Delayed sync",
    Targeting: "Targeting",
    Nothing: "Figure 2: nothing",
    Jump: "Figure 3: jump",
    Lagrange: "Lagrange",
};
