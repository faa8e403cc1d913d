//! What must hold at a quiet moment, and how long rooms are doubled until then.

use std::collections::{BTreeMap, BTreeSet};

use directory::message::{Claim, MESSAGE_VERSION, decode};
use directory::{RoomKey, Stage};

use super::fault::{self, Fault};
use super::node::Node;
use super::page::State;
use super::{Micros, S, World};

impl World {
    /// At most one open room a name, every player of that name in it, nobody outside, every score
    /// counted once, every claim with its room.
    pub(crate) fn check(&self, faults: &[Fault]) -> Result<(), String> {
        let mut open: BTreeMap<RoomKey, (usize, u64)> = BTreeMap::new();
        for (n, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.is_alive) {
            for (key, room) in &node.rooms {
                if let Some((other, _)) = open.insert(*key, (n, room.id)) {
                    return Err(format!("{key} is open at nodes {other} and {n}"));
                }
            }
        }
        for (n, page) in self.pages.iter().enumerate() {
            let State::In { node, room } = page.state else {
                return Err(format!("page {n} is not in but {:?}", page.state));
            };
            let Some(key) = page.room else { continue };
            if room.is_none() || open.get(&key) != Some(&(node, room.unwrap_or_default())) {
                let at = open.get(&key);
                return Err(format!("page {n} is in {room:?} at node {node}, not in {at:?}"));
            }
            self.check_score(n, node, key, faults)?;
        }
        self.check_claims(&open)
    }

    fn check_score(
        &self,
        page: usize,
        node: usize,
        key: RoomKey,
        faults: &[Fault],
    ) -> Result<(), String> {
        let room = &self.nodes[node].rooms[&key];
        let counted = room.seats.get(&page).map_or(0, |seat| seat.kills);
        let shot = self.pages[page].kills;
        if counted > shot {
            return Err(format!("page {page} shot {shot} and is credited with {counted}"));
        }
        let loses_none = [Fault::Nothing, Fault::Drain, Fault::SecondOfAName, Fault::Stop6];
        let none_lost = faults.iter().all(|fault| loses_none.contains(fault));
        let lost = shot - counted;
        if none_lost && lost > self.pages[page].lost_before {
            return Err(format!("page {page} shot {shot} and is credited with {counted}"));
        }
        Ok(())
    }

    /// Claims of processes that live have their room. Those of the dead wait for somebody to ask.
    fn check_claims(&self, open: &BTreeMap<RoomKey, (usize, u64)>) -> Result<(), String> {
        for (key, (node, _)) in open {
            let claim = self.claim_of(*key);
            let identity = &self.nodes[*node].identity;
            if claim.as_ref().map(|claim| &claim.owner) != Some(identity) {
                return Err(format!("{key} is open at node {node}, and its claim is {claim:?}"));
            }
            if claim.is_some_and(|claim| claim.wishes != self.nodes[*node].rooms[key].wishes) {
                return Err(format!("the wishes of {key} are lost"));
            }
        }
        for key in self.nats.rooms.keys() {
            let Some(claim) = self.claim_of(*key) else { continue };
            let owner =
                self.nodes.iter().find(|node| node.is_alive && node.identity == claim.owner);
            // An undone delete is shown to nobody: who asks for the room finds it.
            let orphan = owner.is_some_and(|owner| !owner.rooms.contains_key(key));
            if orphan && !self.stats.has_undone() {
                return Err(format!("{key} is claimed by {:?} and not open there", claim.owner));
            }
        }
        Ok(())
    }

    /// Called before a claim is written over: one fault alone takes none from an owner that has
    /// been well for long enough to be heard.
    pub(crate) fn check_update(&mut self, node: usize, key: RoomKey) {
        const HEARD_AFTER: Micros = 2 * S;
        let Some(claim) = self.claim_of(key) else { return };
        let owner = self.nodes.iter().position(|node| node.identity == claim.owner);
        let Some(owner) = owner.filter(|owner| *owner != node) else { return };
        let it = &self.nodes[owner];
        let speaks = it.wire.connection.is_some() && !it.wire.is_cut && !it.is_stopped;
        let is_well = it.is_alive && speaks && it.troubled_at + HEARD_AFTER < self.now;
        let is_draining = it.directory.stage() == Stage::Draining;
        if is_well && !is_draining && !self.is_slow() && self.faults.len() < 2 {
            self.fail(format!("node {node} takes {key} from node {owner}, which is well"));
        }
    }

    /// The claim in the bucket, of whatever version.
    fn claim_of(&self, key: RoomKey) -> Option<Claim> {
        let mut value = self.nats.rooms.get(&key)?.value.clone()?;
        value[0] = MESSAGE_VERSION;
        decode::<Claim>(&value).ok()
    }

    /// What players lost before a phase is not that phase's fault.
    pub(crate) fn note_lost_scores(&mut self) {
        for page in 0..self.pages.len() {
            let State::In { node, .. } = self.pages[page].state else { continue };
            let Some(key) = self.pages[page].room else { continue };
            let room = self.nodes[node].rooms.get(&key);
            let counted = room.and_then(|room| room.seats.get(&page)).map_or(0, |seat| seat.kills);
            self.pages[page].lost_before = self.pages[page].kills.saturating_sub(counted);
        }
    }

    /// Called after each event: rooms of one name that are open at several nodes that run.
    pub(crate) fn measure_doubled(&mut self) {
        if !self.may_be_doubled {
            return;
        }
        let now = self.now;
        let doubled = self.open_twice(|node| !node.is_stopped);
        self.may_be_doubled = !doubled.is_empty();
        self.stats.doubled(now, &doubled);
        // A node without a connection cannot know.
        let connected = |node: &Node| !node.wire.is_cut && node.wire.connection.is_some();
        let doubled = self.open_twice(|node| !node.is_stopped && connected(node));
        self.doubled_since.retain(|key, _| doubled.contains(key));
        for key in doubled {
            self.doubled_since.entry(key).or_insert(now);
        }
        let longest = self.doubled_since.values().map(|since| now - since).max().unwrap_or(0);
        let at_most = match self.faults[..] {
            [] => fault::doubled_at_most(None),
            [fault] => fault::doubled_at_most(Some(fault)),
            _ => Micros::MAX,
        };
        if longest > at_most {
            self.fail(format!("a room is open twice, for {longest} us"));
        }
    }

    fn open_twice(&self, counts: impl Fn(&Node) -> bool) -> BTreeSet<RoomKey> {
        let mut open = BTreeSet::new();
        let nodes = self.nodes.iter().filter(|node| node.is_alive && counts(node));
        let keys = nodes.flat_map(|node| node.rooms.keys());
        keys.filter(|key| !open.insert(**key)).copied().collect()
    }
}
