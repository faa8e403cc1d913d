//! A crowd of players who reconnect by themselves, and what each of them has seen so far.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::page::{Page, SharedLog, play};
use crate::server::PATIENCE;

const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Players who reconnect by themselves, and what they see.
#[derive(Debug)]
pub(crate) struct Crowd {
    pub(crate) logs: Vec<SharedLog>,
    /// Aborted on drop.
    _players: JoinSet<()>,
}

impl Crowd {
    /// Players from one address, in rooms of 32.
    pub(crate) fn join(from: IpAddr, to: SocketAddr, n: u64) -> Self {
        let mut players = JoinSet::new();
        let mut logs = Vec::new();
        for seed in 0..n {
            let (name, room) = (format!("page {seed}"), format!("crowd-{}", seed / 32));
            let log = SharedLog::default();
            logs.push(log.clone());
            players.spawn(play(Page { from, to, name, room, seed }, log));
        }
        Self { logs, _players: players }
    }

    /// Waits until each player has had a command executed that it sent after a moment. Returns when
    /// each learned of it, `None` for those who did not.
    pub(crate) async fn executed_after(&self, moment: Instant) -> Vec<Option<Instant>> {
        let begun = Instant::now();
        let mut first = vec![None; self.logs.len()];
        while begun.elapsed() < PATIENCE && first.contains(&None) {
            sleep(LOOK_EVERY).await;
            for (log, first) in self.logs.iter().zip(&mut first) {
                let newest = log.look().executed.filter(|newest| newest.sent_at > moment);
                *first = first.or(newest.map(|newest| newest.reported_at));
            }
        }
        first
    }
}
