//! A light bot. It sends real command packets, acknowledgements and echoes, but only decodes the
//! head of each snapshot and flies a [`Script`].
use std::collections::VecDeque;

use shared::{
    base::time::{Micros, Tick, ViewTime},
    netcode::values::{PlayerNetcode, SnapshotDelivery},
    sim::command::View,
    wire::{
        command_packet::CommandPacket,
        message::{
            ClientControl, Hello, MessageError, RoomRequest, ServerControl, ServerMessage,
            commands_message,
        },
        snapshot::{MarginReport, decode},
    },
};

use super::pace::Pace;
use super::script::Script;

/// Ping interval, the same as the game's client.
pub(super) const PING_EVERY: Micros = Micros(500_000);
/// Polling interval of a light bot without a welcome.
const IDLE: Micros = Micros(100_000);

/// A light bot without its socket. The load drives it over WebSockets, and tests over links of
/// their own.
#[derive(Debug)]
pub struct Light {
    netcode: PlayerNetcode,
    /// How early its commands should arrive.
    target_margin: Micros,
    script: Script,
    /// `None` before the welcome.
    pace: Option<Pace>,
    /// Received snapshots from the interpolated picture to the newest, newest last.
    snapshots: VecDeque<Tick>,
    pinged_at: Micros,
    outbox: VecDeque<Vec<u8>>,
}

impl Light {
    /// A bot with its hello queued. Its commands should arrive `target_margin` early, and their
    /// contents depend on the seed alone.
    pub fn new(
        name: String,
        room: String,
        netcode: PlayerNetcode,
        target_margin: Micros,
        seed: u64,
    ) -> Self {
        let hello = Hello {
            subscription: netcode.subscription(SnapshotDelivery::Stream),
            room_request: Some(RoomRequest::endless()),
            ..Hello::new(&name, &room)
        };
        Self {
            netcode,
            target_margin,
            script: Script::new(seed),
            pace: None,
            snapshots: VecDeque::new(),
            pinged_at: Micros::ZERO,
            outbox: VecDeque::from([hello.encode()]),
        }
    }

    /// Handles a message from the server.
    ///
    /// # Errors
    /// If the parts that a light bot reads are malformed.
    pub fn handle_message(&mut self, now: Micros, message: &[u8]) -> Result<(), MessageError> {
        match ServerMessage::decode(message)? {
            ServerMessage::Control(ServerControl::Welcome(welcome)) => {
                let packets_per_s = self.netcode.command_rate_hz;
                let (rate, tick) = (welcome.rate, welcome.tick);
                self.pace = Some(Pace::new(rate, tick, packets_per_s, self.target_margin, now));
            }
            ServerMessage::Control(ServerControl::Probe { nonce }) => {
                self.outbox.push_back(ClientControl::Echo { nonce }.encode());
            }
            ServerMessage::Control(ServerControl::Epoch(epoch)) => {
                if let Some(pace) = &mut self.pace {
                    pace.postpone(now, epoch.later);
                    // A light bot does not count view epochs.
                    let answer = ClientControl::Epoch { number: epoch.number, view_epoch: 0 };
                    self.outbox.push_back(answer.encode());
                }
            }
            ServerMessage::Control(_) | ServerMessage::Seat(_) => {}
            ServerMessage::Snapshot(bytes) => {
                let (head, _) = decode(bytes)?;
                self.take_head(head.tick, head.viewer.margin);
            }
        }
        Ok(())
    }

    /// Makes the packets that are due.
    pub fn handle_time(&mut self, now: Micros) {
        let Some(pace) = &mut self.pace else { return };
        if let Some((first, newest)) = pace.take_due(now) {
            let view = view(&self.snapshots, first);
            let keys = first.0..=newest.0;
            let commands = keys.map(|key| self.script.command(Tick(key), view)).collect();
            let ack = self.snapshots.back().copied();
            let packet = CommandPacket { ack, view_epoch: 0, commands };
            self.outbox.push_back(commands_message(&packet.encode()));
        }
        if now - self.pinged_at >= PING_EVERY {
            self.pinged_at = now;
            self.outbox.push_back(ClientControl::Ping { stamp: now.0 as u32 }.encode());
        }
    }

    /// When to call [`Self::handle_time`] next.
    pub fn poll_time(&self, now: Micros) -> Micros {
        self.pace.map_or(now + IDLE, |pace| pace.due_at())
    }

