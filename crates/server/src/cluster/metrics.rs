//! The counters of a server in a cluster, with no name of a room.
use directory::Counts;
use metrics::{Counter, Gauge, counter, describe_counter, describe_gauge, gauge};

use super::Standing;

const EVENTS: &str = "lagrange_cluster_events_total";

/// The counters of a server in a cluster.
pub(crate) struct ClusterMetrics {
    connected: Gauge,
    nodes: Gauge,
    claims: Gauge,
    events: Vec<(CountOf, Counter)>,
}

/// Picks one of the directory's counts.
type CountOf = fn(&Counts) -> u64;

/// What the directory counts, by its label.
const COUNTED: [(&str, CountOf); 13] = [
    ("created", |counts| counts.created),
    ("taken", |counts| counts.taken),
    ("adopted", |counts| counts.adopted),
    ("handed_over", |counts| counts.handed_over),
    ("recreated", |counts| counts.recreated),
    ("lost", |counts| counts.lost),
    ("orphans", |counts| counts.orphans),
    ("purged", |counts| counts.purged),
    ("moved", |counts| counts.moved),
    ("waited", |counts| counts.waited),
    ("another_version", |counts| counts.another_version),
    ("malformed", |counts| counts.malformed),
    ("peers_full", |counts| counts.peers_full),
];

impl ClusterMetrics {
    /// Registers them at the recorder of this thread.
    pub(crate) fn register() -> Self {
        describe_gauge!("lagrange_cluster_connected", "Whether NATS is reached: 1 or 0");
        describe_gauge!("lagrange_cluster_nodes", "Servers heard lately, this one among them");
        describe_gauge!("lagrange_cluster_claims", "Named rooms of the cluster, as known here");
        describe_counter!(EVENTS, "What this server has done with claims and hellos");
        let events = COUNTED.map(|(event, of)| (of, counter!(EVENTS, "event" => event)));
        Self {
            connected: gauge!("lagrange_cluster_connected"),
            nodes: gauge!("lagrange_cluster_nodes"),
            claims: gauge!("lagrange_cluster_claims"),
            events: events.into(),
        }
    }

    pub(crate) fn show(&self, standing: Standing, n_claims: usize, counts: Counts) {
        self.connected.set(f64::from(u8::from(standing.is_connected)));
        self.nodes.set(standing.n_nodes as f64);
        self.claims.set(n_claims as f64);
        for (of, counter) in &self.events {
            counter.absolute(of(&counts));
        }
    }
}
