//! The queue of messages to one client. A room puts messages in without ever blocking, and the
//! client's writer takes them out as fast as the client reads.
//!
//! It has two bounded lanes: reliable messages in order, and a slot for the newest snapshot, which
//! a newer one replaces. The room wakes the writer after it has put in everything it has to send,
//! so that it leaves in one piece.
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use bytes::BytesMut;
use shared::base::limits::TICK_MAX;
use shared::base::time::Tick;
use shared::wire::close_reason::CloseReason;
use tokio::sync::Notify;

use super::closing::Closing;
use crate::limits::{RELIABLE_LANE_MESSAGES, SNAPSHOT_BUFFER_BYTES};

/// The room's half. If it is dropped without [`Self::close`], the room has failed.
pub(crate) struct OutboxSender(Arc<Outbox>);

/// The writer's half.
pub(crate) struct OutboxReceiver(Arc<Outbox>);

/// Lets the connection stop its writer.
pub(crate) struct Stopper(Arc<Outbox>);

/// Tells a blocked writer that the room has given up on the client.
pub(crate) struct AbandonSignal(Arc<Outbox>);

/// The next thing to send.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outgoing {
    /// A reliable message.
    Message(Bytes),
    /// The newest snapshot and its tick.
    Snapshot(Tick, Bytes),
    /// The close frame.
    Close(Closing),
}

/// The reliable lane is full: the client does not read it fast enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LaneFull;

/// Whether a snapshot replaced one that was never sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SnapshotPlacement {
    /// The slot was empty.
    Fresh,
    /// The slot was taken: the client or its network is slower than the snapshots.
    Replaced,
}

/// Value of [`Outbox::written`] when there is none to report; not a valid tick.
const NOTHING_WRITTEN: u32 = TICK_MAX + 1;

struct Outbox {
    lanes: Mutex<Lanes>,
    filled: Notify,
    /// Notified when the room closes the outbox of a slow client.
    abandoned: Notify,
    /// Tick of the last snapshot that the socket took, until the room collects it.
    written: AtomicU32,
}

#[derive(Default)]
struct Lanes {
    /// Oldest first, up to [`RELIABLE_LANE_MESSAGES`].
    reliable: VecDeque<Bytes>,
    snapshot: Option<(Tick, Bytes)>,
    /// Buffer that snapshots are appended to. When it is full, it reuses the space of those already
    /// sent.
    snapshots: BytesMut,
    closing: Option<Closing>,
    /// Set when nothing more is to be sent.
    stopped: bool,
}

/// An empty outbox.
pub(crate) fn outbox() -> (OutboxSender, OutboxReceiver) {
    let outbox = Arc::new(Outbox {
        lanes: Mutex::new(Lanes {
            snapshots: BytesMut::with_capacity(SNAPSHOT_BUFFER_BYTES),
            ..Lanes::default()
        }),
        filled: Notify::new(),
        abandoned: Notify::new(),
        written: AtomicU32::new(NOTHING_WRITTEN),
    });
    (OutboxSender(outbox.clone()), OutboxReceiver(outbox))
}

impl OutboxSender {
    /// Queues a reliable message. It is sent after [`Self::wake`].
    pub(crate) fn push(&self, message: Vec<u8>) -> Result<(), LaneFull> {
        let mut lanes = self.0.lanes();
        if lanes.reliable.len() >= RELIABLE_LANE_MESSAGES {
            return Err(LaneFull);
        }
        lanes.reliable.push_back(message.into());
        Ok(())
    }

    /// Puts the newest snapshot and its tick in the slot. It is sent after [`Self::wake`].
    pub(crate) fn put_snapshot(&self, tick: Tick, snapshot: &[u8]) -> SnapshotPlacement {
        let mut lanes = self.0.lanes();
        lanes.snapshots.extend_from_slice(snapshot);
        let snapshot = lanes.snapshots.split().freeze();
        let replaced = lanes.snapshot.replace((tick, snapshot));
        replaced.map_or(SnapshotPlacement::Fresh, |_| SnapshotPlacement::Replaced)
    }

