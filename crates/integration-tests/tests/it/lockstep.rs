//! Lockstep, in the laboratory's own room with real clients: all screens draw the same tick. Also
//! measures how fast the world runs, its input delay, by how much shots miss, and the effect of a
//! player who is silent, loses packets, joins or leaves.

use std::collections::BTreeMap;

use lab::harness::{DisconnectReason, Harness};
use shared::{
    base::{
        geometry::{Turn, Vec2},
        tick_length::TickLength,
        time::{Micros, Tick, TickRate},
    },
    client::{Client, ClientConfig, Controls},
    netcode::{
        choices::RateRule,
        laboratory_preset::LaboratoryPreset,
        values::{Netcode, PlayerNetcode, RoomNetcode, SnapshotDelivery},
    },
    room::{Output, Room, RoomKind, SessionId},
    schemes::lockstep::{input_to_picture, miss_u, speed_millihertz},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
        event::Weapon,
    },
    wire::{
        close_reason::CloseReason,
        command_packet::CommandPacket,
        conditions::{Conditions, LinkConditions, LinkMode},
        message::{ClientMessage, ServerMessage, commands_message},
        snapshot::{SnapshotHead, decode},
    },
};

use crate::support::{
    duel::{Duel, SHOTS, SPEED, fight},
    room, seconds,
};

const RATE: TickRate = TickRate::DEFAULT;
const SEED: u64 = 7;

fn netcode(lockstep_ticks: u8) -> Netcode {
    let Netcode { room, player } = LaboratoryPreset::Lockstep.netcode();
    Netcode { room: RoomNetcode { lockstep_ticks, ..room }, player }
}

/// A match in lockstep of players with these conditions.
fn begin(lockstep_ticks: u8, links: &[Conditions]) -> Harness {
    let Netcode { room: rules, player } = netcode(lockstep_ticks);
    begin_with(rules, player, links)
}

/// The same under given rules, with one netcode for all players.
fn begin_with(rules: RoomNetcode, player: PlayerNetcode, links: &[Conditions]) -> Harness {
    println!("seed {SEED}");
    let mut config = room(Arena::strewn(SEED), SEED);
    (config.netcode, config.kind) = (rules, RoomKind::Simulated);
    let mut harness = Harness::new(config).unwrap();
    for conditions in links {
        harness.add_player(player, *conditions);
    }
    harness
}

fn trips(round_trips_ms: &[u16]) -> Vec<Conditions> {
    round_trips_ms.iter().map(|ms| Conditions::round_trip(*ms)).collect()
}

/// Flies about, turns and fires, differently for each player.
fn hands(_: &Room, player: usize, client: &Client) -> Controls {
    let tick = client.net_stats().server_tick.0 as usize;
    let aim = Turn((tick * (300 + 500 * player)) as u16);
    let thrust = Thrust::ALL[(tick / 20 + 3 * player) % 9];
    let trigger = if tick % 40 == player { Trigger::Laser } else { Trigger::None };
    Controls { thrust, trigger, aim }
}

/// Ticks that a match runs until a moment.
fn ticks(harness: &mut Harness, until: Micros) -> u32 {
    let before = harness.room().tick().0;
    harness.run_until(until, &mut hands);
    harness.room().tick().0 - before
}

fn lossy(round_trip_ms: u16, loss_permille: u16) -> Conditions {
    let mut conditions = Conditions::round_trip(round_trip_ms);
    for link in [&mut conditions.up, &mut conditions.down] {
        *link = LinkConditions { mode: LinkMode::Datagram, loss_permille, ..*link };
    }
    conditions
}

