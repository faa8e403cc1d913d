//! A full bot: the game's own client at 60 frames a second, flown by an autopilot that sees its
//! screen. It decodes every message and counts those it cannot.
use shared::{
    base::time::{Micros, Tick, TickRate},
    client::{Client, ClientConfig, Controls, screen_pilot::ScreenPilot, status::NetStats},
    netcode::values::{PlayerNetcode, SnapshotDelivery},
    sim::world::WorldParams,
    wire::{
        command_packet::CommandPacket,
        message::{ClientMessage, MessageError, RoomRequest},
        round::Score,
    },
};

/// Frame time.
const FRAME: Micros = Micros(16_667);

/// A full bot.
pub(crate) struct FullBot {
    client: Client,
    pilot: ScreenPilot,
    params: Option<WorldParams>,
    next_frame: Micros,
    /// The last acknowledgement it sent; `None` asks for a keyframe.
    acked: Option<Tick>,
    /// Keyframes requested after its first snapshot.
    keyframe_requests: u32,
    /// Its shots whose verdicts have arrived.
    shots_judged: usize,
}

impl FullBot {
    pub(crate) fn new(
        name: String,
        room: String,
        netcode: PlayerNetcode,
        room_request: RoomRequest,
        seed: u64,
        now: Micros,
    ) -> Self {
        let (room_request, delivery) = (Some(room_request), SnapshotDelivery::Stream);
        let config = ClientConfig { name, room, netcode, room_request, delivery };
        Self {
            client: Client::new(config, now),
            pilot: ScreenPilot::new(seed),
            params: None,
            next_frame: now,
            acked: None,
            keyframe_requests: 0,
            shots_judged: 0,
        }
    }

    /// Handles a message from the server.
    pub(crate) fn handle_message(
        &mut self,
        now: Micros,
        message: &[u8],
    ) -> Result<(), MessageError> {
        self.client.handle_message(now, message)
    }

    /// Draws the frame that is due.
    pub(crate) fn handle_time(&mut self, now: Micros) {
        if now < self.next_frame {
            return;
        }
        let late = now - self.next_frame > FRAME;
        self.next_frame = if late { now } else { self.next_frame } + FRAME;
        let controls = self.controls();
        self.client.handle_frame(now, controls);
        // Nothing shows or plays the notices.
        self.client.drain_notices();
        self.shots_judged += self.client.drain_records().len();
    }

    /// When to call [`Self::handle_time`] next.
    pub(crate) fn poll_time(&self) -> Micros {
        self.next_frame
    }

    /// The next message to the server.
    pub(crate) fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        let message = self.client.poll_transmit()?;
        if let Ok(ClientMessage::Commands(packet)) = ClientMessage::decode(&message) {
            let ack = CommandPacket::decode(packet).ok().and_then(|packet| packet.ack);
            self.keyframe_requests += u32::from(self.acked.is_some() && ack.is_none());
            self.acked = ack;
        }
        Some(message)
    }

    /// Whether the welcome has arrived.
    pub(crate) fn joined(&self) -> bool {
        self.client.joined()
    }

    /// Keyframes requested after its first snapshot.
    pub(crate) fn keyframe_requests(&self) -> u32 {
        self.keyframe_requests
    }

    /// Its shots whose verdicts have arrived.
    pub(crate) fn shots_judged(&self) -> usize {
        self.shots_judged
    }

    /// Statistics of its connection.
    pub(crate) fn net_stats(&self) -> NetStats {
        self.client.net_stats()
    }

    /// Ticks per second of its room; `None` before the welcome.
    pub(crate) fn tick_rate(&self) -> Option<TickRate> {
        self.client.tick_rate()
    }

    /// Ships in its newest snapshot.
    pub(crate) fn n_ships(&self) -> usize {
        self.client.ships().len()
    }

    /// Its score in the newest snapshot; `None` before the first.
    pub(crate) fn score(&self) -> Option<Score> {
        let own = self.client.flown_id()?;
        self.client.ships().iter().find(|ship| ship.id == own).map(Score::of)
    }

    /// Snapshots whose decoded state did not match the server's hash.
    pub(crate) fn hash_mismatches(&self) -> u64 {
        self.client.net_stats().mismatches.into()
    }

    fn controls(&mut self) -> Controls {
        if self.params.is_none() {
            let known = self.client.tick_rate().zip(self.client.arena().cloned());
            self.params = known.map(|(rate, arena)| WorldParams::new(rate, arena));
        }
        let params = self.params.as_ref();
        params.map_or_else(Controls::default, |params| self.pilot.fly(&self.client, params))
    }
}
