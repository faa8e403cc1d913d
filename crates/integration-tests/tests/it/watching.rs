//! Watchers: what they are sent is the match, late by the room's delay, and the screens of the
//! players whom they follow are rebuilt from it.

use lab::harness::Harness;
use shared::{
    base::{
        geometry::Vec2,
        limits::WATCHERS_MAX,
        state_hash::state_hash,
        time::{Micros, Tick, ViewTime},
    },
    client::{Client, Controls, GhostVisibility},
    netcode::values::PlayerNetcode,
    room::{Room, RoomConfig, WatchPart},
    sim::{arena::Arena, ship::ShipId},
    wire::{
        codec::{Baseline, CodecContext, CodecId},
        conditions::Conditions,
        message::{ServerControl, ServerMessage},
        snapshot::decode,
    },
};

use crate::support::{
    RandomHand,
    guest::{Party, config_of},
    room, seconds,
};

const HZ: u32 = 60;

/// A fight of two players over links of 40 and 160 ms each round, among bots.
struct Fight {
    harness: Harness,
    hands: Vec<RandomHand>,
    /// Every frame of the players: the server's clock, and what the screen showed.
    screens: Vec<Screen>,
}

/// What a player's screen showed.
#[derive(Clone, Debug)]
struct Screen {
    player: usize,
    own: Option<Vec2>,
    own_at: Micros,
    view: ViewTime,
    others: Vec<(ShipId, Vec2)>,
}

impl Fight {
    fn new(seed: u64, delay_ms: u32) -> Self {
        let arena = Arena::for_seats(8, seed);
        let config = RoomConfig { bots: 6, watch_delay_ms: delay_ms, ..room(arena, seed) };
        let mut harness = Harness::new(config).unwrap();
        for ms in [40, 160] {
            harness.add_player(PlayerNetcode::default(), Conditions::round_trip(ms));
        }
        let hands = (0..2).map(|hand| RandomHand::new(seed + hand, true)).collect();
        Self { harness, hands, screens: Vec::new() }
    }

    fn run_until(&mut self, until: Micros) {
        let Self { harness, hands, screens } = self;
        let mut drive = |_: &Room, player: usize, client: &Client| -> Controls {
            let scene = client.scene();
            if let (Some(view), Some(own_at)) = (client.view(), client.own_shown_at()) {
                let others = scene.ships.iter().filter(|ship| Some(ship.id) != client.own_id());
                screens.push(Screen {
                    player,
                    own: scene.own_ship().map(|ship| ship.pos),
                    own_at,
                    view: view.time,
                    others: others.map(|ship| (ship.id, ship.pos)).collect(),
                });
            }
            hands[player].next()
        };
        harness.run_until(until, &mut drive);
    }
}

#[test]
fn a_watcher_sees_the_screen_of_the_player_it_follows() {
    for (seed, player) in [(1, 0), (2, 1), (3, 1)] {
        let mut fight = Fight::new(seed, 0);
        let watcher = fight.harness.add_watcher();
        fight.run_until(seconds(2));
        let followed = fight.harness.client(player).own_id();
        let now = fight.harness.now();
        let client = fight.harness.watcher_mut(watcher);
        client.follow(now, followed);
        client.set_ghosts(GhostVisibility::Shown);
        let (mut own_off, mut other_off, mut view_off, mut n) = (0.0_f32, 0.0_f32, 0.0_f32, 0);
        for frame in 0..600 {
            fight.run_until(seconds(4) + Micros(frame * 16_667));
            let client = fight.harness.watcher(watcher);
            let (Some(moments), scene) = (client.watch_moments(), client.scene()) else {
                panic!("seed {seed}: a watcher has moments");
            };
            let Some(own) = scene.own_ship() else { continue };
            // The frame of the player that drew its ship at the same moment.
            let screens = fight.screens.iter().filter(|screen| screen.player == player);
            let nearest = screens.min_by_key(|screen| (screen.own_at - moments.own).0.abs());
            let screen = nearest.expect("the player has a screen");
            let apart = (screen.own_at - moments.own).0.abs();
            let Some(pos) = screen.own.filter(|_| apart < 9_000) else { continue };
            n += 1;
            // A ship flies at most 5.4 u in a frame of 60 Hz.
            own_off = own_off.max(own.pos.distance(pos));
            view_off = view_off.max((moments.view.since(screen.view) as f32).abs());
            for (id, pos) in &screen.others {
                let Some(drawn) = scene.ship(*id) else { continue };
                let off = drawn.pos.distance(*pos);
                // Not across a respawn.
                other_off = other_off.max(if off > 60.0 { 0.0 } else { off });
            }
        }
        println!(
            "seed {seed}, player {player}: {n} frames; own ship {own_off} u, others {other_off} u, \
             view {view_off} steps off at most"
        );
        assert!(n > 300, "seed {seed}: compared only {n} frames");
        assert!(own_off < 6.0, "seed {seed}: own ship {own_off} u off");
        assert!(view_off < 3.0 * 256.0, "seed {seed}: view {view_off} steps off");
        assert!(other_off < 16.0, "seed {seed}: others {other_off} u off");
    }
}

