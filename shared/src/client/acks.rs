//! Command acknowledgements: records when each command was sent, and estimates the round trip as
//! QuakeWorld does from the executed command that each snapshot names.

use serde::Serialize;

use crate::{
    base::{
        limits::PREDICTION_TICKS,
        tick_ring::TickRing,
        time::{Micros, Tick},
    },
    schemes::quakeworld::LatencyEstimate,
};

/// Sent commands and the newest acknowledgement.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Acks {
    /// When each command was first sent, by tick.
    sent: TickRing<Micros>,
    executed: Tick,
    latency: LatencyEstimate,
    /// When the newest snapshot arrived.
    snapshot_at: Micros,
}

impl Acks {
    pub(super) fn new(now: Micros) -> Self {
        Self {
            sent: TickRing::new(PREDICTION_TICKS),
            executed: Tick::ZERO,
            latency: LatencyEstimate::default(),
            snapshot_at: now,
        }
    }

    /// Records that the commands `first..=newest` are sent now.
    pub(super) fn note_sent(&mut self, now: Micros, first: Tick, newest: Tick) {
        for tick in first.0..=newest.0 {
            self.sent.insert(Tick(tick), now);
        }
    }

    /// Drops everything after `tick`: later ticks will be reused.
    pub(super) fn forget_after(&mut self, tick: Tick) {
        self.sent.forget_after(tick);
    }

    /// Handles a snapshot that names `executed` as the last executed command. If an earlier
    /// snapshot named the same command, this one is no latency sample.
    pub(super) fn handle_snapshot(&mut self, now: Micros, executed: Tick) {
        self.snapshot_at = now;
        if executed > self.executed {
            self.executed = executed;
            if let Some(sent) = self.sent.get(executed) {
                self.latency.sample(now - *sent);
            }
        }
    }

    /// The last command the server executed, by its newest snapshot.
    pub(super) fn executed(&self) -> Tick {
        self.executed
    }

    /// When a command was first sent, if known.
    pub(super) fn sent(&self, tick: Tick) -> Option<Micros> {
        self.sent.get(tick).copied()
    }

    /// When the last executed command was sent, if known.
    pub(super) fn acked_sent(&self) -> Option<Micros> {
        self.sent(self.executed)
    }

    /// The estimated round trip, including the margin. It drops at once and creeps up.
    pub(super) fn latency(&self) -> Micros {
        self.latency.get()
    }

    /// When the newest snapshot arrived.
    pub(super) fn newest_snapshot_at(&self) -> Micros {
        self.snapshot_at
    }
}
