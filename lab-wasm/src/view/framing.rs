//! Which stretch of the world the panes show: the same in all of them, so that what differs is
//! what the schemes make of it.

use shared::{
    base::{geometry::Vec2, limits::LAB_PLAYERS},
    lab::{
        setup::{Controller, PlayerSetup},
        state::LabState,
    },
};

/// Room around what a scenario moves, in u.
const MARGIN_U: f32 = 130.0;
/// What is seen at least, in u.
const LEAST_U: f32 = 420.0;
/// What is seen around a ship that somebody flies, in u.
const FOLLOW_U: f32 = 1000.0;
/// The other ship is in the picture, too, up to this distance, in u.
const PAIR_U: f32 = 1200.0;
/// Room around two ships, in u.
const PAIR_MARGIN_U: f32 = 220.0;
/// The rate at which the picture follows, in 1/s.
const FOLLOW_PER_S: f32 = 6.0;
/// Frames from one look at where everybody is to the next.
const EVERY_FRAMES: u32 = 6;

/// What the panes show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framing {
    /// The place in the middle, in u.
    pub centre: Vec2,
    /// What fits into a pane, in u.
    pub size: Vec2,
}

impl Framing {
    /// Where a scenario plays, from a loop of it that is run ahead; `None` where it has none.
    #[must_use]
    pub fn of(state: &LabState, players: &[PlayerSetup], loop_frames: u16) -> Option<Self> {
        if loop_frames == 0 {
            return None;
        }
        let concerned: Vec<usize> =
            (0..LAB_PLAYERS).filter(|n| *n < 2 || acts(&players[*n].controller)).collect();
        let mut state = state.clone();
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for frame in 0..u32::from(loop_frames) {
            if frame.is_multiple_of(EVERY_FRAMES) {
                for column in state.columns() {
                    let world = column.harness().room().world();
                    let ships = concerned.iter().filter_map(|player| column.ship(*player));
                    for ship in ships.filter_map(|ship| world.ship(ship)) {
                        low = low.min(ship.body.pos);
                        high = high.max(ship.body.pos);
                    }
                }
            }
            state.advance();
        }
        let size = high - low + 2.0 * MARGIN_U;
        let framing = Self { centre: (low + high) / 2.0, size: size.max(Vec2::splat(LEAST_U)) };
        framing.centre.is_finite().then_some(framing)
    }

    /// Around a ship that is flown.
    #[must_use]
    pub fn around(ship: Vec2) -> Self {
        Self { centre: ship, size: Vec2::splat(FOLLOW_U) }
    }

    /// Around a ship that is flown, with the other one in the picture while that is near.
    #[must_use]
    pub fn around_both(own: Vec2, other: Option<Vec2>) -> Self {
        let way = other.map(|other| other - own).filter(|way| way.length() < PAIR_U);
        let Some(way) = way else { return Self::around(own) };
        let size = (way.abs() + 2.0 * PAIR_MARGIN_U).max(Vec2::splat(FOLLOW_U * 0.7));
        Self { centre: own + way / 2.0, size }
    }

    /// The width of what a window of a shape shows, in u, so that all of it fits.
    #[must_use]
    pub fn width_u(&self, window: Vec2) -> f32 {
        let shape = window.x / window.y.max(1.0);
        self.size.x.max(self.size.y * shape)
    }

    /// Goes over to another framing smoothly.
    #[must_use]
    pub fn towards(self, wanted: Self, dt_s: f32) -> Self {
        // The step of an exponential approach, in a form that is stable for any dt.
        let share = 1.0 - 1.0 / (1.0 + dt_s * FOLLOW_PER_S);
        Self {
            centre: self.centre + (wanted.centre - self.centre) * share,
            size: self.size + (wanted.size - self.size) * share,
        }
    }
}

/// Whether somebody does anything.
fn acts(controller: &Controller) -> bool {
    match controller {
        Controller::Script(script) => !script.legs.is_empty() || script.gun.is_some(),
        Controller::You | Controller::Bot => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::lab::scenario::Scenario;

    #[test]
    fn a_scenario_is_framed_with_room_to_move_and_free_flight_is_not() {
        for scenario in Scenario::ALL {
            let setup = scenario.setup();
            let mut state = LabState::new(&setup).unwrap();
            let Some(framing) = Framing::of(&state, &setup.players, setup.loop_frames) else {
                assert_eq!(setup.loop_frames, 0, "{scenario:?}");
                continue;
            };
            for _ in 0..setup.loop_frames {
                state.advance();
                let column = &state.columns()[0];
                for ship in [column.ship(0), column.ship(1)].into_iter().flatten() {
                    let world = column.harness().room().world();
                    let off = (world.ship(ship).unwrap().body.pos - framing.centre).abs();
                    let room = framing.size / 2.0 - MARGIN_U + 8.0 * EVERY_FRAMES as f32;
                    assert!(off.cmple(room).all(), "{scenario:?}: {off} of {room}");
                }
            }
        }
    }

    #[test]
    fn all_of_it_fits_any_window() {
        let framing = Framing { centre: Vec2::ZERO, size: Vec2::new(600.0, 400.0) };
        for (window, width) in
            [((300.0, 200.0), 600.0), ((400.0, 200.0), 800.0), ((1.0, 2.0), 600.0)]
        {
            assert_eq!(framing.width_u(Vec2::new(window.0, window.1)), width);
        }
    }
}
