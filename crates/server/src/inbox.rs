//! The queue of events from connections to a room. Senders may add events at any time; the room
//! takes them at its next tick, or at once if the sender waits for a reply.
//!
//! Most events are commands, which have no effect before their tick. Waking the room for each would
//! run it 25 times a second for each player instead of once a tick.
use std::sync::Arc;

use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{Notify, mpsc};

use crate::limits::{ROOM_BATCH_EVENTS, ROOM_INBOX_EVENTS};

/// Below this free capacity, any event wakes the room at once.
const FREE_MIN: usize = ROOM_INBOX_EVENTS / 2;

/// The connections' half. Dropping the last one wakes the room.
pub(crate) struct InboxSender<T> {
    // Dropped first, so that the room finds its inbox closed when it wakes up.
    events: mpsc::Sender<T>,
    wake: WakeAtDrop,
}

/// The room's half.
pub(crate) struct InboxReceiver<T> {
    events: mpsc::Receiver<T>,
    wake: Arc<Notify>,
}

/// When the room has to take an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    AtNextTick,
    AtOnce,
}

/// The room has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoomGone;

/// Whether any sender is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InboxState {
    /// At least one.
    Open,
    /// None, and the inbox is empty.
    Closed,
}

#[derive(Clone)]
struct WakeAtDrop(Arc<Notify>);

/// An empty inbox with a capacity of [`ROOM_INBOX_EVENTS`].
pub(crate) fn inbox<T>() -> (InboxSender<T>, InboxReceiver<T>) {
    let (sender, events) = mpsc::channel(ROOM_INBOX_EVENTS);
    let wake = Arc::new(Notify::new());
    let sender = InboxSender { events: sender, wake: WakeAtDrop(wake.clone()) };
    (sender, InboxReceiver { events, wake })
}

impl<T> InboxSender<T> {
    /// Whether this is the only sender.
    pub(crate) fn is_only(&self) -> bool {
        self.events.strong_count() == 1
    }

    /// Queues an event; waits while the inbox is full.
    pub(crate) async fn send(&self, event: T, urgency: Urgency) -> Result<(), RoomGone> {
        self.events.send(event).await.map_err(|_| RoomGone)?;
        if urgency == Urgency::AtOnce || self.events.capacity() < FREE_MIN {
            self.wake.0.notify_one();
        }
        Ok(())
    }
}

impl<T> Clone for InboxSender<T> {
    fn clone(&self) -> Self {
        Self { events: self.events.clone(), wake: self.wake.clone() }
    }
}

impl<T> InboxReceiver<T> {
    /// Waits for an event that has to be taken at once. Cancel safe.
    pub(crate) async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Takes up to [`ROOM_BATCH_EVENTS`] events. If more are left, the next wait returns
    /// immediately.
    pub(crate) fn take(&mut self, into: &mut Vec<T>) -> InboxState {
        for _ in 0..ROOM_BATCH_EVENTS {
            match self.events.try_recv() {
                Ok(event) => into.push(event),
                Err(TryRecvError::Empty) => return InboxState::Open,
                Err(TryRecvError::Disconnected) if into.is_empty() => return InboxState::Closed,
                Err(TryRecvError::Disconnected) => break,
            }
        }
        self.wake.notify_one();
        InboxState::Open
    }

    /// Closes the inbox to senders and takes one of the events left in it.
    pub(crate) async fn close(&mut self) -> Option<T> {
        self.events.close();
        self.events.recv().await
    }
}

impl Drop for WakeAtDrop {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn put(sender: &InboxSender<u32>, event: u32, urgency: Urgency) {
        let sent = sender.send(event, urgency).now_or_never();
        assert_eq!(sent, Some(Ok(())));
    }

    #[test]
    fn only_urgent_events_wake_the_room() {
        let (sender, mut receiver) = inbox();
        put(&sender, 1, Urgency::AtNextTick);
        assert!(receiver.woken().now_or_never().is_none());
        put(&sender, 2, Urgency::AtOnce);
        assert!(receiver.woken().now_or_never().is_some());
        let mut taken = Vec::new();
        assert_eq!(receiver.take(&mut taken), InboxState::Open);
        assert_eq!(taken, [1, 2], "in order of arrival");
        assert!(receiver.woken().now_or_never().is_none());
    }

    #[test]
    fn an_inbox_that_fills_up_wakes_the_room_until_it_is_empty() {
        let (sender, mut receiver) = inbox();
        let n = ROOM_INBOX_EVENTS as u32;
        for event in 0..n {
            put(&sender, event, Urgency::AtNextTick);
        }
        assert!(sender.send(n, Urgency::AtNextTick).now_or_never().is_none(), "it is full");
        let mut all = Vec::new();
        while receiver.woken().now_or_never().is_some() {
            let mut taken = Vec::new();
            assert_eq!(receiver.take(&mut taken), InboxState::Open);
            assert!(taken.len() <= ROOM_BATCH_EVENTS);
            all.append(&mut taken);
        }
        assert!(all.into_iter().eq(0..n));
    }

    #[test]
    fn dropping_the_last_sender_closes_the_inbox() {
        let (sender, mut receiver) = inbox();
        put(&sender, 1, Urgency::AtNextTick);
        drop(sender.clone());
        assert!(receiver.woken().now_or_never().is_some(), "the sender may be the last");
        drop(sender);
        assert!(receiver.woken().now_or_never().is_some());
        let mut taken = Vec::new();
        assert_eq!(receiver.take(&mut taken), InboxState::Open);
        assert_eq!(taken, [1]);
        taken.clear();
        assert!(receiver.woken().now_or_never().is_some());
        assert_eq!(receiver.take(&mut taken), InboxState::Closed);
    }

    #[tokio::test]
    async fn sending_to_a_closed_room_fails() {
        let (sender, mut receiver) = inbox();
        put(&sender, 1, Urgency::AtNextTick);
        assert_eq!(receiver.close().await, Some(1));
        assert_eq!(sender.send(2, Urgency::AtOnce).await, Err(RoomGone));
        assert_eq!(receiver.close().await, None);
    }
}
