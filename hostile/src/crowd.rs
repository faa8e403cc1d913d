//! Players who come back by themselves: how many goes in, what each of them sees comes out, while
//! they play.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::page::{Page, SharedLog, play};
use crate::server::PATIENCE;

const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Players who come back by themselves, and what they see.
#[derive(Debug)]
pub(crate) struct Crowd {
    pub(crate) logs: Vec<SharedLog>,
    /// Ended with this value.
    _players: JoinSet<()>,
}

impl Crowd {
    /// So many of them from an address, in rooms of 32.
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

    /// Waits until of each a command was executed that went after a moment; when they were told so,
    /// those who were.
    pub(crate) async fn executed_after(&self, moment: Instant) -> Vec<Option<Instant>> {
        let begun = Instant::now();
        let mut first = vec![None; self.logs.len()];
        while begun.elapsed() < PATIENCE && first.contains(&None) {
            sleep(LOOK_EVERY).await;
            for (log, first) in self.logs.iter().zip(&mut first) {
                let newest = log.look().executed.filter(|newest| newest.sent_at > moment);
                *first = first.or(newest.map(|newest| newest.told_at));
            }
        }
        first
    }
}
