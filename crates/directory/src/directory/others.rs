//! What a node knows of the others: how long an owner is silent, who carries less, and who can tell
//! who is gone.

use core::time::Duration;

use shared::wire::route::NodeName;

use super::Directory;
use super::effect::Stage;
use crate::evidence::{Observation, Unanswered};
use crate::limits::{JOINING, STANDING, YOUNG_FOR_S};
use crate::peers::is_less;

impl Directory {
    /// Whether newcomers are as well off here as anywhere: this node can tell whether an owner is
    /// gone, or no other one can.
    #[must_use]
    pub fn is_settled(&self, now: Duration) -> bool {
        let has_stood = self.link.is_up && self.link.since + STANDING <= now;
        self.stage == Stage::Live && (has_stood || self.elder(now, &self.me.node).is_none())
    }

    /// Another node that can tell whether this owner is gone, while this one has run for too short
    /// a time. After a restart of NATS none can.
    pub(super) fn elder(&self, now: Duration, owner: &NodeName) -> Option<NodeName> {
        let is_young = self.age(now) < STANDING + JOINING;
        let avoid = [&self.me.node, owner];
        let elder = self.peers.elder(now, self.config.protocol, YOUNG_FOR_S, avoid);
        elder.filter(|_| is_young && self.link.is_up).map(|peer| peer.beacon.node.clone())
    }

    /// What this node has seen of a silent owner, whom it heard last at this time.
    pub(super) fn observe(
        &self,
        now: Duration,
        heard_at: Duration,
        unanswered: Unanswered,
    ) -> Observation {
        Observation {
            unanswered,
            silent_for: now.saturating_sub(heard_at.max(self.link.since)),
            stood_for: now.saturating_sub(self.link.since),
            echo_age: now.saturating_sub(self.link.echo_at),
        }
    }

    /// Of two random nodes the less loaded, if it carries clearly less than this one.
    pub(super) fn less_loaded(&mut self, now: Duration) -> Option<NodeName> {
        let me = [self.me.clone()];
        let peer = self.peers.choose(now, self.config.protocol, &mut self.random, &me)?;
        let less = is_less(&peer.beacon.load, &self.load);
        let to = peer.beacon.identity();
        less.then_some(to.node)
    }
}
