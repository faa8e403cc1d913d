//! The simulated link between a connection and its client, one way each: a message goes in, and
//! comes out later, twice, or never.

use shared::{
    base::time::Micros,
    wire::link::{Link, LinkConditions},
};

use super::link_setup::LinkSetup;

/// A way of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the server.
    Up,
    /// To the client.
    Down,
}

/// What messages pass on their way.
pub trait Detour {
    /// Changes the conditions; what is under way stays so.
    fn set(&mut self, setup: &LinkSetup);
    /// A message enters.
    fn send(&mut self, way: Way, now: Micros, message: Vec<u8>);
    /// The next message that is out.
    fn poll(&mut self, way: Way, now: Micros) -> Option<Vec<u8>>;
}

/// The link that a player simulates.
#[derive(Clone, Debug)]
pub struct SimulatedLink {
    up: Link,
    down: Link,
}

impl SimulatedLink {
    /// A perfect one, with the draws of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let link = |way| Link::new(LinkConditions::default(), seed, way as u32);
        Self { up: link(Way::Up), down: link(Way::Down) }
    }

    fn way(&mut self, way: Way) -> &mut Link {
        match way {
            Way::Up => &mut self.up,
            Way::Down => &mut self.down,
        }
    }
}

impl Detour for SimulatedLink {
    fn set(&mut self, setup: &LinkSetup) {
        self.up.set_conditions(setup.up);
        self.down.set_conditions(setup.down);
    }

    fn send(&mut self, way: Way, now: Micros, message: Vec<u8>) {
        self.way(way).send(now, message);
    }

    fn poll(&mut self, way: Way, now: Micros) -> Option<Vec<u8>> {
        self.way(way).poll_deliver(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_has_its_own_conditions() {
        let mut link = SimulatedLink::new(1);
        let setup = LinkSetup { down: LinkConditions::delay(40), ..LinkSetup::default() };
        link.set(&setup);
        let at = |ms| Micros::from_ms(ms);
        link.send(Way::Up, at(0), vec![1]);
        link.send(Way::Down, at(0), vec![2]);
        assert_eq!(link.poll(Way::Up, at(0)), Some(vec![1]));
        assert_eq!(link.poll(Way::Down, at(39)), None);
        assert_eq!(link.poll(Way::Down, at(40)), Some(vec![2]));
        assert_eq!(link.poll(Way::Down, at(400)), None);
    }
}
