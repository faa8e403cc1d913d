//! The faults that the players go through, in order, and how bad each may be for them.
use std::fmt;
use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;

use super::load::Outcome;
use super::{Cluster, Coordination, Length, Request};

/// How long everything is left alone after a fault: the session of a page must last 5 s for its
/// next loss to be a new one.
const SETTLE: Duration = Duration::from_secs(6);
/// How long a killed node is missing, and a killed NATS server.
const DOWN: Duration = Duration::from_secs(5);
/// The longest that 95 % of players may not play after a node is killed.
const KILL_P95_MAX_MS: u64 = 3000;
/// The longest that any player may not play when a node drains.
const DRAIN_MAX_MS: u64 = 1000;

/// Something that is done to the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A node is killed, and started again when others have had its rooms for a while.
    Kill,
    /// A node is killed, and at once another one has its name.
    KillAndReplace,
    /// A node is stopped for so many seconds, and goes on as if nothing had happened.
    Stop { s: u64 },
    /// A node is told to end, and started again.
    Drain,
    /// NATS is killed, and started again with what it has stored.
    RestartNats,
    /// NATS forgets everything.
    EmptyNats,
    /// Of three NATS servers, the leader is killed, and started again.
    KillNatsLeader,
}

/// A fault some times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Phase {
    pub(super) fault: Fault,
    pub(super) times: usize,
}

/// The phases of a run.
pub(super) fn all(request: Request) -> Vec<Phase> {
    let kills = match request.length {
        Length::Full => 20,
        Length::Quick => 2,
    };
    let others = match request.length {
        Length::Full => 3,
        Length::Quick => 1,
    };
    let mut phases = vec![
        Phase { fault: Fault::Kill, times: kills },
        Phase { fault: Fault::KillAndReplace, times: others },
        Phase { fault: Fault::Stop { s: 6 }, times: others },
        Phase { fault: Fault::Stop { s: 15 }, times: others },
        Phase { fault: Fault::Drain, times: others },
    ];
    if let Coordination::Nats { servers } = request.coordination {
        let of_nats = [Fault::RestartNats, Fault::EmptyNats];
        phases.extend(of_nats.map(|fault| Phase { fault, times: others }));
        if servers > 1 {
            phases.push(Phase { fault: Fault::KillNatsLeader, times: others });
        }
    }
    phases
}

/// Leaves everything alone for a while.
pub(super) fn settle() {
    sleep(SETTLE);
}

impl Fault {
    /// Inflicts it, on the node with the most players, and undoes it.
    pub(super) fn inflict(self, cluster: &mut Cluster) -> Result<()> {
        let nth = cluster.busiest_node()?;
        let node = cluster.node(nth)?;
        match self {
            Self::Kill => {
                node.process().kill();
                sleep(DOWN);
                cluster.wait_for_players()?;
                sleep(DOWN);
                cluster.node(nth)?.restart()
            }
            Self::KillAndReplace => {
                node.process().kill();
                node.restart()
            }
            Self::Stop { s } => {
                node.process().signal("STOP")?;
                sleep(Duration::from_secs(s));
                node.process().signal("CONT")
            }
            Self::Drain => {
                node.process().signal("TERM")?;
                node.process().wait()?;
                node.restart()
            }
            Self::RestartNats => {
                let nats = cluster.nats()?;
                nats.kill_first()?;
                sleep(DOWN);
                nats.restart(0)
            }
            Self::EmptyNats => cluster.nats()?.empty(),
            Self::KillNatsLeader => {
                let nats = cluster.nats()?;
                let leader = nats.kill_leader()?;
                sleep(DOWN);
                nats.restart(leader)
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kill => f.write_str("node killed"),
            Self::KillAndReplace => f.write_str("node killed and replaced at once"),
            Self::Stop { s } => write!(f, "node stopped for {s} s"),
            Self::Drain => f.write_str("node drained"),
            Self::RestartNats => f.write_str("NATS killed and restarted"),
            Self::EmptyNats => f.write_str("NATS emptied"),
            Self::KillNatsLeader => f.write_str("NATS leader killed"),
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.fault, self.times)
    }
}

impl Phase {
    /// Whether the outcome is as good as it must be.
    pub(super) fn is_within(self, outcome: &Outcome) -> bool {
        match self.fault {
            Fault::Kill | Fault::KillAndReplace => outcome.p95_ms <= KILL_P95_MAX_MS,
            Fault::Drain => outcome.max_ms <= DRAIN_MAX_MS,
            Fault::Stop { .. } | Fault::RestartNats | Fault::EmptyNats | Fault::KillNatsLeader => {
                true
            }
        }
    }

    /// What must be, as a cell of the table.
    pub(super) fn must(self) -> String {
        match self.fault {
            Fault::Kill | Fault::KillAndReplace => format!("p95 ≤ {KILL_P95_MAX_MS}"),
            Fault::Drain => format!("max ≤ {DRAIN_MAX_MS}"),
            Fault::Stop { .. } | Fault::RestartNats | Fault::EmptyNats | Fault::KillNatsLeader => {
                String::new()
            }
        }
    }
}
