//! The net graph, after Source's: the packets of the last seconds and the figures made of them,
//! for whoever draws or prints them. Made anew at every call from what the client keeps anyway.

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

/// What bars are made of, in the order in which they are stacked, from the bottom.
pub const STACK: [Category; 5] =
    [Category::Header, Category::OwnShip, Category::Ships, Category::Bolts, Category::Events];

/// How much goes one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// Packets a second: how many in the last one.
    pub packets_per_s: u32,
    /// Bytes a second, likewise: of messages, without the headers of the carrier.
    pub bytes_per_s: u32,
}

/// What is wrong with an interpolation delay for the rate at which snapshots come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DelayWarning {
    /// It is shorter than the time from one snapshot to the next: the newer one of each pair is
    /// not here in time, even where none is lost.
    TooShort,
    /// It is shorter than twice that time: one lost snapshot shows.
    OneLossShows,
}

/// How far behind the snapshots the others are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interpolation {
    /// The delay in force.
    pub delay: Micros,
    /// The time from one snapshot to the next.
    pub interval: Micros,
    /// Whether the delay is too short for that.
    pub warning: Option<DelayWarning>,
    /// How long ago a frame last looked beyond the newest snapshot, out of data; 0: the last
    /// frame did.
    pub out_of_data: Option<Micros>,
}

/// How far back the server looked for a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewind {
    pub shot: ShotId,
    /// From the shot back to the moment at which its targets were looked at.
    pub used: Micros,
    /// Why it is not the moment that the shot asked for.
    pub clamp: Option<Clamp>,
}

/// The net graph of a client at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetGraph {
    /// That moment, on the client's clock.
    pub now: Micros,
    /// The packets that came within `NET_GRAPH_MS`, oldest first.
    pub came: Vec<PacketIn>,
    /// The packets that went in that time, oldest first.
    pub went: Vec<PacketOut>,
    /// Round trip by the newest echo, in ms.
    pub ping_ms: Option<u32>,
    /// From the server.
    pub incoming: Traffic,
    /// To the server.
    pub outgoing: Traffic,
    /// Snapshots that came in the last second.
    pub updates_per_s: u32,
    /// Packets with new commands that went in the last second.
    pub command_packets_per_s: u32,
    /// New commands in them.
    pub commands_per_s: u32,
    /// Snapshots lost among those expected, in thousandths; of all packets above.
    pub loss_permille: u32,
    /// Snapshots left out by the server among those expected, likewise.
    pub choke_permille: u32,
    /// How early the commands came, by the newest word, in ms; negative: too late.
    pub command_margin_ms: i32,
    /// The newest prediction error, in u.
    pub error_u: f32,
    /// The largest that the packets above told of, in u.
    pub error_worst_u: f32,
    /// Where the others are drawn behind the snapshots; `None` where they are not.
    pub interpolation: Option<Interpolation>,
    /// Ticks of the whole world that the newest snapshot had run again; `None` where only the own
    /// ship is predicted.
    pub rerun_ticks: Option<u32>,
    /// How far back the server looked for the player's newest shot that was judged.
    pub rewind: Option<Rewind>,
    /// Snapshots since the join that led to another state than the server's, or to none.
    pub mismatches: u32,
}

/// What was expected of the snapshots, and what became of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expected {
    came: u32,
    pub(super) lost: u32,
    pub(super) choked: u32,
}

impl NetGraph {
    /// Snapshots among the packets shown that never came.
    #[must_use]
    pub fn lost(&self) -> u32 {
        expected(self.came.iter()).lost
    }

    /// Snapshots among them that the server left out.
    #[must_use]
    pub fn choked(&self) -> u32 {
        expected(self.came.iter()).choked
    }

    /// The bytes of all packets shown that came.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        self.came.iter().map(|packet| packet.bytes).sum()
    }

    /// The bytes of a snapshot, in tenths: the mean of those shown. `None` where none came.
    #[must_use]
    pub fn snapshot_tenths(&self) -> Option<u32> {
        let snapshots = self.came.iter().filter(|packet| is_update(packet.kind));
        let counted = |(n, sum), packet: &PacketIn| (n + 1, sum + u64::from(packet.bytes));
        let (n, bytes) = snapshots.fold((0, 0), counted);
        let tenths = (bytes * 10 + n / 2).checked_div(n)?;
        Some(u32::try_from(tenths).unwrap_or(u32::MAX))
    }
}

impl Rewind {
    /// How far back the server looked for a shot: from the moment it was fired, which is the
    /// verdict's less the age that the shot had then.
    pub(super) fn of(record: &ShotRecord, rate: TickRate) -> Self {
        let fired = ViewTime(ViewTime::from_tick(record.judged_at).0 - record.age);
        let used = rate.micros_in_steps(fired.since(record.view.used));
        Self { shot: record.shot, used, clamp: record.view.clamp }
    }
}

impl Expected {
    pub(super) fn permille(self, part: u32) -> u32 {
        let all = self.came + self.lost + self.choked;
        (part * 1000 + all / 2).checked_div(all).unwrap_or(0)
    }
}

/// Whether a packet is one of the snapshots that the server sends at the update rate.
pub(super) fn is_update(kind: PacketKind) -> bool {
    matches!(kind, PacketKind::Snapshot | PacketKind::Late | PacketKind::Unusable)
}

pub(super) fn expected<'a>(came: impl Iterator<Item = &'a PacketIn>) -> Expected {
    came.fold(Expected::default(), |sum, packet| Expected {
        came: sum.came + u32::from(is_update(packet.kind)),
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
