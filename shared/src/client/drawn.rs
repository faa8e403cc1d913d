//! Looks up on the tape where the screen drew a ship or a bolt in the last seconds.

use alloc::vec::Vec;

use super::{scene::SceneTrail, state::Client};
use crate::{
    base::geometry::Vec2,
    sim::{event::ShotId, ship::ShipId},
};

impl Client {
    /// Where the newest `n_frames` frames drew a remote ship during its current life, newest first.
    #[must_use]
    pub fn recent_positions(&self, ship: ShipId, n_frames: usize) -> Vec<Vec2> {
        let tape = self.playing().map(|playing| &playing.presentation.tape);
        tape.into_iter().flat_map(|tape| tape.lately(ship, n_frames)).collect()
    }

    /// Where the newest `n_max` snapshots received have a ship, in u, newest first.
    #[must_use]
    pub fn snapshot_positions(&self, ship: ShipId, n_max: usize) -> Vec<Vec2> {
        let states = self.playing().map(|playing| playing.game.inbox.states());
        let newest = states.and_then(|states| Some((states, states.newest()?.0)));
        let received = newest.into_iter().flat_map(|(states, tick)| states.walk_back(tick));
        let positions = received.filter_map(|(_, state)| Some(state.ship(ship)?.body.pos));
        positions.take(n_max).collect()
    }

    /// The trails of all ships drawn, the own one first.
    #[must_use]
    pub fn trails(&self) -> Vec<SceneTrail> {
        let Some(playing) = self.playing() else { return Vec::new() };
        let tape = &playing.presentation.tape;
        let ships = tape.newest().into_iter().flat_map(|frame| frame.ships());
        ships
            .map(|place| SceneTrail {
                owner: playing.game.owner_of(place.ship),
                points: tape.trail(place.ship),
            })
            .collect()
    }

    /// Where the frames of the last seconds drew the tip of a bolt, from the first one that did.
    #[must_use]
    pub fn drawn_bolt(&self, shot: ShotId) -> Vec<Vec2> {
        let tape = self.playing().map(|playing| &playing.presentation.tape);
        tape.map_or_else(Vec::new, |tape| tape.bolt(shot))
    }
}
