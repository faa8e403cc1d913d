//! Servers that share their rooms over a real NATS: where players meet, and what they are told when
//! a server or NATS fails.
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use directory::limits::ROOM_LIST_EVERY;
use futures_util::{SinkExt, StreamExt};
use integration_tests::nats::NatsServer;
use server::config::{ClusterConfig, Config};
use shared::base::rng::Rng;
use shared::client::Client;
use shared::room::Difficulty;
use shared::wire::message::{Hello, ServerControl, ServerMessage, Welcome, encode_resume};
use shared::wire::round::{MatchMode, Score};
use shared::wire::route::{NodeName, Route};
use shared::wire::seat::{Admission, ResumeToken, SeatGrant};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::support::nginx;
use crate::support::player::Player;
use crate::support::program::{Program, lagrange, signal};
use crate::support::{
    GUARD, Server, Socket, close_of, connect_at, hello, metric_of, send, within_guard,
    without_timeouts,
};

const MOVED: u16 = 4411;
const ROOM: &str = "duel";
/// A pause between two questions.
const PAUSE: Duration = Duration::from_millis(20);

/// The nodes of a cluster, by name.
type Nodes = BTreeMap<NodeName, SocketAddr>;

fn node(name: &str) -> NodeName {
    name.parse().unwrap()
}

fn config(nats: &NatsServer, name: &str) -> Config {
    let cluster = ClusterConfig { url: nats.url(), credentials: None };
    Config { node: Some(node(name)), cluster: Some(cluster), bots: 0, ..without_timeouts() }
}

async fn start(nats: &NatsServer, name: &str) -> Server {
    Server::start(config(nats, name)).await
}

fn nodes(of: &[(&str, &Server)]) -> Nodes {
    of.iter().map(|(name, server)| (node(name), server.address)).collect()
}

/// What a server answers to a hello.
enum Answer {
    Seated(Box<Seated>),
    Closed(u16, String),
}

struct Seated {
    socket: Socket,
    grant: SeatGrant,
    welcome: Welcome,
}

impl Seated {
    fn node(&self) -> &str {
        self.grant.node.as_ref().map_or("", NodeName::as_str)
    }

    fn ships(&self) -> usize {
        self.welcome.roster.len()
    }
}

/// Says hello at one server.
async fn ask(
    address: SocketAddr,
    route: &Route,
    token: Option<ResumeToken>,
    hello: Vec<u8>,
) -> Answer {
    let mut socket = match connect_at(address, &route.path(None)).await {
        Ok(socket) => socket,
        Err(status) => return Answer::Closed(status, String::new()),
    };
    if let Some(token) = token {
        send(&mut socket, encode_resume(&token)).await;
    }
    let _ = socket.send(Message::Binary(hello.into())).await;
    let mut grant = None;
    loop {
        match within_guard("an answer", socket.next()).await {
            Some(Ok(Message::Binary(bytes))) => match ServerMessage::decode(&bytes).unwrap() {
                ServerMessage::Seat(given) => grant = Some(given),
                ServerMessage::Control(ServerControl::Welcome(welcome)) => {
                    let grant = grant.expect("the seat comes first");
                    return Answer::Seated(Box::new(Seated { socket, grant, welcome }));
                }
                _ => {}
            },
            Some(Ok(Message::Close(Some(frame)))) => {
                return Answer::Closed(frame.code.into(), frame.reason.as_str().into());
            }
            Some(Ok(_)) => {}
            other => return Answer::Closed(0, format!("{other:?}")),
        }
    }
}

/// Goes to a room as a page does, from this node on: follows orders, and waits where it must.
async fn visit(nodes: &Nodes, first: &str, room: &str, token: Option<ResumeToken>) -> Seated {
    let arrives = async {
        let (mut route, mut at) = (Route::default(), nodes[&node(first)]);
        loop {
            match ask(at, &route, token, hello("ada", room)).await {
                Answer::Seated(seated) => return *seated,
                Answer::Closed(MOVED, text) => {
                    route = Route::from_order(&text).unwrap();
                    let any = || nodes[&node(first)];
                    at = route
                        .node
                        .as_ref()
                        .and_then(|to| nodes.get(to))
                        .copied()
                        .unwrap_or_else(any);
                }
                Answer::Closed(..) => {
                    (route, at) = (Route::default(), nodes[&node(first)]);
                    sleep(PAUSE).await;
                }
            }
        }
    };
    within_guard("a seat", arrives).await
}

