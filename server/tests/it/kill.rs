//! The server process is killed while players are connected and restarted on the same port. All of
//! them return by the page's own reconnect rule.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use shared::base::time::Micros;
use shared::client::reconnect::Reconnect;
use shared::client::{Client, Controls};
use shared::sim::command::Thrust;
use shared::wire::{close_reason::LOST_CODE, seat::Admission};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::client_async;

use crate::support::player::Player;
use crate::support::program::Program;
use crate::support::{send, within_guard};

const PLAYERS: u64 = 5;

/// Plays until a snapshot shows the own ship doing what is held.
async fn fly(player: &mut Player, thrust: Thrust) {
    let flies = |client: &Client| {
        let own = client.ships().iter().find(|ship| Some(ship.id) == client.own_id());
        own.is_some_and(|ship| ship.thrust == thrust)
    };
    player.hold_until("the own ship", Controls { thrust, ..Controls::default() }, flies).await;
}

/// Reconnects as the page does.
async fn rejoin(lost: &Player, address: SocketAddr, seed: u64) -> Player {
    let mut reconnect = Reconnect::new(lost.given.as_ref().map(|grant| grant.token), None, seed);
    loop {
        let now = lost.now();
        reconnect.handle_closed(now, LOST_CODE, "");
        let wait = reconnect.poll_connect().map_or(Micros::ZERO, |at| at - now);
        sleep(Duration::from_micros(wait.0.unsigned_abs())).await;
        reconnect.connect(lost.now());
        let Ok(stream) = TcpStream::connect(address).await else { continue };
        let upgrade = client_async(format!("ws://{address}/ws"), stream).await;
        let Ok((mut socket, _)) = upgrade else { continue };
        send(&mut socket, reconnect.handle_open().unwrap()).await;
        return Player::over(socket, &format!("pilot {seed}"), "");
    }
}

#[tokio::test]
async fn all_players_return_after_a_server_kill() {
    let mut server = Program::start(&["--listen", "127.0.0.1:0", "--bots", "0"]).await;
    let address = server.address;
    let at_port = address.to_string();
    let mut players = join_all((0..PLAYERS).map(async |n| {
        let mut player = Player::join_at(address, &format!("pilot {n}"), "").await;
        fly(&mut player, Thrust::Left).await;
        player
    }))
    .await;

    // SIGKILL, which no program can catch.
    server.child.kill().await.unwrap();
    let losses = players.iter_mut().map(
        async |player| {
            while let Some(Ok(_)) = player.socket.next().await {}
        },
    );
    within_guard("the ends of all connections", join_all(losses)).await;

    // Their first attempts fail.
    let restarted = async {
        sleep(Duration::from_millis(300)).await;
        Program::start(&["--listen", &at_port, "--bots", "0"]).await
    };
    let back = join_all((0..PLAYERS).zip(&players).map(async |(n, lost)| {
        let mut player = within_guard("the server", rejoin(lost, address, n)).await;
        fly(&mut player, Thrust::Up).await;
        player.given.unwrap().admission
    }));
    let (server, admissions) = tokio::join!(restarted, back);
    // The seats are gone with the process, and the server says so.
    assert_eq!(admissions, [Admission::Instead; PLAYERS as usize]);
    assert_eq!(server.address, address);
}
