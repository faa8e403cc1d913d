//! The queue of newcomers to a room. It seats a few of them at each tick.
//!
//! A newcomer has to be announced to every client and needs a full snapshot. A crowd that joins at
//! once, after an invitation or a server restart, would otherwise take the time of many ticks from
//! those who play. While the room is overloaded it seats few newcomers, and one that waits too long
//! is refused with "busy".
//!
//! Turns rotate by address, so that one that asks repeatedly delays the others by one turn. A wider
//! IPv6 network gets as many turns in a round as its multiple of the limits of one address. Within
//! a round, players who resume their seats come first. Only a seat that is given costs a turn: a
//! newcomer who has disconnected or is refused takes nothing from the others.
use std::collections::{HashMap, VecDeque};

use shared::base::{limits::SEATS_MAX, pressure::Pressure};
use tokio::time::Instant;

use crate::address::Address;
use crate::limits::{JOIN_WAIT_MAX, JOINS_PER_TICK, TICKS_PER_JOIN_OVERLOADED};

/// Credit that a seat costs; each tick of an overloaded room earns one.
const PRICE: u32 = TICKS_PER_JOIN_OVERLOADED;
/// Maximum saved credit.
const SAVED_MAX: u32 = JOINS_PER_TICK * PRICE;

/// A newcomer in the queue.
pub(crate) trait Waits {
    fn address(&self) -> Address;
    /// Whether it resumes a seat.
    fn is_resuming(&self) -> bool;
    /// Whether its connection is closed.
    fn is_gone(&self) -> bool;
}

/// Waiting newcomers, up to the seats of the largest room.
pub(crate) struct JoinQueue<Joining> {
    /// In order of arrival.
    waiting: VecDeque<(Instant, Joining)>,
    /// Seats given in this round to each address and each of its networks; cleared when it reaches
    /// [`SEATS_MAX`] entries.
    had: HashMap<Address, u32>,
    saved: u32,
}

/// What to do with a newcomer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Turn<Joining> {
    /// Seat it.
    In(Joining),
    /// Refuse it; it has waited too long.
    Away(Joining),
}

impl<Joining: Waits> JoinQueue<Joining> {
    pub(crate) fn new() -> Self {
        Self { waiting: VecDeque::new(), had: HashMap::new(), saved: SAVED_MAX }
    }

    /// Adds a newcomer. If the queue overflows, removes and returns the newest of the address with
    /// the most waiting.
    pub(crate) fn push(&mut self, joining: Joining) -> Option<Joining> {
        if self.waiting.len() >= SEATS_MAX.into() {
            self.waiting.retain(|(_, joining)| !joining.is_gone());
        }
        self.waiting.push_back((Instant::now(), joining));
        if self.waiting.len() <= SEATS_MAX.into() {
            return None;
        }
        let mut n_waiting = HashMap::<Address, u32>::new();
        for network in self.waiting.iter().flat_map(|(_, joining)| joining.address().networks()) {
            *n_waiting.entry(network).or_default() += 1;
        }
        let rank =
            |joining: &Joining| (joining.address().shares_used(&n_waiting), !joining.is_resuming());
        let all = self.waiting.iter().enumerate();
        let (place, _) = all.max_by_key(|(place, (_, joining))| (rank(joining), *place))?;
        self.waiting.remove(place).map(|(_, joining)| joining)
    }

    /// Adds the credit for the ticks that have run.
    pub(crate) fn note_ticks(&mut self, n_ticks: u64, pressure: Pressure) {
        let each = if pressure == Pressure::Overloaded { 1 } else { SAVED_MAX };
        let earned = u32::try_from(n_ticks).unwrap_or(u32::MAX).saturating_mul(each);
        self.saved = self.saved.saturating_add(earned).min(SAVED_MAX);
    }

    /// The next newcomer to seat or refuse. A room in which nobody plays seats without limit, since
    /// it runs no ticks. The caller [charges](Self::charge) each one it seats.
    pub(crate) fn next(&mut self, is_played: bool) -> Option<Turn<Joining>> {
        if self.saved >= PRICE || !is_played {
            while let Some(joining) = self.take_next() {
                if !joining.is_gone() {
                    return Some(Turn::In(joining));
                }
            }
        }
        let (since, _) = self.waiting.front()?;
        let waited_too_long = since.elapsed() > JOIN_WAIT_MAX;
        let away = if waited_too_long { self.waiting.pop_front() } else { None };
        away.map(|(_, joining)| Turn::Away(joining))
    }

    /// Charges an address for a seat it was given.
    pub(crate) fn charge(&mut self, address: Address) {
        self.saved = self.saved.saturating_sub(PRICE);
        if self.had.len() >= SEATS_MAX.into() {
            self.had.clear();
        }
        for network in address.networks() {
            *self.had.entry(network).or_default() += 1;
        }
    }

