//! A lying player: the game's own client with a round trip of 60 ms, flown by the game's own pilot
//! or a script. Its log holds the records of its shots and the flights it saw.
//!
//! It fires the beam, which hits at once. A duel starts about once a second, whenever the other
//! ship is there and a beam is ready. An honest player fires if it has a line of fire.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use lab::cheat_proxy::CheatProxy;
use shared::base::geometry::Vec2;
use shared::base::time::{Micros, Tick};
use shared::client::{Client, ClientConfig};
use shared::netcode::values::{PlayerNetcode, SnapshotDelivery};
use shared::report::shot_record::ShotRecord;
use shared::sim::ship::ShipId;
use shared::wire::message::{RoomRequest, ServerMessage};
use shared::wire::snapshot::decode;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};
use tokio_tungstenite::tungstenite::Message;

use crate::gunner::Gunner;
use crate::lies::{Manner, TARGET};
use crate::page::FRAME;
use crate::socket::{Socket, open};
use crate::tally::Tally;

/// One-way delay of every player's link.
const ONE_WAY_DELAY: Duration = Duration::from_millis(30);

/// Who plays, and where.
#[derive(Clone, Debug)]
pub(crate) struct Liar {
    pub(crate) from: IpAddr,
    pub(crate) to: SocketAddr,
    pub(crate) room: String,
    pub(crate) room_request: Option<RoomRequest>,
    pub(crate) manner: Manner,
    pub(crate) seed: u64,
}

/// A ship in a snapshot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenShip {
    pub(crate) life: u16,
    pub(crate) alive: bool,
    pub(crate) pos: Vec2,
}

/// What a player did and received.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub(crate) own: Option<ShipId>,
    pub(crate) duels: u64,
    pub(crate) shots: Vec<ShotRecord>,
    /// Ticks of the snapshots received.
    pub(crate) snapshots: BTreeSet<Tick>,
    pub(crate) ships: BTreeMap<ShipId, BTreeMap<Tick, SeenShip>>,
    /// Commands changed, and echoes delayed.
    pub(crate) lies: u64,
    /// Whether the server closed its connection.
    pub(crate) closed: bool,
}

/// Messages in flight, with their time of arrival.
type InFlightQueue = VecDeque<(Instant, Vec<u8>)>;

/// One connection.
struct Visit {
    client: Client,
    gunner: Gunner,
    proxy: CheatProxy,
    start: Instant,
    down: InFlightQueue,
    up: InFlightQueue,
    log: Log,
}

/// Plays until a moment, or until the connection is closed.
pub(crate) async fn play(liar: Liar, until: Instant) -> Result<Log> {
    let opened = open(liar.from, liar.to, &Tally::default()).await;
    let mut socket = opened.with_context(|| format!("{:?} cannot join", liar.manner))?;
    let mut visit = Visit::new(&liar);
    let mut frames = interval(FRAME);
    frames.set_missed_tick_behavior(MissedTickBehavior::Skip);
    while Instant::now() < until {
        let due = visit.next_due().map_or(until, |due| due.min(until));
        tokio::select! {
            message = socket.next() => match message {
                Some(Ok(Message::Binary(bytes))) => {
                    visit.down.push_back((Instant::now() + ONE_WAY_DELAY, bytes.to_vec()));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    visit.log.closed = true;
                    break;
                }
                Some(Ok(_)) => {}
            },
            _ = frames.tick() => visit.draw(),
            () = sleep_until(due) => {}
        }
        visit.pump()?;
        if visit.send(&mut socket).await.is_err() {
            visit.log.closed = true;
            break;
        }
    }
    visit.log.lies = u64::from(visit.proxy.n_lies()) + visit.gunner.lies();
    visit.log.duels = visit.gunner.duels();
    Ok(visit.log)
}

impl Visit {
    fn new(liar: &Liar) -> Self {
        let name = if liar.manner == Manner::Target { TARGET } else { "shooter" };
        let config = ClientConfig {
            name: name.into(),
            room: liar.room.clone(),
            netcode: PlayerNetcode::default(),
            room_request: liar.room_request,
            delivery: SnapshotDelivery::Stream,
        };
        Self {
            client: Client::new(config, Micros::ZERO),
            gunner: Gunner::new(liar.manner, liar.seed),
            proxy: CheatProxy::new(liar.manner.lie(), &[]),
            start: Instant::now(),
            down: InFlightQueue::new(),
            up: InFlightQueue::new(),
            log: Log::default(),
        }
    }

    fn now(&self) -> Micros {
        Micros(self.start.elapsed().as_micros() as i64)
    }

    /// When the next delayed message is due.
    fn next_due(&self) -> Option<Instant> {
        let held = self.proxy.next_transmit();
        let held = held.map(|at| self.start + Duration::from_micros(at.0.unsigned_abs()));
        let ways = [&self.down, &self.up].map(|way| way.front().map(|(due, _)| *due));
        ways.into_iter().chain([held]).flatten().min()
    }

    fn draw(&mut self) {
        let now = self.now();
        let controls = self.gunner.controls(&self.client, now);
        self.client.handle_frame(now, controls);
        self.client.drain_notices();
    }

    /// Receives what has arrived and sends what is due.
    fn pump(&mut self) -> Result<()> {
        let now = self.now();
        while let Some(bytes) = take_due(&mut self.down) {
            self.proxy.handle_down(&bytes);
            if let Ok(ServerMessage::Snapshot(snapshot)) = ServerMessage::decode(&bytes)
                && let Ok((head, _)) = decode(snapshot)
            {
                self.log.snapshots.insert(head.tick);
            }
            self.client.handle_message(now, &bytes)?;
            self.log.observe(&self.client);
        }
        self.log.shots.extend(self.client.drain_records());
        while let Some(message) = self.client.poll_transmit() {
            let message = self.gunner.falsify_views(message);
            self.proxy.handle_up(now, message);
        }
        while let Some(message) = self.proxy.poll_transmit(now) {
            self.up.push_back((Instant::now() + ONE_WAY_DELAY, message));
        }
        Ok(())
    }

    async fn send(&mut self, socket: &mut Socket) -> Result<()> {
        while let Some(bytes) = take_due(&mut self.up) {
            socket.send(Message::Binary(bytes.into())).await?;
        }
        Ok(())
    }
}

fn take_due(way: &mut InFlightQueue) -> Option<Vec<u8>> {
    way.pop_front_if(|(due, _)| *due <= Instant::now()).map(|(_, bytes)| bytes)
}

impl Log {
    fn observe(&mut self, client: &Client) {
        self.own = client.own_id();
        let tick = client.net_stats().server_tick;
        for ship in client.ships() {
            let seen = SeenShip { life: ship.life, alive: ship.alive(), pos: ship.body.pos };
            self.ships.entry(ship.id).or_default().entry(tick).or_insert(seen);
        }
    }

    /// A ship's newest state in the snapshots up to a tick.
    pub(crate) fn seen_by(&self, ship: ShipId, tick: Tick) -> Option<SeenShip> {
        self.ships.get(&ship)?.range(..=tick).next_back().map(|(_, seen)| *seen)
    }
}