    /// Wakes the writer to send what is queued.
    pub(crate) fn wake(&self) {
        self.0.filled.notify_one();
    }

    /// The tick of the newest snapshot that was written to the socket since the last call. Anything
    /// sent from now on arrives after it, because a stream keeps its order.
    pub(crate) fn take_written(&self) -> Option<Tick> {
        let written = self.0.written.swap(NOTHING_WRITTEN, Ordering::Relaxed);
        Some(Tick(written)).filter(|tick| tick.0 <= TICK_MAX)
    }

    /// Closes the connection after the reliable lane is sent, or at once for a slow client.
    pub(crate) fn close(self, closing: Closing) {
        let mut lanes = self.0.lanes();
        if closing.reason == CloseReason::Slow {
            lanes.reliable.clear();
            self.0.abandoned.notify_one();
        }
        lanes.closing = Some(closing);
        // Dropping `self` wakes the writer.
    }
}

impl Drop for OutboxSender {
    fn drop(&mut self) {
        let failed = || CloseReason::RoomEnded.into();
        self.0.lanes().closing.get_or_insert_with(failed);
        self.0.filled.notify_one();
    }
}

impl OutboxReceiver {
    /// Waits for the next thing to send; `None` once stopped. Cancel safe.
    pub(crate) async fn next(&mut self) -> Option<Outgoing> {
        loop {
            // Registered before looking, so that a wake-up in between is not lost.
            let filled = self.0.filled.notified();
            let (outgoing, stopped) = self.0.lanes().poll();
            if outgoing.is_some() || stopped {
                return outgoing;
            }
            filled.await;
        }
    }

    /// Lets the connection stop the writer.
    pub(crate) fn stopper(&self) -> Stopper {
        Stopper(self.0.clone())
    }

    /// Tells a writer that is sending when its client is too slow.
    pub(crate) fn abandoned(&self) -> AbandonSignal {
        AbandonSignal(self.0.clone())
    }

    /// The next thing to send, if there is any.
    pub(crate) fn take(&mut self) -> Option<Outgoing> {
        self.0.lanes().take()
    }

    /// Records that the socket took the snapshot of this tick.
    pub(crate) fn note_written(&self, tick: Tick) {
        self.0.written.store(tick.0, Ordering::Relaxed);
    }
}

impl Stopper {
    /// Stops the writer; nothing that is queued is sent.
    pub(crate) fn stop(self) {
        self.0.lanes().stopped = true;
        self.0.filled.notify_one();
    }
}

impl AbandonSignal {
    /// Waits until the room closes the outbox of a slow client.
    pub(crate) async fn wait(&self) {
        self.0.abandoned.notified().await;
    }
}

