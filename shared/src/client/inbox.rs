//! Received snapshots: decoded against their baselines, and kept for interpolation and as
//! baselines.

use alloc::{sync::Arc, vec::Vec};

use serde::Serialize;

use super::packet_log::{Arrival, PacketKind};
use crate::{
    base::{
        limits::{BASELINE_MS, INBOX_TICKS},
        state_hash::state_hash,
        tick_ring::TickRing,
        time::Tick,
    },
    sim::{
        event::Event,
        ship::{Ship, ShipId},
        state::WorldState,
        world::WorldParams,
    },
    wire::{
        bits::Tally,
        codec::{Baseline, CodecContext, CodecId, DecodedSnapshot},
        snapshot::{SnapshotError, ViewerHead, decode},
    },
};

/// The news in a snapshot.
#[derive(Clone, Debug)]
pub(super) struct SnapshotNews {
    pub(super) state: Arc<WorldState>,
    pub(super) viewer: ViewerHead,
    /// The events since the previous newest snapshot, in order.
    pub(super) events: Vec<Event>,
    /// Whether the world must be reset because the events before this snapshot are unknown. Not set
    /// by every keyframe, since a keyframe carries the events of the last [`BASELINE_MS`].
    pub(super) resets: bool,
}

/// The snapshots of the last seconds.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Inbox {
    codec: CodecId,
    seats: u16,
    states: TickRing<Arc<WorldState>>,
    /// The baseline of each.
    parents: TickRing<Option<Tick>>,
    /// Whether the next acknowledgement requests a keyframe.
    needs_keyframe: bool,
    pub(super) received: u32,
    /// Ticks between snapshots.
    interval: u32,
    pub(super) missed: u32,
    /// Snapshots that could not be decoded or did not reproduce the server's state.
    pub(super) mismatches: u32,
}

impl Inbox {
    pub(super) fn new(codec: CodecId, seats: u16, interval: u32) -> Self {
        Self {
            codec,
            seats,
            states: TickRing::new(INBOX_TICKS),
            parents: TickRing::new(INBOX_TICKS),
            needs_keyframe: false,
            interval,
            received: 0,
            missed: 0,
            mismatches: 0,
        }
    }

    /// Decodes a snapshot. There is no news if it is old or its baseline is missing; in the latter
    /// case a keyframe is requested.
    pub(super) fn receive(
        &mut self,
        bytes: &[u8],
        viewer: ShipId,
        params: &WorldParams,
    ) -> Result<(Arrival, Option<SnapshotNews>), SnapshotError> {
        let (head, body) = decode(bytes)?;
        let choked = head.viewer.choked;
        let full = head.baseline.is_none();
        let arrival = |kind, body| Arrival { kind, full, tick: head.tick, choked, body };
        let unusable = arrival(PacketKind::Unusable, Tally::default());
        if head.baseline.is_some_and(|tick| self.states.get(tick).is_none()) {
            self.needs_keyframe = true;
            return Ok((unusable, None));
        }
        let baseline = head.baseline.and_then(|tick| self.baseline(tick));
        let context = CodecContext { params, seats: self.seats };
        let decoded = self.codec.decode(Some(viewer), &context, baseline, head.tick, body);
        let DecodedSnapshot { state, mut events, tally } = match decoded {
            // The body does not decode against this baseline: recover with a keyframe.
            Err(_) if baseline.is_some() => {
                self.mismatches += 1;
                self.needs_keyframe = true;
                return Ok((unusable, None));
            }
            decoded => decoded?,
        };
        let (state, baseline) = (Arc::new(state), head.baseline);
        let newest = self.states.newest().map(|(tick, _)| tick);
        let reach = i64::from(params.rate.ticks_in_ms(BASELINE_MS));
        let resets =
            baseline.is_none() && newest.is_none_or(|newest| head.tick.since(newest) >= reach);
        let repeated = self.states.get(head.tick).is_some();
        self.states.insert(head.tick, Arc::clone(&state));
        self.parents.insert(head.tick, head.baseline);
        self.received += 1;
        if newest.is_some_and(|newest| head.tick <= newest) {
            let kind = if repeated { PacketKind::Repeated } else { PacketKind::Late };
            return Ok((arrival(kind, tally), None));
        }
        self.needs_keyframe = false;
        if let Some(newest) = newest {
            events.retain(|event| event.tick > newest);
            let steps = head.tick.since(newest) as u32 / self.interval;
            self.missed += steps.saturating_sub(1);
        } else {
            // Events before the first snapshot are not news to a player who has just joined.
            events.clear();
        }
        let news = SnapshotNews { state, viewer: head.viewer, events, resets };
        Ok((arrival(PacketKind::Snapshot, tally), Some(news)))
    }

    fn baseline(&self, tick: Tick) -> Option<Baseline<'_>> {
        let parent = self.parents.get(tick).copied().flatten();
        let before = parent.and_then(|parent| self.states.get(parent));
        Some(Baseline { state: self.states.get(tick)?, before: before.map(Arc::as_ref) })
    }

    /// Sets the ticks between snapshots.
    pub(super) fn set_interval(&mut self, ticks: u32) {
        self.interval = ticks;
    }

    /// Ticks between snapshots at the requested rate.
    pub(super) fn interval(&self) -> u32 {
        self.interval
    }

    /// What to acknowledge: the newest snapshot, or `None` to request a keyframe.
    pub(super) fn ack(&self) -> Option<Tick> {
        if self.needs_keyframe { None } else { self.newest().map(|state| state.tick) }
    }

    pub(super) fn newest(&self) -> Option<&Arc<WorldState>> {
        self.states.newest().map(|(_, state)| state)
    }

    /// A ship in the newest snapshot.
    pub(super) fn newest_ship(&self, id: ShipId) -> Option<&Ship> {
        self.newest()?.ship(id)
    }

    /// Replaces states that are identical to those in `with` by shared references.
    pub(super) fn share_states(&mut self, with: &TickRing<Arc<WorldState>>) {
        for state in self.states.values_mut() {
            let Some(other) = with.get(state.tick) else { continue };
            // 0.0 and -0.0 compare equal but are not identical, hence the hash.
            let same = || other == state && state_hash(other) == state_hash(state);
            if !Arc::ptr_eq(other, state) && same() {
                *state = Arc::clone(other);
            }
        }
    }

    pub(super) fn states(&self) -> &TickRing<Arc<WorldState>> {
        &self.states
    }
}
