//! One address takes all the seats of the lobby that it is given, and plays in them: a few are left
//! for others.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::{join, join_all};
use tokio::time::{Instant, sleep};

use crate::beside::{self, Scene, nothing, table};
use crate::light::{Guest, Manner, play};
use crate::outcome::{CheckedFigure, Outcome};
use crate::players::Load;
use crate::run_request::RunRequest;
use crate::socket::{self, Answer, open};

const GREEDY: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 13, 1));
const SEATS: &str = "32";
/// Seats of a room that one address leaves, as published: `crates/server/src/limits.rs`,
/// `SEATS_FOR_OTHERS`.
const LEFT: u8 = 4;
const STAGGER: Duration = Duration::from_millis(40);

pub(crate) async fn run(wish: RunRequest) -> Result<Outcome> {
    let n = wish.of(60, 200);
    let load = Load { bots: 8, room_size: 8, seconds: wish.of(8, 30) };
    let options = ["--limit-loopback", "--seats", SEATS];
    let without = beside::run("without", &options, load, nothing).await?;
    let mut in_lobby = 0;
    let name = format!("{n} of one address ask for the lobby");
    let with = beside::run(&name, &options, load, async |scene| {
        let (_, came) = join(join_all((0..n).map(|n| greedy(scene, n))), others(scene)).await;
        in_lobby = came;
    })
    .await?;
    let mut held = beside::held(&[&with]);
    held.push(CheckedFigure::count("others who came into the same lobby", in_lobby, LEFT.into()));
    let refused = with.refused("seats");
    held.push(CheckedFigure::at_least("sent to another lobby", refused, 1));
    Ok(Outcome { tables: vec![table(&[&without, &with])], held, notes: Vec::new() })
}

async fn greedy(scene: &Scene<'_>, n: u32) {
    sleep(STAGGER * n).await;
    let guest = Guest {
        from: GREEDY,
        to: scene.server.address,
        room: String::new(),
        manner: Manner::Honest,
        update_rate_hz: 20,
        seed: n.into(),
    };
    play(guest, scene.until, scene.tally.clone()).await;
}

/// Others ask for the lobby when it is taken; how many of them come into the first one.
async fn others(scene: &Scene<'_>) -> u64 {
    sleep((scene.until - Instant::now()) * 3 / 4).await;
    let mut came = 0;
    let mut sockets = Vec::new();
    for n in 1..=LEFT {
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 14, n));
        let Some(mut socket) = open(from, scene.server.address, &scene.tally).await else {
            continue;
        };
        let answer = socket::join(&mut socket, "", &scene.tally).await;
        came += u64::from(answer == Answer::Welcome("lobby".into()));
        sockets.push(socket);
    }
    came
}
