//! The snapshots sent to one session: which it has, which may serve as a baseline, and what it may
//! be sent next.

use serde::Serialize;

use super::allowance::Allowance;
use crate::{
    base::{
        limits::{BASELINE_MS, FULL_UPDATE_GAP_MS, JOURNAL_MS},
        seat_set::SeatSet,
        tick_ring::TickRing,
        tick_set::TickSet,
        time::{MICROS_PER_S, Micros, Tick, TickRate},
    },
    history::sent::SentLog,
    netcode::values::{SnapshotDelivery, Subscription},
    wire::snapshot::{baseline_in_reach, snapshot_interval},
};

/// How long a keyframe over a stream may take to arrive before another one is sent, in ms.
const KEYFRAME_WAIT_MS: u32 = 1000;
/// How long an unacknowledged keyframe over datagrams may serve as a baseline, in ms: a round trip
/// of 400, and the waits for a frame and for a packet.
const KEYFRAME_UNDER_WAY_MS: u32 = 500;

/// The snapshots sent to one session.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SnapshotFlow {
    /// The newest snapshot acknowledged; `None`: the client wants a keyframe.
    pub(super) acked: Option<Tick>,
    /// The newest snapshot written to a stream, where it is sure to arrive; `None`: a keyframe is
    /// due.
    pub(super) written: Option<Tick>,
    /// The snapshot waiting to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<Tick>,
    /// How many ticks it may be sent.
    pub(super) allowance: Allowance,
    /// Since when a deferred snapshot has waited for its body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) held_since: Option<Tick>,
    /// When a keyframe was last written.
    keyframe_at: Option<Tick>,
    /// The full update that it requested.
    full_update: FullUpdate,
    /// The baseline of each sent snapshot.
    baseline_of: TickRing<Option<Tick>>,
    /// The newest tick that was sent twice with different baselines. The client may have either
    /// copy, and deltas on it depend on which, so only later ticks serve as baselines.
    #[serde(skip_serializing_if = "Option::is_none")]
    resent_with_other_baseline: Option<Tick>,
    /// How long it has acknowledged nothing.
    pub(super) ack_wait: AckWait,
    /// The snapshots sent to it.
    pub(super) sent: SentLog,
    /// The ticks of the snapshots of the last minute; not part of the match's state, which does not
    /// depend on it.
    #[serde(skip)]
    pub(super) sent_ticks: TickSet,
}

impl SnapshotFlow {
    pub(super) fn new(tick: Tick, rate: TickRate) -> Self {
        Self {
            acked: None,
            written: None,
            waiting: None,
            allowance: Allowance::full(tick, rate),
            held_since: None,
            keyframe_at: None,
            full_update: FullUpdate::default(),
            baseline_of: TickRing::new(baseline_ticks(rate)),
            resent_with_other_baseline: None,
            ack_wait: AckWait::default(),
            sent: SentLog::new(rate),
            sent_ticks: TickSet::new(rate.ticks_in_ms(JOURNAL_MS)),
        }
    }

    /// Whether every snapshot sent has been written to the transport.
    pub(super) fn is_written(&self) -> bool {
        self.waiting.is_none()
    }

    /// Requests a full update.
    ///
    /// # Errors
    /// How long it has to wait before the next request.
    pub(super) fn request_full_update(
        &mut self,
        tick: Tick,
        rate: TickRate,
    ) -> Result<(), FullUpdateWait> {
        self.full_update.ask(tick, rate)?;
        (self.acked, self.written) = (None, None);
        Ok(())
    }

    /// The baseline for a snapshot, if one is recent enough: if it is older than the client's delta
    /// window, in snapshots, a keyframe is sent, allowance permitting. A tick that is resent keeps
    /// its first baseline, whatever has been acknowledged since, unless a keyframe is wanted.
    pub(super) fn baseline(
        &self,
        tick: Tick,
        rate: TickRate,
        subscription: &Subscription,
    ) -> Option<Tick> {
        if self.full_update.is_due() {
            return None;
        }
        let has = match subscription.delivery {
            SnapshotDelivery::Datagram => self.acked,
            SnapshotDelivery::Stream => self.written,
        };
        let has = has.filter(|has| self.resent_with_other_baseline.is_none_or(|tick| *has > tick));
        let Some(has) = baseline_in_reach(has, tick, rate.hz()) else {
            return self.keyframe_under_way(tick, rate, subscription.delivery);
        };
        let Subscription { delta_window, update_rate_hz, .. } = *subscription;
        let back = tick.since(has) / i64::from(snapshot_interval(rate, update_rate_hz));
        let too_old = delta_window > 0 && back > delta_window.into();
        if too_old && self.allowance.covers(tick, None) {
            return None;
        }
        self.baseline_of.get(tick).copied().unwrap_or(Some(has))
    }

