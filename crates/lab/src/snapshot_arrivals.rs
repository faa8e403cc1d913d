//! The arrivals of the first player's snapshots: how long after its tick each arrives, and whether
//! the view had passed it by then. Observes a column after every frame, in the one scenario that is
//! about them.

use alloc::collections::VecDeque;

use serde::Serialize;
use shared::{
    base::{queue::push_bounded, time::Micros},
    wire::link::{Delivery, Fate},
};

use crate::{harness::Harness, limits::SNAPSHOT_ARRIVALS_MAX};

/// A snapshot sent to the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SnapshotArrival {
    /// When it was sent, which is the time of its tick.
    pub sent: Micros,
    pub fate: ArrivalFate,
}

/// What became of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ArrivalFate {
    /// It arrived before the view passed its tick, this long after it was sent.
    InTime { after: Micros },
    /// It arrived when the view had passed its tick, this long after it was sent.
    TooLate { after: Micros },
    /// It was lost on the way.
    Lost,
}

impl ArrivalFate {
    /// How long after it was sent it arrived; `None` if it was lost.
    #[must_use]
    pub const fn after(self) -> Option<Micros> {
        match self {
            Self::InTime { after } | Self::TooLate { after } => Some(after),
            Self::Lost => None,
        }
    }
}

/// The snapshots observed so far.
#[derive(Clone, Debug, Serialize)]
pub struct SnapshotArrivals {
    /// Up to [`SNAPSHOT_ARRIVALS_MAX`], in the order in which they arrived or were found lost.
    arrivals: VecDeque<SnapshotArrival>,
    /// Packets that arrived up to this time have been observed.
    read: Micros,
    /// How far behind the server the view is.
    behind: Micros,
}

impl SnapshotArrivals {
    /// Starts observing now.
    pub(super) fn new(harness: &Harness) -> Self {
        Self { arrivals: VecDeque::new(), read: harness.now(), behind: Micros::ZERO }
    }

    /// In the order in which they arrived or were found lost.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &SnapshotArrival> {
        self.arrivals.iter()
    }

    /// How far behind the server the first player's view of the others is: a snapshot that arrives
    /// later than this after its tick is too late.
    #[must_use]
    pub fn behind(&self) -> Micros {
        self.behind
    }

    /// Number of snapshots in time, too late, and lost.
    #[must_use]
    pub fn counts(&self) -> [u32; 3] {
        let mut counts = [0; 3];
        for arrival in &self.arrivals {
            counts[match arrival.fate {
                ArrivalFate::InTime { .. } => 0,
                ArrivalFate::TooLate { .. } => 1,
                ArrivalFate::Lost => 2,
            }] += 1;
        }
        counts
    }

    /// Observes the first player's downlink after a frame.
    pub(super) fn observe(&mut self, harness: &Harness) {
        let (client, now) = (harness.client(0), harness.now());
        let Some((rate, view)) = client.tick_rate().zip(client.view()) else { return };
        self.behind = now - rate.micros_in_steps(view.time.0);
        let [_, down] = harness.links(0);
        let usual = Micros::from_ms(down.conditions().latency_ms.into());
        for packet in down.traffic().filter(|one| one.delivery == Delivery::Unreliable) {
            // A lost one is missed when it should have been there.
            let at = match packet.fate {
                Fate::Arrives { at } => at,
                Fate::Lost | Fate::Refused => packet.sent + usual,
            };
            if at <= self.read || at > now {
                continue;
            }
            let after = at - packet.sent;
            let fate = match packet.fate {
                Fate::Arrives { .. } if after <= self.behind => ArrivalFate::InTime { after },
                Fate::Arrives { .. } => ArrivalFate::TooLate { after },
                Fate::Lost | Fate::Refused => ArrivalFate::Lost,
            };
            let arrival = SnapshotArrival { sent: packet.sent, fate };
            push_bounded(&mut self.arrivals, arrival, SNAPSHOT_ARRIVALS_MAX);
        }
        self.read = now;
    }
}
