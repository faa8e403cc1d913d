//! The real server, with hyper and tungstenite, over in-memory pipes in virtual time. Bad lines
//! lose no player anything reliable, for any seed, and every timeout follows the virtual clock.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use server::config::Config;
use shared::{
    base::rng::Rng,
    client::{Client, Controls},
    sim::command::Thrust,
    wire::message::ClientControl,
};
use tokio::io::DuplexStream;
use tokio::join;
use tokio::task::JoinSet;
use tokio::time::{Instant, advance, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::support::hello;
use crate::support::line::{AT_ONCE, Line};
use crate::support::pipes::{connect, metric, with_server};
use crate::support::player::Player;

const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];
const PLAYERS: usize = 6;
/// Length of each match.
const PLAYED: Duration = Duration::from_secs(20);

/// Further messages at once, besides a player's: as many as the burst allows after a stall of two
/// seconds.
const BURST: usize = 250;
const PAUSE: Duration = Duration::from_secs(2);

/// Flies about until a deadline.
async fn play(
    mut player: Player<DuplexStream>,
    until: Instant,
    mut rng: Rng,
) -> Player<DuplexStream> {
    player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
    player.fly_until(&mut rng, |_| Instant::now() >= until).await;
    player
}

#[tokio::test(start_paused = true)]
async fn bad_lines_lose_no_reliable_state() {
    for seed in SEEDS {
        println!("seed {seed}");
        let mut rng = Rng::new(seed, 0);
        let config = Config { bots: 2, seed, ..Config::default() };
        with_server(config, async |net| {
            let until = Instant::now() + PLAYED;
            let mut playing = JoinSet::new();
            for n in 0..PLAYERS {
                let (line, stream) = (Line::drawn(&mut rng), 1 + n as u64);
                let socket = connect(net, n, line, seed ^ (stream << 32)).await;
                let player = Player::over(socket, &format!("player {n}"), "");
                playing.spawn(play(player, until, Rng::new(seed, stream)));
            }
            for player in playing.join_all().await {
                let stats = player.client.net_stats();
                assert_eq!(stats.mismatches, 0, "seed {seed}: states match the server's");
                assert!(stats.snapshots > 300, "seed {seed}: {} snapshots", stats.snapshots);
                assert_eq!(player.client.roster().len(), PLAYERS, "seed {seed}");
            }
        })
        .await;
    }
}

/// Holds a direction until the other client sees it, and this client sees the other's.
async fn wait_until_input_is_seen(players: &mut [Player<DuplexStream>; 2], thrusts: [Thrust; 2]) {
    let ids = players.each_ref().map(|player| player.client.own_id().unwrap());
    let [one, other] = players;
    let sees = |client: &Client, whose: usize| {
        let known = client.ships().iter().find(|ship| ship.id == ids[whose]);
        known.is_some_and(|ship| ship.thrust == thrusts[whose])
    };
    let holds = thrusts.map(|thrust| Controls { thrust, ..Controls::default() });
    join!(
        one.hold_until("the other's hands", holds[0], |client| sees(client, 1)),
        other.hold_until("the first one's hands", holds[1], |client| sees(client, 0)),
    );
}

/// The whole process is suspended, with its players. No one is disconnected by any timeout, and
/// within two seconds each player's input takes effect again.
#[tokio::test(start_paused = true)]
async fn a_suspended_process_disconnects_nobody() {
    for stall_s in [2, 6, 15, 70] {
        with_server(Config { bots: 0, ..Config::default() }, async |net| {
            let mut players = Vec::new();
            for n in 0..2 {
                let socket = connect(net, n, AT_ONCE, 1).await;
                let mut player = Player::over(socket, &format!("player {n}"), "");
                player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
                players.push(player);
            }
            let mut players: [Player<DuplexStream>; 2] = players.try_into().ok().unwrap();
            wait_until_input_is_seen(&mut players, [Thrust::Left, Thrust::Right]).await;
            // A client that has connected but not said hello keeps its time as well.
            let mut quiet = connect(net, 2, AT_ONCE, 1).await;
            advance(Duration::from_secs(stall_s)).await;
            let goes_on = Instant::now();
            wait_until_input_is_seen(&mut players, [Thrust::Up, Thrust::Down]).await;
            let back = goes_on.elapsed();
            println!("{stall_s} s: hands are back after {} ms", back.as_millis());
            assert!(back <= Duration::from_secs(2), "{stall_s} s: {back:?}");
            quiet.send(Message::Binary(hello("late", "").into())).await.unwrap();
            let welcome = quiet.next().await.unwrap().unwrap();
            assert!(welcome.is_binary(), "{stall_s} s: {welcome:?}");
        })
        .await;
    }
}

