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
    /// The client has ended it.
    Gone,
}

impl End {
    /// Whether the client is likely to read why, and to answer.
    pub(super) fn is_heard(&self) -> bool {
        match self {
            Self::Close(closing) => closing.reason != CloseReason::Slow,
            Self::Break(_) => false,
            Self::Gone => true,
        }
    }
}
