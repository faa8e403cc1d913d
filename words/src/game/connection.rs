//! Texts on the connection: how it begins and ends, and the seat after it was lost.

use alloc::string::String;

use shared::wire::close_reason::CloseReason;

pub struct ConnectionWords {
    /// While the page connects.
    pub connecting: &'static str,
    /// Why the server closed a connection.
    pub closed: fn(reason: CloseReason) -> &'static str,
    /// The same for a full room, and for connections that the server refuses, with what it says in
    /// English: only it knows which limit was reached.
    pub room_full: fn(server_says: &str) -> String,
    pub refused: fn(server_says: &str) -> String,
    /// Why a connection ended, where the server gave no reason.
    pub no_answer: &'static str,
    pub lost: &'static str,
    pub unreachable: &'static str,
    pub unreadable: fn(error: &str) -> String,
    /// While nothing arrives, and after that.
    pub silent_for: fn(seconds: &str) -> String,
    pub trying_again: fn(seconds: &str) -> String,
    /// To an idle player whose seat another one needs.
    pub press_to_stay: fn(seconds: &str) -> String,
    /// Buttons after a connection ended.
    pub try_now: &'static str,
    pub reload: &'static str,
    pub join_again: &'static str,
    pub play_again: &'static str,
    /// When a player returns: to the held seat, to a new one, or to a new match.
    pub seat_held: &'static str,
    pub seat_lost: &'static str,
    pub new_match: &'static str,
    /// The same, when the score came with the player to another room.
    pub score_kept: &'static str,
    /// The browser cannot make an unguessable name.
    pub no_randomness: &'static str,
    /// The room in which there was no seat: the lobby, or one by its name.
    pub asked_for_lobby: &'static str,
    pub asked_for: fn(room: &str) -> String,
    /// The player asked for one lobby and got a seat in another; the button that asks again. A
    /// lobby is `lobby` or `lobby 2`.
    pub placed_elsewhere: fn(room: &str, asked: &str) -> String,
    pub back_to_lobby: fn(asked: &str) -> String,
}