impl Outbox {
    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        // No code panics while it holds the lock, and the lanes are consistent at every step.
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lanes {
    /// What to send next, and whether the outbox is stopped.
    fn poll(&mut self) -> (Option<Outgoing>, bool) {
        (self.take(), self.stopped)
    }

    /// Reliable messages first: a snapshot may refer to what they announce.
    fn take(&mut self) -> Option<Outgoing> {
        if self.stopped {
            return None;
        }
        if let Some(message) = self.reliable.pop_front() {
            return Some(Outgoing::Message(message));
        }
        if let Some(closing) = &self.closing {
            return Some(Outgoing::Close(closing.clone()));
        }
        let (tick, snapshot) = self.snapshot.take()?;
        Some(Outgoing::Snapshot(tick, snapshot))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn message(bytes: &[u8]) -> Option<Outgoing> {
        Some(Outgoing::Message(Bytes::copy_from_slice(bytes)))
    }

    fn snapshot(bytes: &[u8]) -> Option<Outgoing> {
        Some(Outgoing::Snapshot(Tick(7), Bytes::copy_from_slice(bytes)))
    }

    #[test]
    fn reliable_messages_keep_their_order_and_go_before_snapshots() {
        let (sender, mut receiver) = outbox();
        assert_eq!(sender.put_snapshot(Tick(7), &[9]), SnapshotPlacement::Fresh);
        sender.push(vec![1]).unwrap();
        sender.push(vec![2]).unwrap();
        assert_eq!(receiver.next().now_or_never(), Some(message(&[1])));
        assert_eq!(receiver.take(), message(&[2]));
        assert_eq!(receiver.take(), snapshot(&[9]));
        assert_eq!(receiver.take(), None);
        assert_eq!(receiver.next().now_or_never(), None);
    }

    #[test]
    fn only_the_newest_snapshot_waits() {
        let (sender, mut receiver) = outbox();
        assert_eq!(sender.put_snapshot(Tick(7), &[1]), SnapshotPlacement::Fresh);
        assert_eq!(sender.put_snapshot(Tick(7), &[2]), SnapshotPlacement::Replaced);
        assert_eq!(receiver.next().now_or_never(), Some(snapshot(&[2])));
        assert_eq!(sender.put_snapshot(Tick(7), &[3]), SnapshotPlacement::Fresh);
    }

    #[test]
    fn the_room_knows_which_snapshot_was_written() {
        let (sender, mut receiver) = outbox();
        assert_eq!(sender.take_written(), None);
        for tick in [Tick(1), Tick(700)] {
            sender.put_snapshot(tick, &[1]);
            let Some(Outgoing::Snapshot(shown, _)) = receiver.take() else {
                panic!("a snapshot waits");
            };
            assert_eq!(shown, tick);
            assert_eq!(sender.take_written(), None, "not before the socket took it");
            receiver.note_written(tick);
            assert_eq!(sender.take_written(), Some(tick));
            assert_eq!(sender.take_written(), None, "it is reported once");
        }
    }

    #[test]
    fn the_reliable_lane_is_bounded() {
        let (sender, _receiver) = outbox();
        for _ in 0..RELIABLE_LANE_MESSAGES {
            sender.push(vec![1]).unwrap();
        }
        assert_eq!(sender.push(vec![1]), Err(LaneFull));
    }

    #[test]
    fn close_follows_reliable_messages_except_for_slow_clients() {
        for (reason, first) in [
            (CloseReason::Malformed, message(&[1])),
            (CloseReason::Slow, Some(Outgoing::Close(CloseReason::Slow.into()))),
        ] {
            let (sender, mut receiver) = outbox();
            sender.push(vec![1]).unwrap();
            sender.put_snapshot(Tick(7), &[2]);
            sender.close(reason.into());
            assert_eq!(receiver.next().now_or_never(), Some(first), "{reason:?}");
            let close = Some(Outgoing::Close(reason.into()));
            assert_eq!(receiver.next().now_or_never(), Some(close), "{reason:?}");
        }
    }

    #[test]
    fn dropping_the_sender_reports_a_failed_room() {
        let (sender, mut receiver) = outbox();
        drop(sender);
        let close = Some(Outgoing::Close(CloseReason::RoomEnded.into()));
        assert_eq!(receiver.next().now_or_never(), Some(close));
    }

    #[test]
    fn a_writer_that_is_stopped_sends_nothing_more() {
        let (sender, mut receiver) = outbox();
        let stopper = receiver.stopper();
        sender.push(vec![1]).unwrap();
        stopper.stop();
        sender.put_snapshot(Tick(7), &[2]);
        sender.close(CloseReason::Malformed.into());
        assert_eq!(receiver.next().now_or_never(), Some(None));
        assert_eq!(receiver.take(), None);
    }

    #[tokio::test]
    async fn a_waiting_writer_is_woken() {
        let (sender, mut receiver) = outbox();
        let writer = tokio::spawn(async move { receiver.next().await });
        sender.push(vec![1]).unwrap();
        sender.wake();
        assert_eq!(writer.await.unwrap(), message(&[1]));
    }
}
