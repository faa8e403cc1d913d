//! The remote ships: each frame, chooses one view time and draws every ship at it, by the player's
//! model.
//!
//! Commands carry this view. A server that rewinds blends the same two poses.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    chase::Chases,
    extrapolate, interpolate,
    predicted_world::PredictedWorld,
    remote_model::{Drawn, RemoteInputs, States},
    scene::PoseSource,
    targets::Targets,
};
use crate::{
    base::time::{Micros, ViewTime},
    netcode::choices::{Curve, RemoteView},
    sim::{command::View, ship::ShipId, side::Division, state::WorldState},
};

/// Candidate view times for the remote models.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    /// One interpolation delay behind the snapshots.
    pub(super) interpolated: ViewTime,
    /// `D` behind the own clock.
    pub(super) delayed: ViewTime,
    /// As far as the predicted world is simulated.
    pub(super) predicted: ViewTime,
}

/// The remote ships as last drawn, and the models' state.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct RemoteShips {
    /// The view of the last frame. A shot fired now carries it.
    view: View,
    drawn: Vec<Drawn>,
    /// As drawn in the previous frame.
    drawn_before: Vec<Drawn>,
    /// The own clock at the last frame.
    drawn_at: Micros,
    /// When a frame last drew beyond the newest snapshot.
    out_of_data_at: Option<Micros>,
    memory: Memory,
}

/// What the models keep from frame to frame.
#[derive(Clone, Debug, Default, Serialize)]
struct Memory {
    /// The latest view time derived from the own clock, `D` behind it or in the predicted world.
    by_own_clock: ViewTime,
    chases: Chases,
}

impl RemoteShips {
    /// Chooses the view of a frame and draws the remote ships at it.
    pub(super) fn update_view(
        &mut self,
        own_time: Micros,
        moments: Moments,
        inputs: &RemoteInputs,
    ) {
        let states = inputs.states;
        self.view = self.memory.view(inputs.netcode.remote, states, moments);
        let drawn = self.memory.drawn(self.view, inputs);
        self.drawn_before = core::mem::replace(&mut self.drawn, drawn);
        self.drawn_at = own_time;
        let newest = states.newest().map(|(tick, _)| ViewTime::from_tick(tick));
        if newest.is_some_and(|newest| self.view.time > newest) {
            self.out_of_data_at = Some(inputs.link.realtime);
        }
    }

    /// Sets the view of a watcher's frame, and the ships drawn at it.
    pub(super) fn set_view(&mut self, own_time: Micros, view: View, drawn: Vec<Drawn>) {
        self.view = view;
        self.drawn_before = core::mem::replace(&mut self.drawn, drawn);
        self.drawn_at = own_time;
    }

    /// Resets the models after a change of view settings.
    pub(super) fn reset(&mut self) {
        self.memory = Memory::default();
    }

    /// The view of the last frame.
    pub(super) fn view(&self) -> View {
        self.view
    }

    /// Every living remote ship as drawn in the last frame, in seat order.
    pub(super) fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// The remote ships of the last two frames, as targets of own shots.
    pub(super) fn targets(&self, own: ShipId, division: Division) -> Targets<'_> {
        Targets { before: &self.drawn_before, now: &self.drawn, own, division }
    }

    /// The own clock at the last frame, in µs on the tick timeline.
    pub(super) fn drawn_at(&self) -> Micros {
        self.drawn_at
    }

    /// When a frame last drew beyond the newest snapshot.
    pub(super) fn out_of_data_at(&self) -> Option<Micros> {
        self.out_of_data_at
    }
}

impl Memory {
    /// The view of a frame. This is the only place that decides it. Within a view epoch it never
    /// runs backwards.
    fn view(&mut self, model: RemoteView, states: &States, moments: Moments) -> View {
        match model {
            RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase => {
                states.newest().map_or_else(View::default, |(tick, _)| View::present(tick))
            }
            RemoteView::Interpolate => interpolate::view_at(states, moments.interpolated),
            RemoteView::Delayed => {
                self.by_own_clock = self.by_own_clock.max(moments.delayed);
                interpolate::view_at(states, self.by_own_clock)
            }
            RemoteView::Predicted => {
                self.by_own_clock = self.by_own_clock.max(moments.predicted);
                interpolate::view_at(states, self.by_own_clock)
            }
        }
    }

    fn drawn(&mut self, view: View, inputs: &RemoteInputs) -> Vec<Drawn> {
        let newest = inputs.states.newest().map(|(_, state)| state.as_ref());
        let netcode = inputs.netcode;
        let mut drawn = match (netcode.remote, newest) {
            (_, None) => Vec::new(),
            (RemoteView::Raw, Some(newest)) => raw(newest),
            (RemoteView::QuakeWorld, Some(newest)) => extrapolate::drawn(newest, inputs),
            (RemoteView::Chase, Some(newest)) => self.chases.drawn(newest, inputs),
            (RemoteView::Interpolate | RemoteView::Delayed, _) => {
                let limit = Micros::from_ms(netcode.extrapolation_ms.into());
                between(inputs, view, netcode.curve, limit)
            }
            // Up to the newest snapshot there is nothing to predict.
            (RemoteView::Predicted, _) => inputs
                .predicted_world
                .and_then(|predicted_world| predicted(predicted_world, view))
                .unwrap_or_else(|| between(inputs, view, Curve::Linear, Micros::ZERO)),
        };
        drawn.retain(|drawn| drawn.ship.id != inputs.own);
        drawn
    }
}

/// Every living ship of the predicted world; `None` before the newest snapshot.
fn predicted(predicted_world: &PredictedWorld, view: View) -> Option<Vec<Drawn>> {
    let (base, tick) = (predicted_world.base(), view.time.floor());
    let source = if tick > base { PoseSource::Extrapolated } else { PoseSource::Newest };
    let ships = predicted_world.at(tick)?.filter(|ship| ship.alive());
    Some(ships.map(|ship| Drawn::of(ship, base, ship.body.pos, source)).collect())
}

/// Every ship interpolated between two snapshots, or extrapolated from the newest up to `limit`.
fn between(inputs: &RemoteInputs, view: View, curve: Curve, limit: Micros) -> Vec<Drawn> {
    interpolate::drawn(inputs.states, view, inputs.params.rate, curve, limit)
}

/// Every ship as in the newest snapshot.
fn raw(newest: &WorldState) -> Vec<Drawn> {
    let ships = newest.ships.iter().filter(|ship| ship.alive());
    ships.map(|ship| Drawn::at(ship, newest, ship.body.pos, PoseSource::Newest)).collect()
}
