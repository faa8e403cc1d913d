//! Keeps the scores of players whose rooms end with the server, for the server that goes on with
//! them: nowhere, or in a folder that both use.
//!
//! A player shows the token of its seat, and whoever knows a token has the seat. So scores are kept
//! by a hash of the token, and neither a token nor a room's name leaves the process.

pub(crate) mod folder;

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shared::wire::round::Score;
use shared::wire::seat::ResumeToken;

use crate::config::Config;
use crate::rooms::RoomKey;
use folder::Folder;

/// Bytes of a hash: nobody finds two tokens or names with the same one.
const HASH_BYTES: usize = 16;

/// What a room's name has in common with that of every lobby.
const ANY_LOBBY: &str = "lobby";

/// A hash of a token or of a room's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Hash([u8; HASH_BYTES]);

/// The score of a player, kept by the hash of its token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptScore {
    /// The hash of the room in which it counts. Lobbies are one room here.
    pub(crate) room: String,
    pub(crate) score: Score,
}

impl KeptScore {
    pub(crate) fn new(room: &RoomKey, score: Score) -> Self {
        Self { room: Hash::of_room(room).digits(), score }
    }
}

/// A pending operation on kept scores.
pub(crate) type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Keeps scores until they are redeemed.
pub(crate) trait Scores: Send + Sync {
    /// Keeps scores by the hashes of their players' tokens. What cannot be kept is logged.
    fn keep(&self, scores: Vec<(Hash, KeptScore)>) -> Pending<'_, ()>;

    /// Returns the score of a player who joins this room, once.
    fn redeem(&self, token: Hash, room: Hash) -> Pending<'_, Option<Score>>;
}

/// Keeps nothing.
struct Nowhere;

impl Scores for Nowhere {
    fn keep(&self, _: Vec<(Hash, KeptScore)>) -> Pending<'_, ()> {
        Box::pin(ready(()))
    }

    fn redeem(&self, _: Hash, _: Hash) -> Pending<'_, Option<Score>> {
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

impl Hash {
    pub(crate) fn of_token(token: &ResumeToken) -> Self {
        Self::of(b"seat", &token.0)
    }

    pub(crate) fn of_room(room: &RoomKey) -> Self {
        match room {
            RoomKey::Lobby(_) => Self::of(b"lobby", ANY_LOBBY.as_bytes()),
            RoomKey::Named(_) => Self::of(b"room", room.to_string().as_bytes()),
        }
    }

    fn of(kind: &[u8], bytes: &[u8]) -> Self {
        let whole = Sha256::new().chain_update(kind).chain_update(bytes).finalize();
        let mut hash = [0; HASH_BYTES];
        hash.copy_from_slice(&whole[..HASH_BYTES]);
        Self(hash)
    }

    /// As hexadecimal digits.
    pub(crate) fn digits(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lobbies_are_one_room_and_no_players_room() {
        let hash = |name: &str| Hash::of_room(&RoomKey::from_typed(name).unwrap());
        assert_eq!(hash("lobby"), hash("lobby 2"));
        let named = ["duel", "Duel", "lobbyists"].map(hash);
        assert!(named.iter().all(|room| *room != hash("lobby")));
        assert_ne!(named[0], named[1], "names are case-sensitive");
        assert_ne!(Hash::of(b"room", b"x"), Hash::of(b"seat", b"x"));
    }
}
