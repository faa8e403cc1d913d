//! Finds rooms that are in two places: the bots of one room's name who play at the same instant,
//! but not together.
use std::collections::BTreeMap;

use shared::base::encoding::append;
use shared::base::state_hash::bytes_hash;
use shared::base::time::Micros;
use shared::wire::message::Welcome;
use shared::wire::route::NodeName;

/// A room on a server. Two rooms of the same name differ in the server's name, or in their arenas,
/// which servers make from seeds of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(pub(super) u64);

/// A time in which a bot played in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    /// The name of the room.
    pub(super) room: String,
    pub(super) place: Place,
    /// When the first snapshot arrived, and when the last did.
    pub(super) from: Micros,
    pub(super) to: Micros,
}

/// For how long rooms were in two places at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Doubled {
    /// Rooms that ever were.
    pub(super) rooms: u32,
    /// The time of all of them together.
    pub(super) total: Micros,
    /// The time of the one that was so for longest.
    pub(super) longest: Micros,
}

impl Place {
    /// The place of a seat, by the server's name among several and its welcome.
    pub(super) fn new(node: Option<&NodeName>, welcome: &Welcome) -> Self {
        let bytes = node.map_or("", NodeName::as_str).as_bytes().to_vec();
        Self(bytes_hash(&append(bytes, &welcome.arena)))
    }
}

impl Doubled {
    /// From the visits of all bots, in any order.
    pub(super) fn of(visits: &[Visit]) -> Self {
        let mut rooms = BTreeMap::<&str, Vec<&Visit>>::new();
        for visit in visits {
            rooms.entry(&visit.room).or_default().push(visit);
        }
        let mut doubled = Self::default();
        for visits in rooms.values() {
            let time = time_doubled(visits);
            doubled.rooms += u32::from(time > Micros::ZERO);
            doubled.total += time;
            doubled.longest = doubled.longest.max(time);
        }
        doubled
    }
}

/// For how long the visits of a room were to more than one place at once.
fn time_doubled(visits: &[&Visit]) -> Micros {
    // At the same time, whoever leaves has left.
    let mut steps: Vec<(Micros, i32, Place)> = visits
        .iter()
        .flat_map(|visit| [(visit.from, 1, visit.place), (visit.to, -1, visit.place)])
        .collect();
    steps.sort_unstable();
    let mut players = BTreeMap::<Place, i32>::new();
    let (mut since, mut time) = (Micros::ZERO, Micros::ZERO);
    for (at, change, place) in steps {
        if players.values().filter(|n| **n > 0).count() > 1 {
            time += at - since;
        }
        since = at;
        *players.entry(place).or_default() += change;
    }
    time
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(room: &str, place: u64, from_ms: i64, to_ms: i64) -> Visit {
        let [from, to] = [from_ms, to_ms].map(Micros::from_ms);
        Visit { room: room.into(), place: Place(place), from, to }
    }

    #[test]
    fn a_room_is_doubled_while_its_bots_play_in_two_places() {
        let together = [visit("a", 1, 0, 500), visit("a", 1, 100, 400), visit("b", 2, 0, 500)];
        let moved = [visit("a", 1, 0, 500), visit("a", 1, 0, 400), visit("a", 2, 500, 900)];
        let apart = [
            visit("a", 1, 0, 500),
            visit("a", 2, 300, 900),
            visit("a", 1, 700, 800),
            visit("a", 3, 350, 400),
            visit("b", 1, 0, 100),
            visit("b", 2, 50, 100),
            visit("b", 3, 99, 100),
        ];
        for (visits, (rooms, total, longest)) in
            [(&together[..], (0, 0, 0)), (&moved, (0, 0, 0)), (&apart, (2, 350, 300))]
        {
            let [total, longest] = [total, longest].map(Micros::from_ms);
            assert_eq!(Doubled::of(visits), Doubled { rooms, total, longest });
        }
    }
}
