//! Scores over NATS, for the servers of a cluster: each writes those of its rooms into a bucket,
//! while they run, so that they outlive a server that ends unforeseen.
//!
//! A [`ScoreBook`] decides what is written, and which score is given out. Here its value is read
//! and written: in the background for an [open book](open_book), of a room that runs or ended a
//! short while ago, and at once when a player redeems a score. Named rooms have a key each. Players
//! of a lobby go on in that of any server, so a score that counts there is looked for under the
//! keys of all of them.
//!
//! Only hashes, of rooms and tokens, and numbers leave the process. Whatever NATS does, a player is
//! answered within [`REDEEM_MAX`], and what this process has is not lost.

mod bucket;
mod open_book;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::kv::Store;
use directory::{PlayerScore, ScoreBook, ScoreKey, TokenHash, WriteResult};
use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use shared::wire::round::Score;
use shared::wire::route::NodeName;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tracing::debug;

use super::{KeptScore, Pending, Scores, SeatScore, key_of};
use crate::rooms::RoomKey;
use bucket::{Bucket, Unavailable};
use open_book::{OpenBook, score_of};

/// How long a player waits for a score. Then it starts with none.
const REDEEM_MAX: Duration = Duration::from_millis(300);
/// How long players who are sent on wait until their scores are written.
const KEEP_MAX: Duration = Duration::from_secs(1);
/// Lobbies of other servers that are read at once.
const READS_AT_ONCE: usize = 16;
/// How often in a row others may write a value first that a score is redeemed from.
const ROUNDS_MAX: u32 = 6;

/// Scores of this node; its tasks end when it is dropped.
pub(crate) struct NatsScores(Arc<Books>);

/// All open books, and what they need.
struct Books {
    node: NodeName,
    bucket: Bucket,
    /// All nodes known, also those that died within the time for which scores are kept.
    nodes: watch::Receiver<Vec<NodeName>>,
    /// When the time of the books began.
    epoch: Instant,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// Of rooms that run, and of those that ended within the time for which scores are kept.
    books: BTreeMap<ScoreKey, Arc<OpenBook>>,
    /// One for each book.
    tasks: JoinSet<()>,
}

impl NatsScores {
    /// `bucket` is there while there is a connection; `nodes` are all that are known, a dead one
    /// for as long as scores are kept.
    pub(crate) fn start(
        node: NodeName,
        bucket: watch::Receiver<Option<Store>>,
        nodes: watch::Receiver<Vec<NodeName>>,
    ) -> Arc<Self> {
        let (bucket, epoch, open) = (Bucket::new(bucket), Instant::now(), Mutex::default());
        Arc::new(Self(Arc::new(Books { node, bucket, nodes, epoch, open })))
    }
}

impl Drop for NatsScores {
    fn drop(&mut self) {
        self.0.lock().tasks.abort_all();
    }
}

impl Scores for NatsScores {
    fn keep(&self, scores: Vec<(TokenHash, KeptScore)>) -> Pending<'_, ()> {
        let lobby = key_of(&RoomKey::DEFAULT);
        let mut by_key: BTreeMap<ScoreKey, Vec<(TokenHash, Score)>> = BTreeMap::new();
        for (token, kept) in scores {
            let Some(room) = directory::RoomKey::parse(&kept.room) else { continue };
            let key = if room == lobby { self.0.own_lobby() } else { ScoreKey::Room(room) };
            by_key.entry(key).or_default().push((token, kept.score));
        }
        let until = Instant::now() + KEEP_MAX;
        let keeping = by_key.into_iter().map(|(key, scores)| {
            let (book, change) = self.0.with_book(&key, |book| (book.clone(), book.keep(&scores)));
            tokio::spawn(book.write_change(change, until))
        });
        let keeping: Vec<_> = keeping.collect();
        Box::pin(async move { drop(join_all(keeping).await) })
    }

    fn redeem(&self, token: TokenHash, room: &RoomKey) -> Pending<'_, Option<Score>> {
        let (books, room, until) = (self.0.clone(), room.clone(), Instant::now() + REDEEM_MAX);
        let (reply, answer) = oneshot::channel();
        tokio::spawn(async move {
            let redeemed = books.redeem(token, &room, until).await.unwrap_or_else(|error| {
                debug!(%error, "a player starts without the score it may have had");
                None
            });
            let score = redeemed.as_ref().map(score_of);
            // A player who has gone may come again.
            if let Err(Some(score)) = reply.send(score) {
                let key = books.key_of(&room);
                books.with_book(&key, |book| book.keep(&[(token, score)]));
            }
        });
        Box::pin(async move { answer.await.ok().flatten() })
    }

    fn wants_records(&self) -> bool {
        true
    }

    fn record(&self, room: &RoomKey, room_id: u64, seats: Vec<SeatScore>) {
        self.0.with_book(&self.0.key_of(room), |book| book.record(room_id, seats));
    }

    fn end(&self, room: &RoomKey, room_id: u64) {
        // A room that nobody joined has no book.
        if let Some(book) = self.0.lock().books.get(&self.0.key_of(room)) {
            book.end(room_id);
        }
    }
}

