//! Those who want into a room: they come in, and their turn comes a few at a tick, in their order.
//!
//! A newcomer costs what everybody has to be told of it, and a snapshot that builds upon nothing. A
//! crowd that comes at once, after an invitation or when a server is there again, would take the
//! time of many ticks from those who play. While the server works too hard for the room, hardly
//! anybody comes in, and who has waited too long is told to come again.
use std::collections::VecDeque;

use shared::base::{limits::SEATS_MAX, pressure::Pressure};
use tokio::time::Instant;

use crate::limits::{JOIN_WAIT_MAX, JOINS_PER_TICK, TICKS_PER_JOIN_OVERLOADED};

/// What letting somebody in costs, where each tick of an overloaded room earns one.
const PRICE: u32 = TICKS_PER_JOIN_OVERLOADED;
/// What can be saved up.
const SAVED_MAX: u32 = JOINS_PER_TICK * PRICE;

/// Those who wait for a seat, at most as many as the largest room has.
pub(crate) struct JoinQueue<Joining> {
    waiting: VecDeque<(Instant, Joining)>,
    saved: u32,
}

/// Whose turn it is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Turn<Joining> {
    /// To come in.
    In(Joining),
    /// To be sent away: it has waited too long.
    Away(Joining),
}

impl<Joining> JoinQueue<Joining> {
    pub(crate) fn new() -> Self {
        Self { waiting: VecDeque::new(), saved: SAVED_MAX }
    }

    /// Somebody comes; who would be one too many is given back.
    pub(crate) fn push(&mut self, joining: Joining) -> Option<Joining> {
        if self.waiting.len() >= SEATS_MAX.into() {
            return Some(joining);
        }
        self.waiting.push_back((Instant::now(), joining));
        None
    }

    /// So many ticks have run.
    pub(crate) fn note_ticks(&mut self, n_ticks: u64, pressure: Pressure) {
        let each = if pressure == Pressure::Overloaded { 1 } else { SAVED_MAX };
        let earned = u32::try_from(n_ticks).unwrap_or(u32::MAX).saturating_mul(each);
        self.saved = self.saved.saturating_add(earned).min(SAVED_MAX);
    }

    /// Whose turn it is now, if anybody's. Nobody waits for a room in which nobody plays: no tick
    /// runs there.
    pub(crate) fn next(&mut self, is_played: bool) -> Option<Turn<Joining>> {
        let (since, _) = self.waiting.front()?;
        let waited_too_long = since.elapsed() > JOIN_WAIT_MAX;
        if self.saved >= PRICE || !is_played {
            self.saved = self.saved.saturating_sub(PRICE);
            self.waiting.pop_front().map(|(_, joining)| Turn::In(joining))
        } else if waited_too_long {
            self.waiting.pop_front().map(|(_, joining)| Turn::Away(joining))
        } else {
            None
        }
    }

    /// All of them: the room ends.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Joining> {
        self.waiting.drain(..).map(|(_, joining)| joining)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn come(queue: &mut JoinQueue<u32>, who: std::ops::Range<u32>) {
        for joining in who {
            assert_eq!(queue.push(joining), None);
        }
    }

    fn turns(queue: &mut JoinQueue<u32>) -> Vec<Turn<u32>> {
        std::iter::from_fn(|| queue.next(true)).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn two_come_in_at_a_tick_in_the_order_of_their_coming() {
        let mut queue = JoinQueue::new();
        come(&mut queue, 0..5);
        assert_eq!(turns(&mut queue), [Turn::In(0), Turn::In(1)]);
        assert_eq!(turns(&mut queue), []);
        queue.note_ticks(1, Pressure::Calm);
        assert_eq!(turns(&mut queue), [Turn::In(2), Turn::In(3)]);
        // Of ticks in which nobody came no more is saved than one is worth.
        queue.note_ticks(1000, Pressure::Busy);
        come(&mut queue, 5..8);
        assert_eq!(turns(&mut queue), [Turn::In(4), Turn::In(5)]);
    }

    #[tokio::test(start_paused = true)]
    async fn where_the_server_is_overloaded_one_comes_in_each_quarter_of_a_second() {
        let mut queue = JoinQueue::new();
        come(&mut queue, 0..4);
        assert_eq!(turns(&mut queue).len(), 2);
        queue.note_ticks(u64::from(TICKS_PER_JOIN_OVERLOADED) - 1, Pressure::Overloaded);
        assert_eq!(turns(&mut queue), []);
        queue.note_ticks(1, Pressure::Overloaded);
        assert_eq!(turns(&mut queue), [Turn::In(2)]);
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_waited_too_long_is_sent_away_unless_its_turn_has_come() {
        let mut queue = JoinQueue::new();
        come(&mut queue, 0..5);
        assert_eq!(turns(&mut queue).len(), 2);
        tokio::time::advance(JOIN_WAIT_MAX).await;
        assert_eq!(turns(&mut queue), []);
        tokio::time::advance(std::time::Duration::from_millis(1)).await;
        queue.note_ticks(TICKS_PER_JOIN_OVERLOADED.into(), Pressure::Overloaded);
        assert_eq!(turns(&mut queue), [Turn::In(2), Turn::Away(3), Turn::Away(4)]);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_a_room_in_which_nobody_plays() {
        let mut queue = JoinQueue::new();
        come(&mut queue, 0..9);
        let all: Vec<_> = std::iter::from_fn(|| queue.next(false)).collect();
        assert_eq!(all.len(), 9);
    }

    #[test]
    fn one_more_than_the_largest_room_has_seats_is_given_back() {
        let mut queue = JoinQueue::new();
        come(&mut queue, 0..u32::from(SEATS_MAX));
        assert_eq!(queue.push(7), Some(7));
        assert_eq!(queue.drain().count(), usize::from(SEATS_MAX));
    }
}
