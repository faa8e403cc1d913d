//! `/api/rooms`: which rooms everybody may know of, on one server and on several.
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use server::config::Config;
use shared::base::time::TickRate;
use shared::netcode::preset::Preset;
use shared::wire::message::{Hello, Listing, RoomRequest};
use tokio::time::{sleep, timeout};

use crate::support::{
    GUARD, Server, Socket, http, leave, send, welcome, within_guard, without_timeouts,
};

/// A pause between two questions.
const PAUSE: Duration = Duration::from_millis(50);

fn listed() -> RoomRequest {
    RoomRequest { listing: Listing::Listed, ..RoomRequest::default() }
}

/// The answer.
async fn list(server: SocketAddr) -> Value {
    let answer = http::get(server, "/api/rooms", &[]).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    serde_json::from_slice(&answer.body).unwrap()
}

/// The rooms of an answer: name, server, players.
fn rooms(list: &Value) -> Vec<(String, String, u64)> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_string();
    let rooms = list["rooms"].as_array().into_iter().flatten();
    let row = |room: &Value| {
        (text(&room["name"]), text(&room["node"]), room["players"].as_u64().unwrap())
    };
    rooms.map(row).collect()
}

/// Waits for an answer with these rooms.
async fn becomes(server: SocketAddr, expected: &[(&str, &str, u64)]) -> Value {
    let expected: Vec<_> =
        expected.iter().map(|(name, node, n)| (name.to_string(), node.to_string(), *n)).collect();
    let mut last = Value::Null;
    let comes = async {
        while rooms(&last) != expected {
            sleep(PAUSE).await;
            last = list(server).await;
        }
    };
    let came = timeout(GUARD, comes).await;
    assert!(came.is_ok(), "expected {expected:?}, the last answer was {last}");
    last
}

async fn join(server: &Server, room: &str, request: Option<RoomRequest>) -> Socket {
    let mut socket = server.connect().await;
    let hello = Hello { room_request: request, ..Hello::new("ada", room) };
    send(&mut socket, hello.encode()).await;
    welcome(&mut socket).await;
    socket
}

#[tokio::test]
async fn only_lobbies_and_rooms_whose_founder_asked_for_it_are_listed() {
    let server = Server::start(Config { bots: 0, ..without_timeouts() }).await;
    becomes(server.address, &[("lobby", "-", 0)]).await;
    let request = RoomRequest {
        rate: TickRate::new(128).ok(),
        netcode: Preset::QuakeWorld.room(),
        ..RoomRequest { listing: Listing::Listed, ..RoomRequest::endless() }
    };
    let mut founder = join(&server, "duel", Some(request)).await;
    let _secret = join(&server, "den", Some(RoomRequest::endless())).await;
    let _plain = join(&server, "plain", None).await;
    // Who comes later does not make it listed.
    let _later = join(&server, "plain", Some(listed())).await;
    let _lab = join(&server, "lab 3", Some(listed())).await;
    let answer = becomes(server.address, &[("duel", "-", 1), ("lab 3", "-", 1), ("lobby", "-", 0)]);
    let answer = answer.await;
    let duel = json!({
        "name": "duel", "kind": "private", "node": null, "players": 1, "bots": 0, "seats": 32,
        "watchers": 0, "tick_hz": 128, "rounds": "endless", "netcode": "quakeworld",
    });
    assert_eq!((&answer["rooms"][0], &answer["more"]), (&duel, &json!(0)));
    let kinds = [&answer["rooms"][1]["kind"], &answer["rooms"][2]["kind"]];
    assert_eq!(kinds, ["lab", "lobby"]);
    assert_eq!(answer["rooms"][2]["netcode"], "lagrange");
    let second = join(&server, "duel", None).await;
    becomes(server.address, &[("duel", "-", 2), ("lab 3", "-", 1), ("lobby", "-", 0)]).await;
    // The founder is not needed, and a room without anybody is not shown.
    leave(&mut founder).await;
    becomes(server.address, &[("duel", "-", 1), ("lab 3", "-", 1), ("lobby", "-", 0)]).await;
    drop(second);
    becomes(server.address, &[("lab 3", "-", 1), ("lobby", "-", 0)]).await;
    let text = list(server.address).await.to_string();
    assert!(!text.contains("den") && !text.contains("plain"), "{text}");
}