#[test]
fn all_screens_draw_the_same_world_at_the_same_tick() {
    let mut harness = begin(6, &trips(&[20, 60, 110]));
    let mut drawn: BTreeMap<u32, Vec<(u16, Vec2)>> = BTreeMap::new();
    let mut compared = 0;
    harness.run_until(seconds(3), &mut hands);
    harness.run_until(seconds(10), &mut |room, player, client| {
        let scene = client.scene();
        let mut ships: Vec<(u16, Vec2)> =
            scene.ships.iter().map(|ship| (ship.id.idx, ship.pos)).collect();
        ships.sort_by_key(|(idx, _)| *idx);
        let view = client.view().unwrap();
        assert_eq!(view.time.floor(), view.older, "whole ticks");
        match drawn.get(&view.older.0) {
            Some(other) => {
                assert_eq!(*other, ships, "player {player} at tick {}", view.older.0);
                compared += 1;
            }
            None => drop(drawn.insert(view.older.0, ships)),
        }
        hands(room, player, client)
    });
    assert!(compared > 500, "{compared} pictures");
    assert_eq!(harness.room().stats().stand_ins, 0);
}

#[test]
fn the_slowest_link_says_how_fast_the_world_runs() {
    // Waiting for frames is part of the slowest round trip: up to a frame at 60 a second.
    let frame_ms = 17;
    for (n, slowest_ms) in [(6, 50), (6, 300), (12, 300), (24, 300), (24, 600), (1, 100), (0, 10)] {
        let mut harness = begin(n, &trips(&[20, slowest_ms]));
        ticks(&mut harness, seconds(4));
        let ran = ticks(&mut harness, seconds(14));
        let of = |ms: u16| {
            speed_millihertz(n.into(), Micros::from_ms(ms.into()), TickLength::of(RATE)) / 100
        };
        let (most, least) = (of(slowest_ms) as u32, of(slowest_ms + 2 * frame_ms) as u32);
        println!("n {n}, {slowest_ms} ms: {ran} ticks in 10 s, {least} to {most} expected");
        assert!((least.saturating_sub(2)..=most + 1).contains(&ran), "n {n}, {slowest_ms} ms");
    }
}

#[test]
fn an_input_takes_as_long_to_everybodys_picture() {
    for (n, slowest_ms) in [(6_u8, 50_u16), (6, 300), (24, 300), (24, 20), (2, 20)] {
        let mut harness = begin(n, &trips(&[20, slowest_ms]));
        harness.run_until(seconds(5), &mut |_, _, _| Controls::default());
        let x = |client: &Client| {
            let id = client.own_id();
            client.scene().ships.iter().find(|ship| Some(ship.id) == id).map(|ship| ship.pos.x)
        };
        let rest = [0, 1].map(|player| x(harness.client(player)).unwrap());
        // While the world is halted no command is made: an input waits for the next picture.
        let keys = [0, 1].map(|player| harness.client(player).own_tick());
        let (mut made, mut moved) = ([None; 2], [None; 2]);
        while moved.iter().any(Option::is_none) && harness.now() < seconds(7) {
            harness.step(&mut |_, _, _| Controls { thrust: Thrust::Right, ..Controls::default() });
            for player in [0, 1] {
                let (client, now) = (harness.client(player), harness.now());
                if client.own_tick() > keys[player] {
                    made[player].get_or_insert(now);
                }
                if (x(client).unwrap() - rest[player]).abs() > 1e-3 {
                    moved[player].get_or_insert(now - made[player].unwrap());
                }
            }
        }
        let slowest = Micros::from_ms(slowest_ms.into());
        let want = input_to_picture(n.into(), slowest, TickLength::of(RATE)).as_ms();
        for moved in moved {
            let ms = moved.expect("it answers").as_ms();
            println!("n {n}, {slowest_ms} ms: after {ms} ms, {want} expected");
            // Plus the waits for frames at both ends.
            assert!((want - 2..=want + 36).contains(&ms), "n {n}, {slowest_ms} ms");
        }
    }
}

