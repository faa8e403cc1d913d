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
const SEAT_COST: u32 = TICKS_PER_JOIN_OVERLOADED;
/// Maximum saved credit.
const CREDIT_MAX: u32 = JOINS_PER_TICK * SEAT_COST;

/// A newcomer in the queue.
pub(crate) trait QueuedJoin {
    fn address(&self) -> Address;
    /// Whether it resumes a seat.
    fn is_resuming(&self) -> bool;
    /// Whether its connection is closed, and nothing is lost with it.
    fn is_disconnected(&self) -> bool;
}

/// Waiting newcomers, up to the seats of the largest room.
pub(crate) struct JoinQueue<Request> {
    /// In order of arrival.
    waiting: VecDeque<(Instant, Request)>,
    /// Seats given in this round to each address and each of its networks; cleared when it reaches
    /// [`SEATS_MAX`] entries.
    seats_given: HashMap<Address, u32>,
    credit: u32,
}

/// What to do with the next newcomer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Turn<Request> {
    /// Seat it.
    Seat(Request),
    /// Refuse it; it has waited too long.
    Refuse(Request),
}

impl<Request: QueuedJoin> JoinQueue<Request> {
    pub(crate) fn new() -> Self {
        Self { waiting: VecDeque::new(), seats_given: HashMap::new(), credit: CREDIT_MAX }
    }

    /// Adds a newcomer. If the queue overflows, removes and returns the newest of the address with
    /// the most waiting.
    pub(crate) fn push(&mut self, request: Request) -> Option<Request> {
        if self.waiting.len() >= SEATS_MAX.into() {
            self.waiting.retain(|(_, request)| !request.is_disconnected());
        }
        self.waiting.push_back((Instant::now(), request));
        if self.waiting.len() <= SEATS_MAX.into() {
            return None;
        }
        let mut n_waiting = HashMap::<Address, u32>::new();
        for network in self.waiting.iter().flat_map(|(_, request)| request.address().networks()) {
            *n_waiting.entry(network).or_default() += 1;
        }
        let rank =
            |request: &Request| (request.address().shares_used(&n_waiting), !request.is_resuming());
        let all = self.waiting.iter().enumerate();
        let (place, _) = all.max_by_key(|(place, (_, request))| (rank(request), *place))?;
        self.waiting.remove(place).map(|(_, request)| request)
    }

    /// Adds the credit for the ticks that have run.
    pub(crate) fn note_ticks(&mut self, n_ticks: u64, pressure: Pressure) {
        let each = if pressure == Pressure::Overloaded { 1 } else { CREDIT_MAX };
        let earned = u32::try_from(n_ticks).unwrap_or(u32::MAX).saturating_mul(each);
        self.credit = self.credit.saturating_add(earned).min(CREDIT_MAX);
    }

    /// The next newcomer to seat or refuse. A room in which nobody plays seats without limit, since
    /// it runs no ticks. The caller [charges](Self::charge) each one it seats.
    pub(crate) fn next(&mut self, is_played: bool) -> Option<Turn<Request>> {
        if self.credit >= SEAT_COST || !is_played {
            while let Some(request) = self.take_next() {
                if !request.is_disconnected() {
                    return Some(Turn::Seat(request));
                }
            }
        }
        let (since, _) = self.waiting.front()?;
        let waited_too_long = since.elapsed() > JOIN_WAIT_MAX;
        let refused = if waited_too_long { self.waiting.pop_front() } else { None };
        refused.map(|(_, request)| Turn::Refuse(request))
    }

    /// Charges an address for a seat it was given.
    pub(crate) fn charge(&mut self, address: Address) {
        self.credit = self.credit.saturating_sub(SEAT_COST);
        if self.seats_given.len() >= SEATS_MAX.into() {
            self.seats_given.clear();
        }
        for network in address.networks() {
            *self.seats_given.entry(network).or_default() += 1;
        }
    }

