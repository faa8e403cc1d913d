//! One connection of a page: the game's own client plays over it at 60 frames a second, and
//! everything it sends and receives is also given to the checker.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt};
use shared::{
    base::geometry::Turn,
    client::{
        Client, ClientConfig, Controls,
        reconnect::{CONNECT_MAX, Reconnect, Timeout},
        screen_pilot::ScreenPilot,
        status::Notice,
    },
    sim::{
        command::{Thrust, Trigger},
        ship::ShipId,
        side::Side,
        world::WorldParams,
    },
    wire::{
        close_reason::{LEFT_CODE, LOST_CODE, NO_CODE},
        command_packet::CommandPacket,
        message::{ClientControl, ClientMessage, RoomRequest, RosterEntry, ServerMessage},
        seat::{Admission, SeatGrant},
        series::BestOf,
        sides::Sides,
        snapshot::decode,
    },
};
use tokio::io::DuplexStream;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::checker::{ClientView, ConnectionId};
use super::stage::{Phase, Seen, SeenSides, Stage, StallScope};
use super::violation::Violation;
use crate::support::line::{Line, Wire};
use crate::support::pipes::{URL, address};
use crate::support::player::client_config;

/// The room of all players. It is a room of its own, since a full lobby redirects players to the
/// next one.
pub(super) const ROOM: &str = "duel";

const FRAME: Duration = Duration::from_micros(16_667);
/// A page checks its timeouts once in this many frames.
const TIMEOUT_FRAMES: u32 = 15;
/// How often a player asks for the next round, in frames: it is heard after the end of one.
const REMATCH_FRAMES: u32 = 90;
/// How far apart players stay once the run has healed, in u: well beyond what the checker takes for
/// a contact on a client's screen.
const APART_U: f32 = 160.0;
/// Timeout of the closing handshake.
const GOODBYE: Duration = Duration::from_secs(5);

/// One connection of a page.
pub(super) struct Visit {
    stage: Arc<Stage>,
    player: usize,
    pub(super) id: ConnectionId,
    client: Client,
    socket: WebSocketStream<DuplexStream>,
    pub(super) wire: Wire,
    /// Messages that the socket has not accepted yet.
    unsent: VecDeque<Message>,
    /// The seat grant from the server.
    pub(super) given: Option<SeatGrant>,
    /// How the seat was given, once the grant has arrived.
    admission: Admission,
    /// The ship, once the welcome has arrived.
    pub(super) ship: Option<ShipId>,
    pub(super) reconnect: Reconnect,
    pilot: ScreenPilot,
    params: Option<WorldParams>,
    /// Kills and deaths from the events received.
    reported: (u16, u16),
    n_frames: u32,
    next_frame: Instant,
    phase: Phase,
    /// Whether the player has opened another page, so that this one is out of view.
    pub(super) is_first: bool,
}

/// Why `play` returned to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// Its deadline is over, or the run changed phase.
    Due,
    /// The welcome arrived, with a ship.
    Seated,
    /// The server closed with this code, or a browser's code for a missing one.
    Closed(u16),
    /// No welcome arrived in time, or nothing for 20 s.
    TimedOut(Timeout),
}

impl Visit {
    /// Connects, resumes the player's seat if it has one, and sends a hello; `None` if there is no
    /// server.
    pub(super) async fn begin(
        stage: &Arc<Stage>,
        player: usize,
        reconnect: Reconnect,
        line: Line,
    ) -> Option<Self> {
        stage.count(|done| done.attempts += 1);
        let net = stage.net()?;
        let id = stage.checker().connect();
        let connect_max = Duration::from_micros(CONNECT_MAX.0.unsigned_abs());
        let seed = stage.seed ^ ((id.0 as u64) << 20);
        let (wire, pipe) = net.dial_with_wire(address(1 + player), line, seed).await?;
        drop(net);
        let socket = timeout(connect_max, client_async(URL, pipe)).await.ok()?.ok()?.0;
        // Unique over all rooms, so that the seat can be found by its name.
        let name = format!("{player} by {}", id.0);
        let now = Instant::now();
        let mut visit = Self {
            client: Client::new(config(&name, stage.sides), stage.micros(now)),
            stage: stage.clone(),
            player,
            id,
            socket,
            wire,
            unsent: VecDeque::new(),
            given: None,
            admission: Admission::New,
            ship: None,
            reconnect,
            pilot: ScreenPilot::new(seed),
            params: None,
            reported: (0, 0),
            n_frames: 0,
            next_frame: now,
            phase: stage.phase(),
            is_first: false,
        };
        let resume = visit.reconnect.handle_open();
        visit.unsent.extend(resume.map(|resume| Message::Binary(resume.into())));
        Some(visit)
    }

