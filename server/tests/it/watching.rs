//! Watchers on real connections: they hold no seat, see the match, take their turn, and are closed
//! when they send what only players may.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use server::config::Config;
use shared::{
    base::limits::WATCHERS_MAX,
    base::time::Micros,
    client::{Client, Controls},
    wire::{
        close_reason::CloseReason,
        command_packet::CommandPacket,
        message::{
            ClientControl, Hello, ServerControl, ServerMessage, commands_message, encode_resume,
        },
        seat::{Admission, SeatGrant},
        watch::{Turn, TurnWish},
    },
};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::support::player::{Player, client_config};
use crate::support::{
    Server, Socket, close_of, hello, leave, receive, receive_control, seated, send, within_guard,
    without_timeouts,
};

fn watch(name: &str, room: &str) -> Vec<u8> {
    Hello::new(name, room).encode_watch()
}

/// A server whose lobbies are shown at once.
async fn server_of(seats: u16) -> Server {
    Server::start(Config { seats, watch_delay_ms: 0, ..without_timeouts() }).await
}

async fn watcher(server: &Server, room: &str) -> Socket {
    let mut socket = server.connect().await;
    send(&mut socket, watch("eve", room)).await;
    socket
}

/// Reads up to the next message about the place in line.
async fn turn(socket: &mut Socket) -> Option<Turn> {
    loop {
        if let ServerControl::Turn(turn) = receive_control(socket).await {
            return turn;
        }
    }
}

/// Reads up to the grant of a seat.
async fn grant(socket: &mut Socket) -> SeatGrant {
    loop {
        let message = receive(socket).await;
        if let ServerMessage::Seat(grant) = ServerMessage::decode(&message).unwrap() {
            return grant;
        }
    }
}

/// A watcher with the game's own client.
async fn looks_on(server: &Server, room: &str, until: impl Fn(&Client) -> bool) -> Client {
    let mut socket = server.connect().await;
    let mut client = Client::watching(client_config("eve", room), Micros::ZERO);
    let begun = Instant::now();
    let now = || Micros(begun.elapsed().as_micros().try_into().unwrap());
    let look = async {
        while !until(&client) {
            while let Some(message) = client.poll_transmit() {
                socket.send(Message::Binary(message.into())).await.unwrap();
            }
            tokio::select! {
                message = socket.next() => match message {
                    Some(Ok(Message::Binary(message))) => {
                        client.handle_message(now(), &message).unwrap();
                    }
                    Some(Ok(_)) => {}
                    other => panic!("the connection ended: {other:?}"),
                },
                () = tokio::time::sleep(Duration::from_millis(16)) => {
                    client.handle_frame(now(), Controls::default());
                }
            }
        }
    };
    within_guard("the picture", look).await;
    client
}

#[tokio::test]
async fn a_watcher_sees_the_match_and_holds_no_seat() {
    let server = server_of(2).await;
    let mut ada = Player::join(&server, "ada", "").await;
    let mut ben = Player::join(&server, "ben", "").await;
    let play = async {
        loop {
            tokio::join!(
                ada.play_until("a frame", |client| !client.scene().ships.is_empty()),
                ben.play_until("a frame", |client| !client.scene().ships.is_empty()),
            );
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let seen = looks_on(&server, "", |client| {
        let humans = client.roster().iter().filter(|entry| !entry.bot).count();
        humans == 2 && client.scene().ships.len() == 2 && client.n_watchers() == 1
    });
    let seen = tokio::select! {
        seen = seen => seen,
        () = play => unreachable!("the players play for ever"),
    };
    let mut names: Vec<&str> = seen.roster().iter().map(|entry| entry.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["ada", "ben"]);
    assert_eq!((seen.own_id(), seen.is_watching()), (None, true));
    assert_eq!(server.metric("lagrange_players").await, 2.0);
}

#[tokio::test]
async fn nobody_opens_a_room_by_watching_it() {
    let server = server_of(2).await;
    let mut socket = watcher(&server, "nowhere").await;
    assert_eq!(close_of(&mut socket).await.0, CloseReason::NobodyThere.code());
    assert_eq!(server.metric("lagrange_rooms").await, 1.0);
}

#[tokio::test]
async fn a_watcher_that_lies_is_closed() {
    let server = server_of(2).await;
    let (_ada, _) = server.join("ada", "den").await;
    let commands = CommandPacket { ack: None, view_epoch: 0, commands: Vec::new() };
    let rows = [
        commands_message(&commands.encode()),
        ClientControl::FullUpdate.encode(),
        ClientControl::Here.encode(),
        hello("eve", "den"),
        watch("eve", "den"),
        vec![9],
    ];
    for message in rows {
        let mut socket = watcher(&server, "den").await;
        send(&mut socket, ClientControl::Ping { stamp: 7 }.encode()).await;
        while receive_control(&mut socket).await != (ServerControl::Pong { stamp: 7 }) {}
        send(&mut socket, message.clone()).await;
        assert_eq!(close_of(&mut socket).await.0, CloseReason::Malformed.code(), "{message:?}");
    }
    // Nor may a player speak as a watcher, nor a watcher come with a token.
    let (mut ben, _) = server.join("ben", "den").await;
    send(&mut ben, ClientControl::Turn(TurnWish::Yes).encode()).await;
    assert_eq!(close_of(&mut ben).await.0, CloseReason::Malformed.code());
    server.metric_becomes("lagrange_watchers", |n| n == 0.0).await;
}

#[tokio::test]
async fn watchers_take_their_turn() {
    let server = server_of(2).await;
    let (ada, _) = server.join("ada", "den").await;
    let (mut ben, _) = server.join("ben", "den").await;
    let [mut first, mut second, mut third] = [
        watcher(&server, "den").await,
        watcher(&server, "den").await,
        watcher(&server, "den").await,
    ];
    server.metric_becomes("lagrange_watchers", |n| n == 3.0).await;
    for (place, socket) in [(1, &mut first), (2, &mut second), (3, &mut third)] {
        send(socket, ClientControl::Turn(TurnWish::Yes).encode()).await;
        assert_eq!(turn(socket).await, Some(Turn { place }));
    }
    // One gives up its place, and the next moves up.
    send(&mut first, ClientControl::Turn(TurnWish::No).encode()).await;
    assert_eq!(turn(&mut first).await, None);
    assert_eq!(turn(&mut second).await, Some(Turn { place: 1 }));
    assert_eq!(turn(&mut third).await, Some(Turn { place: 2 }));
    leave(&mut ben).await;
    let seat = grant(&mut second).await;
    assert_eq!(turn(&mut third).await, Some(Turn { place: 1 }));
    // The seat is held for its page.
    let mut player = server.connect().await;
    send(&mut player, encode_resume(&seat.token)).await;
    send(&mut player, hello("eve", "den")).await;
    let (given, welcome) = seated(&mut player).await;
    assert_eq!((given.admission, welcome.room.as_str()), (Admission::Resumed, "den"));
    drop(ada);
}

#[tokio::test]
async fn the_stands_have_an_end() {
    let server = server_of(2).await;
    let (_ada, _) = server.join("ada", "den").await;
    let mut sockets = Vec::new();
    for _ in 0..WATCHERS_MAX {
        sockets.push(watcher(&server, "den").await);
    }
    server.metric_becomes("lagrange_watchers", |n| n == f64::from(WATCHERS_MAX)).await;
    let mut late = watcher(&server, "den").await;
    let (code, text) = close_of(&mut late).await;
    assert_eq!(code, CloseReason::RoomFull.code());
    assert_eq!(text, "256 people watch this room already.");
}
