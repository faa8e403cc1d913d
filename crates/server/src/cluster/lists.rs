//! The lists of rooms that the other servers publish, as long as they are fresh.
use std::collections::BTreeMap;
use std::time::Duration;

use directory::limits::{PEERS_MAX, ROOM_LIST_EVERY, ROOM_LIST_KEPT};
use directory::message::{RoomList, decode_room_list};
use shared::wire::route::NodeName;
use tokio::sync::watch;

/// The newest list of each server, and when it came.
pub(super) struct RoomLists {
    me: NodeName,
    /// At most [`PEERS_MAX`].
    heard: BTreeMap<NodeName, (Duration, RoomList)>,
    shown: watch::Sender<Vec<(NodeName, RoomList)>>,
    /// When the own list is to be published.
    due: Duration,
}

impl RoomLists {
    /// Returns also where the lists are shown.
    pub(super) fn new(me: NodeName) -> (Self, watch::Receiver<Vec<(NodeName, RoomList)>>) {
        let (shown, receiver) = watch::channel(Vec::new());
        (Self { me, heard: BTreeMap::new(), shown, due: Duration::ZERO }, receiver)
    }

    /// Takes over a list. What cannot be read, such as one of another version, is ignored.
    pub(super) fn hear(&mut self, now: Duration, node: NodeName, body: &[u8]) {
        let Ok(list) = decode_room_list(body) else { return };
        let has_place = self.heard.contains_key(&node) || self.heard.len() < PEERS_MAX;
        if node != self.me && has_place {
            self.heard.insert(node, (now, list));
            self.show();
        }
    }

    /// Forgets old lists. Returns whether the own one is to be published now.
    pub(super) fn handle_time(&mut self, now: Duration) -> bool {
        let n_before = self.heard.len();
        self.heard.retain(|_, (heard, _)| *heard + ROOM_LIST_KEPT >= now);
        if self.heard.len() < n_before {
            self.show();
        }
        let is_due = self.due <= now;
        if is_due {
            self.due = now + ROOM_LIST_EVERY;
        }
        is_due
    }

    fn show(&self) {
        let lists = self.heard.iter().map(|(node, (_, list))| (node.clone(), list.clone()));
        self.shown.send_replace(lists.collect());
    }
}

#[cfg(test)]
mod tests {
    use directory::message::encode;

    use super::*;

    fn node(name: &str) -> NodeName {
        name.parse().unwrap()
    }

    fn list(more: u32) -> RoomList {
        RoomList { more, ..RoomList::default() }
    }

    #[test]
    fn the_newest_list_of_each_other_server_is_shown_while_it_is_fresh() {
        let (mut lists, shown) = RoomLists::new(node("n1"));
        let s = Duration::from_secs;
        for (at, from, more) in [(0, "n1", 1), (0, "n2", 2), (1, "n3", 3), (2, "n2", 4)] {
            lists.hear(s(at), node(from), &encode(&list(more)));
        }
        lists.hear(s(2), node("n4"), &[255, 1]);
        let both = [(node("n2"), list(4)), (node("n3"), list(3))];
        assert_eq!(*shown.borrow(), both);
        lists.handle_time(s(1) + ROOM_LIST_KEPT);
        assert_eq!(*shown.borrow(), both);
        lists.handle_time(s(2) + ROOM_LIST_KEPT);
        assert_eq!(*shown.borrow(), both[..1]);
        lists.handle_time(s(3) + ROOM_LIST_KEPT);
        assert!(shown.borrow().is_empty());
    }

    #[test]
    fn the_own_list_is_published_now_and_then() {
        let (mut lists, _) = RoomLists::new(node("n1"));
        let times = (0..80_u32).map(|n| n * directory::limits::BEACON_EVERY);
        let n_published = times.filter(|at| lists.handle_time(*at)).count();
        assert_eq!(n_published, 20);
    }

    #[test]
    fn lists_of_more_names_than_there_may_be_servers_are_not_kept() {
        let (mut lists, shown) = RoomLists::new(node("n1"));
        for n in 0..PEERS_MAX + 5 {
            lists.hear(Duration::ZERO, node(&format!("other-{n}")), &encode(&list(0)));
        }
        assert_eq!(shown.borrow().len(), PEERS_MAX);
    }
}