impl Books {
    fn own_lobby(&self) -> ScoreKey {
        ScoreKey::Lobby(self.node.clone())
    }

    /// Where a room of this node writes.
    fn key_of(&self, room: &RoomKey) -> ScoreKey {
        match room {
            RoomKey::Lobby(_) => self.own_lobby(),
            RoomKey::Named(_) => ScoreKey::Room(key_of(room)),
        }
    }

    /// Opens the book unless it is open. It is not closed meanwhile.
    fn with_book<R>(self: &Arc<Self>, key: &ScoreKey, act: impl FnOnce(&Arc<OpenBook>) -> R) -> R {
        let mut open = self.lock();
        let Open { books, tasks } = &mut *open;
        while tasks.try_join_next().is_some() {}
        let book = books.entry(key.clone()).or_insert_with(|| {
            let book = Arc::new(OpenBook::new(key.clone(), self.bucket.clone(), self.epoch));
            tasks.spawn(self.clone().run(book.clone()));
            book
        });
        act(book)
    }

    async fn run(self: Arc<Self>, book: Arc<OpenBook>) {
        let close = || {
            let books = &mut self.lock().books;
            let is_over = book.is_over();
            if is_over {
                books.remove(&book.key);
            }
            is_over
        };
        book.run(close).await;
    }

    async fn redeem(
        &self,
        token: TokenHash,
        room: &RoomKey,
        until: Instant,
    ) -> Result<Option<PlayerScore>, Unavailable> {
        let own = self.key_of(room);
        let open = self.lock().books.get(&own).cloned();
        let redeemed = match open {
            Some(book) => book.redeem(token, until).await?,
            None => self.redeem_from(own, token, until).await?,
        };
        match room {
            RoomKey::Lobby(_) if redeemed.is_none() => self.redeem_elsewhere(token, until).await,
            RoomKey::Lobby(_) | RoomKey::Named(_) => Ok(redeemed),
        }
    }

    /// Looks for a score in the lobbies of all other nodes.
    async fn redeem_elsewhere(
        &self,
        token: TokenHash,
        until: Instant,
    ) -> Result<Option<PlayerScore>, Unavailable> {
        let mut others = self.nodes.borrow().clone();
        others.retain(|node| *node != self.node);
        let lobbies = others.into_iter().map(ScoreKey::Lobby);
        let reads = lobbies.map(|key| self.redeem_from(key, token, until));
        let mut reads = stream::iter(reads).buffer_unordered(READS_AT_ONCE);
        let mut result = Ok(None);
        while let Some(read) = reads.next().await {
            match read {
                Ok(None) => {}
                Ok(Some(score)) => return Ok(Some(score)),
                Err(Unavailable) => result = Err(Unavailable),
            }
        }
        result
    }

    /// Gives out a score whose book is not open here, once it is written that it is redeemed.
    async fn redeem_from(
        &self,
        key: ScoreKey,
        token: TokenHash,
        until: Instant,
    ) -> Result<Option<PlayerScore>, Unavailable> {
        for _ in 0..ROUNDS_MAX {
            let Some((revision, value)) = self.bucket.read(&key, until).await? else {
                return Ok(None);
            };
            let now = self.epoch.elapsed();
            let mut book = ScoreBook::new(now);
            if let Err(error) = book.handle_entry(now, Some((revision, &value))) {
                debug!(%error, "the bucket has a wrong value");
                return Ok(None);
            }
            let Some(score) = book.redeem(now, token) else { return Ok(None) };
            let Some(write) = book.poll_write(now) else { return Err(Unavailable) };
            match self.bucket.write(&key, write, until).await {
                WriteResult::Written(_) => return Ok(Some(score)),
                WriteResult::WrongRevision => {}
                WriteResult::Unavailable => return Err(Unavailable),
            }
        }
        Err(Unavailable)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        // No code panics while it holds the lock.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
