//! What a room sends to its watchers, on its way to their connections. The room hands over each
//! part once, however many watch. A connection that is too slow for all of them goes on with the
//! next keyframe.
use axum::body::Bytes;
use shared::room::{WatchMessage, WatchPart};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender};

use crate::limits::WATCH_FEED_PARTS;

/// The room's half.
pub(crate) struct FeedSender(Sender<WatchPart>);

/// A connection's half.
pub(crate) struct FeedReceiver {
    parts: Receiver<WatchPart>,
    /// What it is sent first.
    start: Vec<WatchMessage>,
    /// Whether it has all messages since a keyframe, once the start is sent.
    is_complete: bool,
}

impl FeedSender {
    pub(crate) fn new() -> Self {
        Self(Sender::new(WATCH_FEED_PARTS))
    }

    /// A new watcher's half. It begins with the newest keyframe and all since, or if there is none
    /// yet, with the welcome, and goes on with the next keyframe.
    pub(crate) fn subscribe(&self, start: &[WatchMessage], welcome: WatchMessage) -> FeedReceiver {
        let is_complete = !start.is_empty();
        let start = if is_complete { start.to_vec() } else { vec![welcome] };
        FeedReceiver { parts: self.0.subscribe(), start, is_complete }
    }

    pub(crate) fn send(&self, part: WatchPart) {
        // Without a watcher there is nobody to miss it.
        let _ = self.0.send(part);
    }
}

impl FeedReceiver {
    /// Waits for the next messages; `None` once the room has ended. Cancel safe.
    pub(crate) async fn next(&mut self) -> Option<Vec<Bytes>> {
        if !self.start.is_empty() {
            return Some(self.start.drain(..).map(Bytes::from_owner).collect());
        }
        loop {
            let messages = match self.parts.recv().await {
                Ok(part) => self.messages(part),
                Err(RecvError::Lagged(_)) => {
                    self.is_complete = false;
                    continue;
                }
                Err(RecvError::Closed) => return None,
            };
            if !messages.is_empty() {
                return Some(messages.into_iter().map(Bytes::from_owner).collect());
            }
        }
    }

    /// The messages of a part for this watcher.
    fn messages(&mut self, part: WatchPart) -> Vec<WatchMessage> {
        match part {
            WatchPart::Start { welcome, mut messages } => {
                if !self.is_complete {
                    messages.insert(0, welcome);
                }
                self.is_complete = true;
                messages
            }
            WatchPart::Next(message) if self.is_complete => vec![message],
            WatchPart::Next(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(name: &str) -> WatchPart {
        let welcome = format!("welcome {name}").into_bytes().into();
        WatchPart::Start { welcome, messages: vec![name.as_bytes().into()] }
    }

    fn next(name: &str) -> WatchPart {
        WatchPart::Next(name.as_bytes().into())
    }

    async fn texts(feed: &mut FeedReceiver) -> Vec<String> {
        let messages = feed.next().await.expect("the room has not ended");
        messages.iter().map(|message| String::from_utf8_lossy(message).into()).collect()
    }

    #[tokio::test]
    async fn a_watcher_begins_at_a_keyframe() {
        let sender = FeedSender::new();
        let welcome = || b"welcome".as_slice().into();
        let mut early = sender.subscribe(&[], welcome());
        let all = [b"welcome".as_slice().into(), b"all".as_slice().into()];
        let mut late = sender.subscribe(&all, welcome());
        for part in [next("a"), start("k"), next("b"), start("l")] {
            sender.send(part);
        }
        assert_eq!(texts(&mut early).await, ["welcome"]);
        assert_eq!(texts(&mut early).await, ["welcome k", "k"]);
        assert_eq!(texts(&mut early).await, ["b"]);
        assert_eq!(texts(&mut early).await, ["l"]);
        assert_eq!(texts(&mut late).await, ["welcome", "all"]);
        assert_eq!(texts(&mut late).await, ["a"]);
        drop(sender);
        while late.next().await.is_some() {}
    }

    #[tokio::test]
    async fn a_slow_watcher_goes_on_with_the_next_keyframe() {
        let sender = FeedSender::new();
        let mut slow = sender.subscribe(&[], b"welcome".as_slice().into());
        sender.send(start("k"));
        assert_eq!(texts(&mut slow).await, ["welcome"]);
        assert_eq!(texts(&mut slow).await, ["welcome k", "k"]);
        for n in 0..2 * WATCH_FEED_PARTS {
            sender.send(next(&n.to_string()));
        }
        sender.send(start("l"));
        sender.send(next("m"));
        assert_eq!(texts(&mut slow).await, ["welcome l", "l"]);
        assert_eq!(texts(&mut slow).await, ["m"]);
    }
}
