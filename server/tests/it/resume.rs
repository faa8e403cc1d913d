//! Returning players: a valid token gets them their seat again, however the connection ended.
//! Without one they get another seat, and the server says so.

use std::sync::Arc;
use std::time::Duration;

use capture::capture_file::CaptureFile;
use futures_util::SinkExt;
use server::config::{Config, Probe};
use shared::client::Client;
use shared::wire::message::{ClientControl, ServerControl, Welcome, encode_resume};
use shared::wire::seat::{Admission, ResumeToken, SeatGrant};
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Message;

use crate::support::line::AT_ONCE;
use crate::support::pipes::{connect, with_server};
use crate::support::player::Player;
use crate::support::{
    GUARD, Server, Socket, close_of, hello, leave, receive_control, receive_snapshot, seated, send,
    without_timeouts,
};

/// Sends a token and a hello.
async fn rejoin(server: &Server, token: ResumeToken, room: &str) -> (Socket, SeatGrant, Welcome) {
    let mut socket = server.connect().await;
    send(&mut socket, encode_resume(&token)).await;
    send(&mut socket, hello("someone", room)).await;
    let (given, welcome) = seated(&mut socket).await;
    (socket, given, welcome)
}

async fn join(server: &Server, room: &str) -> (Socket, SeatGrant, Welcome) {
    let mut socket = server.connect().await;
    send(&mut socket, hello("ada", room)).await;
    let (given, welcome) = seated(&mut socket).await;
    (socket, given, welcome)
}

fn own_name(welcome: &Welcome) -> &str {
    let mut roster = welcome.roster.iter();
    &roster.find(|entry| entry.ship == welcome.ship).unwrap().name
}

#[tokio::test]
async fn a_lost_connection_keeps_its_seat() {
    let server = Server::start(without_timeouts()).await;
    for room in ["", "duel"] {
        let (socket, given, welcome) = join(&server, room).await;
        assert_eq!(given.admission, Admission::New);
        drop(socket);
        server.metric_becomes("lagrange_players", |n| n == 0.0).await;
        let (mut socket, again, welcome_again) = rejoin(&server, given.token, room).await;
        assert_eq!(again.admission, Admission::Resumed);
        assert_ne!(again.token, given.token, "it is renewed");
        assert_eq!(welcome_again.ship, welcome.ship);
        assert_eq!(own_name(&welcome_again), "ada", "the name is the seat's");
        receive_snapshot(&mut socket).await;
        // Resuming a seat that is in use takes it over.
        let (mut other, given, other_welcome) = rejoin(&server, again.token, room).await;
        assert_eq!((given.admission, other_welcome.ship), (Admission::Resumed, welcome.ship));
        assert_eq!(close_of(&mut socket).await.0, 4410, "the first connection is closed");
        leave(&mut other).await;
        server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    }
}

/// A connection may be lost before the new token reaches its player. The old token is valid until
/// the player sends something.
#[tokio::test]
async fn the_old_token_is_valid_until_the_new_one_arrives() {
    let server = Server::start(without_timeouts()).await;
    let (socket, given, welcome) = join(&server, "").await;
    drop(socket);
    server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    for _ in 0..3 {
        let (socket, again, welcome_again) = rejoin(&server, given.token, "").await;
        assert_eq!((again.admission, welcome_again.ship), (Admission::Resumed, welcome.ship));
        drop(socket);
        server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    }
    let (mut socket, again, _) = rejoin(&server, given.token, "").await;
    send(&mut socket, ClientControl::Ping { stamp: 0 }.encode()).await;
    while !matches!(receive_control(&mut socket).await, ServerControl::Pong { .. }) {}
    let (_, instead, _) = rejoin(&server, given.token, "").await;
    assert_eq!(instead.admission, Admission::Instead, "it is void");
    let (_, resumed, welcome_again) = rejoin(&server, again.token, "").await;
    assert_eq!((resumed.admission, welcome_again.ship), (Admission::Resumed, welcome.ship));
}

/// A tab with a held seat follows a link: the room in the link counts, and the seat stays held.
#[tokio::test]
async fn a_link_to_another_room_ignores_the_held_seat() {
    let server = Server::start(without_timeouts()).await;
    for (held_in, link, arrives) in
        [("duel", "friends", "friends"), ("duel", "", "lobby"), ("", "friends", "friends")]
    {
        let (socket, given, welcome) = join(&server, held_in).await;
        drop(socket);
        server.metric_becomes("lagrange_players", |n| n == 0.0).await;
        let (mut there, elsewhere, welcome_there) = rejoin(&server, given.token, link).await;
        assert_eq!(elsewhere.admission, Admission::New, "{held_in:?} → {link:?}");
        assert_eq!(welcome_there.room, arrives);
        leave(&mut there).await;
        server.metric_becomes("lagrange_players", |n| n == 0.0).await;
        let (mut back, again, welcome_again) = rejoin(&server, given.token, held_in).await;
        assert_eq!((again.admission, welcome_again.ship), (Admission::Resumed, welcome.ship));
        leave(&mut back).await;
        server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    }
}

