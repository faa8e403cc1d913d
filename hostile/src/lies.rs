//! What a player's program lies about, in rooms of one target and those who fire at it.

use lab::lie::Lie;

/// The others' target is called so.
pub(crate) const TARGET: &str = "target";

/// What its program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Flies and does not fire.
    Target,
    /// Fires where it has a line of fire to what it sees.
    Honest,
    /// Where it has none, it says that it saw the newest moment at which it had one, no older than
    /// a second: more than its line explains.
    OldViews,
    /// The same, and answers the server's probes 400 ms late.
    LateEchoes,
    /// Honest, but for its views: those run backwards from shot to shot.
    BackwardsViews,
    /// Says that it saw what is still to come, and aims there.
    FutureViews,
    /// Says that it blended snapshots that were never sent.
    UnsentPairs,
    /// Fires when the target was shot down, at what it was before: at once, or in its next life.
    Ghosts,
    /// Stands, thrusts and stands again, and holds the trigger.
    Starts,
    /// The same, holds back its commands for 40 ticks, and sends twice as many then.
    Bursts,
}

impl Manner {
    /// What a program of the laboratory does for it.
    pub(crate) fn lie(self) -> Lie {
        match self {
            Self::LateEchoes => Lie::LateEcho { ms: 400 },
            Self::BackwardsViews => Lie::BackwardsView,
            Self::Bursts => Lie::Burst { ticks: 40 },
            // None.
            _ => Lie::LateEcho { ms: 0 },
        }
    }
}
