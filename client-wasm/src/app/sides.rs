//! The link of a player in a room of two sides: the page adds the round trip that the connection
//! lacks of its side's, half each way. Follows the room and the connection a few times a second.

use shared::{
    base::time::Micros,
    sim::side::Side,
    wire::conditions::{Conditions, LinkConditions},
};

use super::App;

/// A smaller change of what is added waits, in ms: each one shifts the clock of the match.
const STEP_MS: u16 = 4;

/// What the page adds for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideLink {
    pub(super) side: Side,
    /// The round trip of the side, in ms.
    pub(super) round_trip_ms: u16,
    /// What is added of it, in ms; 0 until the connection is measured.
    added_ms: u16,
}

impl SideLink {
    /// Its conditions.
    pub(super) fn conditions(self) -> Conditions {
        let down = self.added_ms / 2;
        Conditions {
            up: LinkConditions::delay(self.added_ms - down),
            down: LinkConditions::delay(down),
        }
    }

    /// Follows a new measurement, which asks for this much.
    fn follow(self, added: Micros) -> Self {
        let added_ms = u16::try_from(added.as_ms()).unwrap_or(0);
        let is_small = added_ms.abs_diff(self.added_ms) < STEP_MS && self.added_ms > 0;
        if is_small { self } else { Self { added_ms, ..self } }
    }
}

impl App {
    /// Applies what the room's sides ask of the link.
    pub(super) fn follow_sides(&mut self) {
        let Some(session) = &self.session else { return };
        let client = &session.client;
        let own = client.sides().zip(client.own_side());
        let wanted = own.map(|(state, side)| {
            let round_trip_ms = state.sides.round_trip_ms[side.idx()];
            let known = self.side_link.filter(|known| known.side == side);
            let link = known.unwrap_or(SideLink { side, round_trip_ms, added_ms: 0 });
            let least = session.least_round_trip();
            least.map_or(link, |least| link.follow(client.added_round_trip(least)))
        });
        if wanted != self.side_link {
            self.set_side_link(wanted);
        }
    }

    /// Sets what the page adds; `None` outside a room of two sides.
    pub(super) fn set_side_link(&mut self, link: Option<SideLink>) {
        self.side_link = link;
        let text = link.map(|link| (self.words.sides.link_is_set)(link.round_trip_ms));
        self.hud.link.set_fixed(text.as_deref());
        self.apply_link();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_follows_larger_changes_of_the_connection() {
        let new = SideLink { side: Side::Second, round_trip_ms: 150, added_ms: 0 };
        let added = |link: SideLink| {
            let Conditions { up, down } = link.conditions();
            (up.latency_ms, down.latency_ms)
        };
        let first = new.follow(Micros::from_ms(145));
        assert_eq!((added(new), added(first)), ((0, 0), (73, 72)));
        assert_eq!(added(first.follow(Micros::from_ms(142))), (73, 72), "a small change");
        assert_eq!(added(first.follow(Micros::from_ms(140))), (70, 70));
        assert_eq!(added(first.follow(Micros::ZERO)), (0, 0));
    }
}
