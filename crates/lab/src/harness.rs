//! A room, its clients and the links between them in virtual time. Events run in time order, and
//! the outcome depends only on the seed and the players' controls.
//!
//! A harness is plain data: a clone given the same controls reaches the same state. Controls come
//! from a callback, so the harness holds no references to the players.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::mem;

use serde::Serialize;
use shared::{
    base::{
        state_hash::state_hash,
        time::{MICROS_PER_S, Micros},
    },
    client::{Client, ClientConfig, Controls},
    netcode::values::{PlayerNetcode, SnapshotDelivery},
    room::{ConfigError, JoinError, Output, Room, RoomConfig, SessionId, WatchPart},
    wire::{
        close_reason::CloseReason,
        codec::CodecId,
        conditions::Conditions,
        link::{IN_FLIGHT_MAX, Link, send_message},
        message::{ClientMessage, MessageError},
    },
};

use super::cheat_proxy::CheatProxy;

/// Frames per second of every client.
const FRAMES_PER_S: i64 = 60;

#[derive(Clone, Debug, Serialize)]
struct Player {
    client: Client,
    session: Option<SessionId>,
    up: Link,
    down: Link,
    /// Modifies the messages between the client and its links.
    #[serde(skip_serializing_if = "Option::is_none")]
    proxy: Option<CheatProxy>,
    next_frame: Micros,
    ended: Option<DisconnectReason>,
}

/// Why a player is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum DisconnectReason {
    /// The room closed the connection.
    Closed(CloseReason),
    /// The room had no free seat.
    Refused,
    /// The client could not parse a message.
    Unreadable,
}

/// A watcher, over a perfect link.
#[derive(Clone, Debug)]
struct Watcher {
    client: Client,
    next_frame: Micros,
    /// Whether its client has been sent the start.
    has_begun: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Harness {
    room: Room,
    players: Vec<Player>,
    /// They do not affect the match.
    #[serde(skip)]
    watchers: Vec<Watcher>,
    now: Micros,
    /// End of a stall of the server process.
    stalled_until: Micros,
    seed: u64,
}

impl Harness {
    /// A harness at time 0 with no players, only the room's bots.
    ///
    /// # Errors
    /// When the room config is invalid.
    pub fn new(config: RoomConfig) -> Result<Self, ConfigError> {
        let seed = config.seed;
        Ok(Self {
            room: Room::new(config, Micros::ZERO)?,
            players: Vec::new(),
            watchers: Vec::new(),
            now: Micros::ZERO,
            stalled_until: Micros::ZERO,
            seed,
        })
    }

    /// Adds a player who starts to join now. Its frames have a phase of their own.
    pub fn add_player(&mut self, netcode: PlayerNetcode, conditions: Conditions) -> usize {
        let name = self.players.len().to_string();
        self.add_named_player(&name, netcode, conditions)
    }

    /// Adds a named player who starts to join now.
    pub fn add_named_player(
        &mut self,
        name: &str,
        netcode: PlayerNetcode,
        conditions: Conditions,
    ) -> usize {
        self.add_offering_player(name, netcode, conditions, &CodecId::ALL)
    }

    /// Adds a named player whose client offers these snapshot codecs, in order of preference.
    pub fn add_offering_player(
        &mut self,
        name: &str,
        netcode: PlayerNetcode,
        conditions: Conditions,
        codecs: &[CodecId],
    ) -> usize {
        let idx = self.players.len();
        let config = ClientConfig {
            name: name.to_string(),
            room: self.room.config().name.clone(),
            netcode,
            room_request: None,
            delivery: conditions.down.mode.into(),
        };
        let link =
            |conditions, direction| Link::new(conditions, self.seed, 2 * idx as u32 + direction);
        self.players.push(Player {
            client: Client::offering(config, codecs, self.now),
            session: None,
            up: link(conditions.up, 0),
            down: link(conditions.down, 1),
            proxy: None,
            next_frame: self.now + Micros(1009 * (idx as i64 + 1)),
            ended: None,
        });
        self.send_up(idx);
        idx
    }

    /// Adds a watcher, over a perfect link. Nothing that it sends reaches the room.
    pub fn add_watcher(&mut self) -> usize {
        let config = ClientConfig {
            name: String::new(),
            room: self.room.config().name.clone(),
            netcode: PlayerNetcode::default(),
            room_request: None,
            delivery: SnapshotDelivery::Stream,
        };
        let mut watcher = Watcher {
            client: Client::watching(config, self.now),
            next_frame: self.now,
            has_begun: false,
        };
        self.room.handle_watchers(self.room.n_watchers() + 1);
        for message in self.room.watch_start() {
            watcher.has_begun = true;
            watcher.receive(self.now, message);
        }
        self.watchers.push(watcher);
        self.watchers.len() - 1
    }

