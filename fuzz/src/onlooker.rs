//! A passive player: it flies straight on, acknowledges its snapshots, and compares each snapshot
//! of the newest tick with the room's own state.

use std::collections::VecDeque;

use shared::{
    base::time::{Micros, Tick},
    room::{Room, SessionId},
    sim::{
        command::{Thrust, UserCommand},
        state::WorldState,
    },
    wire::{
        codec::{Baseline, CodecContext, CodecId},
        command_packet::CommandPacket,
        message::commands_message,
        snapshot,
    },
};

/// States that it keeps: more than the ticks back to the oldest baseline.
const KEPT: usize = 260;

#[derive(Debug)]
pub(crate) struct Onlooker {
    pub(crate) session: SessionId,
    /// The states received, each with the tick of its baseline.
    received: VecDeque<(WorldState, Option<Tick>)>,
    /// How many snapshots of the newest tick were compared.
    pub(crate) compared: u32,
}

impl Onlooker {
    pub(crate) fn new(session: SessionId) -> Self {
        Self { session, received: VecDeque::new(), compared: 0 }
    }

    /// Sends its command and acknowledgement before a tick.
    pub(crate) fn say(&self, now: Micros, room: &mut Room) {
        let tick = room.tick().next();
        let command = UserCommand { tick, thrust: Thrust::Up, ..UserCommand::default() };
        let ack = self.received.back().map(|(state, _)| state.tick);
        let packet = CommandPacket { ack, view_epoch: 0, commands: vec![command] };
        room.handle_message(now, self.session, &commands_message(&packet.encode()));
    }

    /// Decodes a snapshot and returns its tick. One of the newest tick must equal the room's
    /// state.
    pub(crate) fn take_snapshot(&mut self, bytes: &[u8], room: &Room) -> Tick {
        let (head, body) = snapshot::decode(bytes).expect("the room sends valid messages");
        let context = CodecContext { params: room.world().params(), seats: room.config().seats };
        let find = |tick| self.received.iter().rev().find(|(state, _)| state.tick == tick);
        let baseline = head.baseline.map(|tick| {
            let (state, parent) = find(tick).expect("a baseline that was sent");
            Baseline { state, before: parent.and_then(find).map(|(state, _)| state) }
        });
        let decoded = CodecId::Replay.decode(None, &context, baseline, head.tick, body);
        let state = decoded.expect("the room sends valid messages").state;
        if state.tick == room.tick() {
            assert_eq!(state, WorldState::of(room.world()), "tick {}", state.tick.0);
            self.compared += 1;
        }
        if self.received.len() == KEPT {
            self.received.pop_front();
        }
        self.received.push_back((state, head.baseline));
        head.tick
    }
}
