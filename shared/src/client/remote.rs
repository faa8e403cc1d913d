//! The other ships: once a frame, the moment of theirs that is looked at is chosen, and every ship
//! is drawn for it by the player's model.
//!
//! A shot carries the view: where a server rewinds, it blends the same two poses.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    chase::Chases,
    everyone::Everyone,
    extrapolate, interpolate,
    remote_model::{Drawn, RemoteInputs, States},
    scene::PoseSource,
    targets::Targets,
};
use crate::{
    base::time::{Micros, ViewTime},
    netcode::choices::{Curve, RemoteView},
    sim::{command::View, state::WorldState},
};

/// The moments that a model of the others may look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    /// The interpolation delay behind the snapshots.
    pub(super) interpolated: ViewTime,
    /// `D` behind the own clock.
    pub(super) delayed: ViewTime,
    /// As far as the world is run in which everybody is predicted.
    pub(super) predicted: ViewTime,
}

/// The others as the last frames showed them, and what the next one goes on from.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct RemoteShips {
    /// The moment of the others that the last frame showed: what a shot fired now carries.
    view: View,
    drawn: Vec<Drawn>,
    /// What the frame before it showed.
    drawn_before: Vec<Drawn>,
    /// Where the own clock stood at the last frame.
    looked_at: Micros,
    /// When a frame last looked beyond the newest snapshot.
    out_of_data_at: Option<Micros>,
    memory: Memory,
}

/// What the models keep from frame to frame.
#[derive(Clone, Debug, Default, Serialize)]
struct Memory {
    /// The latest moment that was drawn by the own clock: `D` behind it, or as far as everybody is
    /// predicted.
    by_own_clock: ViewTime,
    chases: Chases,
}

impl RemoteShips {
    /// Chooses the moment of the others that a frame shows, and draws them for it.
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
        self.looked_at = own_time;
        let newest = states.newest().map(|(tick, _)| ViewTime::from_tick(tick));
        if newest.is_some_and(|newest| self.view.time > newest) {
            self.out_of_data_at = Some(inputs.gap.realtime);
        }
    }

    /// What the player sees is set up otherwise: nothing goes on from the frames before.
    pub(super) fn reset(&mut self) {
        self.memory = Memory::default();
    }

    /// The moment of the others that the last frame showed.
    pub(super) fn view(&self) -> View {
        self.view
    }

    /// Every living ship but the viewer's as the last frame showed it, in the order of the seats.
    pub(super) fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// What the last two frames showed of the others: what own shots meet.
    pub(super) fn targets(&self) -> Targets<'_> {
        Targets { before: &self.drawn_before, now: &self.drawn }
    }

    /// Where the own clock stood at the last frame, in µs of the tick line.
    pub(super) fn looked_at(&self) -> Micros {
        self.looked_at
    }

    /// When a frame last looked beyond the newest snapshot.
    pub(super) fn out_of_data_at(&self) -> Option<Micros> {
        self.out_of_data_at
    }
}

impl Memory {
    /// The moment of the others that a frame shows: the one place where it is decided. Within a
    /// view epoch it never runs backwards.
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
            // Before the newest snapshot nothing has to be predicted.
            (RemoteView::Predicted, _) => inputs
                .everyone
                .and_then(|everyone| predicted(everyone, view))
                .unwrap_or_else(|| between(inputs, view, Curve::Linear, Micros::ZERO)),
        };
        drawn.retain(|drawn| drawn.ship.id != inputs.own);
        drawn
    }
}

/// Every living ship as everybody is predicted; `None` before the newest snapshot.
fn predicted(everyone: &Everyone, view: View) -> Option<Vec<Drawn>> {
    let (base, tick) = (everyone.base(), view.time.floor());
    let source = if tick > base { PoseSource::Extrapolated } else { PoseSource::Newest };
    let ships = everyone.at(tick)?.filter(|ship| ship.alive());
    Some(ships.map(|ship| Drawn::of(ship, base, ship.body.pos, source)).collect())
}

/// Every ship between two snapshots, or flown on from the newest one for a while.
fn between(inputs: &RemoteInputs, view: View, curve: Curve, limit: Micros) -> Vec<Drawn> {
    interpolate::drawn(inputs.states, view, inputs.ground.rate, curve, limit)
}

/// Every ship where the newest snapshot has it.
fn raw(newest: &WorldState) -> Vec<Drawn> {
    let ships = newest.ships.iter().filter(|ship| ship.alive());
    ships.map(|ship| Drawn::at(ship, newest, ship.body.pos, PoseSource::Newest)).collect()
}
