//! The message sizes and rates of a floor, taken from a load of the game. Passed to the floor's
//! server as one line of JSON.
use serde::{Deserialize, Serialize};

use super::super::report::Report;

/// Sizes and rates of messages between a client and its server.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// Clients served in the same tick, at least 1.
    pub room_size: u16,
    /// Size of a snapshot message, in bytes.
    pub snapshot_bytes: usize,
    /// Size of any other message from the server, in bytes.
    pub message_bytes: usize,
    /// Mean number of those for each snapshot, not counting the answers to pings.
    pub messages_per_snapshot: f64,
    /// Size of a message from a client, in bytes.
    pub up_bytes: usize,
}

impl Shape {
    /// Takes the shape from the traffic of the game's bots, in rooms of `room_size`.
    pub(super) fn of(report: &Report, room_size: u16, pings_per_s: f64) -> Self {
        let (down, up) = (report.down(), report.up());
        let snapshots = report.snapshots_per_bot_second();
        let snapshot_bytes = report.snapshot_payload_bytes();
        let messages = down.messages - snapshots;
        let message_bytes = down.payload_bytes - snapshots * snapshot_bytes;
        let other_messages = (messages - pings_per_s).max(0.0);
        Self {
            room_size,
            snapshot_bytes: snapshot_bytes.round() as usize,
            message_bytes: ratio(message_bytes, messages).round() as usize,
            messages_per_snapshot: (ratio(other_messages, snapshots) * 1000.0).round() / 1000.0,
            up_bytes: ratio(up.payload_bytes, up.messages).round() as usize,
        }
    }
}

/// `sum / n`; 0 if `n` is 0.
fn ratio(sum: f64, n: f64) -> f64 {
    if n > 0.0 { sum / n } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::figures::{Figures, Traffic};
    use crate::load::plan::ComeBack;
    use crate::load::report::{Cause, Measured};

    fn shape(figures: &Figures) -> Shape {
        let report = Report::new(&Measured {
            bots: 1,
            rooms: 1,
            full_bots: 0,
            seconds: 10.0,
            cause: Cause::Time,
            come_back: ComeBack::Ordered,
            figures,
            watchers: 0,
            watched: &Figures::default(),
            server: None,
            generator_cpu_s: 0.0,
        });
        Shape::of(&report, 64, 2.0)
    }

    #[test]
    fn shape_matches_the_games_traffic() {
        let snapshot_bytes = 200 * 98;
        let payload_bytes = snapshot_bytes + 60 * 61;
        let figures = Figures {
            down: Traffic { messages: 260, payload_bytes, wire_bytes: 0 },
            up: Traffic { messages: 270, payload_bytes: 270 * 19, wire_bytes: 0 },
            snapshots: 200,
            snapshot_bytes,
            ..Figures::default()
        };
        let want = Shape {
            room_size: 64,
            snapshot_bytes: 98,
            message_bytes: 61,
            messages_per_snapshot: 0.2,
            up_bytes: 19,
        };
        assert_eq!(shape(&figures), want);
        let nothing = shape(&Figures::default());
        assert_eq!((nothing.up_bytes, nothing.messages_per_snapshot), (0, 0.0));
    }
}
