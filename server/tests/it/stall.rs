//! The server process is stopped for six seconds and continued. No player is disconnected, and
//! within two seconds each sees what the other does.
#![cfg(unix)]

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::support::player::Player;
use crate::support::program::{Program, signal};
use shared::client::{Client, Controls};
use shared::sim::command::Thrust;
use shared::sim::ship::ShipId;
use tokio::join;

/// Length of the stall.
const STALL: Duration = Duration::from_secs(6);
/// Ticks after the stall within which input takes effect again: two seconds.
const BACK_WITHIN_TICKS: i64 = 120;

fn held(thrust: Thrust) -> Controls {
    Controls { thrust, ..Controls::default() }
}

/// Whether a client knows from the server that a ship thrusts in a direction.
fn thrusts(client: &Client, ship: ShipId, thrust: Thrust) -> bool {
    client.ships().iter().any(|known| known.id == ship && known.thrust == thrust)
}

#[tokio::test]
async fn players_regain_control_after_a_process_stop() {
    let server = Program::start(&["--listen", "127.0.0.1:0", "--bots", "0"]).await;
    let mut ada = Player::join_at(server.address, "ada", "").await;
    let mut ben = Player::join_at(server.address, "ben", "").await;
    let flies = |client: &Client| client.own_ship().is_some_and(|ship| ship.alive());
    join!(ada.play_until("a ship", flies), ben.play_until("a ship", flies));
    let [a, b] = [&ada, &ben].map(|player| player.client.own_id().unwrap());
    // Each sees what the other does.
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
    println!("controls are back after {ticks} ticks");
    assert!(ticks <= BACK_WITHIN_TICKS, "{ticks} ticks");
    // Their predictions become correct again. A test in virtual time checks how soon: here the
    // machine may also delay a player's frame, whose command is then late and its prediction wrong.
    join!(
        ada.hold_until("a second of correct predictions by ada", up, settles()),
        ben.hold_until("a second of correct predictions by ben", down, settles()),
    );
}

/// Polled repeatedly; true after a second of ticks without a misprediction.
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
