//! Maps the close code of an ended connection to what the player does next.

use crate::wire::close_reason::CloseReason;

/// What the player does after the connection has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterClose {
    /// Reconnects automatically: the cause is likely to be temporary.
    Reconnect,
    /// Offers to rejoin: an automatic attempt would fail in the same way.
    OfferRejoin,
    /// Offers to play again: the player was idle, and the seat went to a waiting player.
    OfferPlay,
    /// Offers to load the page of the server's version.
    OfferReload,
}

impl AfterClose {
    /// What to do after a close code. Codes that are not the server's own are network failures.
    pub(super) fn for_code(code: u16) -> Self {
        match CloseReason::from_code(code) {
            Some(CloseReason::Version) => Self::OfferReload,
            Some(CloseReason::Idle) => Self::OfferPlay,
            Some(
                CloseReason::Flood
                | CloseReason::Framing
                | CloseReason::Malformed
                | CloseReason::NotUtf8
                | CloseReason::Replaced
                | CloseReason::RoomFull
                | CloseReason::RoomName
                | CloseReason::TextFrame
                | CloseReason::TooLong,
            ) => Self::OfferRejoin,
            Some(
                CloseReason::Busy
                | CloseReason::Moved
                // Somebody may come.
                | CloseReason::NobodyThere
                | CloseReason::Shutdown
                | CloseReason::RoomEnded
                | CloseReason::Silent
                | CloseReason::Slow,
            )
            | None => Self::Reconnect,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_reconnects_only_after_temporary_closures() {
        for (code, next) in [
            (1001, AfterClose::Reconnect),
            (1006, AfterClose::Reconnect),
            (1011, AfterClose::Reconnect),
            (1012, AfterClose::Reconnect),
            (1013, AfterClose::Reconnect),
            (4401, AfterClose::Reconnect),
            (4404, AfterClose::Reconnect),
            (4408, AfterClose::Reconnect),
            (4411, AfterClose::Reconnect),
            (1002, AfterClose::OfferRejoin),
            (1003, AfterClose::OfferRejoin),
            (1007, AfterClose::OfferRejoin),
            (1008, AfterClose::OfferRejoin),
            (1009, AfterClose::OfferRejoin),
            (4400, AfterClose::OfferRejoin),
            (4403, AfterClose::OfferPlay),
            (4409, AfterClose::OfferRejoin),
            (4410, AfterClose::OfferRejoin),
            (4414, AfterClose::OfferRejoin),
            (4406, AfterClose::OfferReload),
        ] {
            assert_eq!(AfterClose::for_code(code), next, "{code}");
        }
    }
}
