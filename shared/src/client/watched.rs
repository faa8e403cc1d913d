//! What a watcher knows besides the match: whom it follows, what its players saw, and the events
//! that its picture has not reached. Each frame it chooses the moments of the picture.
//!
//! A player's screen shows three times at once: its own ship in its own time, other ships as it
//! saw them, and what the server had told it by then. From the latencies and views of the followed
//! player all of them are rebuilt:
//!
//! ```text
//! view              received   server           own
//!  │── lag ─────────────────────────────────────│   lag: from the views
//!                               │── lead ───────│   lead: from trigger to execution
//!                   │─ way down ┤                   half the round trip
//! ```
//!
//! With no one followed, or a bot, or where the zones are hidden, all are the same moment.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use super::{
    interpolate,
    remote_model::{Drawn, States},
};
use crate::{
    base::{
        limits::EFFECTS_MAX,
        queue::push_bounded,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    schemes::targeting::relayed_lead,
    sim::{
        event::{Event, EventKind},
        ship::{Ship, ShipId},
    },
    wire::{
        message::PlayerLatency,
        watch::{PlayerViews, Turn},
    },
};

/// Stands for the ship of a watcher who follows nobody.
pub(super) const NOBODY: ShipId = ShipId { idx: u16::MAX, generation: 0 };
/// Snapshots whose views are kept: more than the picture is behind the newest one.
const VIEWS_MAX: usize = 64;
/// How fast the moments follow a change of the player's latency: the time constant.
const SETTLE: Micros = Micros::from_ms(250);

/// The moments of a picture, on the tick timeline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WatchMoments {
    /// Of the followed ship, as its player predicted it.
    pub own: Micros,
    /// Of what the server held when the player saw that.
    pub server: Micros,
    /// Of the newest news that the player had received.
    pub received: Micros,
    /// Of the other ships, as the player saw them.
    pub view: ViewTime,
}

/// How far the other moments are behind the own one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Behind {
    server: Micros,
    received: Micros,
    view: Micros,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Watched {
    delay_ms: u32,
    turn: Option<Turn>,
    /// By snapshot, oldest first; up to [`VIEWS_MAX`].
    views: VecDeque<(Tick, PlayerViews)>,
    /// Those of the snapshot that comes next.
    next_views: PlayerViews,
    /// Events that the picture has not reached, in order; up to [`EFFECTS_MAX`].
    waiting: VecDeque<Event>,
    moments: WatchMoments,
    /// How far apart the moments are; `None` before the first picture of this ship.
    behind: Option<Behind>,
    /// Every living ship as the server held it, in seat order, in u; empty where zones are hidden.
    pub(super) held: Vec<Drawn>,
}

impl Watched {
    pub(super) fn new(delay_ms: u32) -> Self {
        Self {
            delay_ms,
            turn: None,
            views: VecDeque::new(),
            next_views: PlayerViews::default(),
            waiting: VecDeque::new(),
            moments: WatchMoments::default(),
            behind: None,
            held: Vec::new(),
        }
    }

    pub(super) fn delay_ms(&self) -> u32 {
        self.delay_ms
    }

    pub(super) fn turn(&self) -> Option<Turn> {
        self.turn
    }

    pub(super) fn set_turn(&mut self, turn: Option<Turn>) {
        self.turn = turn;
    }

    pub(super) fn moments(&self) -> WatchMoments {
        self.moments
    }

    /// The views of the snapshot that comes next.
    pub(super) fn handle_views(&mut self, views: PlayerViews) {
        self.next_views = views;
    }

    /// A new snapshot with its events.
    pub(super) fn handle_snapshot(&mut self, tick: Tick, events: &[Event]) {
        let views = core::mem::take(&mut self.next_views);
        push_bounded(&mut self.views, (tick, views), VIEWS_MAX);
        for event in events {
            push_bounded(&mut self.waiting, *event, EFFECTS_MAX);
        }
    }