    /// Empties the queue when the room ends.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Joining> {
        self.waiting.drain(..).map(|(_, joining)| joining)
    }

    /// The next newcomer of this round, or of a new round when every waiting address has had its
    /// turn.
    fn take_next(&mut self) -> Option<Joining> {
        let has_had_turn = |joining: &Joining| joining.address().shares_used(&self.had) > 0;
        let rank = |joining: &Joining| (has_had_turn(joining), !joining.is_resuming());
        let all = self.waiting.iter().enumerate();
        let ranked = all.map(|(place, (_, joining))| (rank(joining), place)).min();
        if ranked.is_none_or(|((had_turn, _), _)| had_turn) {
            self.had.clear();
        }
        let (_, place) = ranked?;
        self.waiting.remove(place).map(|(_, joining)| joining)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    /// An address number, and a running number among those who join from it.
    type Name = (u32, u32);

    /// A newcomer of a numbered address.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Joiner {
        address: u32,
        n: u32,
        comes_back: bool,
        is_gone: bool,
    }

    impl Waits for Joiner {
        fn address(&self) -> Address {
            Address::of(Ipv4Addr::from_bits(self.address).into())
        }

        fn is_resuming(&self) -> bool {
            self.comes_back
        }

        fn is_gone(&self) -> bool {
            self.is_gone
        }
    }

    /// A newcomer over IPv6.
    #[derive(Debug, PartialEq, Eq)]
    struct Visitor {
        ip: Ipv6Addr,
    }

    impl Waits for Visitor {
        fn address(&self) -> Address {
            Address::of(self.ip.into())
        }

        fn is_resuming(&self) -> bool {
            false
        }

        fn is_gone(&self) -> bool {
            false
        }
    }

    /// The `n`th newcomer from an address.
    fn of(address: u32, n: u32) -> Joiner {
        Joiner { address, n, comes_back: false, is_gone: false }
    }

    fn come(queue: &mut JoinQueue<Joiner>, all: impl IntoIterator<Item = Joiner>) {
        for newcomer in all {
            assert_eq!(queue.push(newcomer), None);
        }
    }

    /// Runs all turns; returns the newcomers that were seated and those that were refused.
    fn turns(queue: &mut JoinQueue<Joiner>) -> (Vec<Name>, Vec<Name>) {
        let (mut seated, mut away) = (Vec::new(), Vec::new());
        while let Some(turn) = queue.next(true) {
            match turn {
                Turn::In(newcomer) => {
                    queue.charge(newcomer.address());
                    seated.push((newcomer.address, newcomer.n));
                }
                Turn::Away(newcomer) => away.push((newcomer.address, newcomer.n)),
            }
        }
        (seated, away)
    }

    fn seated(queue: &mut JoinQueue<Joiner>) -> Vec<Name> {
        let (seated, away) = turns(queue);
        assert_eq!(away, []);
        seated
    }

    /// Earns credit for seats by ticks of an overloaded room.
    fn earn(queue: &mut JoinQueue<Joiner>, seats: u32) {
        queue.note_ticks((seats * TICKS_PER_JOIN_OVERLOADED).into(), Pressure::Overloaded);
    }

    #[tokio::test(start_paused = true)]
    async fn two_come_in_at_a_tick_in_the_order_of_their_coming() {
        let mut queue = JoinQueue::new();
        come(&mut queue, (0..5).map(|n| of(1, n)));
        assert_eq!(seated(&mut queue), [(1, 0), (1, 1)]);
        assert_eq!(seated(&mut queue), []);
        queue.note_ticks(1, Pressure::Calm);
        assert_eq!(seated(&mut queue), [(1, 2), (1, 3)]);
        // Idle ticks save up no more credit than one tick.
        queue.note_ticks(1000, Pressure::Busy);
        come(&mut queue, (5..8).map(|n| of(1, n)));
        assert_eq!(seated(&mut queue), [(1, 4), (1, 5)]);
    }

    #[tokio::test(start_paused = true)]
    async fn where_the_server_is_overloaded_one_comes_in_each_quarter_of_a_second() {
        let mut queue = JoinQueue::new();
        come(&mut queue, (0..4).map(|n| of(n, 0)));
        assert_eq!(seated(&mut queue).len(), 2);
        queue.note_ticks(u64::from(TICKS_PER_JOIN_OVERLOADED) - 1, Pressure::Overloaded);
        assert_eq!(seated(&mut queue), []);
        queue.note_ticks(1, Pressure::Overloaded);
        assert_eq!(seated(&mut queue), [(2, 0)]);
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_waited_too_long_is_sent_away_unless_its_turn_has_come() {
        let mut queue = JoinQueue::new();
        come(&mut queue, (0..5).map(|n| of(n, 0)));
        assert_eq!(seated(&mut queue).len(), 2);
        tokio::time::advance(JOIN_WAIT_MAX).await;
        assert_eq!(seated(&mut queue), []);
        tokio::time::advance(std::time::Duration::from_millis(1)).await;
        earn(&mut queue, 1);
        assert_eq!(turns(&mut queue), (vec![(2, 0)], vec![(3, 0), (4, 0)]));
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_a_room_in_which_nobody_plays() {
        let mut queue = JoinQueue::new();
        come(&mut queue, (0..9).map(|n| of(1, n)));
        let all: Vec<_> = std::iter::from_fn(|| queue.next(false)).collect();
        assert_eq!(all.len(), 9);
    }

    /// One address keeps sending hellos; any other address waits for one of its turns.
    #[tokio::test(start_paused = true)]
    async fn turns_go_round_by_address() {
        let mut queue = JoinQueue::new();
        come(&mut queue, (0..200).map(|n| of(1, n)));
        assert_eq!(seated(&mut queue), [(1, 0), (1, 1)]);
        for other in 2..6 {
            come(&mut queue, [of(other, 0), of(other, 1)]);
            earn(&mut queue, 1);
            assert_eq!(seated(&mut queue), [(other, 0)]);
        }
        // A shared address is not refused: a class is seated one after the other.
        let next: Vec<_> = (0..6)
            .flat_map(|_| {
                earn(&mut queue, 1);
                seated(&mut queue)
            })
            .collect();
        assert_eq!(next, [(1, 2), (2, 1), (3, 1), (4, 1), (5, 1), (1, 3)]);
    }

    /// An IPv6 network with thousands of addresses gets its turns and no more.
    #[tokio::test(start_paused = true)]
    async fn wide_networks_have_a_few_turns_in_a_round() {
        let in_network = |high: u128, n: u32| Visitor {
            ip: Ipv6Addr::from_bits(0x2001_0db8_u128 << 96 | high << 80 | u128::from(n) << 64),
        };
        let mut queue = JoinQueue::new();
        for n in 0..200 {
            assert!(queue.push(in_network(1, n << 8)).is_none());
        }
        assert!(queue.push(in_network(2, 0)).is_none());
        let mut before = 0;
        loop {
            queue.note_ticks(1000, Pressure::Calm);
            let Some(Turn::In(visitor)) = queue.next(true) else { panic!("its turn comes") };
            queue.charge(visitor.address());
            if visitor.ip == in_network(2, 0).ip {
                break;
            }
            before += 1;
        }
        assert_eq!(before, 16);
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_gone_or_refused_costs_nothing() {
        let mut queue = JoinQueue::new();
        come(&mut queue, [of(1, 0), of(1, 1)]);
        assert_eq!(seated(&mut queue).len(), 2, "no credit is left");
        come(&mut queue, (0..500).map(|n| Joiner { is_gone: true, ..of(1, n) }));
        come(&mut queue, (0..3).map(|n| of(2, n)));
        come(&mut queue, [of(3, 0)]);
        earn(&mut queue, 1);
        // The room refuses two newcomers of the second address and seats one of the third.
        for n in 0..2 {
            assert_eq!(queue.next(true), Some(Turn::In(of(2, n))));
        }
        assert_eq!(seated(&mut queue), [(2, 2)]);
        earn(&mut queue, 1);
        assert_eq!(seated(&mut queue), [(3, 0)]);
    }

    #[tokio::test(start_paused = true)]
    async fn who_comes_back_is_first_in_a_round_and_not_ahead_of_it() {
        let mut queue = JoinQueue::new();
        come(&mut queue, [of(1, 0), of(2, 0), of(3, 0)]);
        come(&mut queue, (0..9).map(|n| Joiner { comes_back: true, ..of(4, n) }));
        let all: Vec<_> = (0..4)
            .flat_map(|_| {
                earn(&mut queue, 1);
                seated(&mut queue)
            })
            .collect();
        assert_eq!(all, [(4, 0), (1, 0), (2, 0), (3, 0), (4, 1)]);
    }

    #[tokio::test(start_paused = true)]
    async fn where_too_many_wait_the_most_crowded_address_has_one_less() {
        let mut queue = JoinQueue::new();
        come(&mut queue, [of(2, 0)]);
        come(&mut queue, (1..u32::from(SEATS_MAX)).map(|n| of(1, n)));
        assert_eq!(queue.push(of(1, 5000)), Some(of(1, 5000)), "its own");
        let newest = of(1, u32::from(SEATS_MAX) - 1);
        assert_eq!(queue.push(of(2, 1)), Some(newest), "not one of a class of two");
        assert_eq!(queue.drain().count(), usize::from(SEATS_MAX));
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_gone_makes_room_for_others() {
        let mut queue = JoinQueue::new();
        let gone = |n| Joiner { is_gone: true, ..of(1, n) };
        come(&mut queue, (0..u32::from(SEATS_MAX)).map(gone));
        come(&mut queue, [of(2, 0)]);
        assert_eq!(queue.drain().collect::<Vec<_>>(), [of(2, 0)]);
    }
}