    /// A recently sent keyframe that may serve as a baseline before it is acknowledged: over
    /// datagrams, when the allowance does not cover another one. Over a stream what was sent
    /// arrives; a client that asks for a keyframe anyway gets one once the allowance covers it.
    fn keyframe_under_way(
        &self,
        tick: Tick,
        rate: TickRate,
        delivery: SnapshotDelivery,
    ) -> Option<Tick> {
        let may_be_lost = delivery == SnapshotDelivery::Datagram;
        let wait = i64::from(rate.ticks_in_ms(KEYFRAME_UNDER_WAY_MS));
        let sent = self.keyframe_at.filter(|at| may_be_lost && tick.since(*at) <= wait);
        sent.filter(|_| !self.allowance.covers(tick, None))
    }

    /// The baseline of a snapshot that was sent.
    pub(super) fn parent(&self, sent: Tick) -> Option<Tick> {
        self.baseline_of.get(sent).copied().flatten()
    }

    /// Records a sent snapshot with its baseline and, if it does not contain every ship, its seats.
    pub(super) fn record_sent(
        &mut self,
        tick: Tick,
        baseline: Option<Tick>,
        part: Option<&SeatSet>,
    ) {
        if baseline.is_none() {
            self.full_update.clear();
        }
        self.sent_ticks.insert(tick);
        match part {
            None => self.sent.record(tick),
            Some(seats) => self.sent.record_part(tick, seats),
        }
        if self.baseline_of.get(tick).is_some_and(|first| *first != baseline) {
            self.resent_with_other_baseline = Some(tick);
        }
        self.baseline_of.insert(tick, baseline);
        (self.waiting, self.held_since) = (Some(tick), None);
    }

    /// Records that a snapshot was handed to the transport.
    pub(super) fn record_written(&mut self, tick: Tick) {
        self.waiting = self.waiting.filter(|waiting| *waiting > tick);
        let Some(baseline) = self.baseline_of.get(tick) else { return };
        if baseline.is_none() {
            self.keyframe_at = Some(tick);
        }
        // After a request for a keyframe only a keyframe can be a baseline.
        let continues = self.written.is_some_and(|written| tick > written);
        if baseline.is_none() || continues {
            self.written = Some(tick);
        }
    }

    /// Handles a request for a keyframe. Over a stream, one already in flight is enough.
    pub(super) fn request_keyframe(&mut self, tick: Tick, rate: TickRate) {
        self.acked = None;
        let wait = i64::from(rate.ticks_in_ms(KEYFRAME_WAIT_MS));
        if self.keyframe_at.is_none_or(|at| tick.since(at) > wait) {
            self.written = None;
        }
    }
}

/// Ticks of snapshots the room keeps as baselines.
pub(super) fn baseline_ticks(rate: TickRate) -> usize {
    rate.ticks_in_ms(BASELINE_MS) as usize
}

/// How long a player has acknowledged nothing of what it was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct AckWait {
    /// When the oldest unacknowledged snapshot was sent; `None` if nothing was sent since the
    /// newest acknowledgement.
    since: Option<Micros>,
}

impl AckWait {
    /// Records that a snapshot is sent.
    pub(super) fn start(&mut self, now: Micros) {
        self.since.get_or_insert(now);
    }

    /// Records an acknowledgement newer than all before.
    pub(super) fn clear(&mut self) {
        self.since = None;
    }

    /// Excludes a stretch of time up to now from the wait.
    pub(super) fn postpone(&mut self, by: Micros) {
        self.since = self.since.map(|since| since + by);
    }

    /// How long the oldest unacknowledged snapshot has waited.
    pub(super) fn silence(&self, now: Micros) -> Micros {
        self.since.map_or(Micros::ZERO, |since| now - since)
    }
}

/// A session's request for a full update.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct FullUpdate {
    /// Whether the next snapshot must be a keyframe.
    due: bool,
    /// When it was last requested.
    asked: Option<Tick>,
}

/// A request came too soon after another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FullUpdateWait {
    /// How long to wait, in ms.
    pub(super) ms: u16,
}

impl FullUpdate {
    /// Requests a full update.
    ///
    /// # Errors
    /// When the last request was less than a second ago.
    pub(super) fn ask(&mut self, tick: Tick, rate: TickRate) -> Result<(), FullUpdateWait> {
        let gap = i64::from(rate.ticks_in_ms(FULL_UPDATE_GAP_MS));
        let since = self.asked.map_or(gap, |asked| tick.since(asked));
        if since < gap {
            let micros = (gap - since) * MICROS_PER_S / i64::from(rate.hz());
            return Err(FullUpdateWait { ms: micros.div_euclid(1000) as u16 + 1 });
        }
        *self = Self { due: true, asked: Some(tick) };
        Ok(())
    }

    /// Whether the next snapshot must be a keyframe.
    pub(super) const fn is_due(self) -> bool {
        self.due
    }

    /// Records that a keyframe is sent.
    pub(super) const fn clear(&mut self) {
        self.due = false;
    }
}
