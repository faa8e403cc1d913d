//! Scores that survive a move: of each seat, by a hash of its token, so that who reads the bucket
//! cannot take the seat.
//!
//! A room's owner writes its [`ScoreBook`] into `lag_scores`, by compare-and-swap. Who finds
//! another revision there reads it, merges it, and writes the union: so of two rooms of one name
//! neither wipes out what the other wrote. A token is redeemed once; redeemed tokens are written
//! too, so that a room which was stopped meanwhile cannot bring their scores back.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::key::{Revision, RoomKey};
use crate::limits::{
    REDEEMED_KEPT, REDEEMED_MAX, SCORE_NAME_MAX_BYTES, SCORES_EVERY, SCORES_KEPT, SCORES_MAX,
    SCORES_MAX_BYTES,
};
use crate::message::{MessageError, decode_within, encode};
use shared::wire::route::NodeName;

/// Bytes of the hash of a token that are kept.
const HASH_BYTES: usize = 16;

/// The first bytes of the SHA-256 of a seat's token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct TokenHash([u8; HASH_BYTES]);

/// What is kept of a player.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PlayerScore {
    /// At most [`SCORE_NAME_MAX_BYTES`]; longer ones are cut.
    pub name: String,
    pub kills: u32,
    pub deaths: u32,
}

/// Where a book is written: rooms by their claim's key, lobbies, which have none, by node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ScoreKey {
    Room(RoomKey),
    Lobby(NodeName),
}

/// The scores of one room.
#[derive(Clone, Debug)]
pub struct ScoreBook {
    scores: BTreeMap<TokenHash, Kept>,
    /// Until when each redeemed token is remembered.
    redeemed: BTreeMap<TokenHash, Duration>,
    /// Of the value that this book contains; `None` if there was none.
    revision: Option<Revision>,
    state: State,
    write_at: Duration,
}

/// A write: over this revision, or where no value is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreWrite {
    pub over: Option<Revision>,
    pub value: Vec<u8>,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteResult {
    Written(Revision),
    WrongRevision,
    Unavailable,
}

/// Why a value is no scores. It is overwritten by the next write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the scores of a room cannot be read")]
pub struct ScoreEntryError(#[from] MessageError);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Kept {
    score: PlayerScore,
    /// `None` while somebody sits there.
    until: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// What is written there is not known: it is read before anything is written.
    Unread,
    Read,
    Writing,
}

#[derive(Serialize, Deserialize)]
struct Value {
    scores: Vec<(TokenHash, PlayerScore)>,
    redeemed: Vec<TokenHash>,
}

/// As 32 hexadecimal digits.
impl fmt::Display for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl TokenHash {
    #[must_use]
    pub fn of(token: &[u8]) -> Self {
        let hash = Sha256::digest(token);
        let mut bytes = [0; HASH_BYTES];
        bytes.copy_from_slice(&hash[..HASH_BYTES]);
        Self(bytes)
    }
}

impl ScoreBook {
    /// The book of a room that has just been opened; it wants to be read first.
    #[must_use]
    pub const fn new(now: Duration) -> Self {
        Self {
            scores: BTreeMap::new(),
            redeemed: BTreeMap::new(),
            revision: None,
            state: State::Unread,
            write_at: now,
        }
    }

