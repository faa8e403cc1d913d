//! What the server does when it is told to stop, before it closes its connections: it keeps the
//! scores, and, if another server goes on, lets each room play to the end of its round and then
//! moves its players there, one room after the other.
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use shared::wire::route::Route;
use tokio::time::{Instant, interval, timeout, timeout_at};
use tracing::{info, warn};

use crate::LOG_TARGET;
use crate::app::App;

/// How long proxies have to notice that the server is not [ready](crate::router) any more, before
/// the first player is told to move.
const NOTICE: Duration = Duration::from_secs(2);
/// Players who move, per second, and at most how long that may take for all of them.
const PLAYERS_PER_S: f64 = 50.0;
const MOVES_MAX: Duration = Duration::from_secs(20);
/// How often the end of the moves is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// How long a server without a successor waits for its rooms to keep their scores.
const KEEP_MAX: Duration = Duration::from_millis(200);
/// How long a server of a cluster waits until the claims of its ended rooms are deleted.
const GIVE_BACK_MAX: Duration = Duration::from_millis(500);

/// The pace at which rooms move: of one room all players at once, so that no room is in two places,
/// and then none until its players would have moved one by one.
#[derive(Debug)]
pub(crate) struct Pace {
    players_per_s: f64,
    /// When the next room may move.
    next_at: Mutex<Instant>,
}

impl Pace {
    /// For this many players in all.
    pub(crate) fn new(n_players: usize) -> Self {
        let players_per_s = PLAYERS_PER_S.max(n_players as f64 / MOVES_MAX.as_secs_f64());
        Self { players_per_s, next_at: Mutex::new(Instant::now()) }
    }

    /// Whether it is the turn of a room of this many players.
    pub(crate) fn take(&self, n_players: usize) -> bool {
        let mut next_at = self.next_at.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now < *next_at {
            return false;
        }
        *next_at = now + Duration::from_secs_f64(n_players as f64 / self.players_per_s);
        true
    }
}

/// The route of a player whose room moves to a server that is not known: any.
pub(crate) fn any_route() -> Route {
    Route { node: None, hops: 1 }
}

/// Runs when the server is told to stop. Returns when its connections may be closed.
pub(crate) async fn run(app: &App) {
    let Some(drain) = app.config.drain else {
        if timeout(KEEP_MAX, app.rooms.keep_scores()).await.is_err() {
            warn!("some rooms did not keep their scores in time");
        }
        return;
    };
    app.shutdown.begin_drain();
    let now = Instant::now();
    let until = now + drain.max(NOTICE);
    let (n_rooms, n_players) = app.rooms.begin_drain(now + NOTICE, until).await;
    info!(target: LOG_TARGET, n_rooms, n_players, "draining");
    let mut looks = interval(LOOK_EVERY);
    let moved = async {
        // The order to move has left when the connection has ended.
        while !app.rooms.are_all_gone() || Arc::strong_count(&app.web_sockets) > 1 {
            looks.tick().await;
        }
    };
    if timeout_at(until + MOVES_MAX + NOTICE, moved).await.is_err() {
        warn!("some rooms did not move in time");
    }
    if let Some(cluster) = &app.rooms.cluster {
        cluster.drained(GIVE_BACK_MAX).await;
    }
    info!(target: LOG_TARGET, after = ?now.elapsed(), "drained");
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    /// How long it takes until rooms of five players each have moved, asked in every tick.
    async fn lasts(n_players: usize) -> Duration {
        let (pace, begun) = (Pace::new(n_players), Instant::now());
        let mut left = n_players;
        loop {
            left -= if pace.take(5) { 5 } else { 0 };
            if left == 0 {
                return begun.elapsed();
            }
            advance(Duration::from_micros(16_667)).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn rooms_move_at_50_players_a_second_or_within_20_s() {
        // The last room waits for all others.
        for (n_players, ms) in [(5, 0), (50, 900), (500, 9_900), (1_000, 19_900)] {
            let (lasted, least) = (lasts(n_players).await, Duration::from_millis(ms));
            assert!((least..=least.mul_f64(1.2)).contains(&lasted), "{n_players}: {lasted:?}");
        }
        let pace = Pace::new(20_000);
        assert!(pace.take(1_000) && !pace.take(1));
        advance(Duration::from_secs(1)).await;
        assert!(pace.take(1), "1,000 a second");
    }
}
