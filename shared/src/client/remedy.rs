//! What a page does about a connection that has ended: a close code goes in, what helps comes out.

use crate::wire::close_reason::CloseReason;

/// What helps when the game is not on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// The page comes back by itself: what happened is likely to be over soon.
    ComesBack,
    /// The player may join again: the same would happen at once.
    Again,
    /// The player may play again: nobody was at the page, and the seat went to who waited for it.
    PlayAgain,
    /// A page of the server's version.
    Reload,
}

/// What helps after a close code; codes that are not the server's own are the network's.
#[must_use]
pub fn after(code: u16) -> Help {
    match CloseReason::from_code(code) {
        Some(CloseReason::Version) => Help::Reload,
        Some(CloseReason::Idle) => Help::PlayAgain,
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
        ) => Help::Again,
        Some(
            CloseReason::Busy
            | CloseReason::Shutdown
            | CloseReason::RoomEnded
            | CloseReason::Silent
            | CloseReason::Slow,
        )
        | None => Help::ComesBack,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_comes_back_from_what_is_over_soon() {
        for (code, help) in [
            (1001, Help::ComesBack),
            (1006, Help::ComesBack),
            (1011, Help::ComesBack),
            (1012, Help::ComesBack),
            (1013, Help::ComesBack),
            (4401, Help::ComesBack),
            (4408, Help::ComesBack),
            (1002, Help::Again),
            (1003, Help::Again),
            (1007, Help::Again),
            (1008, Help::Again),
            (1009, Help::Again),
            (4400, Help::Again),
            (4403, Help::PlayAgain),
            (4409, Help::Again),
            (4410, Help::Again),
            (4414, Help::Again),
            (4406, Help::Reload),
        ] {
            assert_eq!(after(code), help, "{code}");
        }
    }
}
