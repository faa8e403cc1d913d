//! The other ships: once a frame, the moment of theirs that is looked at is chosen, and every ship
//! is drawn for it by the player's model.
//!
//! A shot carries the view: where a server rewinds, it blends the same two poses.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    chase::Chases,
    extrapolate, interpolate,
    remote_model::{Drawn, RemoteInputs, States},
    scene::PoseSource,
};
use crate::{
    base::time::{Micros, ViewTime},
    netcode::choices::RemoteView,
    sim::{command::View, state::WorldState},
};

/// The moments that a model of the others may look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    /// The interpolation delay behind the snapshots.
    pub(super) interpolated: ViewTime,
    /// `D` behind the own clock.
    pub(super) delayed: ViewTime,
}

/// What is kept of the others from frame to frame.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Remote {
    /// The latest moment that was drawn `D` behind the own clock.
    delayed: ViewTime,
    chases: Chases,
}

impl Remote {
    /// The moment of the others that a frame shows: the one place where it is decided. Within a
    /// view epoch it never runs backwards.
    pub(super) fn view(&mut self, model: RemoteView, states: &States, moments: Moments) -> View {
        match model {
            RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase => {
                states.newest().map_or_else(View::default, |(tick, _)| View::present(tick))
            }
            RemoteView::Interpolate => interpolate::view_at(states, moments.interpolated),
            RemoteView::Delayed => {
                self.delayed = self.delayed.max(moments.delayed);
                interpolate::view_at(states, self.delayed)
            }
        }
    }

    /// Every living ship but the viewer's, in the order of the seats.
    pub(super) fn drawn(&mut self, view: View, outlook: &RemoteInputs) -> Vec<Drawn> {
        let newest = outlook.states.newest().map(|(_, state)| state.as_ref());
        let netcode = outlook.netcode;
        let mut drawn = match (netcode.remote, newest) {
            (_, None) => Vec::new(),
            (RemoteView::Raw, Some(newest)) => raw(newest),
            (RemoteView::QuakeWorld, Some(newest)) => extrapolate::drawn(newest, outlook),
            (RemoteView::Chase, Some(newest)) => self.chases.drawn(newest, outlook),
            (RemoteView::Interpolate | RemoteView::Delayed, _) => interpolate::drawn(
                outlook.states,
                view,
                outlook.ground.rate,
                netcode.curve,
                Micros::from_ms(netcode.extrapolation_ms.into()),
            ),
        };
        drawn.retain(|drawn| drawn.ship.id != outlook.own);
        drawn
    }

    /// Forgets what was drawn: for a change of what the player sees.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Every ship where the newest snapshot has it.
fn raw(newest: &WorldState) -> Vec<Drawn> {
    let ships = newest.ships.iter().filter(|ship| ship.alive());
    ships.map(|ship| Drawn::at(ship, newest, ship.body.pos, PoseSource::Newest)).collect()
}
