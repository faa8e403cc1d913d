//! Why a connection is over.
use shared::wire::close_reason::CloseReason;

use super::closing::Closing;

/// How a connection ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// We end it, and the client can still be read from.
    Close(Closing),
    /// We end it, for what came was so wrong that nothing after it can be understood.
    Break(Closing),
    /// The client has ended it, or its connection is lost.
    Gone,
    /// The client has ended it, for good.
    Left,
}

impl End {
    /// Whether the client is likely to read why, and to answer.
    pub(super) fn is_heard(&self) -> bool {
        match self {
            Self::Close(closing) => closing.reason != CloseReason::Slow,
            Self::Break(_) => false,
            Self::Gone | Self::Left => true,
        }
    }

    /// Whether the player may come back to its seat: not after it said that it will not, nor after
    /// it broke the rules of the connection.
    pub(super) fn may_come_back(&self) -> bool {
        match self {
            Self::Close(closing) => matches!(
                closing.reason,
                CloseReason::Shutdown | CloseReason::Silent | CloseReason::Slow
            ),
            Self::Break(_) | Self::Left => false,
            Self::Gone => true,
        }
    }
}