    /// Whether the value must be read before anything can be written.
    #[must_use]
    pub fn needs_read(&self) -> bool {
        self.state == State::Unread
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// When the next write is due.
    #[must_use]
    pub const fn poll_timeout(&self) -> Duration {
        self.write_at
    }

    /// Sets the score of a seat that somebody has. Who sits here did not redeem that token
    /// elsewhere for good, whatever another room wrote.
    pub fn set(&mut self, token: TokenHash, score: PlayerScore) {
        let score = cut(score);
        self.redeemed.remove(&token);
        if self.scores.len() >= SCORES_MAX && !self.scores.contains_key(&token) {
            let unclaimed =
                self.scores.iter().filter_map(|(token, kept)| Some((kept.until?, *token)));
            let Some((_, oldest)) = unclaimed.min() else { return };
            self.scores.remove(&oldest);
        }
        self.scores.insert(token, Kept { score, until: None });
    }

    /// A seat is given up: its score is kept for a while, and written soon, since an empty room
    /// ends.
    pub fn leave(&mut self, now: Duration, token: TokenHash) {
        if let Some(kept) = self.scores.get_mut(&token) {
            kept.until = Some(now + SCORES_KEPT);
            self.write_soon(now);
        }
    }

    /// A player shows the token of a seat that is not known here: the score is given out once.
    /// `None` if there is none; a read may bring it.
    ///
    /// The player gets a new token with the welcome, and may never hear it: until the new one is
    /// shown, the shell keeps the old one as a key to the same seat.
    pub fn redeem(&mut self, now: Duration, token: TokenHash) -> Option<PlayerScore> {
        self.expire(now);
        let kept = self.scores.get(&token).is_some_and(|kept| kept.until.is_some());
        if !kept {
            return None;
        }
        self.remember_redeemed(token, now + REDEEMED_KEPT);
        self.scores.remove(&token).map(|kept| kept.score)
    }

    /// Writes at the next poll: somebody was welcomed, or is about to be sent on.
    pub fn write_soon(&mut self, now: Duration) {
        self.write_at = self.write_at.min(now);
    }

    /// What was read: the union of both is in the book afterwards.
    ///
    /// # Errors
    /// When the value is no scores; then the book is as it was, and the next write replaces it.
    pub fn handle_entry(
        &mut self,
        now: Duration,
        entry: Option<(Revision, &[u8])>,
    ) -> Result<(), ScoreEntryError> {
        if self.state == State::Unread {
            self.state = State::Read;
        }
        if self.state == State::Read {
            self.revision = entry.map(|(revision, _)| revision);
        }
        let Some((_, value)) = entry else { return Ok(()) };
        let value = decode_within::<Value>(value, SCORES_MAX_BYTES)?;
        for token in value.redeemed {
            if self.scores.get(&token).is_some_and(|kept| kept.until.is_none()) {
                continue;
            }
            self.scores.remove(&token);
            if !self.redeemed.contains_key(&token) {
                self.remember_redeemed(token, now + REDEEMED_KEPT);
            }
        }
        for (token, score) in value.scores {
            self.merge(now, token, cut(score));
        }
        Ok(())
    }

    /// A write that is due. There is one at a time.
    pub fn poll_write(&mut self, now: Duration) -> Option<ScoreWrite> {
        if self.write_at > now || self.state != State::Read {
            return None;
        }
        self.expire(now);
        self.state = State::Writing;
        self.write_at = now + SCORES_EVERY;
        let scores = self.scores.iter().map(|(token, kept)| (*token, kept.score.clone())).collect();
        let redeemed = self.redeemed.keys().copied().collect();
        Some(ScoreWrite { over: self.revision, value: encode(&Value { scores, redeemed }) })
    }

    /// How the write ended. One that may have failed is done again after a read.
    pub fn handle_write(&mut self, now: Duration, result: WriteResult) {
        if self.state != State::Writing {
            return;
        }
        self.state = State::Read;
        match result {
            WriteResult::Written(revision) => self.revision = Some(revision),
            WriteResult::WrongRevision | WriteResult::Unavailable => {
                self.state = State::Unread;
                self.write_at = now;
            }
        }
    }

    fn merge(&mut self, now: Duration, token: TokenHash, score: PlayerScore) {
        if self.redeemed.contains_key(&token) {
            return;
        }
        let has_place = self.scores.len() < SCORES_MAX;
        match self.scores.get_mut(&token) {
            // Who sits here knows better.
            Some(Kept { until: None, .. }) => {}
            // The score of one seat only grows.
            Some(kept) => {
                let more = (kept.score.kills, kept.score.deaths) < (score.kills, score.deaths);
                kept.score = if more { score } else { core::mem::take(&mut kept.score) };
            }
            None if has_place => {
                self.scores.insert(token, Kept { score, until: Some(now + SCORES_KEPT) });
            }
            None => {}
        }
    }

    fn remember_redeemed(&mut self, token: TokenHash, until: Duration) {
        if self.redeemed.len() >= REDEEMED_MAX {
            let oldest = self.redeemed.iter().min_by_key(|(_, until)| **until);
            if let Some(oldest) = oldest.map(|(token, _)| *token) {
                self.redeemed.remove(&oldest);
            }
        }
        self.redeemed.insert(token, until);
    }

    fn expire(&mut self, now: Duration) {
        self.scores.retain(|_, kept| kept.until.is_none_or(|until| now < until));
        self.redeemed.retain(|_, until| now < *until);
    }
}

impl fmt::Display for ScoreKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(key) => key.fmt(f),
            Self::Lobby(node) => write!(f, "l.{node}"),
        }
    }
}

