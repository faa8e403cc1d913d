//! The process of the server is stopped for six seconds and goes on: nobody is closed, and within
//! two seconds what a player does is seen by the other one.
#![cfg(unix)]

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::support::player::Player;
use crate::support::program::{Program, signal};
use shared::client::{Client, Controls};
use shared::sim::command::Thrust;
use shared::sim::ship::ShipId;
use tokio::join;

/// How long it stands still.
const STALL: Duration = Duration::from_secs(6);
/// Within so many ticks after it goes on, two seconds, players have their hands back.
const BACK_WITHIN_TICKS: i64 = 120;

fn held(thrust: Thrust) -> Controls {
    Controls { thrust, ..Controls::default() }
}

/// Whether a screen has word from the server that a ship thrusts somewhere.
fn thrusts(client: &Client, ship: ShipId, thrust: Thrust) -> bool {
    client.ships().iter().any(|known| known.id == ship && known.thrust == thrust)
}

#[tokio::test]
async fn a_stopped_process_takes_nobodys_hands() {
    let server = Program::start(&["--listen", "127.0.0.1:0", "--bots", "0"]).await;
    let mut ada = Player::join_at(server.address, "ada", "").await;
    let mut ben = Player::join_at(server.address, "ben", "").await;
    let flies = |client: &Client| client.own_ship().is_some_and(|ship| ship.alive());
    join!(ada.play_until("a ship", flies), ben.play_until("a ship", flies));
    let [a, b] = [&ada, &ben].map(|player| player.client.own_id().unwrap());
    // Both see what the other one does.
    let (left, right) = (held(Thrust::Left), held(Thrust::Right));
    join!(
        ada.hold_until("ben", left, |client| thrusts(client, b, Thrust::Right)),
        ben.hold_until("ada", right, |client| thrusts(client, a, Thrust::Left)),
    );

    signal(&server.child, "STOP").await;
    let stopped = Instant::now();
    let over = |_: &Client| stopped.elapsed() >= STALL;
    join!(ada.hold_until("the stall", left, over), ben.hold_until("the stall", right, over));
    let stood_at = ada.client.net_stats().server_tick;
    signal(&server.child, "CONT").await;

    let (up, down) = (held(Thrust::Up), held(Thrust::Down));
    join!(
        ada.hold_until("ben again", up, |client| thrusts(client, b, Thrust::Down)),
        ben.hold_until("ada again", down, |client| thrusts(client, a, Thrust::Up)),
    );
    let ticks = ada.client.net_stats().server_tick.since(stood_at);
    println!("hands are back after {ticks} ticks");
    assert!(ticks <= BACK_WITHIN_TICKS, "{ticks} ticks");
    // Their predictions come right again. How soon is shown in virtual time: here the machine may
    // keep a frame of a player waiting too, whose command is late then and its prediction wrong.
    join!(
        ada.hold_until("a second predicted rightly by ada", up, settles()),
        ben.hold_until("a second predicted rightly by ben", down, settles()),
    );
}

/// Whether a second of ticks went by without a misprediction, asked again and again.
fn settles() -> impl Fn(&Client) -> bool {
    let newest_wrong = Cell::new(None);
    move |client| {
        let stats = client.net_stats();
        let (wrong, since) =
            newest_wrong.get().unwrap_or((stats.mispredictions, stats.server_tick));
        let since = if stats.mispredictions == wrong { since } else { stats.server_tick };
        newest_wrong.set(Some((stats.mispredictions, since)));
        stats.server_tick.since(since) > 60
    }
}
