//! A server that is told to stop while another one goes on: what its clients are told, and that
//! each score comes along once.

use std::fs;
use std::path::Path;
use std::time::Duration;

use directory::{RoomKey, TokenHash};
use server::config::Config;
use shared::client::Client;
use shared::wire::message::{ClientControl, Hello, ServerControl, encode_resume};
use shared::wire::round::{MatchMode, Score};
use shared::wire::route::Route;
use shared::wire::seat::{Admission, ResumeToken};
use tokio::time::{Instant, sleep};

use crate::support::player::Player;
use crate::support::{
    Server, Socket, close_of, hello, http, receive_control, seated, send, within_guard,
    without_timeouts,
};

/// How long the proxies have to notice, before anybody is sent on.
const NOTICE: Duration = Duration::from_secs(2);
const ROOM: &str = "duel";
const SCORE: Score = Score { kills: 3, deaths: 2 };

fn config(state: &Path) -> Config {
    Config { state: Some(state.into()), bots: 0, ..without_timeouts() }
}

/// A server whose rooms go on elsewhere when it is told to stop.
fn draining(state: &Path, drain_s: u64) -> Config {
    Config { drain: Some(Duration::from_secs(drain_s)), ..config(state) }
}

/// Keeps a score in the folder, as an earlier server did.
fn keep(state: &Path, token: &ResumeToken, score: Score) {
    let path = state.join(TokenHash::of(&token.0).to_string()).with_extension("score");
    let kept = serde_json::json!({ "room": RoomKey::of(ROOM).to_string(), "score": score });
    fs::write(path, kept.to_string()).unwrap();
}

/// Joins with the token of a seat elsewhere. Returns the seat's admission and new token.
async fn come(server: &Server, token: &ResumeToken) -> (Socket, Admission, ResumeToken) {
    let mut socket = server.connect().await;
    send(&mut socket, encode_resume(token)).await;
    send(&mut socket, hello("ada", ROOM)).await;
    let (given, _) = seated(&mut socket).await;
    (socket, given.admission, given.token)
}

/// Sends a message and waits until the room has handled it.
async fn show_life(socket: &mut Socket) {
    send(socket, ClientControl::Ping { stamp: 0 }.encode()).await;
    while !matches!(receive_control(socket).await, ServerControl::Pong { .. }) {}
}

/// The own score that a player is shown.
async fn shown_score(server: &Server, token: &ResumeToken) -> Score {
    let mut socket = server.connect().await;
    send(&mut socket, encode_resume(token)).await;
    let mut player = Player::over(socket, "ada", ROOM);
    player.play_until("its ship", |client: &Client| client.own_ship().is_some()).await;
    let (client, ship) = (&player.client, player.client.own_ship().unwrap());
    let in_room = Score::of(ship);
    client.round().map_or(in_room, |round| round.score(ship.id, in_room))
}

#[tokio::test]
async fn a_score_comes_along_to_the_server_that_follows() {
    let state = tempfile::tempdir().unwrap();
    let before = ResumeToken(*b"an earlier seat.");
    keep(state.path(), &before, SCORE);
    let first = Server::start(config(state.path())).await;
    let (mut socket, admission, token) = come(&first, &before).await;
    assert_eq!(admission, Admission::ScoreKept);
    show_life(&mut socket).await;
    let stopped = Instant::now();
    let run = first.stop();
    assert_eq!(close_of(&mut socket).await.0, 1001);
    assert!(stopped.elapsed() < NOTICE, "nobody goes on, so nothing is waited for");
    drop(socket);
    within_guard("the end", run).await.unwrap();
    let second = Server::start(config(state.path())).await;
    assert_eq!(shown_score(&second, &token).await, SCORE);
    for gone in [before, token, ResumeToken([7; 16])] {
        let (_socket, admission, _) = come(&second, &gone).await;
        assert_eq!(admission, Admission::Instead, "redeemed once, or unknown");
    }
}

/// A connection may be lost before the new token reaches its player. Until the player sends
/// something, the old token leads to the new seat, and to its score if the server ends.
#[tokio::test]
async fn a_redeemed_token_is_valid_until_the_new_one_arrives() {
    let state = tempfile::tempdir().unwrap();
    let [before, other] = [ResumeToken(*b"an earlier seat."), ResumeToken(*b"another of them.")];
    for token in [&before, &other] {
        keep(state.path(), token, SCORE);
    }
    let first = Server::start(config(state.path())).await;
    for expected in [Admission::ScoreKept, Admission::Resumed, Admission::Resumed] {
        let (socket, admission, _) = come(&first, &before).await;
        assert_eq!(admission, expected);
        drop(socket);
        first.metric_becomes("lagrange_players", |n| n == 0.0).await;
    }
    assert_eq!(shown_score(&first, &before).await, SCORE);
    let (_, admission, _) = come(&first, &before).await;
    assert_eq!(admission, Admission::Instead, "the player had the new token");
    let (mut socket, admission, _) = come(&first, &other).await;
    assert_eq!(admission, Admission::ScoreKept);
    let run = first.stop();
    assert_eq!(close_of(&mut socket).await.0, 1001);
    drop(socket);
    within_guard("the end", run).await.unwrap();
    let second = Server::start(config(state.path())).await;
    assert_eq!(shown_score(&second, &other).await, SCORE);
}

#[tokio::test]
async fn rooms_go_on_until_their_players_are_sent_to_another_server() {
    let state = tempfile::tempdir().unwrap();
    let before = ResumeToken(*b"an earlier seat.");
    keep(state.path(), &before, SCORE);
    let [first, second] =
        [Server::start(draining(state.path(), 3)).await, Server::start(config(state.path())).await];
    let address = first.address;
    let (mut socket, _, token) = come(&first, &before).await;
    let (mut held, given) = first.seat_in("den").await;
    held.close(None).await.unwrap();
    let told = Instant::now();
    let run = first.stop();
    // It takes nobody in meanwhile, and is alive.
    while http::get(address, "/readyz", &[]).await.status == 200 {
        sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(http::get(address, "/healthz", &[]).await.status, 200);
    let own = format!("http://{address}");
    let asked = http::request(address, "POST", "/ws", &[("origin", &own)]).await;
    let text = String::from_utf8(asked.body).unwrap();
    assert!(asked.status == 503 && text.contains("its rooms move to another one"), "{text}");
    // A round is in progress, so it plays on to the last moment.
    let (code, text) = close_of(&mut socket).await;
    assert_eq!((code, Route::from_order(&text)), (4411, Some(Route { node: None, hops: 1 })));
    assert!(told.elapsed() >= NOTICE, "proxies have time to notice");
    drop((socket, held));
    within_guard("the end", run).await.unwrap();
    assert_eq!(shown_score(&second, &token).await, SCORE);
    let (_socket, admission, _) = come(&second, &given.token).await;
    assert_eq!(admission, Admission::Instead, "that score counts in another room");
}

#[tokio::test]
async fn an_endless_room_moves_as_soon_as_proxies_had_time() {
    let state = tempfile::tempdir().unwrap();
    let config = Config { mode: MatchMode::Endless, ..draining(state.path(), 3_600) };
    let server = Server::start(config).await;
    let (mut socket, _) = server.join("ada", "").await;
    let mut watcher = server.connect().await;
    send(&mut watcher, Hello::new("bob", "").encode_watch()).await;
    let run = server.stop();
    for socket in [&mut socket, &mut watcher] {
        assert_eq!(close_of(socket).await.0, 4411);
    }
    drop((socket, watcher));
    within_guard("the end", run).await.unwrap();
}
