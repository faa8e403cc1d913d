//! A watcher of the room, over a line with faults of its own. What it shows is compared with what
//! the players see; the server must never blame it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use shared::{
    base::rng::Rng,
    client::{Client, Controls},
    wire::close_reason::CloseReason,
};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use super::fault;
use super::stage::{Phase, Stage};
use super::violation::Violation;
use super::visit::{ROOM, scores};
use crate::support::line::{AT_ONCE, Direction, Line};
use crate::support::pipes::{URL, address};
use crate::support::player::client_config;

/// Between two frames; fewer than a player's, which nothing depends on.
const FRAME: Duration = Duration::from_millis(50);
/// Before it tries again.
const AGAIN: Duration = Duration::from_millis(500);
/// How long a watcher waits for its connection.
const CONNECT_MAX: Duration = Duration::from_secs(10);
/// A watcher shows the present if the last message is this new.
const LIVE: Duration = Duration::from_millis(500);
/// Without a message for this long, the page gives up the connection.
const SILENCE_MAX: Duration = Duration::from_secs(20);

/// Watches until the run is over.
pub(super) async fn watch(stage: Arc<Stage>) {
    let mut rng = Rng::new(stage.seed, 1_000);
    while stage.phase() != Phase::Over {
        visit(&stage, &mut rng).await;
        stage.show_watcher(None);
        sleep(AGAIN).await;
    }
}

/// Watches over one connection until it ends.
async fn visit(stage: &Stage, rng: &mut Rng) -> Option<()> {
    let is_faulty = stage.phase() == Phase::Faulty;
    let line = if is_faulty { Line::drawn(rng) } else { AT_ONCE };
    let seed = u64::from(rng.below(u32::MAX));
    let (wire, pipe) = stage.net()?.dial_with_wire(address(190), line, seed).await?;
    let mut socket = timeout(CONNECT_MAX, client_async(URL, pipe)).await.ok()?.ok()?.0;
    let mut client = Client::watching(client_config("watcher", ROOM), stage.now());
    let mut next_fault = Instant::now() + fault::player_pause(rng);
    let mut heard_at = Instant::now();
    loop {
        while let Some(message) = client.poll_transmit() {
            socket.send(Message::Binary(message.into())).await.ok()?;
        }
        let next_frame = Instant::now() + FRAME;
        let message = tokio::select! {
            message = socket.next() => Some(message?.ok()?),
            () = sleep_until(next_frame) => None,
        };
        match message {
            Some(Message::Binary(message)) => {
                heard_at = Instant::now();
                if let Err(error) = client.handle_message(stage.now(), &message) {
                    record(stage, Violation::Unreadable { error: error.to_string() });
                }
            }
            Some(Message::Close(frame)) => {
                let code = frame.map_or(CloseReason::RoomEnded.code(), |frame| frame.code.into());
                if code == CloseReason::Malformed.code() || code == CloseReason::Flood.code() {
                    record(stage, Violation::Closed { code });
                }
                return None;
            }
            Some(_) => {}
            None => client.handle_frame(stage.now(), Controls::default()),
        }
        let mismatches = client.net_stats().mismatches;
        if mismatches > 0 {
            record(stage, Violation::Mismatches { mismatches });
        }
        match stage.phase() {
            Phase::Over => return None,
            _ if heard_at.elapsed() > SILENCE_MAX => return None,
            Phase::Faulty if Instant::now() >= next_fault => {
                next_fault = Instant::now() + fault::player_pause(rng);
                match rng.below(4) {
                    0 => wire.cut(),
                    1 => wire.kill(Direction::Down),
                    2 => wire.hold(Direction::Down, Instant::now() + Duration::from_secs(3)),
                    _ => wire.set(Line::drawn(rng)),
                }
            }
            Phase::Faulty => {}
            Phase::Healing | Phase::Still => {
                wire.set(AT_ONCE);
                wire.release();
                let is_there = client.net_stats().snapshots > 0 && heard_at.elapsed() < LIVE;
                stage.show_watcher(is_there.then(|| (scores(&client), client.round().cloned())));
            }
        }
    }
}

fn record(stage: &Stage, violation: Violation) {
    stage.record("the watcher", Err(violation));
}
