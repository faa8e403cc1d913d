//! A player who only looks on: it flies on steadily, acknowledges what it is told, and knows the
//! room's own state whenever it is told of the newest tick.

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

/// States that it keeps: more than there are ticks to the oldest baseline.
const KEPT: usize = 260;

#[derive(Debug)]
pub(crate) struct Onlooker {
    pub(crate) session: SessionId,
    /// What it was told, with the tick that each was told against.
    told: VecDeque<(WorldState, Option<Tick>)>,
    /// How often it was told of the newest tick.
    pub(crate) compared: u32,
}

impl Onlooker {
    pub(crate) fn new(session: SessionId) -> Self {
        Self { session, told: VecDeque::new(), compared: 0 }
    }

    /// What it says before a tick.
    pub(crate) fn say(&self, now: Micros, room: &mut Room) {
        let tick = room.tick().next();
        let command = UserCommand { tick, thrust: Thrust::Up, ..UserCommand::default() };
        let ack = self.told.back().map(|(state, _)| state.tick);
        let packet = CommandPacket { ack, view_epoch: 0, commands: vec![command] };
        room.handle_message(now, self.session, &commands_message(&packet.encode()));
    }

    /// A snapshot came: what it leads to is the room's own state. Gives the tick that it shows.
    pub(crate) fn take_snapshot(&mut self, bytes: &[u8], room: &Room) -> Tick {
        let (head, body) = snapshot::decode(bytes).expect("the room sends what can be read");
        let context = CodecContext { ground: room.world().ground(), seats: room.config().seats };
        let find = |tick| self.told.iter().rev().find(|(state, _)| state.tick == tick);
        let baseline = head.baseline.map(|tick| {
            let (state, parent) = find(tick).expect("a baseline that was sent");
            Baseline { state, before: parent.and_then(find).map(|(state, _)| state) }
        });
        let told = CodecId::Replay.decode(None, &context, baseline, head.tick, body);
        let state = told.expect("the room sends what can be read").state;
        if state.tick == room.tick() {
            assert_eq!(state, WorldState::of(room.world()), "tick {}", state.tick.0);
            self.compared += 1;
        }
        if self.told.len() == KEPT {
            self.told.pop_front();
        }
        self.told.push_back((state, head.baseline));
        head.tick
    }
}
