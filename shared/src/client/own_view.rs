//! The own ship: controls go in, its commands are predicted tick by tick and compared with what the
//! snapshots say; where it is drawn comes out: at once or when the server says so, all or part of
//! the round trip ahead, and with what is left of corrected errors. Runs once a frame and at every
//! snapshot.

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

/// Ticks that a frame runs at most; after a longer absence the commands in between are left out.
pub(super) const CATCH_UP: Micros = Micros(250_000);

/// The own ship as it is predicted and drawn.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OwnView {
    id: ShipId,
    /// Whether it is drawn at once, or when the server says so.
    mode: OwnShip,
    prediction: Prediction,
    correction: Correction,
    /// Whether its picture stands still: too many commands are unacknowledged.
    frozen: bool,
    /// Where it is drawn, or where it died, in u.
    focus: Vec2,
    /// The moment on the tick line at which it is drawn.
    shown_at: Micros,
    /// Triggers pulled since the last command was made.
    pulled: Trigger,
}

/// Where the own ship belongs, without the correction, and at which moment.
#[derive(Clone, Copy, Debug)]
struct Placement {
    /// In u.
    pos: Vec2,
    /// On the tick line.
    at: Micros,
}

/// What the ticks of a frame came to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ticks {
    /// What was fired in them, in the order of the ticks.
    pub(super) fired: Vec<Bolt>,
    /// Whether commands begin anew, after a longer absence.
    pub(super) resynchronised: bool,
}

impl OwnView {
    /// A ship that has not been told of yet, in the middle of what is to be seen.
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
        }
    }

    /// Runs the ticks that are due: each makes a command and predicts what comes of it. The
    /// commands carry the view of the frame before, which is what the player saw.
    pub(super) fn run_ticks(
        &mut self,
        due: Tick,
        controls: Controls,
        view: View,
        world: &PredictionWorld,
    ) -> Ticks {
        // Where ticks wait for everybody's commands, none may be left out.
        let ahead = world.rules.now.lockstep().unwrap_or(0);
        let most = world.ground.rate.tick_at(CATCH_UP).0.max(2 * ahead);
        let away = |last: &Tick| due.since(*last) > most.into();
        let resynchronised = self.prediction.newest_made().as_ref().is_some_and(away);
        let next = self.prediction.next_key().filter(|next| !away(next));
        let first = next.unwrap_or_else(|| self.prediction.first_key(due));
        // A trigger that was pulled between two ticks counts, however short.
        let mut trigger = self.pulled.with(controls.trigger);
        self.pulled = if first > due { trigger } else { Trigger::None };
        let mut fired = Vec::new();
        for key in first.0..=due.0 {
            let Controls { thrust, aim, .. } = controls;
            let command = UserCommand { tick: Tick(key), thrust, aim, trigger, view };
            fired.extend(self.prediction.execute(command, world));
            trigger = controls.trigger;
        }
        Ticks { fired, resynchronised }
    }

    /// The server's word on the ship as it was after a command: what was predicted since is
    /// predicted again, and where that moves the picture, the error fades.
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

    /// Keys of commands after a tick begin anew, with the one after this.
    pub(super) fn rewind_to(&mut self, after: Tick, newest: Tick, world: &PredictionWorld) {
        self.prediction.rewind_to(after, newest, world);
        self.correction.clear();
        self.pulled = Trigger::None;
    }

    /// The player changes how the own ship is drawn.
    pub(super) fn handle_netcode(&mut self, new: &PlayerNetcode, old: &PlayerNetcode) {
        let own = |n: &PlayerNetcode| (n.own_ship, n.push_ms, n.push_rule, n.correction);
        if own(new) != own(old) {
            self.correction.clear();
        }
        self.mode = new.own_ship;
    }

    /// Whether the picture of the own ship stands still in this frame: QuakeWorld's client gives up
    /// predicting when too many commands are unacknowledged. They go out all the same, and with the
    /// next acknowledgement they are replayed.
    pub(super) fn freeze(&mut self, timeline: &Timeline, netcode: &PlayerNetcode) {
        let unacked = self.prediction.newest_key().since(timeline.acks().executed());
        self.frozen =
            self.freezes(netcode) && quakeworld::frozen(u32::try_from(unacked).unwrap_or(0));
    }

    /// Whether prediction may stand still at all: as QuakeWorld's does.
    pub(super) fn freezes(&self, netcode: &PlayerNetcode) -> bool {
        netcode.own_ship == OwnShip::Predict && netcode.correction == CorrectionMode::Snap
    }

    /// Chooses where the ship is drawn in this frame.
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

    /// The tick of which all ships are drawn where everybody is predicted: that of the newest
    /// command, less the input delay.
    pub(super) fn drawn_tick(&self, netcode: &PlayerNetcode) -> Tick {
        self.prediction.newest_key().minus(netcode.input_delay().0)
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

    /// The moment on the tick line at which it is drawn: of its own commands where it is predicted,
    /// of the newest snapshot where it waits for the server.
    pub(super) fn shown_at(&self) -> Micros {
        self.shown_at
    }

    /// The own ship as the player has it: as predicted, or as the newest snapshot has it.
    pub(super) fn shown<'a>(&'a self, inbox: &'a Inbox) -> Option<&'a Ship> {
        match self.mode {
            OwnShip::Predict => self.prediction.newest(),
            OwnShip::Wait => inbox.newest_ship(self.id),
        }
        .filter(|ship| ship.alive())
    }

    /// Where the own ship belongs at this instant, without the correction: between the last tick
    /// and the one under way, as much before as the player wants less than the whole round trip
    /// predicted.
    fn placed(
        &self,
        now: Micros,
        timeline: &Timeline,
        inbox: &Inbox,
        netcode: &PlayerNetcode,
    ) -> Option<Placement> {
        let newest = self.shown(inbox)?;
        let rate = timeline.rate();
        let told_at = rate.micros_at(inbox.newest()?.tick);
        if netcode.own_ship == OwnShip::Wait {
            return Some(Placement { pos: newest.body.pos, at: told_at });
        }
        let held_back = held_back(now, timeline, netcode);
        let position = match netcode.rerun_max() {
            // All ships of one tick, as they are in the world in which everybody is predicted.
            Some(_) => rate.micros_at(self.drawn_tick(netcode)),
            None => timeline.own_time(now) - held_back,
        };
        let tick = rate.tick_at(position);
        let states = (self.prediction.state(tick), self.prediction.state(tick.next()));
        let (Some(from), Some(to)) = states else {
            let told = inbox.newest_ship(self.id).filter(|_| held_back > Micros::ZERO);
            let made_at = rate.micros_at(self.prediction.newest_key());
            return Some(match told {
                Some(told) => Placement { pos: told.body.pos, at: told_at },
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

/// How long before the present the own ship is predicted for.
pub(super) fn held_back(now: Micros, timeline: &Timeline, netcode: &PlayerNetcode) -> Micros {
    let latency = timeline.acks().latency();
    let push = match netcode.push_rule {
        PushRule::Fixed => -Micros::from_ms(netcode.push_ms.into()),
        PushRule::HalfLatency => quakeworld::half_latency(latency),
    };
    now - quakeworld::local_time(now, latency, push)
}