    /// Changes a player's link conditions for everything sent from now on.
    pub fn set_conditions(&mut self, player: usize, conditions: Conditions) {
        self.players[player].up.set_conditions(conditions.up);
        self.players[player].down.set_conditions(conditions.down);
        self.players[player].client.set_delivery(conditions.down.mode.into());
    }

    /// Inserts a cheat proxy between a player's client and its links.
    pub fn set_proxy(&mut self, player: usize, proxy: CheatProxy) {
        self.players[player].proxy = Some(proxy);
    }

    /// Skips a player's frames until a time, like a tab in the background.
    pub fn sleep_player(&mut self, player: usize, until: Micros) {
        self.players[player].next_frame = self.players[player].next_frame.max(until);
    }

    /// Stalls the server process until a time: messages to it queue up, and no ticks run.
    pub fn stall_room(&mut self, until: Micros) {
        self.stalled_until = self.stalled_until.max(until);
    }

    /// Runs until a time. `drive` returns a player's controls at each of its frames, given what the
    /// player saw in the frame before.
    pub fn run_until(
        &mut self,
        until: Micros,
        drive: &mut impl FnMut(&Room, usize, &Client) -> Controls,
    ) {
        while self.next_moment() <= until {
            self.step(drive);
        }
        self.now = self.now.max(until);
    }

    /// Advances to the next event and processes everything due then: arrivals at the room, the
    /// room's tick, arrivals at the clients, frames.
    pub fn step(&mut self, drive: &mut impl FnMut(&Room, usize, &Client) -> Controls) {
        self.now = self.next_moment().max(self.now);
        if self.now >= self.stalled_until {
            self.run_room();
        }
        for idx in 0..self.players.len() {
            self.deliver_down(idx);
            if self.players[idx].next_frame <= self.now && self.players[idx].ended.is_none() {
                let controls = drive(&self.room, idx, &self.players[idx].client);
                self.players[idx].client.handle_frame(self.now, controls);
                self.players[idx].next_frame += Micros(MICROS_PER_S / FRAMES_PER_S);
            }
            self.send_up(idx);
        }
        for watcher in self.watchers.iter_mut().filter(|one| one.next_frame <= self.now) {
            watcher.client.handle_frame(self.now, Controls::default());
            while watcher.client.poll_transmit().is_some() {}
            watcher.next_frame += Micros(MICROS_PER_S / FRAMES_PER_S);
        }
    }

    /// Frees what a checkpoint does not need: spare capacity, and world states that room and
    /// clients each hold a copy of. The state stays the same.
    pub(super) fn shrink_to_fit(&mut self) {
        self.room.shrink_to_fit();
        let Some((first, others)) = self.players.split_first_mut() else { return };
        first.client.share_states(self.room.baselines());
        for other in others {
            if let Some(states) = first.client.states() {
                other.client.share_states(states);
            }
        }
    }

    #[must_use]
    pub fn now(&self) -> Micros {
        self.now
    }

    #[must_use]
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// Mutable access to the room, to arrange a scenario.
    pub fn room_mut(&mut self) -> &mut Room {
        &mut self.room
    }

    /// Players added so far, including those who are out.
    #[must_use]
    pub fn n_players(&self) -> usize {
        self.players.len()
    }

    #[must_use]
    pub fn client(&self, player: usize) -> &Client {
        &self.players[player].client
    }

    /// A player's client, to configure or drain.
    pub fn client_mut(&mut self, player: usize) -> &mut Client {
        &mut self.players[player].client
    }

    /// A watcher's client.
    #[must_use]
    pub fn watcher(&self, watcher: usize) -> &Client {
        &self.watchers[watcher].client
    }

    /// A watcher's client, to choose whom it follows, or to drain it.
    pub fn watcher_mut(&mut self, watcher: usize) -> &mut Client {
        &mut self.watchers[watcher].client
    }

    #[must_use]
    pub fn conditions(&self, player: usize) -> Conditions {
        let Player { up, down, .. } = &self.players[player];
        Conditions { up: up.conditions(), down: down.conditions() }
    }

    /// A player's links: up, down.
    #[must_use]
    pub fn links(&self, player: usize) -> [&Link; 2] {
        let Player { up, down, .. } = &self.players[player];
        [up, down]
    }

    #[must_use]
    pub fn proxy(&self, player: usize) -> Option<&CheatProxy> {
        self.players[player].proxy.as_ref()
    }