#[test]
fn shots_miss_by_the_ticks_that_a_trigger_waits() {
    for (n, round_trips_ms, hits) in [(6, [20, 80], false), (1, [10, 20], true)] {
        for round_trip_ms in round_trips_ms {
            let mut duel = Duel::open(netcode(n), Weapon::Beam, round_trip_ms);
            duel.target = netcode(n).player;
            let samples = fight(&duel).0;
            assert_eq!(samples.len(), SHOTS, "seed {}", duel.seed);
            let mean = samples.iter().map(|sample| sample.miss_u).sum::<f32>() / SHOTS as f32;
            let want = miss_u(SPEED, n.into(), TickLength::of(RATE));
            println!("n {n}, {round_trip_ms} ms: missed by {mean:.1} u, {want:.1} expected");
            // A command is made from the picture of the frame before.
            let off = mean - want;
            assert!((-0.5..=SPEED * RATE.dt_s() + 0.5).contains(&off), "n {n}: {off} u off");
            // At 300 u/s.
            assert_eq!(mean * 300.0 / SPEED < 16.0, hits, "n {n}");
        }
    }
}

#[test]
fn a_tab_that_sleeps_stops_everybody_and_is_out_after_five_seconds() {
    let mut harness = begin(6, &trips(&[20, 60, 40]));
    ticks(&mut harness, seconds(4));
    harness.sleep_player(1, seconds(7));
    let slept = ticks(&mut harness, seconds(7));
    assert!(slept <= 14, "all players wait while one sleeps: {slept} ticks in 3 s");
    ticks(&mut harness, Micros::from_ms(7_200));
    let after = ticks(&mut harness, Micros::from_ms(9_200));
    assert!((119..=121).contains(&after), "full speed again, without catching up: {after}");
    assert!((0..3).all(|player| harness.ended(player).is_none()), "3 s are no time-out");
    harness.sleep_player(1, seconds(60));
    ticks(&mut harness, seconds(16));
    assert_eq!(harness.ended(1), Some(DisconnectReason::Closed(CloseReason::Silent)));
    let without = ticks(&mut harness, seconds(18));
    assert!((119..=121).contains(&without), "the others no longer wait for it: {without}");
    assert_eq!((harness.ended(0), harness.ended(2)), (None, None));
}

#[test]
fn who_sleep_together_are_out_together() {
    for round_trips_ms in [vec![20, 20], vec![20, 20, 60], vec![20, 20, 60, 30, 50]] {
        let mut harness = begin(6, &trips(&round_trips_ms));
        ticks(&mut harness, seconds(4));
        // Wait until both have made their commands for the same tick.
        let apart =
            |harness: &Harness| harness.client(0).own_tick() != harness.client(1).own_tick();
        while apart(&harness) && harness.now() < seconds(5) {
            harness.step(&mut hands);
        }
        let since = harness.now();
        assert!(since < seconds(5), "the two never make one for the same tick");
        for player in [0, 1] {
            harness.sleep_player(player, seconds(60));
        }
        let slept = ticks(&mut harness, since + Micros::from_ms(4900));
        assert!(slept <= 8, "all players wait while two sleep: {slept} ticks in 5 s");
        let n_players = round_trips_ms.len();
        assert!((0..n_players).all(|player| harness.ended(player).is_none()), "not yet");
        ticks(&mut harness, since + Micros::from_ms(5500));
        for player in 0..n_players {
            let ended = (player < 2).then_some(DisconnectReason::Closed(CloseReason::Silent));
            assert_eq!(harness.ended(player), ended, "player {player} of {n_players}");
        }
        let without = ticks(&mut harness, since + Micros::from_ms(7500));
        assert!((119..=121).contains(&without), "the others no longer wait for them: {without}");
    }
}

#[test]
fn lost_packets_are_sent_again_and_nothing_else_stands_in_for_them() {
    // With 24, more commands are in flight than a packet holds.
    for n in [6, 24] {
        check_with_losses(n);
    }
}

