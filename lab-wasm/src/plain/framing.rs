//! Which stretch of the world the panes show: the same in all of them, so that what differs is
//! what the schemes make of it.

use shared::{
    base::geometry::Vec2,
    lab::setup::{Hands, Place, PlayerSetup, Setup},
};

/// Room around what a scenario puts into its places, in u.
const MARGIN_U: f32 = 240.0;
/// Width of what is seen around a ship that somebody flies, in u.
const FOLLOW_U: f32 = 1000.0;
/// The rate at which the picture follows, in 1/s.
const FOLLOW_PER_S: f32 = 6.0;

/// What the panes show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framing {
    /// The place in the middle, in u.
    pub centre: Vec2,
    /// What fits the shorter side of a pane, in u.
    pub extent_u: f32,
}

impl Framing {
    /// Where a scenario plays; `None` where nothing has a place.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<Self> {
        let moves = |player: &&PlayerSetup| match &player.hands {
            Hands::Script(script) => !script.legs.is_empty() || script.gun.is_some(),
            Hands::You | Hands::Bot => true,
        };
        let of_use = setup.players.iter().enumerate();
        let of_use = of_use.filter(|(n, player)| *n < 2 || moves(player)).map(|(_, player)| player);
        let places: Option<Vec<Place>> = of_use.map(|player| player.place).collect();
        let places: Vec<Vec2> =
            places?.iter().map(|at| Vec2::new(at.x_u.into(), at.y_u.into())).collect();
        let low = places.iter().copied().reduce(Vec2::min)?;
        let high = places.iter().copied().reduce(Vec2::max)?;
        let size = high - low + 2.0 * MARGIN_U;
        Some(Self { centre: (low + high) / 2.0, extent_u: size.x.max(size.y) })
    }

    /// Around a ship that is flown.
    #[must_use]
    pub fn around(ship: Vec2) -> Self {
        Self { centre: ship, extent_u: FOLLOW_U }
    }

    /// Goes over to another framing smoothly.
    #[must_use]
    pub fn towards(self, wanted: Self, dt_s: f32) -> Self {
        // The step of an exponential approach, in a form that is stable for any dt.
        let share = 1.0 - 1.0 / (1.0 + dt_s * FOLLOW_PER_S);
        Self {
            centre: self.centre + (wanted.centre - self.centre) * share,
            extent_u: self.extent_u + (wanted.extent_u - self.extent_u) * share,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::lab::scenario::Scenario;

    #[test]
    fn a_scenario_is_framed_with_room_to_move_and_free_flight_is_not() {
        assert_eq!(Framing::of(&Scenario::Free.setup()), None);
        let setup = Scenario::Converge.setup();
        let framing = Framing::of(&setup).unwrap();
        for player in &setup.players[..2] {
            let place = player.place.unwrap();
            let at = Vec2::new(place.x_u.into(), place.y_u.into());
            let off = (at - framing.centre).abs();
            assert!(off.max_element() <= framing.extent_u / 2.0 - MARGIN_U + 1.0, "{off}");
        }
    }
}