#[tokio::test]
async fn watchers_are_counted() {
    let server = Server::start(Config { bots: 0, ..without_timeouts() }).await;
    let _founder = join(&server, "duel", Some(listed())).await;
    let mut watcher = server.connect().await;
    send(&mut watcher, Hello::new("", "duel").encode_watch()).await;
    let watched = async {
        while list(server.address).await["rooms"][0]["watchers"] != 1 {
            sleep(PAUSE).await;
        }
    };
    within_guard("one who watches", watched).await;
}

#[cfg(feature = "cluster")]
mod in_a_cluster {
    use futures_util::StreamExt;
    use integration_tests::nats::NatsServer;
    use server::config::ClusterConfig;
    use shared::wire::message::ServerMessage;
    use shared::wire::route::Route;
    use tokio_tungstenite::tungstenite::Message;

    use super::*;
    use crate::support::{close_of, connect_at, seated};

    async fn start(nats: &NatsServer, name: &str) -> Server {
        let cluster = ClusterConfig { url: nats.url(), credentials: None };
        let node = Some(name.parse().unwrap());
        let drain = Some(Duration::from_secs(2));
        Server::start(Config { node, cluster: Some(cluster), drain, bots: 0, ..without_timeouts() })
            .await
    }

    /// Opens a room on this very server.
    async fn open_at(server: &Server, node: &str, room: &str, request: RoomRequest) -> Socket {
        let route = Route { node: Some(node.parse().unwrap()), hops: 1 };
        let opens = async {
            loop {
                let mut socket = connect_at(server.address, &route.path(None)).await.unwrap();
                let hello = Hello { room_request: Some(request), ..Hello::new("ada", room) };
                send(&mut socket, hello.encode()).await;
                // It is told to wait while the server joins its cluster.
                if let Some(grant) = seat_or_close(&mut socket).await {
                    assert_eq!(grant.as_deref(), Some(node));
                    return socket;
                }
                sleep(PAUSE).await;
            }
        };
        within_guard("a seat", opens).await
    }

    /// The server that gives a seat; `None` if it gives none.
    async fn seat_or_close(socket: &mut Socket) -> Option<Option<String>> {
        while let Some(Ok(message)) = socket.next().await {
            match message {
                Message::Binary(bytes) => {
                    if let ServerMessage::Seat(grant) = ServerMessage::decode(&bytes).unwrap() {
                        return Some(grant.node.map(|node| node.to_string()));
                    }
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
        None
    }

    #[tokio::test]
    async fn every_server_of_a_cluster_lists_the_rooms_of_all() {
        let nats = NatsServer::start();
        let (one, two) = (start(&nats, "n1").await, start(&nats, "n2").await);
        let duel = open_at(&one, "n1", "duel", listed()).await;
        let _den = open_at(&two, "n2", "den", RoomRequest::endless()).await;
        let mut lobby = two.connect().await;
        send(&mut lobby, Hello::new("bob", "").encode()).await;
        seated(&mut lobby).await;
        // The lobby of another server is listed while somebody is there.
        let at_one = [("lobby", "n2", 1), ("duel", "n1", 1), ("lobby", "n1", 0)];
        becomes(one.address, &at_one).await;
        let both = [("lobby", "n2", 1), ("duel", "n1", 1)];
        becomes(two.address, &both).await;
        // No name of an unlisted room is said to other servers, in clear or in a list.
        let text = list(one.address).await.to_string();
        assert!(!text.contains("den"), "{text}");
        drop((duel, lobby));
        within_guard("the end", one.stop()).await.unwrap();
        becomes(two.address, &[("lobby", "n2", 0)]).await;
    }

    #[tokio::test]
    async fn a_listed_room_stays_listed_when_it_moves() {
        let nats = NatsServer::start();
        let (one, two) = (start(&nats, "n1").await, start(&nats, "n2").await);
        let mut founder = open_at(&one, "n1", "duel", listed()).await;
        becomes(two.address, &[("duel", "n1", 1), ("lobby", "n2", 0)]).await;
        let run = one.stop();
        let (code, text) = close_of(&mut founder).await;
        assert_eq!((code, text.as_str()), (4411, "n2/1"));
        // Whoever comes first opens it as its founder wished.
        let _back = open_at(&two, "n2", "duel", RoomRequest::default()).await;
        becomes(two.address, &[("duel", "n2", 1), ("lobby", "n2", 0)]).await;
        drop(founder);
        within_guard("the end", run).await.unwrap();
    }
}
