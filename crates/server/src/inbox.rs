//! What a room is told: its connections put events in at any time, the room takes them out at its
//! next tick, or at once where somebody waits for the answer.
//!
//! Most events are commands, which change nothing before the tick that they are for. Were the room
//! woken for each, it would run twenty-five times a second for each player, instead of once a tick.
use std::sync::Arc;

use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{Notify, mpsc};

use crate::limits::{ROOM_BATCH_EVENTS, ROOM_INBOX_EVENTS};

/// With less room than this, nobody waits for the tick any more.
const FREE_MIN: usize = ROOM_INBOX_EVENTS / 2;

/// A connection's end. When the last one is gone, the room is told.
pub(crate) struct InboxSender<T> {
    // Dropped first: the room finds its inbox closed when it wakes up.
    events: mpsc::Sender<T>,
    wake: WakeAtDrop,
}

/// The room's end.
pub(crate) struct InboxReceiver<T> {
    events: mpsc::Receiver<T>,
    wake: Arc<Notify>,
}

/// When an event is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// Before the next tick.
    AtNextTick,
    /// As soon as can be.
    AtOnce,
}

/// The room is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoomGone;

/// Whether anybody can put more in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InboxState {
    /// Somebody can.
    Open,
    /// Nobody, and nothing is left.
    Closed,
}

#[derive(Clone)]
struct WakeAtDrop(Arc<Notify>);

/// An empty inbox, which holds [`ROOM_INBOX_EVENTS`].
pub(crate) fn inbox<T>() -> (InboxSender<T>, InboxReceiver<T>) {
    let (sender, events) = mpsc::channel(ROOM_INBOX_EVENTS);
    let wake = Arc::new(Notify::new());
    let sender = InboxSender { events: sender, wake: WakeAtDrop(wake.clone()) };
    (sender, InboxReceiver { events, wake })
}

impl<T> InboxSender<T> {
    /// Whether nobody else can put anything in.
    pub(crate) fn is_only(&self) -> bool {
        self.events.strong_count() == 1
    }

    /// Puts an event in; waits while the inbox is full.
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
    /// Waits until something is to be looked at at once. Dropping the wait loses nothing.
    pub(crate) async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Takes what is there, at most [`ROOM_BATCH_EVENTS`]; if more is left, the next wait is none.
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

    /// Nothing more can be put in; gives what still is in it, one by one.
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
    fn only_what_cannot_wait_wakes_the_room() {
        let (sender, mut receiver) = inbox();
        put(&sender, 1, Urgency::AtNextTick);
        assert!(receiver.woken().now_or_never().is_none());
        put(&sender, 2, Urgency::AtOnce);
        assert!(receiver.woken().now_or_never().is_some());
        let mut taken = Vec::new();
        assert_eq!(receiver.take(&mut taken), InboxState::Open);
        assert_eq!(taken, [1, 2], "in the order in which they came");
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
    fn the_last_sender_closes_it() {
        let (sender, mut receiver) = inbox();
        put(&sender, 1, Urgency::AtNextTick);
        drop(sender.clone());
        assert!(receiver.woken().now_or_never().is_some(), "it may have been the last");
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
    async fn a_room_that_is_gone_is_told_of() {
        let (sender, mut receiver) = inbox();
        put(&sender, 1, Urgency::AtNextTick);
        assert_eq!(receiver.close().await, Some(1));
        assert_eq!(sender.send(2, Urgency::AtOnce).await, Err(RoomGone));
        assert_eq!(receiver.close().await, None);
    }
}