    /// The next message to the server.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.outbox.pop_front()
    }

    /// Whether the welcome has arrived.
    pub fn joined(&self) -> bool {
        self.pace.is_some()
    }

    fn take_head(&mut self, tick: Tick, margin: Option<MarginReport>) {
        if self.snapshots.back().is_none_or(|newest| tick > *newest) {
            let ms = self.netcode.interpolation_ms;
            let behind = u32::from(ms) * u32::from(self.netcode.update_rate_hz) / 1000;
            while self.snapshots.len() > behind as usize {
                self.snapshots.pop_front();
            }
            self.snapshots.push_back(tick);
        }
        if let (Some(pace), Some(margin)) = (&mut self.pace, margin) {
            pace.handle_margin(margin);
        }
    }
}

/// The view of an interpolating client: halfway between the oldest two snapshots.
fn view(snapshots: &VecDeque<Tick>, key: Tick) -> View {
    let mut oldest = snapshots.iter();
    let (Some(older), Some(newer)) = (oldest.next(), oldest.next()) else {
        return View::present(snapshots.back().copied().unwrap_or(key));
    };
    let span = newer.since(*older).clamp(0, u8::MAX.into()) as u8;
    let time = ViewTime(ViewTime::from_tick(*older).0 + 128 * i64::from(span));
    View { time, older: *older, span }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use shared::{
        base::time::TickRate,
        netcode::{rates::RateBounds, values::RoomNetcode},
        room::{Difficulty, Output, Room, RoomConfig, RoomKind},
        sim::arena::Arena,
        wire::message::ClientMessage,
    };

    use super::*;

    /// A light bot alone in a room without a network in between. Both are stalled during the
    /// seconds of `stall`.
    fn play(seconds: i64, stall: Range<i64>) -> (Room, Light) {
        let config = RoomConfig {
            name: "load".into(),
            seats: 4,
            bots: 0,
            difficulty: Difficulty::Full,
            rounds: None,
            watch_delay_ms: 0,
            sides: None,
            series: None,
            rate: TickRate::DEFAULT,
            arena: Arena::strewn(1),
            netcode: RoomNetcode::default(),
            kind: RoomKind::Private,
            rate_bounds: RateBounds::default(),
            seed: 1,
        };
        let mut room = Room::new(config, Micros::ZERO).unwrap();
        let netcode = PlayerNetcode { update_rate_hz: 20, ..PlayerNetcode::default() };
        let mut bot = Light::new("bot".into(), String::new(), netcode, Micros(15_000), 7);
        let hello = bot.poll_transmit().unwrap();
        let Ok(ClientMessage::Hello(hello)) = ClientMessage::decode(&hello) else {
            panic!("the first message is a hello");
        };
        let session = room.handle_join(Micros::ZERO, &hello).unwrap();
        for ms in (0..seconds * 1000).filter(|ms| !stall.contains(&(ms / 1000))) {
            let now = Micros::from_ms(ms);
            room.handle_time(now);
            while let Some(output) = room.poll_output() {
                if let Output::Snapshot { session, tick, .. } = output {
                    room.handle_written(session, tick);
                }
                match output {
                    Output::Reliable { message, .. } | Output::Snapshot { message, .. } => {
                        bot.handle_message(now, &message).unwrap();
                    }
                    Output::Close { reason, .. } => panic!("closed: {reason:?}"),
                    Output::GivenUp { .. } | Output::Watch(_) => {
                        panic!("no player is away, and nobody watches")
                    }
                }
            }
            bot.handle_time(now);
            while let Some(message) = bot.poll_transmit() {
                room.handle_message(now, session, &message);
            }
        }
        (room, bot)
    }

    #[test]
    fn room_executes_a_light_bots_commands() {
        let (room, bot) = play(20, 0..0);
        let stats = room.stats();
        assert!(bot.joined());
        assert!(stats.late_commands < 10, "{stats:?}");
        assert!(stats.stand_ins < 40, "{stats:?}");
        assert!((390..=401).contains(&stats.snapshots), "{stats:?}");
        assert!(stats.keyframes < 5, "they are acknowledged: {stats:?}");
        assert!(room.world().ships().any(|ship| ship.body.pos.x > 0.0));
    }

    #[test]
    fn commands_are_in_time_again_after_a_stall() {
        let (room, _) = play(20, 5..11);
        let stats = room.stats();
        assert_eq!(stats.stalls, 1);
        assert!(stats.stand_ins < 40, "{stats:?}");
        assert!(stats.early_commands == 0 && stats.late_commands < 20, "{stats:?}");
    }
}
