//! The nodes that were heard, each process for itself: when, and what it said of its load.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::time::Duration;

use crate::identity::Identity;
use crate::limits::{FRESH, LOAD_STEP_PERMILLE, PEERS_MAX, PRESSURE_MAX_PERMILLE};
use crate::message::{Beacon, Load, NodeStage};
use crate::random::Random;
use shared::wire::route::NodeName;

#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) beacon: Beacon,
    pub(crate) heard_at: Duration,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Peers(BTreeMap<Identity, Peer>);

impl Peers {
    /// A beacon came; false if there is no place for another node.
    pub(crate) fn heard(&mut self, now: Duration, beacon: Beacon) -> bool {
        let identity = beacon.identity();
        if !self.0.contains_key(&identity) && self.0.len() >= PEERS_MAX {
            let silent = self.0.iter().filter(|(_, peer)| peer.heard_at + FRESH < now);
            let oldest = silent.min_by_key(|(_, peer)| peer.heard_at);
            let Some(oldest) = oldest.map(|(identity, _)| identity.clone()) else { return false };
            self.0.remove(&oldest);
        }
        self.0.insert(identity, Peer { beacon, heard_at: now });
        true
    }

    pub(crate) fn get(&self, identity: &Identity) -> Option<&Peer> {
        self.0.get(identity)
    }

    pub(crate) fn n_fresh(&self, now: Duration) -> usize {
        self.0.values().filter(|peer| is_fresh(peer, now)).count()
    }

    /// A node other than these that takes rooms and has run for at least this long.
    pub(crate) fn elder(
        &self,
        now: Duration,
        protocol: u32,
        age_s: u32,
        avoid: [&NodeName; 2],
    ) -> Option<&Peer> {
        let is_elder = |peer: &&Peer| {
            let Beacon { node, age_s: age, .. } = &peer.beacon;
            let can_tell = *age >= age_s && !avoid.contains(&node);
            is_fresh(peer, now) && takes_rooms(&peer.beacon, protocol) && can_tell
        };
        self.0.values().find(is_elder)
    }

    /// The less loaded of two random nodes that take new rooms of this protocol.
    pub(crate) fn choose(
        &self,
        now: Duration,
        protocol: u32,
        random: &mut Random,
        avoid: &[Identity],
    ) -> Option<&Peer> {
        let takes = |(identity, peer): &(&Identity, &Peer)| {
            is_fresh(peer, now) && takes_rooms(&peer.beacon, protocol) && !avoid.contains(identity)
        };
        let mut open: Vec<&Peer> = self.0.iter().filter(takes).map(|(_, peer)| peer).collect();
        if open.is_empty() {
            return None;
        }
        let first = open.swap_remove(random.below(open.len()));
        let second = if open.is_empty() { first } else { open[random.below(open.len())] };
        Some(if is_less(&second.beacon.load, &first.beacon.load) { second } else { first })
    }
}

/// Whether a node carries clearly less than another: nobody is sent on for a player's difference.
pub(crate) fn is_less(load: &Load, than: &Load) -> bool {
    taken_permille(load) + u64::from(LOAD_STEP_PERMILLE) <= taken_permille(than)
}

fn taken_permille(load: &Load) -> u64 {
    u64::from(load.players) * 1000 / u64::from(load.seats.max(1))
}

fn is_fresh(peer: &Peer, now: Duration) -> bool {
    peer.heard_at + FRESH >= now
}

fn takes_rooms(beacon: &Beacon, protocol: u32) -> bool {
    beacon.stage == NodeStage::Open
        && beacon.protocol == protocol
        && beacon.load.rooms < beacon.load.rooms_max
        && beacon.load.pressure_permille < PRESSURE_MAX_PERMILLE
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::identity::Incarnation;

    fn beacon(n: u64, players: u32) -> Beacon {
        let node = NodeName::try_from(format!("n{n}")).unwrap();
        let load = Load { players, seats: 100, rooms: 0, rooms_max: 9, pressure_permille: 0 };
        Beacon {
            node,
            incarnation: Incarnation(n),
            stage: NodeStage::Open,
            protocol: 1,
            age_s: 0,
            load,
        }
    }

    #[test]
    fn the_table_is_bounded_and_drops_the_silent() {
        let mut peers = Peers::default();
        let heard: Vec<bool> = (0..=PEERS_MAX as u64)
            .map(|n| peers.heard(Duration::from_millis(n), beacon(n, 0)))
            .collect();
        assert_eq!(heard.iter().filter(|heard| !**heard).count(), 1, "all are fresh");
        let later = Duration::from_millis(1) + FRESH;
        assert!(peers.heard(later, beacon(1000, 0)));
        assert!(peers.get(&beacon(0, 0).identity()).is_none(), "the longest silent went");
    }

    #[test]
    fn of_two_the_less_loaded_is_chosen_and_none_that_takes_no_rooms() {
        let mut peers = Peers::default();
        let now = Duration::from_secs(10);
        peers.heard(now, beacon(1, 50));
        peers.heard(now, beacon(2, 10));
        for (n, change) in [
            (3, &(|beacon: &mut Beacon| beacon.stage = NodeStage::Draining) as &dyn Fn(&mut _)),
            (4, &|beacon: &mut Beacon| beacon.protocol = 2),
            (5, &|beacon: &mut Beacon| beacon.load.rooms = 9),
            (6, &|beacon: &mut Beacon| beacon.load.pressure_permille = 1000),
        ] {
            let mut beacon = beacon(n, 0);
            change(&mut beacon);
            peers.heard(now, beacon);
        }
        peers.heard(Duration::from_secs(7), beacon(7, 0));
        for seed in 0..20 {
            let chosen = peers.choose(now, 1, &mut Random::new(seed), &[]);
            assert_eq!(chosen.map(|peer| peer.beacon.node.as_str()), Some("n2"), "{seed}");
        }
        let avoid = [beacon(1, 0).identity(), beacon(2, 0).identity()];
        assert!(peers.choose(now, 1, &mut Random::new(0), &avoid).is_none());
    }
}