    /// Empties the queue when the room ends.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Request> {
        self.waiting.drain(..).map(|(_, request)| request)
    }

    /// The next newcomer of this round, or of a new round when every waiting address has had its
    /// turn.
    fn take_next(&mut self) -> Option<Request> {
        let was_seated = |request: &Request| request.address().shares_used(&self.seats_given) > 0;
        let rank = |request: &Request| (was_seated(request), !request.is_resuming());
        let all = self.waiting.iter().enumerate();
        let ranked = all.map(|(place, (_, request))| (rank(request), place)).min();
        if ranked.is_none_or(|((was_seated, _), _)| was_seated) {
            self.seats_given.clear();
        }
        let (_, place) = ranked?;
        self.waiting.remove(place).map(|(_, request)| request)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    /// An address number, and a running number among those who join from it.
    type JoinerId = (u32, u32);

    /// A newcomer of a numbered address.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Joiner {
        address: u32,
        n: u32,
        is_resuming: bool,
        is_disconnected: bool,
    }

    impl QueuedJoin for Joiner {
        fn address(&self) -> Address {
            Address::of(Ipv4Addr::from_bits(self.address).into())
        }

        fn is_resuming(&self) -> bool {
            self.is_resuming
        }

        fn is_disconnected(&self) -> bool {
            self.is_disconnected
        }
    }

    /// A newcomer over IPv6.
    #[derive(Debug, PartialEq, Eq)]
    struct Visitor {
        ip: Ipv6Addr,
    }

    impl QueuedJoin for Visitor {
        fn address(&self) -> Address {
            Address::of(self.ip.into())
        }

        fn is_resuming(&self) -> bool {
            false
        }

        fn is_disconnected(&self) -> bool {
            false
        }
    }

    /// The `n`th newcomer from an address.
    fn joiner(address: u32, n: u32) -> Joiner {
        Joiner { address, n, is_resuming: false, is_disconnected: false }
    }

    fn enqueue_all(queue: &mut JoinQueue<Joiner>, all: impl IntoIterator<Item = Joiner>) {
        for newcomer in all {
            assert_eq!(queue.push(newcomer), None);
        }
    }

    /// Runs all turns; returns the newcomers that were seated and those that were refused.
    fn run_turns(queue: &mut JoinQueue<Joiner>) -> (Vec<JoinerId>, Vec<JoinerId>) {
        let (mut seated, mut refused) = (Vec::new(), Vec::new());
        while let Some(turn) = queue.next(true) {
            match turn {
                Turn::Seat(newcomer) => {
                    queue.charge(newcomer.address());
                    seated.push((newcomer.address, newcomer.n));
                }
                Turn::Refuse(newcomer) => refused.push((newcomer.address, newcomer.n)),
            }
        }
        (seated, refused)
    }

    fn seated(queue: &mut JoinQueue<Joiner>) -> Vec<JoinerId> {
        let (seated, refused) = run_turns(queue);
        assert_eq!(refused, []);
        seated
    }

    /// Earns credit for seats by ticks of an overloaded room.
    fn earn(queue: &mut JoinQueue<Joiner>, seats: u32) {
        queue.note_ticks((seats * TICKS_PER_JOIN_OVERLOADED).into(), Pressure::Overloaded);
    }

    #[tokio::test(start_paused = true)]
    async fn seats_two_per_tick_in_arrival_order() {
        let mut queue = JoinQueue::new();
        enqueue_all(&mut queue, (0..5).map(|n| joiner(1, n)));
        assert_eq!(seated(&mut queue), [(1, 0), (1, 1)]);
        assert_eq!(seated(&mut queue), []);
        queue.note_ticks(1, Pressure::Calm);
        assert_eq!(seated(&mut queue), [(1, 2), (1, 3)]);
        // Idle ticks save up no more credit than one tick.
        queue.note_ticks(1000, Pressure::Busy);
        enqueue_all(&mut queue, (5..8).map(|n| joiner(1, n)));
        assert_eq!(seated(&mut queue), [(1, 4), (1, 5)]);
    }

    #[tokio::test(start_paused = true)]
    async fn an_overloaded_room_seats_one_per_15_ticks() {
        let mut queue = JoinQueue::new();
        enqueue_all(&mut queue, (0..4).map(|n| joiner(n, 0)));
        assert_eq!(seated(&mut queue).len(), 2);
        queue.note_ticks(u64::from(TICKS_PER_JOIN_OVERLOADED) - 1, Pressure::Overloaded);
        assert_eq!(seated(&mut queue), []);
        queue.note_ticks(1, Pressure::Overloaded);
        assert_eq!(seated(&mut queue), [(2, 0)]);
    }

    #[tokio::test(start_paused = true)]
    async fn newcomers_are_refused_after_the_maximum_wait() {
        let mut queue = JoinQueue::new();
        enqueue_all(&mut queue, (0..5).map(|n| joiner(n, 0)));
        assert_eq!(seated(&mut queue).len(), 2);
        tokio::time::advance(JOIN_WAIT_MAX).await;
        assert_eq!(seated(&mut queue), []);
        tokio::time::advance(std::time::Duration::from_millis(1)).await;
        earn(&mut queue, 1);
        assert_eq!(run_turns(&mut queue), (vec![(2, 0)], vec![(3, 0), (4, 0)]));
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_room_seats_newcomers_without_waiting() {
        let mut queue = JoinQueue::new();
        enqueue_all(&mut queue, (0..9).map(|n| joiner(1, n)));
        let all: Vec<_> = std::iter::from_fn(|| queue.next(false)).collect();
        assert_eq!(all.len(), 9);
    }

    /// One address keeps sending hellos; any other address waits for one of its turns.
    #[tokio::test(start_paused = true)]
    async fn turns_rotate_by_address() {
        let mut queue = JoinQueue::new();
        enqueue_all(&mut queue, (0..200).map(|n| joiner(1, n)));
        assert_eq!(seated(&mut queue), [(1, 0), (1, 1)]);
        for other in 2..6 {
            enqueue_all(&mut queue, [joiner(other, 0), joiner(other, 1)]);
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
    async fn wide_networks_get_a_few_turns_per_round() {
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
            let Some(Turn::Seat(visitor)) = queue.next(true) else { panic!("its turn comes") };
            queue.charge(visitor.address());
            if visitor.ip == in_network(2, 0).ip {
                break;
            }
            before += 1;
        }
        assert_eq!(before, 16);
    }

    #[tokio::test(start_paused = true)]
    async fn disconnected_or_refused_newcomers_cost_no_credit() {
        let mut queue = JoinQueue::new();
        enqueue_all(&mut queue, [joiner(1, 0), joiner(1, 1)]);
        assert_eq!(seated(&mut queue).len(), 2, "no credit is left");
        enqueue_all(&mut queue, (0..500).map(|n| Joiner { is_disconnected: true, ..joiner(1, n) }));
        enqueue_all(&mut queue, (0..3).map(|n| joiner(2, n)));
        enqueue_all(&mut queue, [joiner(3, 0)]);
        earn(&mut queue, 1);
        // The room refuses two newcomers of the second address and seats one of the third.
        for n in 0..2 {
            assert_eq!(queue.next(true), Some(Turn::Seat(joiner(2, n))));
        }
        assert_eq!(seated(&mut queue), [(2, 2)]);
        earn(&mut queue, 1);
        assert_eq!(seated(&mut queue), [(3, 0)]);
    }

    #[tokio::test(start_paused = true)]
    async fn resuming_players_come_first_within_a_round() {
        let mut queue = JoinQueue::new();
        enqueue_all(&mut queue, [joiner(1, 0), joiner(2, 0), joiner(3, 0)]);
        enqueue_all(&mut queue, (0..9).map(|n| Joiner { is_resuming: true, ..joiner(4, n) }));
        let all: Vec<_> = (0..4)
            .flat_map(|_| {
                earn(&mut queue, 1);
                seated(&mut queue)
            })
            .collect();
        assert_eq!(all, [(4, 0), (1, 0), (2, 0), (3, 0), (4, 1)]);
    }

    #[tokio::test(start_paused = true)]
    async fn overflow_drops_from_the_most_crowded_address() {
        let mut queue = JoinQueue::new();
        enqueue_all(&mut queue, [joiner(2, 0)]);
        enqueue_all(&mut queue, (1..u32::from(SEATS_MAX)).map(|n| joiner(1, n)));
        assert_eq!(queue.push(joiner(1, 5000)), Some(joiner(1, 5000)), "its own");
        let newest = joiner(1, u32::from(SEATS_MAX) - 1);
        assert_eq!(queue.push(joiner(2, 1)), Some(newest), "not one of a class of two");
        assert_eq!(queue.drain().count(), usize::from(SEATS_MAX));
    }

    #[tokio::test(start_paused = true)]
    async fn disconnected_newcomers_free_queue_slots() {
        let mut queue = JoinQueue::new();
        let gone = |n| Joiner { is_disconnected: true, ..joiner(1, n) };
        enqueue_all(&mut queue, (0..u32::from(SEATS_MAX)).map(gone));
        enqueue_all(&mut queue, [joiner(2, 0)]);
        assert_eq!(queue.drain().collect::<Vec<_>>(), [joiner(2, 0)]);
    }
}
