//! The net graph, after Source's: the packets of the last seconds and the statistics derived from
//! them. Built on demand from what the client keeps anyway.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::packet_log::{PacketIn, PacketKind, PacketOut};
use crate::{
    base::time::{Micros, TickRate, ViewTime},
    report::shot_record::ShotRecord,
    schemes::clamp::Clamp,
    sim::event::ShotId,
    wire::bits::Category,
};

/// The categories in a bar, stacked from the bottom.
pub const STACK: [Category; 5] =
    [Category::Header, Category::OwnShip, Category::Ships, Category::Bolts, Category::Events];

/// Traffic in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// Packets in the last second.
    pub packets_per_s: u32,
    /// Message bytes in the last second, without transport headers.
    pub bytes_per_s: u32,
}

/// Why an interpolation delay is too short for the snapshot rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DelayWarning {
    /// Shorter than the snapshot interval: the newer snapshot of each pair is late even without
    /// loss.
    TooShort,
    /// Shorter than two snapshot intervals: a single lost snapshot shows.
    OneLossShows,
}

/// How far behind the snapshots remote ships are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interpolation {
    /// The delay in force.
    pub delay: Micros,
    /// The time between snapshots.
    pub interval: Micros,
    /// Set if the delay is too short for the interval.
    pub warning: Option<DelayWarning>,
    /// How long ago a frame last ran out of data, drawing beyond the newest snapshot; 0 for the
    /// last frame.
    pub out_of_data: Option<Micros>,
}

/// How far the server rewound for a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewind {
    pub shot: ShotId,
    /// From the time of the shot back to the time at which its targets were judged.
    pub used: Micros,
    /// Why that is not the time that the shot requested.
    pub clamp: Option<Clamp>,
}

/// The net graph of a client at one time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetGraph {
    /// That time, on the client's clock.
    pub now: Micros,
    /// The packets received within `NET_GRAPH_MS`, oldest first.
    pub received: Vec<PacketIn>,
    /// The packets sent in that time, oldest first.
    pub sent: Vec<PacketOut>,
    /// Round trip of the newest ping, in ms.
    pub ping_ms: Option<u32>,
    pub incoming: Traffic,
    pub outgoing: Traffic,
    /// Snapshots received in the last second.
    pub updates_per_s: u32,
    /// Packets with new commands sent in the last second.
    pub command_packets_per_s: u32,
    /// New commands in them.
    pub commands_per_s: u32,
    /// Lost snapshots, in thousandths of those expected, over the packets above.
    pub loss_permille: u32,
    /// Snapshots choked by the server, in thousandths of those expected.
    pub choke_permille: u32,
    /// How early commands arrived, by the newest report, in ms; negative: too late.
    pub command_margin_ms: i32,
    /// The newest prediction error, in u.
    pub error_u: f32,
    /// The largest prediction error among the packets above, in u.
    pub error_worst_u: f32,
    /// The interpolation of remote ships; `None` if they are not interpolated.
    pub interpolation: Option<Interpolation>,
    /// Ticks of the whole world that the newest snapshot made the client rerun; `None` if only the
    /// own ship is predicted.
    pub rerun_ticks: Option<u32>,
    /// The rewind of the newest judged own shot.
    pub rewind: Option<Rewind>,
    /// Snapshots since the join that could not be decoded or did not reproduce the server's state.
    pub mismatches: u32,
}

/// The expected snapshots, by outcome.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expected {
    received: u32,
    pub(super) lost: u32,
    pub(super) choked: u32,
}

impl NetGraph {
    /// Lost snapshots among the packets shown.
    #[must_use]
    pub fn lost(&self) -> u32 {
        expected(self.received.iter()).lost
    }

    /// Choked snapshots among the packets shown.
    #[must_use]
    pub fn choked(&self) -> u32 {
        expected(self.received.iter()).choked
    }

    /// The bytes of all received packets shown.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        self.received.iter().map(|packet| packet.bytes).sum()
    }

    /// The mean size of a snapshot, in tenths of a byte, over those shown. `None` if there are
    /// none.
    #[must_use]
    pub fn snapshot_tenths(&self) -> Option<u32> {
        let snapshots = self.received.iter().filter(|packet| is_update(packet.kind));
        let counted = |(n, sum), packet: &PacketIn| (n + 1, sum + u64::from(packet.bytes));
        let (n, bytes) = snapshots.fold((0, 0), counted);
        let tenths = (bytes * 10 + n / 2).checked_div(n)?;
        Some(u32::try_from(tenths).unwrap_or(u32::MAX))
    }
}

impl Rewind {
    /// How far the server rewound for a shot, from the time it was fired. That time is the
    /// verdict's tick minus the shot's age at the verdict.
    pub(super) fn of(record: &ShotRecord, rate: TickRate) -> Self {
        let fired = ViewTime(ViewTime::from_tick(record.judged_at).0 - record.age);
        let used = rate.micros_in_steps(fired.since(record.view.used));
        Self { shot: record.shot, used, clamp: record.view.clamp }
    }
}

impl Expected {
    pub(super) fn permille(self, part: u32) -> u32 {
        let all = self.received + self.lost + self.choked;
        (part * 1000 + all / 2).checked_div(all).unwrap_or(0)
    }
}

/// Whether a packet is a snapshot sent at the update rate.
pub(super) fn is_update(kind: PacketKind) -> bool {
    matches!(kind, PacketKind::Snapshot | PacketKind::Late | PacketKind::Unusable)
}

pub(super) fn expected<'a>(packets: impl Iterator<Item = &'a PacketIn>) -> Expected {
    packets.fold(Expected::default(), |sum, packet| Expected {
        received: sum.received + u32::from(is_update(packet.kind)),
        lost: sum.lost + u32::from(packet.lost),
        choked: sum.choked + u32::from(packet.choked),
    })
}

pub(super) fn traffic(bytes: impl Iterator<Item = u32>) -> Traffic {
    bytes.fold(Traffic::default(), |sum, bytes| Traffic {
        packets_per_s: sum.packets_per_s + 1,
        bytes_per_s: sum.bytes_per_s + bytes,
    })
}
