//! A real player: the game's own client on a socket, at 60 frames a second, recorded as on the
//! page.
use std::net::SocketAddr;
use std::time::Duration;

use capture::RecordedClient;
use futures_util::{SinkExt, StreamExt};
use shared::{
    base::{rng::Rng, time::Micros},
    client::{Client, ClientConfig, Controls},
    netcode::values::{PlayerNetcode, SnapshotDelivery},
    sim::command::Thrust,
    wire::{message::ServerMessage, seat::SeatGrant},
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::{Server, connect_to, within_guard};

const FRAME: Duration = Duration::from_micros(16_667);
/// How long a player who flies about holds a direction.
const DIRECTION_TIME: Duration = Duration::from_millis(400);

/// The configuration of a client, with a page's default netcode.
pub(crate) fn client_config(name: &str, room: &str) -> ClientConfig {
    ClientConfig {
        name: name.into(),
        room: room.into(),
        netcode: PlayerNetcode::default(),
        room_request: None,
        delivery: SnapshotDelivery::Stream,
    }
}

/// A player.
pub(crate) struct Player<S = TcpStream> {
    pub(crate) client: RecordedClient,
    pub(crate) socket: WebSocketStream<S>,
    /// The seat grant from the server.
    pub(crate) given: Option<SeatGrant>,
    start: Instant,
}

impl Player {
    pub(crate) async fn join(server: &Server, name: &str, room: &str) -> Self {
        Self::join_at(server.address, name, room).await
    }

    /// Joins the server at an address.
    pub(crate) async fn join_at(address: SocketAddr, name: &str, room: &str) -> Self {
        Self::over(connect_to(address).await, name, room)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Player<S> {
    /// A player that has not said hello yet, over this connection.
    pub(crate) fn over(socket: WebSocketStream<S>, name: &str, room: &str) -> Self {
        let client = RecordedClient::new(client_config(name, room), Micros::ZERO);
        Self { client, socket, given: None, start: Instant::now() }
    }

    /// Plays until `is_so`, with nothing held.
    pub(crate) async fn play_until(&mut self, what: &str, is_so: impl Fn(&Client) -> bool) {
        self.hold_until(what, Controls::default(), is_so).await;
    }

    /// Flies about until `is_so`, without a timeout.
    pub(crate) async fn fly_until(&mut self, rng: &mut Rng, is_so: impl Fn(&Client) -> bool) {
        while !is_so(&self.client) {
            let directions = [Thrust::Up, Thrust::Right, Thrust::Down, Thrust::Left];
            let thrust = directions[rng.below(4) as usize];
            let turned = Instant::now();
            let held = Controls { thrust, ..Controls::default() };
            let is_over = |client: &Client| turned.elapsed() >= DIRECTION_TIME || is_so(client);
            self.hold_until("a turn", held, is_over).await;
        }
    }

    /// Plays with these controls until `is_so`.
    pub(crate) async fn hold_until(
        &mut self,
        what: &str,
        held: Controls,
        is_so: impl Fn(&Client) -> bool,
    ) {
        let mut frames = interval(FRAME);
        frames.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let play = async {
            while !is_so(&self.client) {
                tokio::select! {
                    message = self.socket.next() => self.take(message.unwrap().unwrap()),
                    _ = frames.tick() => {
                        let now = self.now();
                        self.client.handle_frame(now, held);
                    }
                }
                while let Some(message) = self.client.poll_transmit() {
                    self.socket.send(Message::Binary(message.into())).await.unwrap();
                }
            }
        };
        within_guard(what, play).await;
    }

    fn take(&mut self, message: Message) {
        let now = self.now();
        match message {
            Message::Binary(message) => {
                if let Ok(ServerMessage::Seat(given)) = ServerMessage::decode(&message) {
                    self.given = Some(given);
                }
                self.client.handle_message(now, &message).unwrap();
            }
            Message::Ping(_) | Message::Pong(_) => {}
            other => panic!("not a message: {other:?}"),
        }
    }

    pub(crate) fn now(&self) -> Micros {
        Micros(self.start.elapsed().as_micros() as i64)
    }
}
