//! One address asks for ever new rooms: it comes to its bounds, and others open theirs.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::{join, join_all};
use tokio::time::{Instant, sleep};

use crate::beside::{self, Scene, nothing, table};
use crate::outcome::{CheckedFigure, Outcome};
use crate::players::Load;
use crate::run_request::RunRequest;
use crate::socket::{self, Answer, close_of, open};

const GREEDY: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 11, 1));
/// Connections that ask, each for one room after the other.
const ASKERS: u32 = 24;
const PAUSE: Duration = Duration::from_millis(500);
/// Others who open a room each, one after the other.
const OTHERS: u8 = 5;
/// Rooms that one address may have opened, as published: `crates/server/src/limits.rs`,
/// `ADDRESS_ROOMS`.
const ADDRESS_ROOMS: u64 = 8;

pub(crate) async fn run(wish: RunRequest) -> Result<Outcome> {
    let load = Load { bots: 8, room_size: 8, seconds: wish.of(8, 60) };
    let options = ["--limit-loopback"];
    let without = beside::run("without", &options, load, nothing).await?;
    let (mut welcome, mut most) = (0, 0);
    let with = beside::run("one address asks for rooms", &options, load, async |scene| {
        let (_, others) = join(join_all((0..ASKERS).map(|n| ask(scene, n))), others(scene)).await;
        (welcome, most) = others;
    })
    .await?;
    let mut held = beside::held(&[&with]);
    held.push(CheckedFigure::count("others who opened a room", welcome, OTHERS.into()));
    // Beside those: the lobby, the honest players' room, and the others' own.
    let bound = ADDRESS_ROOMS + 2 + u64::from(OTHERS);
    held.push(CheckedFigure::at_most("rooms at the same time", most, bound));
    let refused = with.refused("rooms") + with.refused("new_rooms");
    held.push(CheckedFigure::at_least("rooms refused to one address", refused, 1));
    Ok(Outcome { tables: vec![table(&[&without, &with])], held, notes: Vec::new() })
}

async fn ask(scene: &Scene<'_>, n: u32) {
    let mut round = 0;
    while Instant::now() < scene.until {
        round += 1;
        sleep(PAUSE).await;
        let tally = &scene.tally;
        let Some(mut socket) = open(GREEDY, scene.server.address, tally).await else { continue };
        match socket::join(&mut socket, &format!("greedy {n} {round}"), tally).await {
            Answer::Welcome(_) => {
                tally.answered("welcome");
                // It stays in its room for as long as it is let.
                close_of(&mut socket, PAUSE * 20, tally).await;
            }
            Answer::Closed(code) => tally.answered(code.to_string()),
            Answer::Nothing => tally.answered("nothing"),
        }
    }
}

/// How many others got the rooms that they asked for, and the most rooms that there were.
async fn others(scene: &Scene<'_>) -> (u64, u64) {
    let (mut welcome, mut most) = (0, 0);
    let each = (scene.until - Instant::now()) / u32::from(OTHERS + 1);
    let mut sockets = Vec::new();
    for n in 1..=OTHERS {
        sleep(each).await;
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 12, n));
        let room = format!("other {n}");
        if let Some(mut socket) = open(from, scene.server.address, &scene.tally).await {
            let answer = socket::join(&mut socket, &room, &scene.tally).await;
            welcome += u64::from(answer == Answer::Welcome(room));
            sockets.push(socket);
        }
        if let Ok(now) = scene.server.readings().await {
            most = most.max(now.value("lagrange_rooms") as u64);
        }
    }
    (welcome, most)
}