fn check_with_losses(n: u8) {
    let mut harness = begin(n, &[lossy(40, 200), lossy(60, 200)]);
    ticks(&mut harness, seconds(4));
    let ran = ticks(&mut harness, seconds(14));
    println!("n {n}: {ran} ticks in 10 s with a fifth of all packets lost");
    assert!(ran > 400, "{ran}");
    assert_eq!(harness.room().stats().stand_ins, 0);
    assert_eq!(harness.room().stats().late_commands, 0);
    for player in [0, 1] {
        assert_eq!(harness.ended(player), None);
        assert_eq!(harness.client(player).net_stats().mismatches, 0, "player {player}");
    }
    // For a while everything is lost, and then nothing.
    for player in [0, 1] {
        harness.set_conditions(player, lossy(40, 1000));
    }
    let lost = ticks(&mut harness, seconds(16));
    for player in [0, 1] {
        harness.set_conditions(player, lossy(40, 0));
    }
    ticks(&mut harness, Micros::from_ms(16_300));
    let after = ticks(&mut harness, Micros::from_ms(18_300));
    assert!(lost <= 2 * (u32::from(n) + 1) && (119..=121).contains(&after), "{lost}, {after}");
}

/// A room in lockstep and two clients, with the messages in flight and the packets sent.
struct Tapped {
    room: Room,
    clients: Vec<(Client, SessionId)>,
    one_way_ms: [i64; 2],
    /// Time of arrival, player and message, in the order sent.
    up: Vec<(i64, usize, Vec<u8>)>,
    down: Vec<(i64, usize, Vec<u8>)>,
    packets: Vec<CommandPacket>,
    heads: Vec<(SessionId, SnapshotHead)>,
    /// The player whose packets claim that it has no snapshot.
    has_nothing: Option<usize>,
}

impl Tapped {
    fn new(lockstep_ticks: u8, one_way_ms: [i64; 2]) -> Self {
        let Netcode { room: rules, player } = netcode(lockstep_ticks);
        let mut config = room(Arena::strewn(SEED), SEED);
        (config.netcode, config.kind) = (rules, RoomKind::Simulated);
        let mut room = Room::new(config, Micros::ZERO).unwrap();
        let clients = [0, 1].map(|n| {
            let config = ClientConfig {
                name: format!("{n}"),
                room: String::new(),
                netcode: player,
                room_request: None,
                delivery: SnapshotDelivery::Datagram,
            };
            let mut client = Client::new(config, Micros::ZERO);
            let hello = client.poll_transmit().unwrap();
            let Ok(ClientMessage::Hello(hello)) = ClientMessage::decode(&hello) else {
                panic!("the first message is a hello")
            };
            (client, room.handle_join(Micros::ZERO, &hello).unwrap())
        });
        let (up, down, packets, heads) = (vec![], vec![], vec![], vec![]);
        let clients = clients.into();
        Self { room, clients, one_way_ms, up, down, packets, heads, has_nothing: None }
    }

    fn run(mut self, until_ms: i64) -> Self {
        for ms in 0..until_ms {
            let now = Micros::from_ms(ms);
            for (_, n, message) in self.up.extract_if(.., |(at, ..)| *at <= ms) {
                self.room.handle_message(now, self.clients[n].1, &message);
            }
            self.room.handle_time(now);
            self.send_down(ms);
            for (_, n, message) in self.down.extract_if(.., |(at, ..)| *at <= ms) {
                self.clients[n].0.handle_message(now, &message).unwrap();
            }
            for (n, (client, _)) in self.clients.iter_mut().enumerate() {
                if ms % 17 == n as i64 {
                    let controls = hands(&self.room, n, client);
                    client.handle_frame(now, controls);
                }
                while let Some(mut message) = client.poll_transmit() {
                    if let Ok(ClientMessage::Commands(bytes)) = ClientMessage::decode(&message) {
                        let packet = CommandPacket::decode(bytes).unwrap();
                        self.packets.push(packet.clone());
                        if self.has_nothing == Some(n) {
                            let packet = CommandPacket { ack: None, ..packet };
                            message = commands_message(&packet.encode());
                        }
                    }
                    self.up.push((ms + self.one_way_ms[n], n, message));
                }
            }
        }
        self
    }

