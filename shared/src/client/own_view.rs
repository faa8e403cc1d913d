//! The own ship: turns the player's controls into commands, predicts each tick, reconciles with
//! every snapshot, and chooses where to draw the ship. Depending on the settings it is drawn as
//! predicted, over all or part of the round trip, or as the server last reported it; corrected
//! errors fade out. Runs once a frame and at every snapshot.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    controls::Controls, correction::Correction, inbox::Inbox, predict::Prediction,
    surroundings::PredictionWorld, timeline::Timeline,
};
use crate::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick},
    },
    netcode::{
        choices::{CorrectionMode, OwnShip, PushRule},
        values::PlayerNetcode,
    },
    schemes::quakeworld::{self, Replayed},
    sim::{
        bolt::Bolt,
        command::{Trigger, UserCommand, View},
        ship::{Ship, ShipId},
    },
};

/// Longest stretch of ticks that one frame runs. After a longer absence the commands in between are
/// skipped.
pub(super) const CATCH_UP: Micros = Micros(250_000);

#[derive(Clone, Debug, Serialize)]
pub(super) struct OwnView {
    id: ShipId,
    /// Whether it is drawn as predicted or as the server reports it.
    mode: OwnShip,
    prediction: Prediction,
    correction: Correction,
    /// Whether its picture is frozen because too many commands are unacknowledged.
    frozen: bool,
    /// Where it is drawn, or where it died, in u.
    focus: Vec2,
    /// The time on the tick timeline at which it is drawn.
    shown_at: Micros,
    /// Triggers pulled since the last command was made.
    pulled: Trigger,
    /// On a watcher's screen: the followed ship, while it is alive.
    #[serde(skip_serializing_if = "Option::is_none")]
    watched: Option<Ship>,
}

/// Where and when the own ship is drawn, before the error correction.
#[derive(Clone, Copy, Debug)]
struct Placement {
    /// In u.
    pos: Vec2,
    /// On the tick timeline.
    at: Micros,
}

/// The outcome of the ticks run in a frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ticks {
    /// The shots fired, in tick order.
    pub(super) fired: Vec<Bolt>,
    /// Whether the commands in between were skipped after a long absence.
    pub(super) resynchronised: bool,
}

impl OwnView {
    /// A ship not seen in any snapshot yet, with the camera at `focus`.
    pub(super) fn new(id: ShipId, mode: OwnShip, focus: Vec2) -> Self {
        Self {
            id,
            mode,
            prediction: Prediction::new(),
            correction: Correction::default(),
            frozen: false,
            focus,
            shown_at: Micros::ZERO,
            pulled: Trigger::None,
            watched: None,
        }
    }

    /// On a watcher's screen: follows another ship.
    pub(super) fn follow(&mut self, id: ShipId) {
        self.id = id;
        self.watched = None;
    }

    /// On a watcher's screen: draws the followed ship at a moment, or leaves the camera where it
    /// died.
    pub(super) fn set_watched(&mut self, ship: Option<Ship>, at: Micros) {
        self.watched = ship;
        self.shown_at = at;
        if let Some(ship) = ship {
            self.focus = ship.body.pos;
        }
    }

    /// Runs the ticks that are due: makes a command for each and predicts its result. The commands
    /// carry the view of the previous frame, since that is what the player saw.
    pub(super) fn run_ticks(
        &mut self,
        due: Tick,
        controls: Controls,
        view: View,
        world: &PredictionWorld,
    ) -> Ticks {
        // In lockstep no command may be skipped.
        let ahead = world.rules.now.lockstep().unwrap_or(0);
        let most = world.params.rate.tick_at(CATCH_UP).0.max(2 * ahead);
        let away = |last: &Tick| due.since(*last) > most.into();
        let resynchronised = self.prediction.newest_made().as_ref().is_some_and(away);
        let next = self.prediction.next_tick().filter(|next| !away(next));
        let first = next.unwrap_or_else(|| self.prediction.first_tick(due));
        // A trigger pulled and released between two ticks still counts.
        let mut trigger = self.pulled.with(controls.trigger);
        self.pulled = if first > due { trigger } else { Trigger::None };
        let mut fired = Vec::new();
        for tick in first.0..=due.0 {
            let Controls { thrust, aim, .. } = controls;
            let command = UserCommand { tick: Tick(tick), thrust, aim, trigger, view };
            fired.extend(self.prediction.execute(command, world));
            trigger = controls.trigger;
        }
        Ticks { fired, resynchronised }
    }

    /// Reconciles with the authoritative ship after a command. If that moves the drawn ship, the
    /// error fades out.
    pub(super) fn reconcile(
        &mut self,
        now: Micros,
        (executed, ship): (Tick, &Ship),
        (timeline, inbox): (&Timeline, &Inbox),
        world: &PredictionWorld,
        netcode: &PlayerNetcode,
    ) {
        let life = self.prediction.newest().map(|ship| ship.life);
        let pos = |view: &Self| Some(view.placed(now, timeline, inbox, netcode)?.pos);
        let before = pos(self);
        self.prediction.reconcile(executed, ship, world);
        match (before, pos(self)) {
            (Some(before), Some(after)) if life == Some(ship.life) => {
                self.correction.add(now, before - after, netcode);
            }
            _ => self.correction.clear(),
        }
    }

    /// Rewinds to `after`: commands restart with the next tick.
    pub(super) fn rewind_to(&mut self, after: Tick, newest: Tick, world: &PredictionWorld) {
        self.prediction.rewind_to(after, newest, world);
        self.correction.clear();
        self.pulled = Trigger::None;
    }