    /// Plays until something happens, or until the deadline.
    pub(super) async fn play(&mut self, until: Instant) -> Pause {
        let mut alarm = pin!(sleep_until(self.next_frame));
        loop {
            self.send();
            let message = tokio::select! {
                biased;
                message = self.socket.next() => Some(message),
                () = &mut alarm => None,
            };
            // Frames that are due come before the message.
            while self.next_frame <= Instant::now() {
                if let Some(pause) = self.frame(until) {
                    // The message that was read must not be lost.
                    return message.and_then(|message| self.take(message)).unwrap_or(pause);
                }
            }
            alarm.as_mut().reset(self.next_frame);
            if let Some(pause) = message.and_then(|message| self.take(message)) {
                return pause;
            }
        }
    }

    /// Leaves for good.
    pub(super) fn leave(mut self) {
        self.stage.checker().end(self.id);
        let frame = CloseFrame { code: LEFT_CODE.into(), reason: "".into() };
        tokio::spawn(timeout(GOODBYE, async move {
            if self.socket.close(Some(frame)).await.is_ok() {
                while let Some(Ok(_)) = self.socket.next().await {}
            }
        }));
    }

    /// The page abandons the connection.
    pub(super) fn end(self) {
        self.stage.checker().end(self.id);
    }

    fn frame(&mut self, until: Instant) -> Option<Pause> {
        let now = Instant::now();
        if self.stage.stall() == StallScope::All && now - self.next_frame > 2 * FRAME {
            self.next_frame = now;
        }
        let at = self.next_frame;
        self.next_frame += FRAME;
        self.n_frames += 1;
        let controls = self.controls();
        let plays = matches!(self.phase, Phase::Faulty | Phase::Healing);
        if plays && self.n_frames.is_multiple_of(REMATCH_FRAMES) {
            self.client.ask_rematch();
        }
        self.client.handle_frame(self.stage.micros(at), controls);
        self.queue();
        if self.n_frames.is_multiple_of(TIMEOUT_FRAMES)
            && let Some(timeout) = self.reconnect.handle_time(self.stage.micros(at))
        {
            return Some(Pause::TimedOut(timeout));
        }
        let phase = self.stage.phase();
        if phase == Phase::Still && !self.is_first {
            self.show();
        }
        let has_changed = std::mem::replace(&mut self.phase, phase) != phase;
        (has_changed || at >= until).then_some(Pause::Due)
    }

    /// The pilot's controls. The aim differs slightly from frame to frame, so that a command can be
    /// distinguished from its stand-in.
    fn controls(&mut self) -> Controls {
        if self.params.is_none() {
            let known = self.client.tick_rate().zip(self.client.arena().cloned());
            self.params = known.map(|(rate, arena)| WorldParams::new(rate, arena));
        }
        let Some(params) = &self.params else { return Controls::default() };
        let mut controls = match self.phase {
            Phase::Faulty | Phase::Healing => self.pilot.fly(&self.client, params),
            // Short taps, so that players do not meet, and part where they have.
            Phase::Still | Phase::Over => {
                let usual = Thrust::ALL[1 + (self.player + self.n_frames as usize / 40) % 8];
                let direction = self.away().unwrap_or(usual);
                let is_held = self.n_frames % 40 < 6;
                let thrust = if is_held { direction } else { Thrust::None };
                Controls { thrust, trigger: Trigger::None, ..Controls::default() }
            }
        };
        controls.aim = Turn(controls.aim.0 & !7 | (self.n_frames % 8) as u16);
        controls
    }

    /// Away from the nearest ship, if that is near.
    fn away(&self) -> Option<Thrust> {
        let own = self.client.own_ship()?;
        let others = self.client.ships().iter().filter(|ship| ship.id != own.id && ship.alive());
        let from_others = others.map(|ship| own.body.pos - ship.body.pos);
        let near = from_others.filter(|offset| offset.length() < APART_U);
        let nearest = near.min_by(|one, other| one.length().total_cmp(&other.length()));
        nearest.map(Thrust::towards)
    }

    fn take(
        &mut self,
        message: Option<Result<Message, tokio_tungstenite::tungstenite::Error>>,
    ) -> Option<Pause> {
        match message {
            Some(Ok(Message::Binary(message))) => self.handle_message(&message),
            Some(Ok(Message::Close(frame))) => {
                Some(Pause::Closed(frame.map_or(NO_CODE, |frame| frame.code.into())))
            }
            Some(Ok(_)) => None,
            Some(Err(_)) | None => Some(Pause::Closed(LOST_CODE)),
        }
    }

    pub(super) fn handle_message(&mut self, message: &[u8]) -> Option<Pause> {
        let now = self.stage.micros(Instant::now());
        if let Err(error) = self.client.handle_message(now, message) {
            self.record(Err(Violation::Unreadable { error: error.to_string() }));
        }
        let mut pause = None;
        if let Some(grant) = self.reconnect.handle_message(message) {
            self.admission = grant.admission;
            self.given = Some(grant);
        } else if let Ok(ServerMessage::Snapshot(bytes)) = ServerMessage::decode(message) {
            self.hear_snapshot(bytes);
        }
        if self.ship.is_none()
            && let Some(ship) = self.client.own_id()
        {
            self.ship = Some(ship);
            self.reconnect.handle_joined(now);
            let welcome = (self.client.roster(), self.admission);
            let seated = self.stage.checker().seat(self.id, ship, welcome);
            self.record(seated);
            pause = Some(Pause::Seated);
        }
        self.queue();
        pause
    }

