//! How a bot or a watcher gets to its room and back: by which route each connection goes, and
//! whether another one follows when it has ended.
use std::time::Duration;

use shared::base::time::Micros;
use shared::client::reconnect::Reconnect;
use shared::wire::close_reason::{CloseReason, LOST_CODE, NO_CODE};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use super::figures::End;
use super::plan::ComeBack;
use crate::metrics::close_label;

/// How long one tries to get to where it was ordered to: on a busy machine a server takes a while
/// to answer so many at once.
const MOVE_TIMEOUT: Duration = Duration::from_secs(30);

/// The connections of one bot or watcher.
pub(super) struct WayBack {
    pub(super) reconnect: Reconnect,
    come_back: ComeBack,
    /// Since when it follows an order to move.
    moves_since: Option<Instant>,
}

impl WayBack {
    pub(super) fn new(come_back: ComeBack, seed: u64) -> Self {
        Self { reconnect: Reconnect::new(None, None, seed), come_back, moves_since: None }
    }

    /// Whether it comes back after the end of a connection.
    pub(super) fn comes_back(&self) -> bool {
        let is_moving = self.moves_since.is_some_and(|since| since.elapsed() < MOVE_TIMEOUT);
        self.come_back == ComeBack::Always || is_moving
    }

    /// Handles the welcome.
    pub(super) fn handle_joined(&mut self, now: Micros) {
        self.reconnect.handle_joined(now);
        self.moves_since = None;
    }

    /// Whether it gives up a server that says nothing. To be asked about once a second.
    pub(super) fn is_given_up(&mut self, now: Micros) -> bool {
        self.comes_back() && self.reconnect.handle_time(now).is_some()
    }

    /// Handles a close frame.
    pub(super) fn handle_close(&mut self, now: Micros, frame: Option<&CloseFrame>) -> End {
        let Some(frame) = frame else {
            self.reconnect.handle_closed(now, NO_CODE, "");
            return End::Closed("no_reason".into());
        };
        let code = u16::from(frame.code);
        self.reconnect.handle_closed(now, code, &frame.reason);
        let known = CloseReason::from_code(code);
        if known == Some(CloseReason::Moved) {
            self.moves_since.get_or_insert_with(Instant::now);
        }
        End::Closed(known.map_or_else(|| code.to_string(), |reason| close_label(reason).into()))
    }

    /// When the next connection is due after this end of one; `None` if it was the last.
    pub(super) fn next(&mut self, now: Micros, end: &End) -> Option<Micros> {
        if matches!(end, End::Lost | End::Unconnected | End::Refused(_) | End::Unreadable) {
            self.reconnect.handle_closed(now, LOST_CODE, "");
        }
        self.reconnect.poll_connect().filter(|_| self.comes_back())
    }
}
