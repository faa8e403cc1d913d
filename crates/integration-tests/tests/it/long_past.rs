//! The history of a match is kept for a minute. Rows rebuilt from its journal equal the original
//! rows to the bit, whatever happened, and a shot's report keeps the same bytes as long as it can
//! be requested.

use std::collections::BTreeMap;

use lab::harness::Harness;
use shared::{
    base::{
        encoding::append,
        geometry::{Turn, Vec2},
        limits::{SHOT_KEPT_MS, SHOTS_KEPT_MAX},
        rng::Rng,
        time::{Micros, Tick, TickRate},
    },
    client::Controls,
    history::pose::Pose,
    netcode::{
        choices::{CommandPolicy, Piercing, Ramming},
        laboratory_preset::LaboratoryPreset,
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    room::{Room, RoomConfig, RoomKind, SessionId},
    sim::{
        arena::Arena,
        command::Trigger,
        event::{EventKind, ShotId},
        ship::ShipId,
    },
    wire::conditions::{Conditions, LinkConditions},
};
use testkit::workload::Workload;

use crate::support::{RandomHand, narrow_arena, room, seconds};

/// Rows of a history as they were when newest, and the deaths at that tick.
#[derive(Default)]
struct Rows {
    rows: BTreeMap<Tick, (Vec<Pose>, Vec<ShipId>)>,
    /// Poses compared, deaths, ships new in a row, and ships that left.
    n: [usize; 4],
}

/// A pose without its aim, with all bits of its numbers.
fn bits(pose: &Pose) -> (Pose, [u32; 4]) {
    let bare = Pose { aim: Turn::default(), ..*pose };
    (bare, [pose.pos.x, pose.pos.y, pose.vel.x, pose.vel.y].map(f32::to_bits))
}

impl Rows {
    fn note(&mut self, room: &Room) {
        let died = room.events_now().filter_map(|event| match event.kind {
            EventKind::Died { victim, .. } => Some(victim),
            _ => None,
        });
        let poses = room.history().poses(room.tick()).collect();
        self.rows.insert(room.tick(), (poses, died.collect()));
    }

    /// Rebuilds some seconds picked at random, and all of the end.
    fn check(&mut self, room: &Room, seed: u64) {
        let (oldest, newest) = (self.rows.keys().next().unwrap(), room.tick());
        let mut rng = Rng::new(seed, 1);
        let rate = room.config().rate;
        let oldest = oldest.max(&newest.minus(rate.ticks_in_ms(SHOT_KEPT_MS))).0;
        let most = rate.ticks_in_ms(4000);
        let mut spans = vec![(newest.minus(most).max(Tick(oldest)), newest)];
        for _ in 0..12 {
            let first = oldest + rng.below(newest.0 - oldest);
            spans.push((Tick(first), Tick(first + rng.below(most)).min(newest)));
        }
        for (first, last) in spans {
            self.compare(room, (first, last));
        }
    }

    fn compare(&mut self, room: &Room, span: (Tick, Tick)) {
        let (journal, params) = (room.long_journal(), room.world().params());
        let rebuilt = journal.rebuild(span, room.config().seats, params).expect("the past is kept");
        let mut before: Vec<ShipId> = Vec::new();
        for tick in (span.0.0..=span.1.0).map(Tick) {
            let Some((poses, died)) = self.rows.get(&tick) else { continue };
            let got: Vec<_> = rebuilt.rows.poses(tick).map(|pose| bits(&pose)).collect();
            let want: Vec<_> = poses.iter().map(bits).collect();
            assert_eq!(got, want, "tick {} of {span:?}", tick.0);
            let dead: Vec<ShipId> = rebuilt.deaths.of(tick).iter().map(|d| d.ship).collect();
            assert_eq!(&dead, died, "tick {} of {span:?}", tick.0);
            let now: Vec<ShipId> = poses.iter().map(|pose| pose.ship).collect();
            if tick > span.0 {
                self.n[2] += now.iter().filter(|ship| !before.contains(ship)).count();
                self.n[3] += before.iter().filter(|ship| !now.contains(ship)).count();
            }
            before = now;
            self.n[0] += poses.len();
            self.n[1] += died.len();
        }
        assert_eq!(rebuilt.rows.poses(span.1.next()).count(), 0, "and no later one");
    }
}

/// A match of pilots and random hands, with a random change before every step.
fn play(
    config: RoomConfig,
    player: PlayerNetcode,
    until: Micros,
    mut happens: impl FnMut(&mut Harness),
) -> Rows {
    let seed = config.seed;
    let mut harness = Harness::new(config).unwrap();
    for ms in [20, 60] {
        harness.add_player(player, Conditions::both(LinkConditions::delay(ms)));
    }
    let mut hands: Vec<RandomHand> = (0..16).map(|n| RandomHand::new(seed + n, true)).collect();
    let mut rows = Rows::default();
    while harness.now() < until {
        happens(&mut harness);
        let before = harness.room().tick();
        harness.step(&mut |_, idx, _| hands[idx].next());
        if harness.room().tick() > before {
            rows.note(harness.room());
        }
    }
    rows.check(harness.room(), seed);
    println!("seed {seed}: {:?} poses, deaths, newcomers, leavers", rows.n);
    rows
}

fn fight(seed: u64) -> RoomConfig {
    RoomConfig { bots: 8, ..room(narrow_arena(), seed) }
}

#[test]
fn rows_are_rebuilt_under_every_preset() {
    for (seed, preset) in (1..).zip(Preset::ALL) {
        let Netcode { room: netcode, player } = preset.netcode();
        let ramming = [Ramming::Mutual, Ramming::RammerOnly][seed as usize % 2];
        let piercing = [Piercing::Off, Piercing::On][seed as usize / 2 % 2];
        let netcode = RoomNetcode { ramming, piercing, ..netcode };
        let config = RoomConfig { netcode, ..fight(seed) };
        let rows = play(config, player, seconds(20), |_| ());
        assert!(rows.n[1] > 3, "{preset:?}: {:?}", rows.n);
    }
}

#[test]
fn rows_are_rebuilt_at_any_rate_under_any_command_policy() {
    let rates = [20, 30, 128].map(|hz| TickRate::new(hz).unwrap());
    let policies = [CommandPolicy::RunOnNext, CommandPolicy::Bank, CommandPolicy::RepeatLast];
    for (seed, (rate, commands)) in (21..).zip(rates.into_iter().zip(policies)) {
        let netcode = RoomNetcode { commands, ..RoomNetcode::default() };
        let config = RoomConfig { rate, netcode, ..fight(seed) };
        play(config, PlayerNetcode::default(), seconds(12), |_| ());
    }
}

#[test]
fn rows_are_rebuilt_where_players_come_and_go() {
    let (mut rng, mut n) = (Rng::new(5, 5), 2);
    let rows = play(fight(31), PlayerNetcode::default(), seconds(60), |harness| {
        if rng.below(150) == 0 && n < 16 {
            let line = Conditions::both(LinkConditions::delay(10));
            harness.add_player(PlayerNetcode::default(), line);
            n += 1;
        }
        if rng.below(150) == 0 {
            let session = SessionId(rng.below(n as u32));
            // Its ship leaves the arena 3 s later, its seat 30 s.
            if rng.below(2) == 0 {
                harness.room_mut().handle_lost(session);
            } else {
                harness.room_mut().handle_leave(session);
            }
        }
    });
    assert!(rows.n[2] > 5 && rows.n[3] > 5, "{:?}", rows.n);
}

#[test]
fn rows_are_rebuilt_after_stalls_throws_and_other_rules() {
    let (mut rng, mut n_stalls) = (Rng::new(6, 6), 0);
    play(fight(41), PlayerNetcode::default(), seconds(40), |harness| {
        let now = harness.now();
        if rng.below(400) == 0 && n_stalls < 4 {
            n_stalls += 1;
            harness.stall_room(now + Micros::from_ms(1500));
        }
        let room = harness.room_mut();
        let ships: Vec<ShipId> = room.world().ships().map(|ship| ship.id).collect();
        if rng.below(100) == 0 {
            let ship = ships[rng.below(ships.len() as u32) as usize];
            let vel = Vec2::new(rng.range(-900.0, 900.0), rng.range(-900.0, 900.0));
            room.world_mut().set_velocity(ship, vel);
        }
        if rng.below(200) == 0 {
            let at = Vec2::new(rng.range(30.0, 500.0), rng.range(30.0, 80.0));
            room.world_mut().place(ships[0], at);
        }
        if rng.below(150) == 0 {
            let preset = Preset::ALL[rng.below(Preset::ALL.len() as u32) as usize];
            room.set_netcode(preset.room()).unwrap();
        }
    });
    assert!(n_stalls > 1);
}

#[test]
fn rows_are_rebuilt_in_lockstep() {
    let Netcode { room: netcode, player } = LaboratoryPreset::Lockstep.netcode();
    let config = RoomConfig { netcode, kind: RoomKind::Simulated, ..fight(51) };
    play(config, player, seconds(15), |_| ());
}

#[test]
fn rows_are_rebuilt_in_a_large_room() {
    let arena = Workload::named("battle-200").unwrap().arena();
    let config = RoomConfig { seats: 200, bots: 200, ..room(arena, 61) };
    let rows = play(config, PlayerNetcode::default(), seconds(10), |_| ());
    assert!(rows.n[0] > 100_000, "{:?}", rows.n);
}

/// A match's reports, by viewer and shot.
type Reports = BTreeMap<(ShipId, ShotId), Vec<u8>>;

/// Two players who fight for a moment and then hold their fire, so that every shot can be
/// inspected.
struct Fight {
    harness: Harness,
    hands: Vec<RandomHand>,
    ships: Vec<ShipId>,
}

impl Fight {
    fn new(config: RoomConfig, player: PlayerNetcode) -> Self {
        let seed = config.seed;
        let mut harness = Harness::new(config).unwrap();
        for ms in [20, 60] {
            harness.add_player(player, Conditions::both(LinkConditions::delay(ms)));
        }
        let hands = (0..2).map(|n| RandomHand::new(seed + n, true)).collect();
        let mut fight = Self { harness, hands, ships: Vec::new() };
        fight.run_until(seconds(6));
        fight.ships = (0..2).map(|n| fight.harness.client(n).own_id().unwrap()).collect();
        fight
    }

    fn run_until(&mut self, until: Micros) {
        let hands = &mut self.hands;
        self.harness.run_until(until, &mut |room, idx, _| {
            let held = hands[idx].next();
            let fights = (200..300).contains(&room.tick().0);
            Controls { trigger: if fights { held.trigger } else { Trigger::None }, ..held }
        });
    }

    /// The current reports on these shots.
    fn reports(&self, shots: &[(ShipId, ShotId)]) -> Reports {
        let room = self.harness.room();
        let report = |(ship, shot): &(ShipId, ShotId)| room.report(*ship, *shot);
        let reports = shots.iter().filter_map(|of| Some((*of, append(Vec::new(), &report(of)?))));
        reports.collect()
    }

    /// The players' own shots with complete reports, and each player's shots that hit the other.
    fn complete(&self) -> Vec<(ShipId, ShotId)> {
        let room = self.harness.room();
        let now = room.config().rate.micros_at(room.tick());
        let of = |ship: &ShipId| {
            let ship = *ship;
            let complete =
                room.judged_shots(ship, Micros::ZERO).filter(move |(_, due)| *due <= now);
            complete.map(move |(shot, _)| (ship, shot)).filter(|(_, shot)| {
                // Pilots keep firing.
                self.ships.contains(&shot.shooter)
            })
        };
        self.ships.iter().flat_map(of).collect()
    }
}

fn check_minute(config: RoomConfig, player: PlayerNetcode, leaves: bool) -> usize {
    let what = format!("{:?}, seed {}", config.netcode.hit_rule, config.seed);
    let mut fight = Fight::new(config, player);
    // Fired from 3.3 s on; due until 6.6 s, by the current history.
    fight.run_until(seconds(7));
    let shots = fight.complete();
    let soon = fight.reports(&shots);
    assert_eq!(soon.len(), shots.len(), "{what}");
    let n_shots = shots.len();
    fight.run_until(seconds(9));
    if leaves {
        fight.harness.room_mut().handle_leave(SessionId(0));
    }
    for at in [11, 40, 63] {
        fight.run_until(seconds(at));
        let later = fight.reports(&shots);
        assert!(later == soon, "{what}: {} of {n_shots} at {at} s", later.len());
    }
    let rate = fight.harness.room().config().rate;
    let last = shots.iter().map(|(_, shot)| shot.tick).max().unwrap();
    fight.run_until(rate.micros_at(last) + Micros::from_ms(i64::from(SHOT_KEPT_MS) + 1000));
    assert_eq!(fight.reports(&shots).len(), 0, "{what}: no report remains a minute later");
    n_shots
}

#[test]
fn a_report_is_the_same_bytes_for_a_minute_under_every_preset() {
    let mut n_shots = 0;
    for (seed, preset) in (71..).zip(Preset::ALL) {
        let Netcode { room: netcode, player } = preset.netcode();
        let config = RoomConfig { netcode, ..fight(seed) };
        n_shots += check_minute(config, player, false);
    }
    assert!(n_shots > 60, "{n_shots} reports");
}

#[test]
fn a_report_is_the_same_bytes_after_its_shooter_has_left() {
    let player = PlayerNetcode::default();
    assert!(check_minute(fight(81), player, true) > 5);
}

#[test]
fn a_report_is_the_same_bytes_in_a_room_with_partial_snapshots() {
    let config = RoomConfig { seats: 70, bots: 20, ..room(Arena::strewn(7), 91) };
    for preset in [Preset::Lagrange, Preset::Source] {
        let Netcode { room: netcode, player } = preset.netcode();
        let n_shots = check_minute(RoomConfig { netcode, ..config.clone() }, player, false);
        assert!(n_shots > 5, "{n_shots} reports");
    }
}

#[test]
fn of_each_shooter_the_newest_shots_are_kept() {
    let config = RoomConfig { bots: 4, ..fight(95) };
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(PlayerNetcode::default(), Conditions::both(LinkConditions::delay(10)));
    harness.run_until(seconds(20), &mut |_, _, _| Controls {
        trigger: Trigger::Laser,
        ..Controls::default()
    });
    let ship = harness.client(0).own_id().unwrap();
    let kept = harness.room().judged_shots(ship, Micros::ZERO);
    let own = kept.filter(|(shot, _)| shot.shooter == ship).count();
    assert_eq!(own, SHOTS_KEPT_MAX);
}
