//! A room of 256 ships in one picture, for one page and 255 other players, over a real WebSocket.
//! There are no hits, since the hit rule trusts the shooter's claims and the players claim none, so
//! the number of ships and bolts stays constant. Runs on its own thread during the measurement.
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, TickRate},
    },
    netcode::{choices::HitRule, rates::RateBounds, values::RoomNetcode},
    room::{Difficulty, Output, Room, RoomConfig, RoomKind, SessionId},
    sim::{
        arena::{Arena, Asteroids},
        rules::{VIEW_HEIGHT_U, VIEW_WIDTH_U},
    },
    wire::message::ClientMessage,
};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::players::{Players, SHIPS};

/// Maximum distance of the page's ship from the middle, in u: there its snapshots reach every ship.
const AWAY_U: f32 = 200.0;

type Socket = WebSocketStream<TcpStream>;

/// Serves the first page that connects, from now on. Returns the port.
pub(crate) fn serve() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let played = runtime.context("a runtime").and_then(|of| of.block_on(play(listener)));
        if let Err(error) = played {
            // The page receives nothing more, and the measurement fails.
            eprintln!("the room ended: {error:#}");
        }
    });
    Ok(port)
}

fn config() -> RoomConfig {
    RoomConfig {
        name: "crowd".into(),
        seats: SHIPS,
        bots: 0,
        difficulty: Difficulty::Full,
        rounds: None,
        series: None,
        watch_delay_ms: 0,
        sides: None,
        rate: TickRate::DEFAULT,
        // The whole arena is inside the picture.
        arena: Arena {
            width_u: VIEW_WIDTH_U as u16,
            height_u: VIEW_HEIGHT_U as u16,
            asteroids: Asteroids::default(),
        },
        netcode: RoomNetcode { hit_rule: HitRule::Claim, ..RoomNetcode::default() },
        kind: RoomKind::Private,
        rate_bounds: RateBounds::default(),
        seed: 1,
    }
}

async fn play(listener: TcpListener) -> Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (stream, _) = listener.accept().await?;
    stream.set_nodelay(true)?;
    let mut socket: Socket = tokio_tungstenite::accept_async(stream).await?;
    let mut room = Room::new(config(), Micros::ZERO)?;
    let mut players = Players::join(&mut room)?;
    let begun = Instant::now();
    let mut session = None;
    loop {
        let now = micros(begun.elapsed());
        let wait = Duration::from_micros((room.poll_time() - now).0.max(0).unsigned_abs());
        tokio::select! {
            message = socket.next() => {
                let message = message.context("the page is gone")??;
                let Message::Binary(bytes) = message else { continue };
                take(&mut room, &mut session, micros(begun.elapsed()), &bytes)?;
            }
            () = sleep(wait) => {
                let now = micros(begun.elapsed());
                players.command(&mut room, now);
                room.handle_time(now);
                keep_in_the_middle(&mut room);
            }
        }
        say(&mut room, session, &mut players, &mut socket).await?;
    }
}

/// Moves the page's ship, on the last seat, back to the middle when others have pushed it away,
/// since snapshots leave out ships too far away.
fn keep_in_the_middle(room: &mut Room) {
    let middle = Vec2::new(VIEW_WIDTH_U, VIEW_HEIGHT_U) / 2.0;
    let own = room.world().ships().find(|ship| ship.id.idx == SHIPS - 1).copied();
    if let Some(own) = own.filter(|own| (own.body.pos - middle).length() > AWAY_U) {
        room.world_mut().place(own.id, middle);
    }
}

fn take(room: &mut Room, session: &mut Option<SessionId>, now: Micros, bytes: &[u8]) -> Result<()> {
    match (*session, ClientMessage::decode(bytes)) {
        (Some(session), _) => room.handle_message(now, session, bytes),
        (None, Ok(ClientMessage::Hello(hello))) => *session = Some(room.handle_join(now, &hello)?),
        (None, _) => bail!("the page sent no hello"),
    }
    Ok(())
}

async fn say(
    room: &mut Room,
    page: Option<SessionId>,
    players: &mut Players,
    socket: &mut Socket,
) -> Result<()> {
    while let Some(output) = room.poll_output() {
        match output {
            Output::Reliable { session, message } if Some(session) == page => {
                socket.send(Message::binary(message)).await?;
            }
            Output::Snapshot { session, tick, message } if Some(session) == page => {
                socket.send(Message::binary(message)).await?;
                room.handle_written(session, tick);
            }
            Output::Snapshot { session, tick, .. } => {
                room.handle_written(session, tick);
                players.note(session, tick);
            }
            Output::Reliable { .. } | Output::GivenUp { .. } | Output::Watch(_) => {}
            Output::Close { session, reason, .. } => bail!("{session:?} is sent away: {reason:?}"),
        }
    }
    Ok(())
}

fn micros(since: Duration) -> Micros {
    Micros(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}
