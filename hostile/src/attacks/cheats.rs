//! Players send commands twice as fast, or in bursts, and hold the trigger. As another player sees
//! them, they are no faster and fire no more often than an honest one.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures_util::future::join;
use futures_util::{SinkExt, StreamExt};
use shared::base::geometry::Vec2;
use shared::base::time::{Micros, Tick, TickRate};
use shared::client::{Client, ClientConfig, Controls};
use shared::netcode::values::{PlayerNetcode, SnapshotDelivery};
use shared::sim::rules::{LASER_COOLDOWN_MS, SHIP_SPEED_MAX_U_PER_S};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tokio_tungstenite::tungstenite::Message;

use crate::length::Length;
use crate::light::{Manner, PlayerConfig, play};
use crate::outcome::{CheckedFigure, Outcome, Table};
use crate::page::FRAME;
use crate::server::{OPERATOR, Server};
use crate::socket::open;
use crate::tally::Tally;

const CHEAT: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 15, 1));
const ROOM: &str = "cheats";
/// The observer joins first.
const HEAD_START: Duration = Duration::from_secs(1);

/// What an observer saw of another player's ship.
#[derive(Clone, Copy, Debug, Default)]
struct Flight {
    /// Between two snapshots, the greatest and the mean, in u/s.
    most_u_per_s: f32,
    way_u: f32,
    ticks: i64,
}

pub(crate) async fn run(length: Length) -> Result<Outcome> {
    let seconds = length.of(8, 60);
    let mut outcome = Outcome::default();
    let mut rows = Vec::new();
    let mut honest_u_per_s = None;
    for manner in [Manner::Circles, Manner::DoubleSpeed, Manner::Bursts] {
        let server = Server::start(&["--seats", "4"]).await?;
        let tally = Tally::default();
        let until = Instant::now() + HEAD_START + Duration::from_secs(seconds);
        let cheat = async {
            sleep(HEAD_START).await;
            let (to, room) = (server.address, ROOM.to_string());
            let config =
                PlayerConfig { from: CHEAT, to, room, manner, update_rate_hz: 30, seed: 1 };
            play(config, until, tally.clone()).await;
        };
        let (flight, ()) = join(observe(&server, until), cheat).await;
        let flight = flight?;
        let judged = tally.sums().answers.get("judged").copied().unwrap_or_default();
        let closed: u64 = tally.sums().answers.values().sum::<u64>() - judged;
        let hz = f32::from(TickRate::DEFAULT.hz());
        let mean = flight.way_u / flight.ticks.max(1) as f32 * hz;
        let honest = *honest_u_per_s.get_or_insert(mean);
        let gain = format!("{:+.1} %", 100.0 * (mean / honest - 1.0));
        rows.push(vec![
            format!("{manner:?}"),
            tally.sums().messages.to_string(),
            format!("{:.1}", flight.most_u_per_s),
            format!("{mean:.1}"),
            gain,
            judged.to_string(),
            closed.to_string(),
        ]);
        let over = (flight.most_u_per_s / SHIP_SPEED_MAX_U_PER_S - 1.0).max(0.0) * 1000.0;
        let of = |what: &str| format!("{manner:?}: {what}");
        outcome.checks.push(CheckedFigure::count(
            &of("faster than a ship is, in ‰"),
            over as u64,
            0,
        ));
        let shots = seconds * 1000 / u64::from(LASER_COOLDOWN_MS) + 1;
        outcome.checks.push(CheckedFigure::at_most(&of("shots"), judged, shots));
        outcome.checks.push(CheckedFigure::at_least(&of("shots fired"), judged, 1));
    }
    let columns = vec!["player", "packets", "fastest, u/s", "mean, u/s", "gain", "shots", "closed"];
    outcome.tables.push(Table { columns, rows });
    Ok(outcome)
}

/// Plays without moving, and observes the only other ship.
async fn observe(server: &Server, until: Instant) -> Result<Flight> {
    let opened = open(OPERATOR, server.address, &Tally::default()).await;
    let mut socket = opened.context("the observer cannot join")?;
    let config = ClientConfig {
        name: "observer".into(),
        room: ROOM.into(),
        netcode: PlayerNetcode::default(),
        room_request: None,
        delivery: SnapshotDelivery::Stream,
    };
    let start = Instant::now();
    let now = || Micros(start.elapsed().as_micros() as i64);
    let mut client = Client::new(config, now());
    let mut frames = interval(FRAME);
    frames.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut last: Option<(Tick, u16, Vec2)> = None;
    let mut flight = Flight::default();
    while Instant::now() < until {
        tokio::select! {
            message = socket.next() => if let Message::Binary(bytes) =
                message.context("the observer lost its connection")??
            {
                client.handle_message(now(), &bytes)?;
                flight.observe(&client, &mut last);
            },
            _ = frames.tick() => client.handle_frame(now(), Controls::default()),
        }
        while let Some(message) = client.poll_transmit() {
            socket.send(Message::Binary(message.into())).await?;
        }
    }
    ensure!(flight.ticks > 0, "the observer saw no ships");
    Ok(flight)
}

impl Flight {
    fn observe(&mut self, client: &Client, last: &mut Option<(Tick, u16, Vec2)>) {
        let tick = client.net_stats().server_tick;
        let other = client.ships().iter().find(|ship| Some(ship.id) != client.own_id());
        let Some(ship) = other.filter(|ship| ship.alive()) else { return };
        let seen = (tick, ship.life, ship.body.pos);
        let Some((before, life, pos)) = last.replace(seen) else { return };
        let ticks = tick.since(before);
        // The gap between two lives is not a flight.
        if ticks <= 0 || life != ship.life {
            return;
        }
        let way_u = pos.distance(ship.body.pos);
        let hz = f32::from(TickRate::DEFAULT.hz());
        self.most_u_per_s = self.most_u_per_s.max(way_u / ticks as f32 * hz);
        self.way_u += way_u;
        self.ticks += ticks;
    }
}
