//! What one client costs a room, by its manner, while all other clients are honest.

use shared::{
    base::limits::{KEYFRAME_COUNTS_MS, TICK_RESENDS_MAX},
    wire::conditions::LinkMode,
};

use super::{
    lines::{Lines, Sent, line},
    manner::Manner,
};

/// How long a room runs until it is steady, and how long it is measured, in s.
const BEFORE_S: u32 = 4;
const MEASURED_S: u32 = 20;

/// The cost of a client per second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    snapshots: f64,
    keyframes: f64,
    /// Ticks that its snapshots cover.
    ticks: f64,
    pub(super) bytes: f64,
    /// Messages with the headers that carry them.
    wire_bytes: f64,
    /// Bodies that the room encoded, for all players together.
    pub(super) bodies: f64,
}

impl Cost {
    /// The cost of a client of `manner` that asks for `rate` snapshots a second, in a room of so
    /// many seats and players. The others are honest and ask for thirty a second.
    pub(super) fn of(seed: u64, manner: Manner, rate: u16, (seats, players): (u16, u16)) -> Self {
        let mut lines = Lines::new(seed, seats);
        for n in 1..players {
            lines.join(Manner::Stream, 30, line(LinkMode::Stream, 20 + 10 * n, 0));
        }
        let own = lines.join(manner, rate, line(LinkMode::Datagram, 100, 0));
        lines.run(BEFORE_S);
        let before = (lines.guests[own].sent, lines.room.stats().bodies);
        lines.run(MEASURED_S);
        let after = (lines.guests[own].sent, lines.room.stats().bodies);
        let a_second = |count: fn(&Sent) -> u64| {
            (count(&after.0) - count(&before.0)) as f64 / f64::from(MEASURED_S)
        };
        let cost = Self {
            snapshots: a_second(|sent| sent.snapshots),
            keyframes: a_second(|sent| sent.keyframes),
            ticks: a_second(|sent| sent.ticks),
            bytes: a_second(|sent| sent.bytes),
            wire_bytes: a_second(|sent| sent.wire_bytes),
            bodies: (after.1 - before.1) as f64 / f64::from(MEASURED_S),
        };
        check_keyframes(&lines, own);
        // A newcomer has two keyframes saved up, and so may this client when measuring starts.
        let keyframe = f64::from(60 * KEYFRAME_COUNTS_MS) / 1000.0;
        let saved = 2.0 * keyframe * f64::from(1 + lines.guests[own].joins);
        let earned = f64::from(60 * TICK_RESENDS_MAX) + saved / f64::from(MEASURED_S);
        let spent = cost.ticks + cost.keyframes * keyframe;
        assert!(spent <= earned, "{manner:?}: {spent} of {earned} ticks a second");
        cost
    }

    /// Prints a row: against an honest client at the same rate, and at the default rate.
    pub(super) fn print(&self, who: &str, same: &Self, default: &Self) {
        println!(
            "  {who:>22}: {:4.1} snapshots, {:3.1} keyframes, {:3.0} ticks, {:5.0} B, {:4.2} × \
             ({:4.2} × on the wire; {:4.2} × the default), {:4.1} bodies, {:4.2} ×",
            self.snapshots,
            self.keyframes,
            self.ticks,
            self.bytes,
            self.bytes / same.bytes,
            self.wire_bytes / same.wire_bytes,
            self.bytes / default.bytes,
            self.bodies,
            self.bodies / same.bodies,
        );
    }
}

/// Asserts that no second holds more than two keyframes.
fn check_keyframes(lines: &Lines, guest: usize) {
    for three in lines.guests[guest].keyframes.windows(3) {
        assert!(three[2].since(three[0]) >= 60, "{three:?}");
    }
}
