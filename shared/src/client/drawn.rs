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
