//! Clients that say hello and read nothing share a room with players, in the running program. What
//! is queued for them is bounded, they are disconnected, and the players play on.
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::join_all;
use shared::client::{Client, Controls};
use shared::sim::command::Thrust;
use tokio::time::interval;

use crate::support::player::Player;
use crate::support::program::Program;
use crate::support::{
    Socket, connect_with_small_buffers, hello, http, metric_of, send, within_guard,
};

const PLAYERS: usize = 10;
const NEVER_READERS: usize = 20;
/// Maximum memory that all of them may occupy before they are disconnected.
const MEMORY_MAX: f64 = 16.0 * 1024.0 * 1024.0;
/// Metric of clients closed because they did not read.
const CLOSED: &str = "lagrange_closes_total{reason=\"slow\"}";
/// Snapshots that each player receives after they are gone.
const SNAPSHOTS_AFTER: u32 = 60;

async fn reading(address: SocketAddr, name: &str) -> f64 {
    metric_of(&http::get(address, "/metrics", &[]).await, name)
}

async fn memory(address: SocketAddr) -> f64 {
    reading(address, "process_resident_memory_bytes").await
}

async fn connect_never_reader(address: SocketAddr) -> Socket {
    let mut socket = connect_with_small_buffers(address).await;
    send(&mut socket, hello("quiet", "")).await;
    socket
}

/// Peak memory until `n` clients were closed as too slow.
async fn peak_memory_until_closed(address: SocketAddr, n: usize) -> f64 {
    let mut most = 0f64;
    let mut again = interval(Duration::from_millis(50));
    loop {
        again.tick().await;
        most = most.max(memory(address).await);
        if reading(address, CLOSED).await >= n as f64 {
            return most;
        }
    }
}

#[tokio::test]
async fn clients_that_never_read_are_bounded_and_isolated() {
    let args = ["--listen", "127.0.0.1:0", "--bots", "0", "--seats", "64"];
    let server = Program::start(&args).await;
    let address = server.address;
    let mut players = join_all((0..PLAYERS).map(async |n| {
        let mut player = Player::join_at(address, &format!("player {n}"), "").await;
        player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
        player
    }))
    .await;
    let before = memory(address).await;

    let quiet = join_all((0..NEVER_READERS).map(|_| connect_never_reader(address))).await;
    let controls = Controls { thrust: Thrust::Left, ..Controls::default() };
    let (done, over) = tokio::sync::watch::channel(false);
    let play_on = players.iter_mut().map(async |player| {
        let over = over.clone();
        player.hold_until("the others' end", controls, |_| *over.borrow()).await;
        let snapshots = player.client.net_stats().snapshots;
        let more = |client: &Client| client.net_stats().snapshots > snapshots + SNAPSHOTS_AFTER;
        player.hold_until("more snapshots", controls, more).await;
        player.client.net_stats().mismatches
    });
    let gone = async {
        let most =
            within_guard("all to be closed", peak_memory_until_closed(address, NEVER_READERS))
                .await;
        done.send_replace(true);
        most
    };
    let (most, mismatches) = tokio::join!(gone, join_all(play_on));
    let closes = reading(address, CLOSED).await;
    drop(quiet);

    println!("up to {:.1} MiB more", (most - before) / 1024.0 / 1024.0);
    assert!(most - before <= MEMORY_MAX, "{before} bytes before, up to {most} after");
    assert_eq!(closes, NEVER_READERS as f64, "no other client is closed");
    assert_eq!(mismatches, [0; PLAYERS], "states match the server's");
}
