//! The lies of a player, in rooms of one target and those who fire at it.

use lab::lie::Lie;

/// The target's name.
pub(crate) const TARGET: &str = "target";

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Flies and does not fire.
    Target,
    /// Fires if it has a line of fire to what it sees.
    Honest,
    /// Without a line of fire, claims the newest view that had one, up to a second old: more than
    /// its connection explains.
    OldViews,
    /// [`Self::OldViews`], and answers the server's probes 400 ms late.
    LateEchoes,
    /// Honest, except that its views run backwards from shot to shot.
    BackwardsViews,
    /// Claims a future view, and aims there.
    FutureViews,
    /// Claims a pair of snapshots that were never sent.
    UnsentPairs,
    /// Fires at where the target was killed: at once, or in its next life.
    Ghosts,
    /// Rests, thrusts and rests again, and holds the trigger.
    Starts,
    /// [`Self::Starts`], but holds back its commands for 40 ticks and then sends twice as many.
    Bursts,
}

impl Manner {
    /// The laboratory's lie that does this.
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
