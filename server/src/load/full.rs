//! A full bot: the game's own client, flown by a pilot who sees its screen; everything that comes
//! is decoded, and what cannot be is counted. Runs sixty frames a second.
use shared::base::time::{Micros, Tick};
use shared::client::scene::Whose;
use shared::client::{Client, ClientConfig, Controls};
use shared::pilot::{Pilot, Sighting, Surroundings, Threat};
use shared::scheme::netcode::{Delivery, PlayerNetcode};
use shared::sim::rules::BOLT_SPEED_U_PER_S;
use shared::sim::world::Ground;
use shared::wire::command_packet::CommandPacket;
use shared::wire::message::{ClientMessage, MessageError};

/// From one frame to the next.
const FRAME: Micros = Micros(16_667);

/// A full bot.
pub(super) struct Full {
    client: Client,
    pilot: Pilot,
    ground: Option<Ground>,
    /// The tick the pilot flew last, and what it did.
    flown: (Tick, Controls),
    next_frame: Micros,
    /// What its packets acknowledged last: nothing, where it asks for a keyframe.
    acked: Option<Tick>,
    /// Times it asked for a keyframe after its first snapshot.
    keyframes_asked: u32,
}

impl Full {
    pub(super) fn new(
        name: String,
        room: String,
        netcode: PlayerNetcode,
        seed: u64,
        now: Micros,
    ) -> Self {
        let delivery = Delivery::Stream;
        let config = ClientConfig { name, room, netcode, founding: None, delivery };
        Self {
            client: Client::new(config, now),
            pilot: Pilot::new(seed),
            ground: None,
            flown: (Tick::ZERO, Controls::default()),
            next_frame: now,
            acked: None,
            keyframes_asked: 0,
        }
    }

    /// A message of the server arrived.
    pub(super) fn handle_message(
        &mut self,
        now: Micros,
        message: &[u8],
    ) -> Result<(), MessageError> {
        self.client.handle_message(now, message)
    }

    /// Time has passed: draws the frame that is due.
    pub(super) fn handle_time(&mut self, now: Micros) {
        if now < self.next_frame {
            return;
        }
        let late = now - self.next_frame > FRAME;
        self.next_frame = if late { now } else { self.next_frame } + FRAME;
        let controls = self.fly();
        self.client.handle_frame(now, controls);
        // Nobody looks or listens.
        self.client.drain_notices();
        self.client.drain_records();
    }

    /// When to call [`Self::handle_time`] next.
    pub(super) fn poll_time(&self) -> Micros {
        self.next_frame
    }

    /// The next message for the server.
    pub(super) fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        let message = self.client.poll_transmit()?;
        if let Ok(ClientMessage::Commands(packet)) = ClientMessage::decode(&message) {
            let ack = CommandPacket::decode(packet).ok().and_then(|packet| packet.ack);
            self.keyframes_asked += u32::from(self.acked.is_some() && ack.is_none());
            self.acked = ack;
        }
        Some(message)
    }

    /// Whether the welcome has come.
    pub(super) fn joined(&self) -> bool {
        self.client.joined()
    }

    /// Times it asked for a keyframe after its first snapshot.
    pub(super) fn keyframes_asked(&self) -> u32 {
        self.keyframes_asked
    }

    /// Snapshots that did not lead to the state that the server said they must.
    pub(super) fn hash_mismatches(&self) -> Option<u64> {
        Some(self.client.net_stats().mismatches.into())
    }

    /// The pilot looks at the screen once a tick.
    fn fly(&mut self) -> Controls {
        let tick = self.client.own_tick().next();
        if self.ground.is_none() {
            let known = self.client.tick_rate().zip(self.client.arena().cloned());
            self.ground = known.map(|(rate, arena)| Ground::new(rate, arena));
        }
        let (Some(ground), Some(own), Some(view)) =
            (&self.ground, self.client.own_ship(), self.client.view())
        else {
            return Controls::default();
        };
        if tick <= self.flown.0 {
            return self.flown.1;
        }
        let scene = self.client.scene();
        let others = scene.ships.iter().filter(|ship| ship.whose != Whose::You);
        let others: Vec<Sighting> = others
            .map(|ship| Sighting {
                ship: ship.id,
                pos: ship.pos,
                vel: ship.vel,
                shielded: ship.shielded,
            })
            .collect();
        let bolts = scene.bolts.iter().filter(|bolt| bolt.whose != Whose::You);
        let threats: Vec<Threat> = bolts
            .map(|bolt| Threat { pos: bolt.pos, vel: bolt.dir * BOLT_SPEED_U_PER_S })
            .collect();
        let around = Surroundings { own, others: &others, threats: &threats, ground, tick, view };
        let command = self.pilot.fly(&around);
        let controls =
            Controls { thrust: command.thrust, aim: command.aim, trigger: command.trigger };
        self.flown = (tick, controls);
        controls
    }
}
