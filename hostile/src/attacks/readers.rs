//! Players who read nothing, in the room of others: what the server sends them must not wait in its
//! memory, nor must the others wait for them. They are thrown out after 5 s without an
//! acknowledgement, and come again.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::Result;
use futures_util::SinkExt;
use futures_util::future::join_all;
use shared::netcode::values::{Delivery, PlayerNetcode};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_tungstenite::tungstenite::Message;

use crate::beside::{self, Scene, gap_aim, nothing, table};
use crate::outcome::{CheckedFigure, Outcome};
use crate::players::Load;
use crate::run_request::RunRequest;
use crate::server::MIB;
use crate::socket::{close_of, hello, open_narrowly};

/// What the kernel holds for one that is not read.
const UNREAD_BYTES: u32 = 4096;
/// Long enough to be thrown out.
const STAYS: Duration = Duration::from_secs(8);
const READS_AT_LAST: Duration = Duration::from_secs(2);
/// From one's coming to the next one's: no burst of handshakes.
const STAGGER: Duration = Duration::from_millis(20);
/// Memory that they may cost, beside the same run without them.
const MEMORY_MIB_MAX: f64 = 16.0;

pub(crate) async fn run(wish: RunRequest) -> Result<Outcome> {
    let (readers, players) = wish.of((20, 10), (100, 50));
    let load = Load { bots: players, room_size: players, seconds: wish.of(8, 30) };
    let seats = (players + readers + 8).to_string();
    let options = ["--seats", &seats];
    let without = beside::run("without", &options, load, nothing).await?;
    let name = format!("{readers} who read nothing");
    let with = beside::run(&name, &options, load, async |scene| {
        join_all((0..readers).map(|n| come_again(scene, n))).await;
    })
    .await?;
    let mut held = beside::held(&[&with]);
    held.push(CheckedFigure::at_least("closed as slow", with.closed("slow"), readers.into()));
    held.push(gap_aim(&without, &with, 10.0));
    let more = (with.memory.peak as f64 - without.memory.peak as f64) / MIB;
    held.push(CheckedFigure::aim("memory, more than without", Some(more), MEMORY_MIB_MAX, "MiB"));
    Ok(Outcome { tables: vec![table(&[&without, &with])], held, notes: Vec::new() })
}

/// Comes, reads nothing until it must have been thrown out, and comes again.
async fn come_again(scene: &Scene<'_>, n: u32) {
    sleep(STAGGER * n).await;
    let from = IpAddr::V4(Ipv4Addr::new(127, 0, 4, 1 + (n % 200) as u8));
    while Instant::now() < scene.until {
        let (to, tally) = (scene.server.address, &scene.tally);
        let narrow = Some(UNREAD_BYTES);
        let Some(mut socket) = open_narrowly(from, to, narrow, tally).await else {
            sleep(STAGGER * 10).await;
            continue;
        };
        let netcode = PlayerNetcode { update_rate_hz: 60, ..PlayerNetcode::default() };
        let hello = hello("silent", "load-0", netcode, Delivery::Stream);
        tally.sent(1, hello.len());
        if socket.send(Message::Binary(hello.into())).await.is_ok() {
            let _ = timeout_at(scene.until, sleep(STAYS)).await;
            if let Some(code) = close_of(&mut socket, READS_AT_LAST, tally).await {
                tally.answered(code.to_string());
            }
        }
    }
}