/// What a newcomer is told who asks this server for a new room.
async fn told(server: SocketAddr, room: &str) -> (u16, String) {
    match ask(server, &Route::default(), None, hello("bob", room)).await {
        Answer::Seated(seated) => panic!("a seat at {}", seated.node()),
        Answer::Closed(code, text) => (code, text),
    }
}

#[tokio::test]
async fn players_of_a_name_meet_wherever_they_come_in() {
    let nats = NatsServer::start();
    let (one, two) = (start(&nats, "n1").await, start(&nats, "n2").await);
    let nodes = nodes(&[("n1", &one), ("n2", &two)]);
    let first = visit(&nodes, "n1", ROOM, None).await;
    let second = visit(&nodes, "n2", ROOM, None).await;
    assert_eq!((first.node(), second.node(), second.ships()), ("n1", "n1", 2));
    // Who only watches is sent there too.
    let watch = Hello::new("", ROOM).encode_watch();
    let Answer::Closed(code, text) = ask(two.address, &Route::default(), None, watch).await else {
        panic!("no seat was asked for")
    };
    assert_eq!((code, text.as_str()), (MOVED, "n1/1"));
    // Each server has a lobby of its own.
    for name in ["n1", "n2"] {
        assert_eq!(visit(&nodes, name, "", None).await.node(), name);
    }
    assert_eq!(one.metric("lagrange_cluster_nodes").await, 2.0);
    let created = "lagrange_cluster_events_total{event=\"created\"}";
    assert_eq!(one.metric(created).await + two.metric(created).await, 1.0);
}

#[tokio::test]
async fn a_stopped_server_gives_its_rooms_to_another_one() {
    let nats = NatsServer::start();
    let drain = Some(Duration::from_secs(2));
    let one = Server::start(Config { drain, ..config(&nats, "n1") }).await;
    let two = start(&nats, "n2").await;
    let nodes = nodes(&[("n1", &one), ("n2", &two)]);
    let mut first = visit(&nodes, "n1", ROOM, None).await;
    let mut second = visit(&nodes, "n2", ROOM, None).await;
    let mut lobby = visit(&nodes, "n1", "", None).await;
    let run = one.stop();
    for player in [&mut first, &mut second, &mut lobby] {
        let (code, text) = close_of(&mut player.socket).await;
        assert_eq!((code, text.as_str()), (MOVED, "n2/1"));
    }
    let back = visit(&nodes, "n2", ROOM, Some(first.grant.token)).await;
    let late = visit(&nodes, "n2", ROOM, None).await;
    assert_eq!((back.node(), late.ships()), ("n2", 2));
    drop((first, second, lobby));
    within_guard("the end", run).await.unwrap();
    assert_eq!(two.metric("lagrange_cluster_events_total{event=\"adopted\"}").await, 1.0);
}

/// The own score that a player is shown.
fn score(client: &Client) -> Option<Score> {
    let ship = client.own_ship()?;
    let in_room = Score::of(ship);
    Some(client.round().map_or(in_room, |round| round.score(ship.id, in_room)))
}

#[tokio::test]
async fn a_score_moves_with_its_room() {
    let nats = NatsServer::start();
    let mode = MatchMode::Endless;
    let fight = |name| Config {
        drain: Some(Duration::from_secs(2)),
        bots: 16,
        difficulty: Difficulty::Full,
        mode,
        ..config(&nats, name)
    };
    let (one, two) = (Server::start(fight("n1")).await, Server::start(fight("n2")).await);
    visit(&nodes(&[("n1", &one)]), "n1", ROOM, None).await;
    let mut player = Player::join(&one, "ada", ROOM).await;
    let has_died = |client: &Client| score(client).is_some_and(|score| score.deaths > 0);
    // The bots take their time on a busy machine.
    let mut rng = Rng::new(1, 0);
    timeout(4 * GUARD, player.fly_until(&mut rng, has_died)).await.expect("a death");
    let token = player.given.as_ref().unwrap().token;
    let known = score(&player.client).unwrap();
    let run = one.stop();
    let (code, text) = close_of(&mut player.socket).await;
    assert_eq!((code, text.as_str()), (MOVED, "n2/1"));
    let nodes = nodes(&[("n2", &two)]);
    let back = visit(&nodes, "n2", ROOM, Some(token)).await;
    assert_eq!(back.grant.admission, Admission::ScoreKept);
    // The connection is lost before the welcome arrives, so it comes with the old token again.
    drop(back.socket);
    let back = visit(&nodes, "n2", ROOM, Some(token)).await;
    assert_eq!(back.grant.admission, Admission::Resumed);
    drop(back.socket);
    let mut socket = connect_at(two.address, "/ws").await.unwrap();
    send(&mut socket, encode_resume(&back.grant.token)).await;
    let mut back = Player::over(socket, "ada", ROOM);
    back.play_until("its ship", |client: &Client| score(client).is_some()).await;
    assert!(score(&back.client).unwrap().deaths >= known.deaths);
    // It is redeemed once.
    let again = visit(&nodes, "n2", ROOM, Some(token)).await;
    assert_eq!(again.grant.admission, Admission::Instead);
    drop(player);
    within_guard("the end", run).await.unwrap();
}