    /// Forgets the events of a world that was reset.
    pub(super) fn forget_events(&mut self) {
        self.waiting.clear();
    }

    /// Begins anew with another ship.
    pub(super) fn forget_player(&mut self) {
        self.behind = None;
    }

    /// Chooses the moments of a frame whose own moment is `own`, for the followed player's latency;
    /// `None` where there is only one moment.
    pub(super) fn choose_moments(
        &mut self,
        own: ViewTime,
        followed: ShipId,
        latency: Option<PlayerLatency>,
        dt: Micros,
        rate: TickRate,
    ) {
        let wanted = latency.map_or_else(Behind::default, |latency| {
            let ms = |ms: u16| Micros::from_ms(ms.into());
            let lag = self.lag(own, followed).map_or(Micros::ZERO, |lag| rate.micros_in_steps(lag));
            let server = ms(latency.lead_ms);
            let received = server + Micros(ms(latency.round_trip_ms).0 / 2);
            Behind { server, received, view: lag }
        });
        let before = self.behind.unwrap_or(wanted);
        let settled = |from: Micros, to: Micros| {
            from + Micros((to - from).0 * dt.0.clamp(0, SETTLE.0) / SETTLE.0)
        };
        let behind = Behind {
            server: settled(before.server, wanted.server),
            received: settled(before.received, wanted.received),
            view: settled(before.view, wanted.view),
        };
        self.behind = Some(behind);
        let own = rate.micros_in_steps(own.0);
        self.moments = WatchMoments {
            own,
            server: own - behind.server,
            received: own - behind.received,
            view: rate.view_at(own - behind.view),
        };
    }

    /// How far behind its own time a player saw the others at a moment, in 1/256 tick.
    fn lag(&self, own: ViewTime, followed: ShipId) -> Option<i64> {
        let by_then = self.views.iter().rev().find(|(tick, _)| *tick <= own.floor());
        let (_, views) = by_then.or(self.views.front())?;
        views.lag_steps(followed.idx).map(i64::from)
    }

    /// Takes the events that the picture has reached: a shot of the followed ship at its own
    /// moment, all others when the player had received them.
    pub(super) fn reached(&mut self, followed: ShipId, rate: TickRate) -> Vec<Event> {
        let WatchMoments { own, received, .. } = self.moments;
        let is_due = |event: &Event| {
            let by = match event.kind {
                EventKind::Fired { shot, .. } if shot.shooter == followed => own,
                _ => received,
            };
            rate.micros_at(event.tick) <= by
        };
        let (due, later): (VecDeque<Event>, VecDeque<Event>) =
            self.waiting.drain(..).partition(is_due);
        self.waiting = later;
        due.into()
    }

    /// Time from the trigger of another player, `to_server` before its execution, until the
    /// followed player received it; nothing where all moments are one.
    pub(super) fn lead_of_others(&self, to_server: Micros) -> Micros {
        let WatchMoments { own, server, received, .. } = self.moments;
        if own == received { Micros::ZERO } else { relayed_lead(to_server, server - received) }
    }

    /// Whether a shot has been fired at the moments of the picture.
    pub(super) fn is_shown(&self, fired: Tick, is_own: bool, rate: TickRate) -> bool {
        let WatchMoments { own, received, .. } = self.moments;
        rate.micros_at(fired) <= if is_own { own } else { received }
    }
}

/// A ship at a moment, by the snapshots around it; `None` while it is down.
pub(super) fn ship_at(states: &States, ship: ShipId, at: Micros, rate: TickRate) -> Option<Ship> {
    let drawn = interpolate::at(states, rate.view_at(at), rate);
    let drawn = drawn.iter().find(|drawn| drawn.ship.id == ship)?;
    let mut ship = drawn.ship;
    ship.body.pos = drawn.pos;
    ship.aim = drawn.pose.aim;
    Some(ship)
}
