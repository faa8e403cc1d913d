//! Reads and writes values of the bucket of scores, each within a bound. While there is no
//! connection, nothing is waited for.
use std::future::pending;

use async_nats::jetstream::kv::{Store, UpdateErrorKind};
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use axum::body::Bytes;
use directory::{Revision, ScoreKey, ScoreWrite, WriteResult};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use tracing::debug;

/// The bucket, while there is a connection to it.
#[derive(Clone)]
pub(super) struct Bucket(watch::Receiver<Option<Store>>);

/// What the bucket holds for a key.
pub(super) type Value = Option<(Revision, Bytes)>;

/// The bucket did not answer in time, or there is no connection to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bucket of scores is not available")]
pub(super) struct Unavailable;

impl Bucket {
    pub(super) fn new(store: watch::Receiver<Option<Store>>) -> Self {
        Self(store)
    }

    /// Waits for another connection.
    pub(super) async fn changed(&mut self) {
        if self.0.changed().await.is_err() {
            // There is nobody left who could connect.
            pending::<()>().await;
        }
    }

    /// Reads a value from the leader: a replica may lag behind what was redeemed.
    pub(super) async fn read(&self, key: &ScoreKey, until: Instant) -> Result<Value, Unavailable> {
        let store = self.0.borrow().clone().ok_or(Unavailable)?;
        let subject = format!("{}{key}", store.prefix);
        let read = store.stream.get_last_raw_message_by_subject(&subject);
        match timeout_at(until, read).await.map_err(|_| Unavailable)? {
            Ok(message) => Ok(Some((Revision(message.sequence), message.payload))),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => {
                debug!(%error, "cannot read scores");
                Err(Unavailable)
            }
        }
    }

    /// Writes a value, unless another one is there than was read.
    pub(super) async fn write(
        &self,
        key: &ScoreKey,
        write: ScoreWrite,
        until: Instant,
    ) -> WriteResult {
        let Some(store) = self.0.borrow().clone() else { return WriteResult::Unavailable };
        // Over revision 0, there must be no value.
        let over = write.over.map_or(0, |revision| revision.0);
        let update = store.update(key.to_string(), write.value.into(), over);
        match timeout_at(until, update).await {
            Ok(Ok(revision)) => WriteResult::Written(Revision(revision)),
            Ok(Err(error)) if error.kind() == UpdateErrorKind::WrongLastRevision => {
                WriteResult::WrongRevision
            }
            Ok(Err(error)) => {
                debug!(%error, "cannot write scores");
                WriteResult::Unavailable
            }
            Err(_) => WriteResult::Unavailable,
        }
    }
}