    pub(super) fn handle_netcode(&mut self, new: &PlayerNetcode, old: &PlayerNetcode) {
        let own = |n: &PlayerNetcode| (n.own_ship, n.push_ms, n.push_rule, n.correction);
        if own(new) != own(old) {
            self.correction.clear();
        }
        self.mode = new.own_ship;
    }

    /// Decides whether the own ship's picture freezes in this frame. Like QuakeWorld's client, it
    /// stops predicting when too many commands are unacknowledged. Those commands are still sent,
    /// and are replayed after the next acknowledgement.
    pub(super) fn freeze(&mut self, timeline: &Timeline, netcode: &PlayerNetcode) {
        let unacked = self.prediction.newest_tick().since(timeline.acks().executed());
        self.frozen =
            self.freezes(netcode) && quakeworld::frozen(u32::try_from(unacked).unwrap_or(0));
    }

    /// Whether the settings freeze prediction at all, as QuakeWorld does.
    pub(super) fn freezes(&self, netcode: &PlayerNetcode) -> bool {
        netcode.own_ship == OwnShip::Predict && netcode.correction == CorrectionMode::Snap
    }

    /// Updates where the ship is drawn in this frame.
    pub(super) fn update_view(
        &mut self,
        now: Micros,
        timeline: &Timeline,
        inbox: &Inbox,
        netcode: &PlayerNetcode,
    ) {
        let placed = self.placed(now, timeline, inbox, netcode).filter(|_| !self.frozen);
        match placed {
            Some(Placement { pos, at }) => {
                self.focus = pos + self.correction.offset_at(now, netcode);
                self.shown_at = at;
            }
            None if self.frozen => {}
            None => self.shown_at = timeline.own_time(now),
        }
    }

    /// The tick at which all ships are drawn when every ship is predicted: the newest command's,
    /// minus the input delay.
    pub(super) fn drawn_tick(&self, netcode: &PlayerNetcode) -> Tick {
        self.prediction.newest_tick().minus(netcode.input_delay().0)
    }

    pub(super) fn id(&self) -> ShipId {
        self.id
    }

    pub(super) fn mode(&self) -> OwnShip {
        self.mode
    }

    pub(super) fn prediction(&self) -> &Prediction {
        &self.prediction
    }

    pub(super) fn frozen(&self) -> bool {
        self.frozen
    }

    /// Where it is drawn, or where it died, in u.
    pub(super) fn focus(&self) -> Vec2 {
        self.focus
    }

    /// The time on the tick timeline at which it is drawn: of its commands if it is predicted, of
    /// the newest snapshot if it waits for the server.
    pub(super) fn shown_at(&self) -> Micros {
        self.shown_at
    }

    /// The own ship while it is alive: as predicted, or as in the newest snapshot, depending on the
    /// settings.
    pub(super) fn shown<'a>(&'a self, inbox: &'a Inbox) -> Option<&'a Ship> {
        match self.mode {
            _ if self.watched.is_some() => self.watched.as_ref(),
            OwnShip::Predict => self.prediction.newest(),
            OwnShip::Wait => inbox.newest_ship(self.id),
        }
        .filter(|ship| ship.alive())
    }

    /// Where to draw the own ship now, before the error correction. The position is interpolated
    /// between the previous tick and the current one, and held back by the part of the round trip
    /// that the player chose not to predict.
    fn placed(
        &self,
        now: Micros,
        timeline: &Timeline,
        inbox: &Inbox,
        netcode: &PlayerNetcode,
    ) -> Option<Placement> {
        let newest = self.shown(inbox)?;
        let rate = timeline.rate();
        let newest_at = rate.micros_at(inbox.newest()?.tick);
        if netcode.own_ship == OwnShip::Wait {
            return Some(Placement { pos: newest.body.pos, at: newest_at });
        }
        let held_back = held_back(now, timeline, netcode);
        let position = match netcode.rerun_max() {
            // All ships are drawn at the same tick of the predicted world.
            Some(_) => rate.micros_at(self.drawn_tick(netcode)),
            None => timeline.own_time(now) - held_back,
        };
        let tick = rate.tick_at(position);
        let states = (self.prediction.state(tick), self.prediction.state(tick.next()));
        let (Some(from), Some(to)) = states else {
            let reported = inbox.newest_ship(self.id).filter(|_| held_back > Micros::ZERO);
            let made_at = rate.micros_at(self.prediction.newest_tick());
            return Some(match reported {
                Some(ship) => Placement { pos: ship.body.pos, at: newest_at },
                None => Placement { pos: newest.body.pos, at: made_at },
            });
        };
        if from.life != to.life || !from.alive() {
            let pos = if to.alive() { to } else { newest }.body.pos;
            return Some(Placement { pos, at: position });
        }
        let replayed =
            |tick: Tick, ship: &Ship| Replayed { sent: rate.micros_at(tick), pos: ship.body.pos };
        let pos = quakeworld::drawn_pos(replayed(tick, from), replayed(tick.next(), to), position);
        Some(Placement { pos, at: position })
    }
}

/// How far behind the present the own ship is drawn.
pub(super) fn held_back(now: Micros, timeline: &Timeline, netcode: &PlayerNetcode) -> Micros {
    let latency = timeline.acks().latency();
    let push = match netcode.push_rule {
        PushRule::Fixed => -Micros::from_ms(netcode.push_ms.into()),
        PushRule::HalfLatency => quakeworld::half_latency(latency),
    };
    now - quakeworld::local_time(now, latency, push)
}