    fn send_down(&mut self, ms: i64) {
        while let Some(output) = self.room.poll_output() {
            let (session, message) = match output {
                Output::Reliable { session, message } => (session, message),
                Output::Snapshot { session, tick, message } => {
                    self.room.handle_written(session, tick);
                    (session, message)
                }
                Output::Close { reason, .. } => panic!("closed: {reason:?}"),
                Output::GivenUp { .. } | Output::Watch(_) => panic!("no player is away"),
            };
            if let Ok(ServerMessage::Snapshot(bytes)) = ServerMessage::decode(&message) {
                self.heads.push((session, decode(bytes).unwrap().0));
            }
            let n = self.clients.iter().position(|(_, id)| *id == session).unwrap();
            self.down.push((ms + self.one_way_ms[n], n, message));
        }
    }
}

#[test]
fn a_tick_that_is_resent_builds_on_the_same_baseline() {
    let tapped = Tapped::new(2, [20, 100]).run(6000);
    let mut baselines = BTreeMap::new();
    let mut again = 0;
    for (session, head) in tapped.heads {
        let first = *baselines.entry((session, head.tick)).or_insert(head.baseline);
        assert_eq!(head.baseline, first, "tick {} for {session:?}", head.tick.0);
        again += 1;
    }
    again -= baselines.len();
    assert!(again > 100, "{again} snapshots were sent again");
}

#[test]
fn a_player_without_a_baseline_holds_nobody_up() {
    let play = |has_nothing| Tapped { has_nothing, ..Tapped::new(2, [20, 40]) }.run(4000);
    let (with, without) = (play(None), play(Some(1)));
    let session = without.clients[1].1;
    let keyframes =
        without.heads.iter().filter(|(to, head)| *to == session && head.baseline.is_none());
    let (keyframes, ticks) = (keyframes.count(), without.room.tick().0);
    println!("{keyframes} keyframes in {ticks} ticks, of {}", with.room.tick().0);
    assert_eq!(without.room.tick(), with.room.tick());
    assert!(keyframes >= ticks as usize, "each tick is sent at once");
}

#[test]
fn packets_repeat_what_is_unacknowledged_and_nothing_else() {
    for (n, one_way_ms) in [(2, [20, 100]), (6, [20, 40]), (12, [10, 150])] {
        let tapped = Tapped::new(n, one_way_ms).run(6000);
        let played = tapped.packets.iter().filter(|packet| packet.ack >= Some(Tick(40)));
        let (mut packets, mut repeated) = (0, 0);
        for packet in played {
            // Where ticks wait, a snapshot's own tick is the newest that was executed.
            let ticks: Vec<Tick> = packet.commands.iter().map(|command| command.tick).collect();
            let first = packet.ack.map(Tick::next);
            assert!(ticks.first().copied() >= first, "n {n}: {ticks:?} after {:?}", packet.ack);
            repeated += ticks.len().saturating_sub(1);
            packets += 1;
        }
        println!("n {n}: {packets} packets, {repeated} commands besides the newest");
        assert!(packets > 50 && repeated > packets, "n {n}: {packets}, {repeated}");
    }
}

#[test]
fn full_updates_while_the_world_stands_lead_to_the_servers_state() {
    let mut harness = begin(2, &[lossy(40, 200), lossy(150, 300)]);
    for second in 3..30 {
        for player in [0, 1] {
            harness.client_mut(player).request_full_update();
        }
        ticks(&mut harness, seconds(second) + Micros::from_ms(37 * (second % 7)));
    }
    for player in [0, 1] {
        assert_eq!(harness.client(player).net_stats().mismatches, 0, "player {player}");
        assert_eq!(harness.ended(player), None);
    }
}

#[test]
fn every_tick_is_sent_whatever_rates_a_player_chose() {
    let preset = netcode(0).player;
    let slow = PlayerNetcode { update_rate_hz: 30, ..preset };
    let narrow = PlayerNetcode { rate_kb_per_s: 1, rate_rule: RateRule::Source, ..preset };
    // The next snapshot that fits the byte rate makes up for those it skipped.
    let rows = [
        // (what, player, links, ticks in 10 s at least)
        ("30 snapshots a second, stream", slow, trips(&[10]), 590),
        ("the same, two players", slow, trips(&[10, 20]), 290),
        ("the same, datagrams", slow, vec![lossy(10, 0)], 590),
        ("1000 bytes a second, stream", narrow, trips(&[10]), 80),
        ("the same, two players", narrow, trips(&[10, 20]), 80),
    ];
    for (what, player, links, least) in rows {
        for n in [0, 6] {
            let mut harness = begin_with(netcode(n).room, player, &links);
            ticks(&mut harness, seconds(4));
            let ran = ticks(&mut harness, seconds(14));
            println!("{what}, n {n}: {ran} ticks in 10 s");
            assert!(ran >= least, "{what}, n {n}: {ran} ticks");
            assert_eq!(harness.ended(0), None, "{what}, n {n}");
        }
    }
}

