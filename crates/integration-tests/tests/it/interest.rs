//! In a large room, a player's snapshots hold the ships around it: exact, complete within the view,
//! and no more than its byte rate allows.

use std::collections::BTreeMap;

use lab::harness::Harness;
use shared::{
    base::time::Tick,
    client::scene::FarShip,
    netcode::values::PlayerNetcode,
    room::RoomConfig,
    sim::{
        ship::{Ship, ShipId},
        state::WorldState,
    },
    wire::{
        conditions::{Conditions, LinkConditions, LinkMode},
        round::Score,
    },
};
use testkit::workload::Workload;

use crate::support::{RandomHand, room, seconds};

const SEED: u64 = 20_261_121;
const SHIPS: u16 = 200;
/// Half the size of a player's view.
const HALF_VIEW_U: (f32, f32) = (800.0, 450.0);
/// How far outside the view a ship in a snapshot may be: the outer margin, and what both ships fly
/// between two snapshots.
const RIM_U: f32 = 330.0 + 60.0;
/// A keyframe holds only the nearest ships. After this many more snapshots, every ship in view has
/// been sent.
const FILLED_AFTER: u32 = 6;

/// What a player received in a few seconds.
#[derive(Debug)]
struct ReceivedTraffic {
    snapshots: u32,
    ships_first: usize,
    ships_most: usize,
    bytes: u64,
    missing: u32,
    mismatches: u32,
    choked: u32,
    charted: usize,
    farthest_u: f32,
}

fn play(player: PlayerNetcode, link: LinkConditions, s: i64) -> ReceivedTraffic {
    println!("seed {SEED}, {link:?}");
    let arena = Workload::named("battle-200").unwrap().arena();
    let config = RoomConfig { seats: SHIPS, bots: SHIPS, ..room(arena, SEED) };
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(player, Conditions::both(link));
    let mut hand = RandomHand::new(SEED, true);
    let mut states: BTreeMap<Tick, WorldState> = BTreeMap::new();
    let mut got = ReceivedTraffic {
        snapshots: 0,
        ships_first: 0,
        ships_most: 0,
        bytes: 0,
        missing: 0,
        mismatches: 0,
        choked: 0,
        charted: 0,
        farthest_u: 0.0,
    };
    let mut newest = Tick::ZERO;
    while harness.now() < seconds(s) {
        harness.step(&mut |_, _, _| hand.next());
        let state = harness.room().journal().state();
        states.entry(state.tick).or_insert_with(|| state.clone());
        let client = harness.client(0);
        let tick = client.net_stats().server_tick;
        if tick == newest {
            continue;
        }
        newest = tick;
        got.snapshots += 1;
        check_received(client.own_id().unwrap(), client.ships(), &states[&tick], &mut got);
    }
    assert_eq!(harness.ended(0), None);
    let stats = harness.client(0).net_stats();
    (got.bytes, got.mismatches, got.choked) = (stats.bytes_in, stats.mismatches, stats.choked);
    check_chart(&harness, &mut got);
    println!("  {got:?}");
    got
}

/// The map and the scores cover every ship that no snapshot holds, a few seconds late.
fn check_chart(harness: &Harness, got: &mut ReceivedTraffic) {
    let (client, world) = (harness.client(0), harness.room().world());
    let received = |ship: &&Ship| client.ships().iter().any(|received| received.id == ship.id);
    got.charted = client.scene().far.len();
    for ship in world.ships().filter(|ship| !received(ship)) {
        let Score { kills, deaths } = client.score(ship.id).expect("every ship has a score");
        assert!(kills <= ship.kills && deaths <= ship.deaths, "{ship:?}");
        if ship.alive() {
            let away = |far: &FarShip| (far.pos - ship.body.pos).length();
            let nearest = client.scene().far.iter().map(away).fold(f32::INFINITY, f32::min);
            got.farthest_u = got.farthest_u.max(nearest);
        }
    }
}

/// Each ship received must match the server's. Ships in view that were not received are counted.
fn check_received(own: ShipId, ships: &[Ship], truth: &WorldState, got: &mut ReceivedTraffic) {
    let around = truth.ship(own).expect("its own ship is included").body.pos;
    if got.snapshots == 1 {
        got.ships_first = ships.len();
    }
    got.ships_most = got.ships_most.max(ships.len());
    for ship in ships {
        assert_eq!(Some(ship), truth.ship(ship.id), "tick {}", truth.tick.0);
        let off = (ship.body.pos - around).abs();
        let inside = off.x <= HALF_VIEW_U.0 + RIM_U && off.y <= HALF_VIEW_U.1 + RIM_U;
        assert!(inside, "{off} is far out of view");
    }
    let in_view = truth.ships.iter().filter(|ship| {
        let off = (ship.body.pos - around).abs();
        off.x <= HALF_VIEW_U.0 && off.y <= HALF_VIEW_U.1
    });
    if got.snapshots > FILLED_AFTER {
        got.missing += in_view.filter(|ship| !ships.iter().any(|s| s.id == ship.id)).count() as u32;
    }
}

#[test]
fn a_player_is_sent_every_ship_in_view_and_few_others() {
    let got = play(PlayerNetcode::default(), LinkConditions::delay(50), 12);
    assert!(got.snapshots > 300 && got.ships_most < usize::from(SHIPS) * 3 / 4, "{got:?}");
    // A ship that appears in the middle of the view is in the next snapshot.
    assert_eq!((got.missing, got.mismatches), (0, 0), "{got:?}");
    // The first snapshot was a keyframe: the own ship and the nearest 16.
    assert_eq!(got.ships_first, 1 + 16, "{got:?}");
    assert!(got.charted > usize::from(SHIPS) / 3 && got.farthest_u < 1000.0, "{got:?}");
}

#[test]
fn what_is_lost_or_late_is_resent() {
    let lossy = LinkConditions {
        loss_permille: 100,
        jitter_ms: 25,
        reorder_permille: 50,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(60)
    };
    let got = play(PlayerNetcode::default(), lossy, 12);
    assert!(got.snapshots > 200, "{got:?}");
    assert_eq!((got.missing, got.mismatches), (0, 0), "{got:?}");
}

#[test]
fn a_narrow_rate_tells_of_the_nearest() {
    let player = PlayerNetcode { rate_kb_per_s: 1, update_rate_hz: 20, ..PlayerNetcode::default() };
    let got = play(player, LinkConditions::delay(50), 12);
    // The first snapshot takes the whole second of bytes that a session starts with.
    assert!(got.snapshots > 100 && got.mismatches == 0, "{got:?}");
    assert!(got.ships_most <= 25, "50 bytes a snapshot are for 25 ships: {got:?}");
}