    fn hear_snapshot(&mut self, bytes: &[u8]) {
        let notices = self.client.drain_notices();
        for notice in &notices {
            match notice {
                Notice::Killed { .. } => self.reported.0 += 1,
                Notice::Died { .. } => self.reported.1 += 1,
                _ => {}
            }
        }
        self.client.drain_records();
        let (Some(own), Ok((head, _))) = (self.ship, decode(bytes)) else { return };
        let hits: Vec<_> = notices.iter().filter_map(|notice| hit(own, notice)).collect();
        let stats = self.client.net_stats();
        if stats.server_tick != head.tick {
            // It was unusable or a repetition of an older one; neither can happen over a stream.
            let error = format!("cannot use the snapshot of tick {}", head.tick.0);
            return self.record(Err(Violation::Unreadable { error }));
        }
        let shown = ClientView {
            own,
            ships: self.client.ships(),
            reported: self.reported,
            hits: &hits,
            mismatches: stats.mismatches,
        };
        let checked =
            self.stage.checker().handle_snapshot(self.id, (head.tick, &head.viewer), &shown);
        self.record(checked);
    }

    /// Queues the client's messages, and gives them to the checker.
    fn queue(&mut self) {
        while let Some(message) = self.client.poll_transmit() {
            match ClientMessage::decode(&message) {
                Ok(ClientMessage::Commands(packet)) => {
                    let commands = CommandPacket::decode(packet).map(|packet| packet.commands);
                    for command in commands.unwrap_or_default() {
                        let sent = self.stage.checker().send(self.id, &command);
                        self.record(sent);
                    }
                }
                Ok(ClientMessage::Control(ClientControl::Rematch)) => {
                    let round = self.client.round().map_or(0, |round| round.number);
                    self.stage.checker().ask_rematch(self.id, round);
                }
                Ok(ClientMessage::Control(ClientControl::Epoch { .. })) => {
                    self.stage.checker().begin_epoch(self.id);
                }
                _ => {}
            }
            self.unsent.push_back(Message::Binary(message.into()));
        }
    }

    /// Passes messages to the socket until it blocks; the rest waits, as in a browser.
    fn send(&mut self) {
        while let Some(message) = self.unsent.front() {
            match self.socket.feed(message.clone()).now_or_never() {
                Some(Ok(())) => self.unsent.pop_front(),
                // A closed socket is noticed when it is read.
                Some(Err(_)) | None => break,
            };
        }
        let _ = self.socket.flush().now_or_never();
    }

    fn show(&self) {
        let Some(ship) = self.ship else { return };
        let mispredictions = self.client.net_stats().mispredictions;
        let (connection, scores) = (self.id, scores(&self.client));
        let round = self.client.round().cloned();
        let kills = self
            .client
            .sides()
            .map(|_| Side::ALL.map(|side| self.client.side_kills(side).unwrap_or_default()));
        let own_and_kills = self.client.own_side().zip(kills);
        let sides = own_and_kills.map(|(own, kills)| SeenSides { own, kills });
        let seen = Seen { connection, ship, mispredictions, scores, round, sides };
        self.stage.show(self.player, Some(seen));
    }

    fn record(&self, checked: Result<(), Violation>) {
        if checked.is_err() {
            let whose = format!("player {}, connection {}", self.player, self.id.0);
            self.stage.record(&whose, checked);
        }
    }
}

/// Shooter and victim, if the notice is about a shot that met a ship.
fn hit(own: ShipId, notice: &Notice) -> Option<(ShipId, ShipId)> {
    match *notice {
        Notice::HitConfirmed { victim, .. } | Notice::Killed { victim } => Some((own, victim)),
        Notice::Hurt { by, .. } | Notice::Died { by, .. } => Some((by, own)),
        _ => None,
    }
}

/// All players with their sides, kills and deaths, and the sides with their kills, as a client
/// knows them.
pub(super) fn scores(client: &Client) -> String {
    let of_entry = |entry: &RosterEntry| {
        let away = if client.is_away(entry.ship) { " away" } else { "" };
        let side = client.side_of(entry.ship).map(|side| format!(" {side:?}")).unwrap_or_default();
        format!("{}{away}{side} {:?}", entry.name, client.score(entry.ship))
    };
    let of_side = |side: Side| Some(format!("{side:?} {}", client.side_kills(side)?));
    let entries = client.roster().iter().map(of_entry);
    entries.chain(Side::ALL.into_iter().filter_map(of_side)).collect::<Vec<String>>().join(", ")
}

/// The first client opens the room, with rounds in series.
fn config(name: &str, sides: Option<Sides>) -> ClientConfig {
    let series = BestOf::ALL.first().copied();
    let room_request = Some(RoomRequest { series, sides, ..RoomRequest::default() });
    ClientConfig { room_request, ..client_config(name, ROOM) }
}