#[tokio::test]
async fn losing_nats_ends_no_room_and_only_new_ones_wait() {
    let mut nats = NatsServer::start();
    let (one, two) = (start(&nats, "n1").await, start(&nats, "n2").await);
    let nodes = nodes(&[("n1", &one), ("n2", &two)]);
    let _first = visit(&nodes, "n1", ROOM, None).await;
    // The other one knows of it.
    two.metric_becomes("lagrange_cluster_claims", |n| n == 1.0).await;
    nats.kill();
    for server in [&one, &two] {
        server.metric_becomes("lagrange_cluster_connected", |n| n == 0.0).await;
    }
    assert_eq!(visit(&nodes, "n2", ROOM, None).await.node(), "n1", "known rooms are found");
    assert_eq!(visit(&nodes, "n2", "", None).await.node(), "n2", "lobbies are open");
    let (_, text) = told(two.address, "another").await;
    assert!(text.contains("directory of rooms is not reachable"), "{text}");
    nats.start_again();
    assert_eq!(visit(&nodes, "n2", "another", None).await.ships(), 1);
}

#[tokio::test]
async fn claims_that_nats_has_lost_are_made_again() {
    let nats = NatsServer::start();
    let (one, two) = (start(&nats, "n1").await, start(&nats, "n2").await);
    let nodes = nodes(&[("n1", &one), ("n2", &two)]);
    let first = visit(&nodes, "n1", ROOM, None).await;
    let client = async_nats::connect(nats.url()).await.unwrap();
    let jetstream = async_nats::jetstream::new(client);
    jetstream.delete_key_value("lag_rooms").await.unwrap();
    let recreated = "lagrange_cluster_events_total{event=\"recreated\"}";
    one.metric_becomes(recreated, |n| n == 1.0).await;
    let second = visit(&nodes, "n2", ROOM, None).await;
    assert_eq!((second.node(), second.ships()), (first.node(), 2));
}

#[tokio::test]
async fn the_room_of_a_killed_server_is_taken_over_and_found_when_it_is_back() {
    let nats = NatsServer::start();
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let (listen, url) = (free.to_string(), nats.url());
    let args = ["--listen", &listen, "--node", "n1", "--cluster", &url, "--bots", "0"];
    let mut killed = Program::start(&args).await;
    let two = start(&nats, "n2").await;
    let nodes: Nodes = [(node("n1"), free), (node("n2"), two.address)].into();
    let first = visit(&nodes, "n1", ROOM, None).await;
    assert_eq!(first.node(), "n1");
    // Its connection must have stood for a while before a server may take a room.
    sleep(Duration::from_secs(5)).await;
    killed.child.kill().await.unwrap();
    let at = Instant::now();
    let back = visit(&nodes, "n2", ROOM, Some(first.grant.token)).await;
    println!("back after {:?}", at.elapsed());
    assert_eq!(back.node(), "n2");
    let again = Program::start(&args).await;
    let late = visit(&nodes, "n1", ROOM, None).await;
    assert_eq!((late.node(), late.ships()), ("n2", 2));
    drop(again);
}

#[tokio::test]
async fn a_second_server_of_one_name_says_so_and_stops() {
    let nats = NatsServer::start();
    let one = start(&nats, "n1").await;
    visit(&nodes(&[("n1", &one)]), "n1", ROOM, None).await;
    let url = nats.url();
    let args = ["--listen", "127.0.0.1:0", "--node", "n1", "--cluster", &url];
    let output = within_guard("its end", lagrange(&args).output()).await.unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(log.contains("another server of this name is running"), "{log}");
    assert_eq!(visit(&nodes(&[("n1", &one)]), "n1", ROOM, None).await.node(), "n1");
}

