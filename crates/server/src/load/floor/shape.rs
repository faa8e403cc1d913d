//! What is sent over a floor: what a load of the game came to goes in, the sizes and rates that its
//! echo keeps to come out. One line of JSON takes it from the load to the server that it starts.
use serde::{Deserialize, Serialize};

use super::super::report::Report;

/// Sizes and rates of what one client and its server tell each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// Clients that are served in the same tick, at least 1.
    pub room_size: u16,
    /// A snapshot, in bytes of its message.
    pub snapshot_bytes: usize,
    /// Any other message of the server's, in bytes.
    pub message_bytes: usize,
    /// So many of those go with a snapshot, in the mean; the answers to pings go by themselves.
    pub messages_per_snapshot: f64,
    /// A message of a client's, in bytes.
    pub up_bytes: usize,
}

impl Shape {
    /// What the game's own bots were sent and sent, in rooms of so many.
    pub(super) fn of(report: &Report, room_size: u16, pings_per_s: f64) -> Self {
        let (down, up) = (report.down(), report.up());
        let snapshots = report.snapshots_per_bot_second();
        let snapshot_bytes = report.snapshot_payload_bytes();
        let messages = down.messages - snapshots;
        let message_bytes = down.payload_bytes - snapshots * snapshot_bytes;
        let beside = (messages - pings_per_s).max(0.0);
        Self {
            room_size,
            snapshot_bytes: snapshot_bytes.round() as usize,
            message_bytes: by(message_bytes, messages).round() as usize,
            messages_per_snapshot: (by(beside, snapshots) * 1000.0).round() / 1000.0,
            up_bytes: by(up.payload_bytes, up.messages).round() as usize,
        }
    }
}

/// So much for each of so many; nothing, where there is none.
fn by(sum: f64, n: f64) -> f64 {
    if n > 0.0 { sum / n } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::figures::{Figures, Traffic};
    use crate::load::report::{Cause, Measured};

    fn shape(figures: &Figures) -> Shape {
        let report = Report::new(&Measured {
            bots: 1,
            rooms: 1,
            full_bots: 0,
            seconds: 10.0,
            cause: Cause::Time,
            figures,
            server: None,
            generator_cpu_s: 0.0,
        });
        Shape::of(&report, 64, 2.0)
    }

    #[test]
    fn a_floor_is_told_as_much_as_the_game() {
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
