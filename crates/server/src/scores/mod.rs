//! Keeps the scores of players whose rooms end with the server, for the server that goes on with
//! them: nowhere, in a folder that both use, or over NATS, where a server may also end unforeseen.
//!
//! A player shows the token of its seat, and whoever knows a token has the seat. So scores are kept
//! by a hash of the token, and neither a token nor a room's name leaves the process.

pub(crate) mod folder;
#[cfg(feature = "cluster")]
pub(crate) mod nats;

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use directory::TokenHash;
use serde::{Deserialize, Serialize};
use shared::wire::round::Score;

use crate::config::Config;
use crate::rooms::RoomKey;
use folder::Folder;

/// The name under which all lobbies are one room here; no player's room can have it.
const LOBBY: &str = "lobby";

/// The score of a player, kept by the hash of its token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptScore {
    /// The room in which it counts, by the hash of its name.
    pub(crate) room: String,
    pub(crate) score: Score,
}

impl KeptScore {
    pub(crate) fn new(room: &RoomKey, score: Score) -> Self {
        Self { room: key_of(room).to_string(), score }
    }
}

/// The score of a seat, connected or held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatScore {
    /// Of the tokens that lead to the seat: its own, and at times the one presented last.
    pub(crate) tokens: Vec<TokenHash>,
    pub(crate) score: Score,
}

/// A pending operation on kept scores.
pub(crate) type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Keeps scores until they are redeemed.
pub(crate) trait Scores: Send + Sync {
    /// Keeps scores by the hashes of their players' tokens. What cannot be kept is logged.
    fn keep(&self, scores: Vec<(TokenHash, KeptScore)>) -> Pending<'_, ()>;

    /// Returns the score of a player who joins this room, once.
    fn redeem(&self, token: TokenHash, room: &RoomKey) -> Pending<'_, Option<Score>>;

    /// Whether rooms report their scores while they run.
    fn wants_records(&self) -> bool {
        false
    }

    /// The scores of all seats of a room, about once a second and after every welcome. Does not
    /// block. A seat that is not among them any more was given up.
    fn record(&self, _room: &RoomKey, _room_id: u64, _seats: Vec<SeatScore>) {}

    /// A room has ended, or failed.
    fn end(&self, _room: &RoomKey, _room_id: u64) {}
}

/// Keeps nothing.
struct Nowhere;

impl Scores for Nowhere {
    fn keep(&self, _: Vec<(TokenHash, KeptScore)>) -> Pending<'_, ()> {
        Box::pin(ready(()))
    }

    fn redeem(&self, _: TokenHash, _: &RoomKey) -> Pending<'_, Option<Score>> {
        Box::pin(ready(None))
    }
}

/// Where a server keeps scores.
pub(crate) fn from_config(config: &Config) -> Arc<dyn Scores> {
    match &config.state {
        Some(folder) => Arc::new(Folder::new(folder.clone())),
        None => Arc::new(Nowhere),
    }
}

/// A room by the hash of its name. All lobbies are one.
pub(crate) fn key_of(room: &RoomKey) -> directory::RoomKey {
    match room {
        RoomKey::Lobby(_) => directory::RoomKey::of(LOBBY),
        RoomKey::Named(_) => directory::RoomKey::of(&room.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lobbies_are_one_room_and_no_players_room() {
        let hash = |name: &str| key_of(&RoomKey::from_typed(name).unwrap());
        assert_eq!(hash("lobby"), hash("lobby 2"));
        let named = ["duel", "Duel", "lobbyists"].map(hash);
        assert!(named.iter().all(|room| *room != hash("lobby")));
        assert_ne!(named[0], named[1], "names are case-sensitive");
    }
}
