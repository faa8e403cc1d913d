//! Collects what one bot received and sent during the measurement, and adds up the figures of all
//! bots.
use std::collections::BTreeMap;
use std::time::Duration;

use hdrhistogram::Histogram;

use super::doubled::Visit;
use super::presence::Outages;

/// Headers of IPv4 (20 bytes) and TCP with time stamps (32 bytes), as Linux sends them. This is an
/// estimate, since the program cannot see them: frames that share a segment cost less, and pure ACK
/// segments are not counted.
pub(super) const TCP_IP_BYTES_PER_FRAME: u64 = 52;
/// The longest gap between snapshots that the histogram resolves.
const GAP_MAX_US: u64 = 60_000_000;
/// Significant digits of the gap histogram.
const GAP_DIGITS: u8 = 2;

/// Traffic in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traffic {
    pub(super) messages: u64,
    /// Payload of messages.
    pub(super) payload_bytes: u64,
    /// Payload of messages, WebSocket frame headers, and an estimate of the TCP and IP headers.
    pub(super) wire_bytes: u64,
}

/// How a bot ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// It was stopped.
    Stopped,
    /// The server closed the connection, for this reason.
    Closed(String),
    /// The connection broke.
    Lost,
    /// It never connected.
    Unconnected,
    /// The handshake was refused with this status.
    Refused(u16),
    /// It could not parse a message.
    Unreadable,
    /// It gave up a server that said nothing.
    TimedOut,
}

/// The figures of one or more bots.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    pub(super) down: Traffic,
    pub(super) up: Traffic,
    pub(super) snapshots: u64,
    /// Message bytes of the snapshots.
    pub(super) snapshot_bytes: u64,
    /// Snapshots without a baseline, except each bot's first.
    pub(super) keyframes: u64,
    pub(super) keyframe_requests: u64,
    pub(super) decode_errors: u64,
    /// Snapshots after which a full bot's state differed from the server's.
    pub(super) hash_mismatches: u64,
    /// Time between snapshots of the same bot, in µs.
    pub(super) gaps_us: Option<Histogram<u32>>,
    /// Bots that got into a room.
    pub(super) joined: u32,
    /// How the bots ended.
    pub(super) ends: BTreeMap<End, u32>,
    /// When the bots did not play although they had a seat before.
    pub(super) outages: Outages,
    /// Where they played, in no order.
    pub(super) visits: Vec<Visit>,
}

impl Traffic {
    /// Counts a message sent; client frames carry a mask of four bytes.
    pub(super) fn count_up(&mut self, payload_bytes: usize) {
        self.count(payload_bytes, 4);
    }

    /// Counts a message received.
    pub(super) fn count_down(&mut self, payload_bytes: usize) {
        self.count(payload_bytes, 0);
    }

    fn count(&mut self, payload_bytes: usize, mask_bytes: u64) {
        let header_bytes = match payload_bytes {
            0..=125 => 2,
            126..=0xFFFF => 4,
            _ => 10,
        };
        let payload_bytes = payload_bytes as u64;
        self.messages += 1;
        self.payload_bytes += payload_bytes;
        self.wire_bytes += payload_bytes + header_bytes + mask_bytes + TCP_IP_BYTES_PER_FRAME;
    }

    fn add(&mut self, other: Self) {
        self.messages += other.messages;
        self.payload_bytes += other.payload_bytes;
        self.wire_bytes += other.wire_bytes;
    }
}

impl End {
    /// Its label in the report.
    pub(super) fn label(&self) -> String {
        match self {
            Self::Stopped => "told".into(),
            Self::Closed(reason) => reason.clone(),
            Self::Lost => "lost".into(),
            Self::Unconnected => "unconnected".into(),
            Self::Refused(status) => format!("refused_{status}"),
            Self::Unreadable => "unreadable".into(),
            Self::TimedOut => "timed_out".into(),
        }
    }
}

impl Default for Figures {
    fn default() -> Self {
        Self {
            down: Traffic::default(),
            up: Traffic::default(),
            snapshots: 0,
            snapshot_bytes: 0,
            keyframes: 0,
            keyframe_requests: 0,
            decode_errors: 0,
            hash_mismatches: 0,
            // Fails only for invalid bounds, which these are not.
            gaps_us: Histogram::new_with_bounds(1, GAP_MAX_US, GAP_DIGITS).ok(),
            joined: 0,
            ends: BTreeMap::new(),
            outages: Outages::default(),
            visits: Vec::new(),
        }
    }
}

impl Figures {
    /// Counts the time between two snapshots.
    pub(super) fn count_gap(&mut self, gap: Duration) {
        if let Some(gaps) = &mut self.gaps_us {
            gaps.saturating_record(gap.as_micros().try_into().unwrap_or(u64::MAX));
        }
    }

    /// Adds the figures of another bot.
    pub(super) fn add(&mut self, other: &Self) {
        self.down.add(other.down);
        self.up.add(other.up);
        self.snapshots += other.snapshots;
        self.snapshot_bytes += other.snapshot_bytes;
        self.keyframes += other.keyframes;
        self.keyframe_requests += other.keyframe_requests;
        self.decode_errors += other.decode_errors;
        self.joined += other.joined;
        self.hash_mismatches += other.hash_mismatches;
        if let (Some(own), Some(others)) = (&mut self.gaps_us, &other.gaps_us) {
            // Both have the same bounds.
            let _ = own.add(others);
        }
        self.outages.add(&other.outages);
        self.visits.extend_from_slice(&other.visits);
        for (end, n) in &other.ends {
            *self.ends.entry(end.clone()).or_default() += n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_cost_their_headers() {
        for (payload, down, up) in [(0, 54, 58), (125, 179, 183), (126, 182, 186)] {
            let (mut one, mut other) = (Traffic::default(), Traffic::default());
            one.count_down(payload);
            other.count_up(payload);
            assert_eq!((one.wire_bytes, other.wire_bytes), (down, up), "{payload} bytes");
        }
        let mut long = Traffic::default();
        long.count_down(70_000);
        assert_eq!(long.wire_bytes, 70_062);
    }

    #[test]
    fn figures_add_up() {
        let mut one = Figures { snapshots: 2, joined: 1, ..Figures::default() };
        one.count_gap(Duration::from_millis(50));
        one.ends.insert(End::Stopped, 1);
        let mut all = Figures::default();
        all.add(&one);
        all.add(&Figures { hash_mismatches: 3, ..one.clone() });
        assert_eq!((all.snapshots, all.joined, all.hash_mismatches), (4, 2, 3));
        assert_eq!(all.ends[&End::Stopped], 2);
        let gaps = all.gaps_us.unwrap();
        assert_eq!(gaps.len(), 2);
        assert!(gaps.value_at_quantile(0.5).abs_diff(50_000) < 1000);
    }
}
