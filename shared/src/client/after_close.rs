//! What a page does about a connection that has ended: a close code goes in, what to do comes out.

use crate::wire::close_reason::CloseReason;

/// What the page does when the game is not on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterClose {
    /// The page comes back by itself: what happened is likely to be over soon.
    Reconnect,
    /// The player may join again: the same would happen at once.
    OfferRejoin,
    /// The player may play again: nobody was at the page, and the seat went to who waited for it.
    OfferPlay,
    /// The player may load a page of the server's version.
    OfferReload,
}

/// What the page does after a close code; codes that are not the server's own are the network's.
#[must_use]
pub fn for_code(code: u16) -> AfterClose {
    match CloseReason::from_code(code) {
        Some(CloseReason::Version) => AfterClose::OfferReload,
        Some(CloseReason::Idle) => AfterClose::OfferPlay,
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
        ) => AfterClose::OfferRejoin,
        Some(
            CloseReason::Busy
            | CloseReason::Shutdown
            | CloseReason::RoomEnded
            | CloseReason::Silent
            | CloseReason::Slow,
        )
        | None => AfterClose::Reconnect,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_comes_back_from_what_is_over_soon() {
        for (code, help) in [
            (1001, AfterClose::Reconnect),
            (1006, AfterClose::Reconnect),
            (1011, AfterClose::Reconnect),
            (1012, AfterClose::Reconnect),
            (1013, AfterClose::Reconnect),
            (4401, AfterClose::Reconnect),
            (4408, AfterClose::Reconnect),
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
            assert_eq!(for_code(code), help, "{code}");
        }
    }
}
