//! The ways in which a connection ends.
use shared::wire::close_reason::CloseReason;

use super::closing::Closing;

/// How a connection ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The server closes it; the client can still be read from.
    Close(Closing),
    /// The server closes it after input so malformed that nothing after it can be parsed.
    Break(Closing),
    /// The client closed it, or the connection was lost.
    Gone,
    /// The client left for good.
    Left,
}

impl End {
    /// Whether the client is likely to read the close frame and answer it.
    pub(super) fn expects_reply(&self) -> bool {
        match self {
            Self::Close(closing) => closing.reason != CloseReason::Slow,
            Self::Break(_) => false,
            Self::Gone | Self::Left => true,
        }
    }

    /// Whether the player may resume its seat: not after it left for good or violated the protocol.
    pub(super) fn may_resume(&self) -> bool {
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
