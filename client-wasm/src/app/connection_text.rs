//! What a player is told of a connection: why it ended, what became of the seat, and where else
//! there may be one.

use shared::wire::{close_reason::CloseReason, seat::Admission};
use words::game::ConnectionWords;

use super::connection::LOBBY;
use crate::hud::closed::AlternativeRoom;

/// Why the server closed a connection. Where its own sentence says more to a player than the reason
/// does, as which limit was reached, that is shown.
pub(super) fn closed_text(
    words: &ConnectionWords,
    reason: CloseReason,
    server_says: &str,
) -> String {
    match reason {
        // An error of decoding, or an order to move.
        CloseReason::Malformed
        | CloseReason::Moved
        | CloseReason::TooLong
        | CloseReason::Version => (words.closed)(reason).into(),
        _ if server_says.is_empty() || server_says == reason.text() => {
            (words.closed)(reason).into()
        }
        CloseReason::RoomFull => (words.room_full)(server_says),
        _ => (words.refused)(server_says),
    }
}

/// The lobby that a player asked for, if they were placed in another. For other rooms the name may
/// differ only in the server's spelling.
pub(super) fn asked_lobby<'a>(asked: &'a str, room: &str) -> Option<&'a str> {
    let asked = if asked.is_empty() { LOBBY } else { asked };
    (asked != room && is_lobby(room)).then_some(asked)
}

/// The name of the room in which the player got no seat.
pub(super) fn asked_for(words: &ConnectionWords, room: &str) -> String {
    if room.is_empty() { words.asked_for_lobby.to_string() } else { (words.asked_for)(room) }
}

/// The alternative offered when a room is full. A request for one lobby already tries all of them.
pub(super) fn elsewhere(asked: &str) -> AlternativeRoom {
    if is_lobby(asked) { AlternativeRoom::NewRoom } else { AlternativeRoom::Lobby }
}

/// Whether a room is a lobby, by what a player typed or the server calls it.
pub(super) fn is_lobby(room: &str) -> bool {
    let letters = room.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase);
    room.is_empty() || letters.eq(LOBBY.chars())
}

/// When the match that a player rejoins began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MatchStart {
    /// Before the player left it, as far as is known.
    Before,
    /// Since then: the server or the room was restarted.
    Restarted,
}

/// The text for a player who rejoins.
pub(super) fn rejoin_text(
    words: &ConnectionWords,
    admission: Admission,
    begun: MatchStart,
) -> Option<&'static str> {
    match (admission, begun) {
        (Admission::New, _) => None,
        (Admission::Resumed, _) => Some(words.seat_held),
        (Admission::Instead, MatchStart::Before) => Some(words.seat_lost),
        (Admission::Instead, MatchStart::Restarted) => Some(words.new_match),
        (Admission::ScoreKept, _) => Some(words.score_kept),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Language;

    fn english() -> &'static ConnectionWords {
        &Language::English.game().connection
    }

    #[test]
    fn a_servers_own_sentence_is_shown() {
        let own = "All 64 rooms of this server are in use.";
        for reason in CloseReason::ALL {
            let text = |server_says| closed_text(english(), reason, server_says);
            let usual = (english().closed)(reason);
            let of_bytes = [4400, 4406, 4411, 1009].contains(&reason.code());
            assert_eq!(text(own), if of_bytes { usual } else { own }, "{reason:?}");
            assert_eq!(text(""), usual, "{reason:?}");
            let korean = &Language::Korean.game().connection;
            assert_eq!(closed_text(korean, reason, reason.text()), (korean.closed)(reason));
        }
    }

    #[test]
    fn a_player_seated_in_another_lobby_is_shown_which() {
        for (asked, room, shown) in [
            ("", "lobby", None),
            ("den", "den", None),
            ("e\u{301}tude", "étude", None),
            ("", "lobby 2", Some("lobby")),
            ("lobby 2", "lobby", Some("lobby 2")),
        ] {
            assert_eq!(asked_lobby(asked, room), shown, "{asked:?}");
        }
        for (room, asked, text) in [
            ("lobby 2", "lobby", "The lobby was full. You are in lobby 2."),
            ("lobby", "lobby 2", "Lobby 2 was full. You are in the lobby."),
        ] {
            assert_eq!((english().placed_elsewhere)(room, asked), text);
        }
        assert_eq!((english().back_to_lobby)("lobby 2"), "Try lobby 2 again");
    }

    #[test]
    fn a_returning_player_is_shown_what_became_of_the_seat() {
        let text_for =
            |admission, begun| rejoin_text(english(), admission, begun).unwrap_or_default();
        assert_eq!(text_for(Admission::New, MatchStart::Restarted), "");
        assert!(text_for(Admission::Resumed, MatchStart::Before).contains("held"));
        assert!(text_for(Admission::Instead, MatchStart::Before).contains("new ship"));
        assert!(text_for(Admission::Instead, MatchStart::Restarted).contains("new match"));
        for begun in [MatchStart::Before, MatchStart::Restarted] {
            assert!(text_for(Admission::ScoreKept, begun).contains("score"));
        }
    }

    #[test]
    fn a_player_without_a_seat_is_offered_one_elsewhere() {
        for (asked, offered) in [
            ("den", AlternativeRoom::Lobby),
            ("lab", AlternativeRoom::Lobby),
            ("hobby lobby", AlternativeRoom::Lobby),
            ("2", AlternativeRoom::Lobby),
            ("", AlternativeRoom::NewRoom),
            ("lobby", AlternativeRoom::NewRoom),
            ("Lobby 2", AlternativeRoom::NewRoom),
        ] {
            assert_eq!(elsewhere(asked), offered, "{asked:?}");
        }
    }
}
