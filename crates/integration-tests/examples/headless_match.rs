//! A whole match in virtual time: a room, two players behind simulated links and four bots run for
//! twenty seconds, then the results are printed.
//!
//! `cargo run -p integration-tests --example headless_match`
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

use lab::{harness::Harness, played::Played};
use shared::{
    base::time::{Micros, TickRate},
    client::{Client, screen_pilot::ScreenPilot},
    netcode::{
        rates::RateBounds,
        values::{PlayerNetcode, RoomNetcode},
    },
    room::{ConfigError, Difficulty, Room, RoomConfig, RoomKind},
    sim::arena::Arena,
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

const SEED: u64 = 7;
const LASTS: Micros = Micros::from_ms(20_000);

fn main() -> Result<(), ConfigError> {
    let mut harness = Harness::new(RoomConfig {
        name: "example".into(),
        seats: 6,
        bots: 6, // each player who joins replaces one
        difficulty: Difficulty::Full,
        rounds: None,
        watch_delay_ms: 0,
        sides: None,
        series: None,
        rate: TickRate::DEFAULT,
        arena: Arena::strewn(SEED),
        netcode: RoomNetcode::default(),
        kind: RoomKind::Private,
        rate_bounds: RateBounds::default(),
        seed: SEED,
    })?;
    let near = LinkConditions { jitter_ms: 2, ..LinkConditions::delay(20) };
    let far = LinkConditions { jitter_ms: 30, loss_permille: 30, ..LinkConditions::delay(90) };
    for link in [near, far] {
        let link = LinkConditions { mode: LinkMode::Datagram, ..link };
        harness.add_player(PlayerNetcode::default(), Conditions::both(link));
    }
    let mut pilots = [ScreenPilot::new(1), ScreenPilot::new(2)];
    let mut largest_error_u = [0.0_f32; 2];
    let mut played = Played::new(&harness);
    while harness.now() < LASTS {
        harness.step(&mut |room: &Room, player, client: &Client| {
            pilots[player].fly(client, room.world().params())
        });
        played.observe(&harness);
        for (player, largest_u) in largest_error_u.iter_mut().enumerate() {
            let error_u = harness.client(player).net_stats().prediction_error_u;
            *largest_u = largest_u.max(error_u);
        }
    }
    println!("{:<31} {:>10} {:>10}", "", "near", "far");
    let row = |what: &str, of: &dyn Fn(usize) -> String| {
        println!("{what:<31} {:>10} {:>10}", of(0), of(1));
    };
    let net = |player: usize| harness.client(player).net_stats();
    row("snapshots received", &|player| net(player).snapshots.to_string());
    row("snapshots lost or reordered", &|player| net(player).snapshots_missed.to_string());
    row("bytes received, all messages", &|player| net(player).bytes_in.to_string());
    row("bytes sent, all messages", &|player| net(player).bytes_out.to_string());
    row("commands too late", &|player| net(player).late_commands.to_string());
    row("wrong predictions", &|player| net(player).mispredictions.to_string());
    row("largest prediction error, in u", &|player| format!("{:.2}", largest_error_u[player]));
    row("shots fired", &|player| net(player).shots_fired.to_string());
    row("hits", &|player| net(player).hits_reported.to_string());
    let room = harness.room();
    let deaths: u32 = room.world().ships().map(|ship| u32::from(ship.deaths)).sum();
    println!("\n{} ships, {} ticks, {deaths} deaths", room.n_ships(), room.tick().0);
    println!("reported and drawn: {:016x}", played.hash());
    Ok(())
}
