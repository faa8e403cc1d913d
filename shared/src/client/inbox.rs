//! Snapshots that came: decoded against their baselines, kept for interpolation and as baselines.

use alloc::{sync::Arc, vec::Vec};

use serde::Serialize;

use super::packet_log::{Arrival, PacketKind};
use crate::{
    base::{
        limits::{BASELINE_MS, INBOX_TICKS},
        tick_ring::TickRing,
        time::Tick,
    },
    sim::{event::Event, ship::ShipId, world::Ground},
    wire::{
        bits::Tally,
        codec::{CodecContext, CodecId},
        snapshot::{SnapshotError, ViewerHead, WorldState, decode},
    },
};

/// What a snapshot brought that no earlier one had.
#[derive(Clone, Debug)]
pub(super) struct News {
    pub(super) state: Arc<WorldState>,
    pub(super) viewer: ViewerHead,
    /// Events after the newest snapshot before this one, in order.
    pub(super) events: Vec<Event>,
    /// Whether nothing before it counts: the world is as it is, without how it came to be. Not so
    /// for every keyframe, as one carries the events of the last [`BASELINE_MS`].
    pub(super) anew: bool,
}

/// The snapshots of the last seconds.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Inbox {
    codec: CodecId,
    seats: u16,
    states: TickRing<Arc<WorldState>>,
    /// Whether the next acknowledgement asks for a keyframe.
    lost: bool,
    pub(super) received: u32,
    /// Ticks from one snapshot to the next.
    interval: u32,
    pub(super) missed: u32,
}

impl Inbox {
    pub(super) fn new(codec: CodecId, seats: u16, interval: u32) -> Self {
        let states = TickRing::new(INBOX_TICKS);
        Self { codec, seats, states, lost: false, interval, received: 0, missed: 0 }
    }

    /// Takes a snapshot of the viewer's in. No news where it is old, or builds upon a snapshot
    /// that is not here (then a keyframe is asked for).
    pub(super) fn receive(
        &mut self,
        bytes: &[u8],
        viewer: ShipId,
        ground: &Ground,
    ) -> Result<(Arrival, Option<News>), SnapshotError> {
        let (head, body) = decode(bytes)?;
        let choked = head.viewer.choked;
        let arrival = |kind, body| Arrival { kind, tick: head.tick, choked, body };
        let baseline = match head.baseline {
            Some(tick) => {
                let Some(state) = self.states.get(tick) else {
                    self.lost = true;
                    return Ok((arrival(PacketKind::Unusable, Tally::default()), None));
                };
                Some(Arc::clone(state))
            }
            None => None,
        };
        let context = CodecContext { ground, seats: self.seats };
        let (state, mut events, tally) =
            self.codec.decode_for(Some(viewer), &context, baseline.as_deref(), head.tick, body)?;
        let state = Arc::new(state);
        let newest = self.states.newest().map(|(tick, _)| tick);
        let reach = i64::from(ground.rate.ticks_in_ms(BASELINE_MS));
        let anew =
            baseline.is_none() && newest.is_none_or(|newest| head.tick.since(newest) >= reach);
        let repeated = self.states.get(head.tick).is_some();
        self.states.insert(head.tick, Arc::clone(&state));
        self.received += 1;
        if newest.is_some_and(|newest| head.tick <= newest) {
            let kind = if repeated { PacketKind::Repeated } else { PacketKind::Late };
            return Ok((arrival(kind, tally), None));
        }
        self.lost = false;
        if let Some(newest) = newest {
            events.retain(|event| event.tick > newest);
            let steps = head.tick.since(newest) as u32 / self.interval;
            self.missed += steps.saturating_sub(1);
        } else {
            // What happened before it came is no news to a newcomer.
            events.clear();
        }
        let news = News { state, viewer: head.viewer, events, anew };
        Ok((arrival(PacketKind::Snapshot, tally), Some(news)))
    }

    /// Snapshots come at another rate from now on.
    pub(super) fn set_interval(&mut self, ticks: u32) {
        self.interval = ticks;
    }

    /// Ticks from one snapshot to the next, at the rate that was asked for.
    pub(super) fn interval(&self) -> u32 {
        self.interval
    }

    /// What to acknowledge: the newest snapshot, or nothing to ask for a keyframe.
    pub(super) fn ack(&self) -> Option<Tick> {
        if self.lost { None } else { self.newest().map(|state| state.tick) }
    }

    pub(super) fn newest(&self) -> Option<&Arc<WorldState>> {
        self.states.newest().map(|(_, state)| state)
    }

    pub(super) fn states(&self) -> &TickRing<Arc<WorldState>> {
        &self.states
    }
}