/// Starts the program in a cluster and stops it when its log says this.
async fn logs(command: &mut Command, sentence: &str) {
    use tokio::io::AsyncReadExt;
    let mut child = command.spawn().unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let (mut log, mut bytes) = (String::new(), [0; 1024]);
    let says = async {
        while !log.contains(sentence) {
            let n = stderr.read(&mut bytes).await.unwrap();
            assert!(n > 0, "it ended: {log}");
            log += &String::from_utf8_lossy(&bytes[..n]);
        }
    };
    within_guard(sentence, says).await;
    signal(&child, "KILL").await;
    child.wait().await.unwrap();
}

#[tokio::test]
async fn the_log_says_why_there_is_no_connection() {
    let files = tempfile::tempdir().unwrap();
    let password = files.path().join("password");
    std::fs::write(&password, "lagrange:wrong\n").unwrap();
    let settings = files.path().join("nats.conf");
    std::fs::write(&settings, "authorization { user: lagrange, password: right }\n").unwrap();
    let guarded = NatsServer::start_with(Some(&settings));
    let open = NatsServer::start();
    let bucket = async_nats::jetstream::kv::Config {
        bucket: "lag_rooms".into(),
        max_age: Duration::from_secs(60),
        ..Default::default()
    };
    let client = async_nats::connect(open.url()).await.unwrap();
    async_nats::jetstream::new(client).create_key_value(bucket).await.unwrap();
    let (guarded_url, open_url) = (guarded.url(), open.url());
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let nobody = format!("nats://{nobody}");
    let password = password.to_str().unwrap();
    let common = ["--listen", "127.0.0.1:0", "--node", "n1", "--cluster"];
    for (args, sentence) in [
        (vec![nobody.as_str()], "NATS cannot be reached at nats://"),
        (vec![&guarded_url, "--cluster-credentials", password], "NATS refuses these credentials"),
        (vec![&guarded_url, "--cluster-credentials", "absent"], "the credentials cannot be read"),
        (vec![&open_url], "the bucket lag_rooms of NATS is not one of Lagrange"),
    ] {
        logs(&mut lagrange(&[&common[..], &args].concat()), sentence).await;
    }
}

/// Over TLS a server connects if an authority that the system trusts vouches for NATS, and says so
/// if none does.
#[tokio::test]
async fn nats_is_trusted_over_tls_by_the_authorities_of_the_system() {
    let files = tempfile::tempdir().unwrap();
    let settings = files.path().join("nats.conf");
    let [certificate, key] = ["localhost.pem", "server.key"].map(nginx::certificate);
    let tls = format!("tls {{ cert_file: {certificate:?}, key_file: {key:?} }}\n");
    std::fs::write(&settings, tls).unwrap();
    let nats = NatsServer::start_with(Some(&settings));
    let url = nats.url().replace("nats://", "tls://");
    for (authority, sentence) in [
        ("authority.pem", "connected to the cluster"),
        ("other.pem", "NATS cannot be reached at tls://"),
    ] {
        let mut command = lagrange(&["--listen", "127.0.0.1:0", "--node", "n1", "--cluster", &url]);
        logs(command.env("SSL_CERT_FILE", nginx::certificate(authority)), sentence).await;
    }
}

#[tokio::test]
async fn names_are_in_no_metric_beacon_claim_or_list() {
    let nats = NatsServer::start();
    let one = start(&nats, "n1").await;
    let client = async_nats::connect(nats.url()).await.unwrap();
    let mut all = client.subscribe(">").await.unwrap();
    let secret = "tournament";
    let _player = visit(&nodes(&[("n1", &one)]), "n1", secret, None).await;
    let mut subjects = String::new();
    // The next list of rooms is among them.
    let until = Instant::now() + ROOM_LIST_EVERY + Duration::from_secs(1);
    while let Ok(Some(message)) = tokio::time::timeout_at(until, all.next()).await {
        let text = String::from_utf8_lossy(&message.payload).into_owned();
        assert!(!text.contains(secret) && !message.subject.contains(secret), "{message:?}");
        subjects += &message.subject;
    }
    for subject in ["$KV.lag_rooms.", "lag.beacon.n1", "lag.rooms.n1"] {
        assert!(subjects.contains(subject), "{subject} is not in {subjects}");
    }
    let answer = crate::support::http::get(one.address, "/metrics", &[]).await;
    assert!(!String::from_utf8_lossy(&answer.body).contains(secret));
    assert_eq!(metric_of(&answer, "lagrange_cluster_claims"), 1.0);
}