/// Links to the lobby have no number. A player with a seat in the second one still resumes it.
#[tokio::test]
async fn a_lobby_link_resumes_a_seat_in_any_lobby() {
    let server = Server::start(Config { seats: 2, ..without_timeouts() }).await;
    let mut others = Vec::new();
    let (socket, given, welcome) = loop {
        let joined = join(&server, "").await;
        if joined.2.room == "lobby 2" {
            break joined;
        }
        others.push(joined.0);
    };
    drop(socket);
    let n_others = others.len() as f64;
    server.metric_becomes("lagrange_players", |n| n == n_others).await;
    let (_socket, again, welcome_again) = rejoin(&server, given.token, "").await;
    assert_eq!((again.admission, welcome_again.ship), (Admission::Resumed, welcome.ship));
    assert_eq!(welcome_again.room, "lobby 2");
}

#[tokio::test]
async fn an_unknown_token_is_an_ordinary_join() {
    let server = Server::start(without_timeouts()).await;
    let (_, given, welcome) = rejoin(&server, ResumeToken([7; 16]), "duel").await;
    assert_eq!((given.admission, welcome.room.as_str()), (Admission::Instead, "duel"));
    assert_eq!(own_name(&welcome), "someone");
    // A token is invalid once its player left for good.
    let (mut socket, given, _) = join(&server, "duel").await;
    leave(&mut socket).await;
    server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    let (_, given, _) = rejoin(&server, given.token, "duel").await;
    assert_eq!(given.admission, Admission::Instead);
}

#[tokio::test]
async fn after_a_room_fails_a_player_gets_another_ship_and_a_notice() {
    let mut config = without_timeouts();
    config.probe = Some(Probe(Arc::new(|hello| {
        assert!(hello.name != "boom", "a room fails, as this test wants");
    })));
    let server = Server::start(config).await;
    for n in 1..=3 {
        let (mut socket, given, _) = join(&server, "duel").await;
        let mut boom = server.connect().await;
        send(&mut boom, hello("boom", "duel")).await;
        assert_eq!(close_of(&mut socket).await.0, 1012);
        server
            .metric_becomes("lagrange_room_failures_total", |failed| failed == f64::from(n))
            .await;
        if n < 3 {
            let (mut socket, given, welcome) = rejoin(&server, given.token, "duel").await;
            assert_eq!((given.admission, welcome.room.as_str()), (Admission::Instead, "duel"));
            leave(&mut socket).await;
        }
    }
    let mut socket = server.connect().await;
    send(&mut socket, hello("ada", "duel")).await;
    let (code, text) = close_of(&mut socket).await;
    assert_eq!(code, 1012);
    assert!(text.contains("failed repeatedly"), "{text}");
    join(&server, "elsewhere").await;
}

#[tokio::test]
async fn a_token_is_in_no_metric_and_no_recording() {
    let server = Server::start(without_timeouts()).await;
    let mut player = Player::join(&server, "ada", "").await;
    player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
    let (_socket, given, _) = join(&server, "").await;
    let token = given.token.0;
    let metrics = crate::support::http::get(server.address, "/metrics", &[]).await.body;
    let hex: String = token.iter().map(|byte| format!("{byte:02x}")).collect();
    let text = String::from_utf8(metrics).unwrap();
    assert!(!text.contains(&hex));
    // The recorder leaves the token out.
    let now = player.now();
    player.client.handle_message(now, &given.encode()).unwrap();
    let capture = player.client.capture();
    let recorded = CaptureFile { capture, moment: None }.encode().unwrap();
    assert!(!recorded.windows(token.len()).any(|bytes| bytes == token));
}

/// A held seat keeps its room open; when it expires, the room ends like any other.
#[tokio::test(start_paused = true)]
async fn a_held_seat_keeps_its_room_for_thirty_seconds() {
    for (away_s, admission) in [(29, Admission::Resumed), (33, Admission::Instead)] {
        with_server(Config { bots: 0, ..Config::default() }, async |net| {
            let mut player = Player::over(connect(net, 1, AT_ONCE, 1).await, "ada", "duel");
            player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
            let given = player.given.take().unwrap();
            let ship = player.client.own_id();
            drop(player);
            sleep(Duration::from_secs(away_s)).await;
            let mut socket = connect(net, 2, AT_ONCE, 1).await;
            socket.send(Message::Binary(encode_resume(&given.token).into())).await.unwrap();
            let mut player = Player::over(socket, "ada", "duel");
            let begun = Instant::now();
            player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
            assert!(begun.elapsed() < GUARD);
            assert_eq!(player.given.unwrap().admission, admission, "after {away_s} s");
            if admission == Admission::Resumed {
                assert_eq!(player.client.own_id(), ship);
            }
        })
        .await;
    }
}
