//! The simulated link between a connection and its client, in both directions. It delays,
//! duplicates or drops messages.

use shared::{
    base::time::Micros,
    wire::{
        conditions::{Conditions, LinkConditions},
        link::{Link, send_message},
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the server.
    Up,
    /// To the client.
    Down,
}

/// The simulated link: perfect until set otherwise.
#[derive(Clone, Debug)]
pub struct SimulatedLink {
    up: Link,
    down: Link,
}

impl SimulatedLink {
    /// A perfect link whose randomness comes from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let link = |direction| Link::new(LinkConditions::default(), seed, direction as u32);
        Self { up: link(Direction::Up), down: link(Direction::Down) }
    }

    /// Sets the conditions for new messages; those in flight are unaffected.
    pub fn set(&mut self, conditions: &Conditions) {
        self.up.set_conditions(conditions.up);
        self.down.set_conditions(conditions.down);
    }

    #[must_use]
    pub fn conditions(&self) -> Conditions {
        Conditions { up: self.up.conditions(), down: self.down.conditions() }
    }

    pub fn send(&mut self, direction: Direction, now: Micros, message: Vec<u8>) {
        send_message(self.towards(direction), now, message);
    }

    /// The next message that is due.
    pub fn poll(&mut self, direction: Direction, now: Micros) -> Option<Vec<u8>> {
        self.towards(direction).poll_deliver(now)
    }

    fn towards(&mut self, direction: Direction) -> &mut Link {
        match direction {
            Direction::Up => &mut self.up,
            Direction::Down => &mut self.down,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_direction_has_its_own_conditions() {
        let mut link = SimulatedLink::new(1);
        let conditions = Conditions { down: LinkConditions::delay(40), ..Conditions::default() };
        link.set(&conditions);
        let at = |ms| Micros::from_ms(ms);
        link.send(Direction::Up, at(0), vec![1]);
        link.send(Direction::Down, at(0), vec![2]);
        assert_eq!(link.poll(Direction::Up, at(0)), Some(vec![1]));
        assert_eq!(link.poll(Direction::Down, at(39)), None);
        assert_eq!(link.poll(Direction::Down, at(40)), Some(vec![2]));
        assert_eq!(link.poll(Direction::Down, at(400)), None);
    }
}