    pub fn proxy_mut(&mut self, player: usize) -> Option<&mut CheatProxy> {
        self.players[player].proxy.as_mut()
    }

    /// Why a player is out, if it is.
    #[must_use]
    pub fn ended(&self, player: usize) -> Option<DisconnectReason> {
        self.players[player].ended
    }

    /// Hash of the whole state.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(self)
    }

    fn next_moment(&self) -> Micros {
        let at_room = |at: Micros| at.max(self.stalled_until);
        let playing = self.players.iter().filter(|player| player.ended.is_none());
        playing
            .flat_map(|player| {
                let up = player.up.next_delivery().map(at_room);
                let held = player.proxy.as_ref().and_then(CheatProxy::next_transmit);
                let links = [up, player.down.next_delivery(), held];
                links.into_iter().flatten().chain([player.next_frame])
            })
            .chain(self.watchers.iter().map(|watcher| watcher.next_frame))
            .fold(at_room(self.room.poll_time()), Micros::min)
    }

    /// Delivers what arrived at the room, and runs its due ticks.
    fn run_room(&mut self) {
        for idx in 0..self.players.len() {
            while let Some(message) = self.players[idx].up.poll_deliver(self.now) {
                self.deliver_up(idx, &message);
            }
        }
        self.room.handle_time(self.now);
        self.send_down();
    }

    fn send_up(&mut self, idx: usize) {
        let player = &mut self.players[idx];
        for _ in 0..IN_FLIGHT_MAX {
            let Some(message) = player.client.poll_transmit() else { break };
            match &mut player.proxy {
                Some(proxy) => proxy.handle_up(self.now, message),
                None => send_message(&mut player.up, self.now, message),
            }
        }
        while let Some(message) = player.proxy.as_mut().and_then(|one| one.poll_transmit(self.now))
        {
            send_message(&mut player.up, self.now, message);
        }
    }

    fn deliver_up(&mut self, idx: usize, message: &[u8]) {
        let player = &mut self.players[idx];
        if let Some(session) = player.session {
            self.room.handle_message(self.now, session, message);
            return;
        }
        let joined = match ClientMessage::decode(message) {
            Ok(ClientMessage::Hello(hello)) => self.room.handle_join(self.now, &hello),
            Ok(_) | Err(_) => Err(JoinError::NoCodec),
        };
        match joined {
            Ok(session) => player.session = Some(session),
            Err(_) => player.ended = Some(DisconnectReason::Refused),
        }
    }

    fn send_down(&mut self) {
        while let Some(output) = self.room.poll_output() {
            let (session, message) = match output {
                Output::Reliable { session, message } => (session, Ok(message)),
                Output::Snapshot { session, tick, message } => {
                    self.room.handle_written(session, tick);
                    (session, Ok(message))
                }
                Output::Close { session, reason, .. } => (session, Err(reason)),
                Output::Watch(part) => {
                    for watcher in &mut self.watchers {
                        watcher.receive_part(self.now, &part);
                    }
                    continue;
                }
                // Its former player left long ago.
                Output::GivenUp { .. } => continue,
            };
            let found = self.players.iter_mut().find(|player| player.session == Some(session));
            let Some(player) = found else { continue };
            match message {
                Ok(message) => send_message(&mut player.down, self.now, message),
                Err(reason) => player.ended = Some(DisconnectReason::Closed(reason)),
            }
        }
    }

    fn deliver_down(&mut self, idx: usize) {
        let player = &mut self.players[idx];
        while let Some(message) = player.down.poll_deliver(self.now) {
            if let Some(proxy) = &mut player.proxy {
                proxy.handle_down(&message);
            }
            let read: Result<(), MessageError> = player.client.handle_message(self.now, &message);
            if read.is_err() {
                player.ended = Some(DisconnectReason::Unreadable);
            }
        }
    }
}

impl Watcher {
    fn receive_part(&mut self, now: Micros, part: &WatchPart) {
        match part {
            WatchPart::Start { welcome, messages } => {
                if !mem::replace(&mut self.has_begun, true) {
                    self.receive(now, welcome);
                }
                messages.iter().for_each(|message| self.receive(now, message));
            }
            WatchPart::Next(message) if self.has_begun => self.receive(now, message),
            WatchPart::Next(_) => {}
        }
    }

    fn receive(&mut self, now: Micros, message: &[u8]) {
        let read: Result<(), MessageError> = self.client.handle_message(now, message);
        debug_assert!(read.is_ok(), "the room sends valid messages: {read:?}");
    }
}
