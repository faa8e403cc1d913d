//! What the server has of the player's commands: each command's sending goes in, every snapshot
//! says which was executed, and the round trip as QuakeWorld estimates it comes out.

use serde::Serialize;

use crate::{
    base::{
        limits::PREDICTION_TICKS,
        tick_ring::TickRing,
        time::{Micros, Tick},
    },
    schemes::quakeworld::LatencyEstimate,
};

/// Commands that were sent, and the newest word on them.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Acks {
    /// When each command was sent first, by its key.
    sent: TickRing<Micros>,
    executed: Tick,
    latency: LatencyEstimate,
    /// When the newest snapshot came.
    told_at: Micros,
}

impl Acks {
    pub(super) fn new(now: Micros) -> Self {
        Self {
            sent: TickRing::new(PREDICTION_TICKS),
            executed: Tick::ZERO,
            latency: LatencyEstimate::default(),
            told_at: now,
        }
    }

    /// Commands from one key to another are sent now.
    pub(super) fn note_sent(&mut self, now: Micros, first: Tick, newest: Tick) {
        for key in first.0..=newest.0 {
            self.sent.insert(Tick(key), now);
        }
    }

    /// Keys after a tick come again: what was sent for them does not count.
    pub(super) fn forget_after(&mut self, tick: Tick) {
        self.sent.forget_after(tick);
    }

    /// A snapshot says which command was executed last. One that was named before is no sample: it
    /// says how long the next one takes, and not how long this one took.
    pub(super) fn handle_snapshot(&mut self, now: Micros, executed: Tick) {
        self.told_at = now;
        if executed > self.executed {
            self.executed = executed;
            if let Some(sent) = self.sent.get(executed) {
                self.latency.sample(now - *sent);
            }
        }
    }

    /// The key of the last command that the server executed, by its newest word.
    pub(super) fn executed(&self) -> Tick {
        self.executed
    }

    /// When a command was sent first, if it is known.
    pub(super) fn sent(&self, key: Tick) -> Option<Micros> {
        self.sent.get(key).copied()
    }

    /// When the last command was sent that the server executed, if it is known.
    pub(super) fn acked_sent(&self) -> Option<Micros> {
        self.sent(self.executed)
    }

    /// The round trip, margin included: falls at once and creeps up.
    pub(super) fn latency(&self) -> Micros {
        self.latency.get()
    }

    /// When the newest snapshot came.
    pub(super) fn newest_snapshot_at(&self) -> Micros {
        self.told_at
    }
}
