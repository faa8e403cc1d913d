//! Over a stream, a snapshot is a delta against the last one written, acknowledged or not, and a
//! viewer that requests a keyframe gets one. Nothing is encoded for a viewer whose last snapshot is
//! still unwritten, whatever delivery it declares.

use shared::{
    base::time::{Micros, Tick, TickRate},
    netcode::values::{SnapshotDelivery, Subscription},
    room::{Output, Room, SessionId},
    sim::arena::Arena,
    wire::{
        command_packet::CommandPacket,
        message::{Hello, ServerMessage, commands_message},
        snapshot::decode,
    },
};

use crate::support::guest::config_of;

/// A viewer whose socket and acknowledgements a test controls.
struct Viewer {
    room: Room,
    session: SessionId,
    /// For each snapshot sent its tick and its baseline.
    sent: Vec<(Tick, Option<Tick>)>,
}

impl Viewer {
    fn new(delivery: SnapshotDelivery) -> Self {
        let mut room = Room::new(config_of(4, 4, Arena::empty(), 3), Micros::ZERO).unwrap();
        let hello = Hello {
            subscription: Subscription { delivery, ..Subscription::default() },
            ..Hello::new("viewer", "")
        };
        let session = room.handle_join(Micros::ZERO, &hello).unwrap();
        Self { room, session, sent: Vec::new() }
    }

    /// Runs some ticks. `ack` is the viewer's acknowledgement in each tick, and `writes` says
    /// whether its socket takes what it is sent.
    fn run(
        &mut self,
        ticks: u32,
        ack: impl Fn(&Self) -> Option<Tick>,
        writes: impl Fn(Tick) -> bool,
    ) {
        for _ in 0..ticks {
            let ack = ack(self);
            let packet = CommandPacket { ack, view_epoch: 0, commands: Vec::new() };
            let now = self.room.poll_time();
            self.room.handle_message(now, self.session, &commands_message(&packet.encode()));
            self.room.handle_time(now);
            while let Some(output) = self.room.poll_output() {
                let Output::Snapshot { session, tick, message } = output else { continue };
                let Ok(ServerMessage::Snapshot(bytes)) = ServerMessage::decode(&message) else {
                    panic!("the room sends valid messages");
                };
                self.sent.push((tick, decode(bytes).unwrap().0.baseline));
                if writes(tick) {
                    self.room.handle_written(session, tick);
                }
            }
        }
    }

    fn newest(&self) -> Option<Tick> {
        self.sent.last().map(|(tick, _)| *tick)
    }

    fn keyframes(&self) -> Vec<Tick> {
        let keyframes = self.sent.iter().filter(|(_, baseline)| baseline.is_none());
        keyframes.map(|(tick, _)| *tick).collect()
    }
}

#[test]
fn a_snapshot_builds_upon_the_last_one_written() {
    let mut viewer = Viewer::new(SnapshotDelivery::Stream);
    // Only the first snapshot is acknowledged, so that acknowledgements do not matter.
    let first = |viewer: &Viewer| viewer.sent.first().map(|(tick, _)| *tick);
    viewer.run(120, first, |_| true);
    assert_eq!(viewer.keyframes().len(), 1, "the first");
    let mut written = None;
    for (tick, baseline) in viewer.sent {
        assert_eq!(baseline, written, "tick {}", tick.0);
        written = Some(tick);
    }
}

#[test]
fn nothing_is_made_while_the_last_one_waits() {
    check_waiting(SnapshotDelivery::Stream);
}

#[test]
fn to_say_that_snapshots_may_be_lost_makes_no_more_of_them() {
    check_waiting(SnapshotDelivery::Datagram);
}

fn check_waiting(delivery: SnapshotDelivery) {
    let mut viewer = Viewer::new(delivery);
    viewer.run(60, Viewer::newest, |tick| tick.0 < 40);
    let last = viewer.newest().unwrap();
    assert!((40..42).contains(&last.0), "the first that the socket does not take: {last:?}");
    let (made, choked) = (viewer.room.stats().snapshots, viewer.room.stats().choked);
    viewer.run(60, Viewer::newest, |_| true);
    let stats = viewer.room.stats();
    assert_eq!(stats.snapshots, made, "a second later no snapshot was made");
    assert!(stats.choked >= choked + 30, "{} were left out", stats.choked - choked);
    viewer.room.handle_written(viewer.session, last);
    viewer.run(2, Viewer::newest, |_| true);
    assert_eq!(viewer.sent.last().map(|(_, baseline)| *baseline), Some(Some(last)));
}

#[test]
fn who_asks_for_a_keyframe_gets_one_and_not_one_after_the_other() {
    let mut viewer = Viewer::new(SnapshotDelivery::Stream);
    viewer.run(90, Viewer::newest, |_| true);
    assert_eq!(viewer.keyframes().len(), 1, "the first");
    // It requests a keyframe for half a second; the one in flight is enough.
    viewer.run(30, |_| None, |_| true);
    let keyframes = viewer.keyframes();
    assert_eq!(keyframes.len(), 2, "{keyframes:?}");
    assert!(keyframes[1].since(Tick(90)) <= 3, "at once: {keyframes:?}");
    // It keeps requesting: a second later it gets another one.
    viewer.run(u32::from(TickRate::DEFAULT.hz()), |_| None, |_| true);
    assert_eq!(viewer.keyframes().len(), 3);
    viewer.run(120, Viewer::newest, |_| true);
    assert_eq!(viewer.keyframes().len(), 3, "it requests no more");
}