#[test]
fn watchers_are_sent_a_tick_that_waits_once() {
    let mut harness = begin(6, &trips(&[20, 60]));
    harness.room_mut().handle_watchers(1);
    ticks(&mut harness, seconds(4));
    let mut stood = 0;
    for _ in 0..8 {
        // An odd number of ticks each time: a watch snapshot is due in every other tick.
        let (asleep, awake) = (Micros::from_ms(400), Micros::from_ms(217));
        harness.sleep_player(0, harness.now() + asleep);
        let until = harness.now() + asleep + awake;
        let ran = ticks(&mut harness, until);
        let messages = harness.room().watch_start().iter();
        let sent: Vec<Tick> = messages
            .filter_map(|message| match ServerMessage::decode(message).unwrap() {
                ServerMessage::Snapshot(snapshot) => Some(decode(snapshot).unwrap().0.tick),
                _ => None,
            })
            .collect();
        println!("{ran} ticks, then to watchers {sent:?}");
        assert!(sent.is_sorted_by(|before, after| before < after), "{sent:?}");
        stood += u32::from(ran < 25);
    }
    assert!(stood >= 6, "the world stood {stood} times");
}

#[test]
fn who_joins_or_leaves_holds_up_nobody() {
    let mut harness = begin(6, &trips(&[20, 40]));
    ticks(&mut harness, seconds(4));
    harness.add_player(netcode(6).player, Conditions::round_trip(80));
    let joining = ticks(&mut harness, seconds(6));
    assert!((117..=121).contains(&joining), "{joining} ticks while one joins");
    assert!(harness.client(2).joined() && harness.room().n_players() == 3);
    harness.room_mut().handle_leave(SessionId(1));
    let leaving = ticks(&mut harness, seconds(8));
    assert!((119..=121).contains(&leaving), "{leaving} ticks after one has left");
    // Alone, and with no player at all.
    harness.room_mut().handle_leave(SessionId(0));
    harness.room_mut().handle_leave(SessionId(2));
    assert!((119..=121).contains(&ticks(&mut harness, seconds(10))));
}

#[test]
fn a_clone_comes_to_the_same_state_and_the_room_never_looks_back() {
    let mut harness = begin(6, &[lossy(40, 100), Conditions::round_trip(200)]);
    harness.run_until(seconds(4), &mut hands);
    let mut again = harness.clone();
    harness.sleep_player(0, seconds(6));
    again.sleep_player(0, seconds(6));
    harness.run_until(seconds(9), &mut hands);
    again.run_until(seconds(9), &mut hands);
    assert_eq!(harness.state_hash(), again.state_hash());
    let mut room = harness.room().clone();
    for ms in 9_000..12_000 {
        let now = Micros::from_ms(ms);
        room.handle_time(now);
        assert!(room.poll_time() > now, "its next moment is never now");
    }
}

#[test]
fn lockstep_begins_with_a_match_and_ends_with_it() {
    let mut harness = begin(6, &trips(&[20]));
    ticks(&mut harness, seconds(2));
    let by = harness.client(0).own_id().unwrap();
    assert!(harness.room_mut().request_rules(RoomNetcode::default(), by).is_err());
    let other_n = netcode(2).room;
    assert!(harness.room_mut().request_rules(other_n, by).is_ok(), "n may be another");
    ticks(&mut harness, seconds(3));
    assert_eq!(harness.room().config().netcode, other_n);
    assert!((119..=121).contains(&ticks(&mut harness, seconds(5))));
}
