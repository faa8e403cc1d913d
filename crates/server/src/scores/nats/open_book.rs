//! The book of one room, or of all lobbies of this server, while it is open: follows the reports of
//! its rooms, and writes them into the bucket.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use directory::limits::{KV_TIME_OUT, SCORES_KEPT};
use directory::{PlayerScore, ScoreBook, ScoreKey, ScoreWrite, TokenHash, WriteResult};
use shared::wire::round::Score;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout_at};
use tracing::debug;

use super::bucket::{Bucket, Unavailable, Value};
use crate::scores::SeatScore;

/// Between two writes of scores that merely changed.
const CHANGES_EVERY: Duration = Duration::from_secs(1);
/// Between any two writes that nobody waits for, so that a crowd of newcomers shares one.
const WRITES_APART: Duration = Duration::from_millis(100);
/// Before a write is attempted again that failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// How often in a row others may write first. Then it is attempted again later.
const ROUNDS_MAX: u32 = 6;

pub(super) struct OpenBook {
    pub(super) key: ScoreKey,
    bucket: Bucket,
    /// When the time of the book began.
    epoch: Instant,
    state: Mutex<State>,
    /// Held by whoever reads or writes the value of this book.
    turn: tokio::sync::Mutex<()>,
    has_changed: Notify,
}

struct State {
    book: ScoreBook,
    /// The seats of each room, by its id, as last reported.
    rooms: BTreeMap<u64, Vec<SeatScore>>,
    /// Number of the last change.
    change: u64,
    /// Number of the last change that is written.
    written: u64,
    last_write: Duration,
    /// The next write that nobody waits for.
    next_write: Duration,
    /// How long the book stays open without a room.
    open_until: Duration,
}

/// What the task of a book does next.
enum Next {
    WriteAt(Instant),
    WaitUntil(Instant),
    Close,
}

impl OpenBook {
    pub(super) fn new(key: ScoreKey, bucket: Bucket, epoch: Instant) -> Self {
        let now = epoch.elapsed();
        let state = State {
            book: ScoreBook::new(now),
            rooms: BTreeMap::new(),
            change: 0,
            written: 0,
            last_write: now,
            next_write: now,
            open_until: now + SCORES_KEPT,
        };
        let (state, turn) = (Mutex::new(state), tokio::sync::Mutex::default());
        Self { key, bucket, epoch, state, turn, has_changed: Notify::new() }
    }

    /// The scores of all seats of a room.
    pub(super) fn record(&self, room_id: u64, seats: Vec<SeatScore>) {
        let (now, mut state) = (self.now(), self.lock());
        state.record(now, room_id, seats);
        self.has_changed.notify_one();
    }

    /// A room has ended: its seats are given up.
    pub(super) fn end(&self, room_id: u64) {
        let (now, mut state) = (self.now(), self.lock());
        state.record(now, room_id, Vec::new());
        state.rooms.remove(&room_id);
        state.open_until = now + SCORES_KEPT;
        self.has_changed.notify_one();
    }

    /// Keeps scores of seats that are given up. Returns the number of the change.
    pub(super) fn keep(&self, scores: &[(TokenHash, Score)]) -> u64 {
        let (now, mut state) = (self.now(), self.lock());
        for (token, score) in scores {
            state.book.set(*token, player_score(*score));
            state.book.leave(now, *token);
        }
        state.open_until = now + SCORES_KEPT;
        state.note_change(now);
        self.has_changed.notify_one();
        state.change
    }

    /// Writes a change, unless another write did. Runs to its end: one that is given up halfway
    /// would leave its result unknown.
    pub(super) async fn write_change(self: Arc<Self>, change: u64, until: Instant) {
        let Ok(_turn) = timeout_at(until, self.turn.lock()).await else { return };
        {
            let (now, mut state) = (self.now(), self.lock());
            if state.written >= change {
                return;
            }
            state.book.write_soon(now);
        }
        // If it fails, the book's task does it again.
        let _ = self.write_all(until).await;
    }

    /// Gives a score out, once. It is written first that it is redeemed; where that cannot be, it
    /// is given out nevertheless if this process has it, and written later. Runs to its end, as a
    /// write does.
    pub(super) async fn redeem(
        &self,
        token: TokenHash,
        until: Instant,
    ) -> Result<Option<PlayerScore>, Unavailable> {
        let Ok(_turn) = timeout_at(until, self.turn.lock()).await else {
            return self.redeem_here(token).ok_or(Unavailable).map(Some);
        };
        let read = self.read(until).await;
        let mut before = self.lock().book.clone();
        let Some(score) = self.redeem_here(token) else { return read.map(|_| None) };
        if read.is_err() {
            return Ok(Some(score));
        }
        for _ in 0..ROUNDS_MAX {
            let Some(WriteResult::WrongRevision) = self.write(until).await else { break };
            let Ok(value) = self.read(until).await else { break };
            // Whoever wrote meanwhile may have given out the same score.
            let (now, entry) = (self.now(), value.as_ref());
            let entry = entry.map(|(revision, bytes)| (*revision, &bytes[..]));
            if before.handle_entry(now, entry).is_ok()
                && before.clone().redeem(now, token).is_none()
            {
                return Ok(None);
            }
        }
        Ok(Some(score))
    }