fn cut(mut score: PlayerScore) -> PlayerScore {
    let end = score.name.floor_char_boundary(SCORE_NAME_MAX_BYTES);
    score.name.truncate(end);
    score
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;

    const START: Duration = Duration::from_secs(100);

    fn token(n: u32) -> TokenHash {
        TokenHash::of(&n.to_le_bytes())
    }

    fn score(kills: u32) -> PlayerScore {
        PlayerScore { name: "Ada".to_string(), kills, deaths: 1 }
    }

    /// Writes the book where the value of this revision is.
    fn write(book: &mut ScoreBook, now: Duration, revision: u64) -> Vec<u8> {
        book.write_soon(now);
        let write = book.poll_write(now).unwrap();
        book.handle_write(now, WriteResult::Written(Revision(revision)));
        write.value
    }

    fn opened(value: Option<(u64, &[u8])>) -> ScoreBook {
        let mut book = ScoreBook::new(START);
        assert!(book.needs_read());
        assert_eq!(book.poll_write(START), None, "nothing is written before it was read");
        book.handle_entry(START, value.map(|(n, value)| (Revision(n), value))).unwrap();
        book
    }

    #[test]
    fn a_new_owner_gives_each_score_out_once() {
        let mut old = opened(None);
        old.set(token(1), score(5));
        old.set(token(2), score(7));
        let value = write(&mut old, START, 1);
        let mut new = opened(Some((1, &value)));
        assert_eq!(new.redeem(START, token(1)), Some(score(5)));
        assert_eq!(new.redeem(START, token(1)), None);
        new.handle_entry(START, Some((Revision(1), &value))).unwrap();
        assert_eq!(new.redeem(START, token(1)), None, "read again, it is not given out again");
        let value = write(&mut new, START, 2);
        let mut third = opened(Some((2, &value)));
        assert_eq!(third.redeem(START, token(1)), None, "the next owner knows too");
        assert_eq!(third.redeem(START, token(2)), Some(score(7)), "what was not redeemed is kept");
    }

    #[test]
    fn what_nobody_came_for_is_dropped_after_a_minute() {
        let mut old = opened(None);
        old.set(token(1), score(5));
        let value = write(&mut old, START, 1);
        let at = START + SCORES_KEPT;
        let mut new = opened(Some((1, &value)));
        assert_eq!(new.clone().redeem(at - Duration::from_millis(1), token(1)), Some(score(5)));
        assert_eq!(new.redeem(at, token(1)), None);
    }

    #[test]
    fn writes_of_two_rooms_are_united() {
        let mut one = opened(None);
        let mut other = opened(None);
        one.set(token(1), score(1));
        other.set(token(2), score(2));
        let value = write(&mut one, START, 1);
        assert_eq!(other.poll_write(START).unwrap().over, None);
        other.handle_write(START, WriteResult::WrongRevision);
        assert!(other.needs_read());
        other.handle_entry(START, Some((Revision(1), &value))).unwrap();
        let union = other.poll_write(START).unwrap();
        assert_eq!(union.over, Some(Revision(1)));
        let mut third = opened(Some((2, &union.value)));
        assert_eq!(third.redeem(START, token(1)), Some(score(1)));
        assert_eq!(third.redeem(START, token(2)), Some(score(2)));
    }

    #[test]
    fn a_room_that_was_stopped_cannot_bring_a_redeemed_score_back() {
        let mut stopped = opened(None);
        stopped.set(token(1), score(5));
        let value = write(&mut stopped, START, 1);
        let mut new = opened(Some((1, &value)));
        new.redeem(START, token(1)).unwrap();
        let taken = write(&mut new, START, 2);
        // Woken, it finds another revision, and writes the union.
        stopped.write_soon(START);
        stopped.poll_write(START).unwrap();
        stopped.handle_write(START, WriteResult::WrongRevision);
        // The player left its dead connection.
        stopped.leave(START, token(1));
        stopped.handle_entry(START, Some((Revision(2), &taken))).unwrap();
        let union = stopped.poll_write(START).unwrap();
        new.handle_entry(START, Some((Revision(3), &union.value))).unwrap();
        assert_eq!(new.redeem(START, token(1)), None);
    }

    #[test]
    fn scores_are_written_each_20_s_and_a_failed_write_again() {
        let mut book = opened(None);
        assert!(book.poll_write(START).is_some());
        assert_eq!(book.poll_write(START), None, "one at a time");
        book.handle_write(START, WriteResult::Unavailable);
        book.handle_entry(START, Some((Revision(4), &[]))).unwrap_err();
        assert_eq!(book.poll_write(START).unwrap().over, Some(Revision(4)), "garbage is replaced");
        book.handle_write(START, WriteResult::Written(Revision(5)));
        assert_eq!(book.poll_timeout(), START + SCORES_EVERY);
        assert_eq!(book.poll_write(START + SCORES_EVERY - Duration::from_millis(1)), None);
        assert!(book.poll_write(START + SCORES_EVERY).is_some());
    }

    #[test]
    fn a_book_is_bounded_and_a_full_one_can_be_read() {
        let mut book = opened(None);
        for n in 0..SCORES_MAX as u32 + 10 {
            let name = "é".repeat(40);
            book.set(token(n), PlayerScore { name, kills: u32::MAX, deaths: u32::MAX });
        }
        assert_eq!(book.len(), SCORES_MAX, "seats that are taken are not dropped");
        book.leave(START, token(3));
        book.set(token(5000), score(1));
        assert_eq!(book.redeem(START, token(3)), None, "it made place");
        for n in 0..REDEEMED_MAX as u32 + 10 {
            book.remember_redeemed(
                token(100_000 + n),
                START + Duration::from_secs(u64::from(n) + 1),
            );
        }
        let value = write(&mut book, START, 1);
        assert!(value.len() <= SCORES_MAX_BYTES, "{}", value.len());
        assert_eq!(opened(Some((1, &value))).len(), SCORES_MAX);
    }

    #[test]
    fn keys_tell_rooms_from_lobbies() {
        let node = NodeName::try_from("n1".to_string()).unwrap();
        assert_eq!(ScoreKey::Lobby(node).to_string(), "l.n1");
        let key = RoomKey::of("duel");
        assert_eq!(ScoreKey::Room(key).to_string(), format!("{key}"));
    }
}