#[test]
fn all_watchers_get_the_same_bytes_late_by_the_delay() {
    for delay_ms in [0, 3_000] {
        let config =
            RoomConfig { watch_delay_ms: delay_ms, ..config_of(8, 6, Arena::for_seats(8, 5), 5) };
        let mut party = Party::new(config, 2);
        party.run(HZ);
        assert_eq!(party.watched, [], "nothing is made for nobody");
        party.room.handle_watchers(3);
        party.run(6 * HZ);
        let behind = delay_ms * HZ / 1000;
        let mut decoder = Decoder::default();
        let mut newest = Tick::ZERO;
        for part in &party.watched {
            let messages = match part {
                WatchPart::Start { welcome, messages } => {
                    let welcome = ServerMessage::decode(welcome).unwrap();
                    let ServerMessage::Control(ServerControl::Watching(welcome)) = welcome else {
                        panic!("a start begins with its welcome: {welcome:?}");
                    };
                    assert_eq!(welcome.roster.len(), 6);
                    assert_eq!(welcome.delay_ms, delay_ms);
                    messages.clone()
                }
                WatchPart::Next(message) => vec![message.clone()],
            };
            for message in messages {
                if let ServerMessage::Snapshot(bytes) = ServerMessage::decode(&message).unwrap() {
                    newest = decoder.decode(bytes, &party.room);
                }
            }
        }
        let late = party.room.tick().since(newest);
        let interval = 2;
        let want = i64::from(behind)..=i64::from(behind) + interval;
        assert!(want.contains(&late), "{delay_ms} ms: {late} ticks late");
        assert!(decoder.n > 80, "{} snapshots", decoder.n);
    }
}

#[test]
fn a_late_watcher_begins_at_the_newest_keyframe() {
    let config = config_of(8, 6, Arena::for_seats(8, 9), 9);
    let mut party = Party::new(config, 2);
    party.room.handle_watchers(1);
    party.run(5 * HZ + 37);
    let mut decoder = Decoder::default();
    let mut newest = Tick::ZERO;
    for (nth, message) in party.room.watch_start().iter().enumerate() {
        match ServerMessage::decode(message).unwrap() {
            ServerMessage::Control(ServerControl::Watching(_)) => assert_eq!(nth, 0),
            ServerMessage::Snapshot(bytes) => newest = decoder.decode(bytes, &party.room),
            _ => {}
        }
    }
    assert!(party.room.tick().since(newest) <= 2, "as new as for all");
    assert!(decoder.n <= 31, "a second of snapshots at most: {}", decoder.n);
}

/// Players of a large room are sent only the ships around them.
#[test]
fn watchers_of_a_large_room_are_sent_every_ship() {
    let config = config_of(128, 100, Arena::for_seats(128, 11), 11);
    let mut party = Party::new(config, 2);
    party.room.handle_watchers(1);
    party.run(3 * HZ);
    let mut decoder = Decoder::default();
    for message in party.room.watch_start() {
        if let ServerMessage::Snapshot(bytes) = ServerMessage::decode(message).unwrap() {
            decoder.decode(bytes, &party.room);
        }
    }
    assert_eq!(decoder.states.last().unwrap().ships.len(), 100);
    let bytes: usize = party.room.watch_start().iter().map(|message| message.len()).sum();
    println!("{} snapshots of 100 ships in {bytes} bytes", decoder.n);
}

#[test]
fn a_watched_match_is_the_same_match() {
    let run = |watchers: u16| {
        let config = config_of(8, 6, Arena::for_seats(8, 7), 7);
        let mut party = Party::new(config, 2);
        party.room.handle_watchers(watchers);
        party.run(20 * HZ);
        (state_hash(party.room.world()), party.room.stats().snapshot_bytes)
    };
    let alone = run(0);
    for watchers in [1, WATCHERS_MAX, u16::MAX] {
        assert_eq!(run(watchers), alone, "{watchers} watchers");
    }
}

#[test]
fn players_know_how_many_watch() {
    let mut party = Party::new(config_of(4, 0, Arena::empty(), 3), 1);
    let heard = |party: &Party, guest: usize| -> Vec<u16> {
        let of_message = |message: &Vec<u8>| match ServerMessage::decode(message).unwrap() {
            ServerMessage::Control(ServerControl::Watchers { n }) => Some(n),
            _ => None,
        };
        party.guests[guest].messages.iter().filter_map(of_message).collect()
    };
    party.room.handle_watchers(2);
    party.run(2 * HZ);
    let newcomer = party.join();
    party.run(2 * HZ);
    party.room.handle_watchers(0);
    party.run(2 * HZ);
    assert_eq!(heard(&party, 0), [2, 0]);
    assert_eq!(heard(&party, newcomer), [2, 0]);
    assert!(party.room.watch_start().is_empty(), "nothing is kept for nobody");
}

/// Decodes the chain of snapshots that watchers get.
#[derive(Default)]
struct Decoder {
    states: Vec<shared::sim::state::WorldState>,
    parents: Vec<Option<Tick>>,
    n: usize,
}

impl Decoder {
    /// Decodes the next one, which must equal the room's own state. Returns its tick.
    fn decode(&mut self, bytes: &[u8], room: &Room) -> Tick {
        let (head, body) = decode(bytes).unwrap();
        let find = |tick: Tick| self.states.iter().rposition(|state| state.tick == tick);
        let baseline = head.baseline.map(|tick| {
            let at = find(tick).expect("a baseline of the chain");
            let before = self.parents[at].and_then(find).map(|at| &self.states[at]);
            Baseline { state: &self.states[at], before }
        });
        let context = CodecContext { params: room.world().params(), seats: room.config().seats };
        let decoded = CodecId::Replay.decode(None, &context, baseline, head.tick, body).unwrap();
        if let Some(state) = room.baselines().get(head.tick) {
            assert_eq!(**state, decoded.state, "tick {}", head.tick.0);
        }
        self.parents.push(head.baseline);
        self.states.push(decoded.state);
        self.n += 1;
        head.tick
    }
}
