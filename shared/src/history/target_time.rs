//! The time at which a target is looked up, in the four forms that the hit rules use.

use serde::Serialize;

use crate::base::time::Micros;

/// The time at which a shot looks up its targets, and how their poses are taken from the history.
#[derive(Clone, Copy, Debug)]
pub enum TargetTime<M> {
    /// Now: targets stay where they are.
    Present,
    /// An interpolated moment, resolved once for all ships.
    Moment(M),
    /// A server time to which Source rewinds each ship by its own records, as far as they are
    /// unbroken.
    Rewound(ChainBreak, Micros),
    /// A server time at which ET reads each ship's markers.
    Marked(MarkerKind, Micros),
}

/// Which of ET's two marker stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerKind {
    /// A marker at the end of every server frame.
    PerFrame,
    /// A marker in every executed command.
    PerCommand,
}

/// What ends a ship's usable past.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum ChainBreak {
    /// A jump of more than [`TELEPORT_U`](super::store::TELEPORT_U) between records, as in Source.
    Distance64,
    /// A change of the life or teleport number, as in the game.
    #[default]
    NewLife,
}