    /// Runs while the book is open: writes what changed, and all of it again before it expires.
    /// Closes the book if it may still be closed then.
    pub(super) async fn run(&self, close: impl Fn() -> bool) {
        let mut bucket = self.bucket.clone();
        loop {
            let (at, is_due) = match self.next() {
                Next::WriteAt(at) => (at, true),
                Next::WaitUntil(at) => (at, false),
                Next::Close if close() => return,
                Next::Close => continue,
            };
            tokio::select! {
                () = sleep_until(at) => {}
                () = self.has_changed.notified() => continue,
                () = bucket.changed() => {
                    self.lock().next_write = self.now();
                    continue;
                }
            }
            if is_due {
                let _turn = self.turn.lock().await;
                if self.write_all(Instant::now() + KV_TIME_OUT).await.is_err() {
                    self.lock().next_write = self.now() + RETRY_AFTER;
                }
            }
        }
    }

    /// Whether nobody needs the book any more: its room ended long ago.
    pub(super) fn is_over(&self) -> bool {
        let state = self.lock();
        state.rooms.is_empty() && self.now() >= state.open_until
    }

    fn next(&self) -> Next {
        if self.is_over() {
            return Next::Close;
        }
        let state = self.lock();
        // What a room left is in the bucket as long as it is kept.
        if state.rooms.is_empty() && state.written >= state.change {
            return Next::WaitUntil(self.epoch + state.open_until);
        }
        Next::WriteAt(self.epoch + state.book.poll_timeout().max(state.next_write))
    }

    /// Writes the book if that is due, over whatever others wrote.
    async fn write_all(&self, until: Instant) -> Result<(), Unavailable> {
        for _ in 0..ROUNDS_MAX {
            if self.lock().book.needs_read() {
                self.read(until).await?;
            }
            match self.write(until).await {
                None | Some(WriteResult::Written(_)) => return Ok(()),
                Some(WriteResult::WrongRevision) => {}
                Some(WriteResult::Unavailable) => return Err(Unavailable),
            }
        }
        Err(Unavailable)
    }

    /// Reads what is in the bucket into the book.
    async fn read(&self, until: Instant) -> Result<Value, Unavailable> {
        let value = self.bucket.read(&self.key, until).await?;
        let entry = value.as_ref().map(|(revision, bytes)| (*revision, &bytes[..]));
        if let Err(error) = self.lock().book.handle_entry(self.now(), entry) {
            debug!(%error, "the bucket has a wrong value, which is overwritten");
        }
        Ok(value)
    }

    /// One attempt; `None` if no write is due.
    async fn write(&self, until: Instant) -> Option<WriteResult> {
        let (write, change): (ScoreWrite, u64) = {
            let (now, mut state) = (self.now(), self.lock());
            (state.book.poll_write(now)?, state.change)
        };
        let result = self.bucket.write(&self.key, write, until).await;
        let (now, mut state) = (self.now(), self.lock());
        state.book.handle_write(now, result);
        if let WriteResult::Written(_) = result {
            state.written = change;
            (state.last_write, state.next_write) = (now, now + WRITES_APART);
        }
        Some(result)
    }

    fn redeem_here(&self, token: TokenHash) -> Option<PlayerScore> {
        let (now, mut state) = (self.now(), self.lock());
        let score = state.book.redeem(now, token)?;
        state.note_change(now);
        self.has_changed.notify_one();
        Some(score)
    }

    fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn record(&mut self, now: Duration, room_id: u64, seats: Vec<SeatScore>) {
        let before = self.rooms.remove(&room_id).unwrap_or_default();
        let known: BTreeMap<TokenHash, Score> = by_token(&before).collect();
        let current: BTreeSet<TokenHash> = by_token(&seats).map(|(token, _)| token).collect();
        let is_new = current.iter().any(|token| !known.contains_key(token));
        let is_other = by_token(&seats).any(|(token, score)| known.get(&token) != Some(&score));
        for (token, score) in by_token(&seats) {
            self.book.set(token, player_score(score));
        }
        for seat in before {
            let is_still_there = seat.tokens.iter().any(|token| current.contains(token));
            for token in seat.tokens.into_iter().filter(|token| !current.contains(token)) {
                self.book.leave(now, token);
                if is_still_there {
                    // Its player has shown a newer one, with which the score goes on.
                    self.book.redeem(now, token);
                }
                self.change += 1;
            }
        }
        if is_new {
            self.note_change(now);
        } else if is_other {
            self.note_change(now.max(self.last_write + CHANGES_EVERY));
        }
        self.rooms.insert(room_id, seats);
    }

    fn note_change(&mut self, write_at: Duration) {
        self.change += 1;
        self.book.write_soon(write_at);
    }
}

fn by_token(seats: &[SeatScore]) -> impl Iterator<Item = (TokenHash, Score)> {
    seats.iter().flat_map(|seat| seat.tokens.iter().map(|token| (*token, seat.score)))
}

/// Without the name, which nobody needs.
pub(super) fn player_score(Score { kills, deaths }: Score) -> PlayerScore {
    PlayerScore { kills: kills.into(), deaths: deaths.into(), ..PlayerScore::default() }
}

/// What a room can show of it.
pub(super) fn score_of(PlayerScore { kills, deaths, .. }: &PlayerScore) -> Score {
    let shown = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
    Score { kills: shown(*kills), deaths: shown(*deaths) }
}