/// Messages that a network delivers at once after a stall are no flood; as many without a stall
/// are.
#[tokio::test(start_paused = true)]
async fn backlog_after_a_stall_is_not_a_flood() {
    const STALL: Duration = Duration::from_secs(15);
    /// What a player sends in that time, with pings and acknowledgements.
    const PILED_UP: usize = 70 * STALL.as_secs() as usize;
    for (stall, is_flood) in [(STALL, false), (Duration::ZERO, true)] {
        with_server(Config::default(), async |net| {
            let mut player = Player::over(connect(net, 0, AT_ONCE, 1).await, "ada", "");
            player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
            let ping = Message::Binary(ClientControl::Ping { stamp: 0 }.encode().into());
            advance(stall).await;
            for _ in 0..PILED_UP {
                player.socket.feed(ping.clone()).await.unwrap();
            }
            player.socket.flush().await.unwrap();
            let closed = timeout(PAUSE, async {
                loop {
                    match player.socket.next().await.unwrap().unwrap() {
                        Message::Close(frame) => return frame.map(|frame| u16::from(frame.code)),
                        _ => continue,
                    }
                }
            });
            let code = closed.await.ok().flatten();
            assert_eq!(code, is_flood.then_some(1008), "after a stall of {stall:?}");
        })
        .await;
    }
}

/// A client that says hello and then does not read, so that its data is stuck, and one that reads
/// but acknowledges nothing, are disconnected within six seconds.
#[tokio::test(start_paused = true)]
async fn clients_that_never_read_are_closed_within_six_seconds() {
    const GONE_AFTER: Duration = Duration::from_secs(6);
    const PLAYERS: usize = 4;
    // Snapshots so large that no buffer on the way holds five seconds of them.
    let config = Config { seats: 64, bots: 64, ..Config::default() };
    with_server(config, async |net| {
        let mut never_reading = Vec::new();
        for n in 0..PLAYERS {
            let mut socket = connect(net, n, AT_ONCE, 1).await;
            socket.send(Message::Binary(hello("ada", "").into())).await.unwrap();
            never_reading.push(socket);
        }
        let said = Instant::now();
        while metric(net, "lagrange_connections").await > 1.0 {
            sleep(Duration::from_millis(100)).await;
        }
        println!("gone after {:?}", said.elapsed());
        assert!(said.elapsed() <= GONE_AFTER, "{:?}", said.elapsed());
    })
    .await;
}

/// Bursts of messages two seconds apart: the rate limit follows the server's clock.
#[tokio::test(start_paused = true)]
async fn message_rate_limit_follows_the_servers_clock() {
    with_server(Config::default(), async |net| {
        let mut player = Player::over(connect(net, 0, AT_ONCE, 1).await, "ada", "");
        player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
        let ping = Message::Binary(ClientControl::Ping { stamp: 0 }.encode().into());
        for _ in 0..5 {
            for _ in 0..BURST {
                player.socket.feed(ping.clone()).await.unwrap();
            }
            player.socket.flush().await.unwrap();
            let sent = Instant::now();
            player.play_until("a pause", |_| sent.elapsed() >= PAUSE).await;
        }
    })
    .await;
}
