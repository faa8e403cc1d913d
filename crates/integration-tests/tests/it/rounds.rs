//! Rounds: every round ends, its scores are the kills that happened in it, nobody fires after its
//! end, and every player knows the same.

use std::collections::BTreeMap;

use integration_tests::is_long;
use lab::harness::Harness;
use shared::{
    base::time::{Micros, Tick, TickRate},
    client::{Client, Controls},
    netcode::{laboratory_preset::LaboratoryPreset, preset::Preset, values::PlayerNetcode},
    room::{ConfigError, Room, RoomConfig, RoomKind},
    sim::{arena::Arena, command::Trigger, event::EventKind, rules::SHIP_HEALTH, ship::ShipId},
    wire::{
        conditions::{Conditions, LinkConditions},
        message::{RosterEntry, ServerControl, ServerMessage},
        round::{Round, RoundLimits, RoundPhase, Score, Winner},
    },
};

use crate::support::{
    guest::{Guest, Party, config_of},
    hand::{GOOD, Hand, SLOW},
};

const HZ: u32 = 60;

/// Counts what happens in a room, apart from it, and compares.
#[derive(Default)]
struct Scorer {
    round: u32,
    kills: BTreeMap<ShipId, u16>,
    deaths: BTreeMap<ShipId, u16>,
    phase: RoundPhase,
    /// The first tick of the round, and the one at which nobody could fire any more.
    began: Tick,
    closed: Tick,
    /// The kills and the length in ms of the best round that a player won.
    best: Option<(u16, u32)>,
    /// Rounds with a winner, and draws.
    n_won: u32,
    n_drawn: u32,
    n_overtimes: u32,
}

impl Scorer {
    /// Runs after each tick.
    fn check(&mut self, room: &Room, seed: u64) {
        let round = room.round().unwrap();
        let at = format!("seed {seed}, tick {}, {:?}", room.tick().0, round.phase);
        if round.number != self.round {
            assert_eq!(round.number, self.round + 1, "{at}");
            *self = Self { round: round.number, ..std::mem::take(self) };
            self.kills.clear();
            self.deaths.clear();
            let hit = room.events_now().filter_map(|event| match event.kind {
                EventKind::Hit { victim, .. } => Some(victim),
                _ => None,
            });
            let hit: Vec<ShipId> = hit.collect();
            for ship in room.world().ships().filter(|ship| ship.alive()) {
                assert!(hit.contains(&ship.id) || ship.health == SHIP_HEALTH, "{at}: {ship:?}");
            }
        }
        for event in room.events_now() {
            match event.kind {
                EventKind::Fired { .. } => assert!(round.phase.may_fire(), "{at}: a shot"),
                EventKind::Died { shot, victim } => {
                    *self.kills.entry(shot.shooter).or_default() += 1;
                    *self.deaths.entry(victim).or_default() += 1;
                }
                _ => {}
            }
        }
        for ship in room.world().ships() {
            let counted = |of: &BTreeMap<ShipId, u16>| of.get(&ship.id).copied().unwrap_or(0);
            let counted = Score { kills: counted(&self.kills), deaths: counted(&self.deaths) };
            assert_eq!(round.score(ship.id, Score::of(ship)), counted, "{at}: {:?}", ship.id);
        }
        if round.phase != self.phase {
            self.check_phase(room, round, &at);
        }
        self.phase = round.phase;
    }

    /// Checks the beginning of a phase.
    fn check_phase(&mut self, room: &Room, round: &Round, at: &str) {
        let present = room.world().ships().map(|ship| ship.id);
        let kills: Vec<u16> =
            present.map(|ship| self.kills.get(&ship).copied().unwrap_or(0)).collect();
        let best = kills.iter().copied().max().unwrap_or(0);
        let n_best = kills.iter().filter(|kills| **kills == best).count();
        let before = self.phase;
        match round.phase {
            RoundPhase::Waiting => {}
            RoundPhase::Running { ends } => {
                assert!(matches!(before, RoundPhase::Waiting | RoundPhase::Over { .. }), "{at}");
                self.began = room.tick();
                let length = ends.since(room.tick()) + 1;
                assert_eq!(length, ticks(round.limits.time_ms), "{at}");
            }
            RoundPhase::Closing => match before {
                RoundPhase::Running { ends } => {
                    self.closed = room.tick();
                    assert!(best >= round.limits.kills || room.tick() > ends, "{at}: {best}");
                }
                RoundPhase::Overtime { ends } => {
                    self.closed = room.tick();
                    assert!(n_best == 1 || room.tick() > ends, "{at}: {n_best} lead");
                }
                other => panic!("{at}: after {other:?}"),
            },
            RoundPhase::Overtime { .. } => {
                assert!(before == RoundPhase::Closing && n_best > 1, "{at}: {n_best} lead");
                self.n_overtimes += 1;
            }
            RoundPhase::Over { winner, took_ms, .. } => {
                let length = self.closed.since(self.began) * 1_000 / i64::from(HZ);
                assert_eq!(i64::from(took_ms), length, "{at}");
                assert_eq!(before, RoundPhase::Closing, "{at}");
                assert_eq!(room.flying().count(), 0, "{at}: bolts");
                match winner {
                    Winner::Ship(winner) => {
                        assert_eq!((self.kills[&winner], n_best), (best, 1), "{at}: {kills:?}");
                        self.n_won += 1;
                        let is_bot = |one: &RosterEntry| one.ship == winner && one.bot;
                        if !room.roster().iter().any(is_bot) {
                            self.note_best(best);
                        }
                    }
                    Winner::Side(side) => panic!("{at}: {side:?} in a room without sides"),
                    Winner::Nobody => {
                        assert!(n_best > 1 || best == 0, "{at}: {kills:?}");
                        self.n_drawn += 1;
                    }
                }
                let known = round.best.as_ref().map(|best| best.achievement);
                let known = known.map(|known| (known.kills, known.time_ms));
                assert_eq!(known, self.best, "{at}");
            }
        }
    }

    fn note_best(&mut self, kills: u16) {
        let ms = (self.closed.since(self.began) * 1_000 / i64::from(HZ)) as u32;
        let is_better = |(best, best_ms): (u16, u32)| kills > best || kills == best && ms < best_ms;
        if self.best.is_none_or(is_better) {
            self.best = Some((kills, ms));
        }
    }
}

fn ticks(ms: u32) -> i64 {
    TickRate::DEFAULT.ticks_in_ms(ms).into()
}

fn with_rounds(config: RoomConfig, kills: u16, time_ms: u32) -> RoomConfig {
    RoomConfig { rounds: Some(RoundLimits { kills, time_ms, players: 1 }), ..config }
}

/// Plays with hands and bots, and checks every tick.
fn play(players: usize, preset: Preset, seed: u64, minutes: u32) -> Scorer {
    let netcode = preset.netcode();
    let config = config_of(8, 6, Arena::for_seats(8, seed), seed);
    let config = with_rounds(RoomConfig { netcode: netcode.room, ..config }, 5, 40_000);
    let arena = config.arena.clone();
    let mut harness = Harness::new(config).unwrap();
    let rate = TickRate::DEFAULT;
    let mut hands = Vec::new();
    for player in 0..players {
        let link = Conditions::both(LinkConditions::delay(15 + 20 * player as u16));
        harness.add_player(netcode.player, link);
        let practice = if player % 2 == 0 { SLOW } else { GOOD };
        hands.push(Hand::new(practice, seed + player as u64));
    }
    let mut scorer = Scorer::default();
    let mut over_since = None;
    for tick in 1..=minutes * 60 * HZ {
        harness.run_until(rate.micros_at(Tick(tick)), &mut |_, player, client| {
            hands[player].play(client, &arena)
        });
        if harness.room().tick() < Tick(tick) {
            continue;
        }
        scorer.check(harness.room(), seed);
        // A second after its result, every player knows it.
        let round = harness.room().round().unwrap();
        let is_over = round.phase.is_over();
        over_since = is_over.then(|| over_since.unwrap_or(tick));
        if over_since.is_some_and(|since| tick - since == HZ) {
            for player in 0..players {
                let client = harness.client(player);
                assert_eq!(client.round(), Some(round), "seed {seed}");
                for ship in harness.room().world().ships() {
                    let score = round.score(ship.id, Score::of(ship));
                    assert_eq!(client.score(ship.id), Some(score), "seed {seed}, {:?}", ship.id);
                }
            }
        }
    }
    scorer
}

#[test]
fn every_round_ends_and_its_scores_are_the_kills_in_it() {
    let minutes = if is_long() { 30 } else { 4 };
    for (players, preset, seed) in [
        (1, Preset::Lagrange, 1),
        (2, Preset::Lagrange, 2),
        (8, Preset::Lagrange, 3),
        (2, Preset::DelayedSync, 4),
        (2, Preset::Targeting, 5),
    ] {
        let scorer = play(players, preset, seed, minutes);
        let Scorer { n_won, n_drawn, n_overtimes, .. } = scorer;
        println!(
            "{players} players, {preset:?}, seed {seed}: {n_won} won, {n_drawn} drawn, \
             {n_overtimes} overtimes"
        );
        // A round takes 40 s, its shots, an overtime of a minute at most, and the pause of 8 s.
        assert!(n_won + n_drawn >= minutes * 60 / 115, "{players} players, seed {seed}");
        assert!(n_won > 0, "{players} players, seed {seed}");
    }
}

/// The rounds that a guest was told of, in order.
fn rounds(guest: &Guest) -> Vec<Round> {
    let round = |message: &Vec<u8>| match ServerMessage::decode(message).unwrap() {
        ServerMessage::Control(ServerControl::Round(round)) => Some(round),
        _ => None,
    };
    guest.messages.iter().filter_map(round).collect()
}

#[test]
fn a_tie_is_broken_in_overtime_or_is_a_draw() {
    let config = with_rounds(config_of(2, 0, Arena::empty(), 3), 10, 5_000);
    let mut party = Party::new(config, 2);
    party.run(5 * HZ + 60 * HZ + 8 * HZ + 10);
    let phases: Vec<RoundPhase> = rounds(&party.guests[0]).iter().map(|one| one.phase).collect();
    let [
        RoundPhase::Waiting,
        RoundPhase::Running { ends },
        RoundPhase::Closing,
        RoundPhase::Overtime { ends: overtime_ends },
        RoundPhase::Closing,
        RoundPhase::Over { winner: Winner::Nobody, next, took_ms },
        RoundPhase::Running { .. },
    ] = phases[..]
    else {
        panic!("{phases:?}")
    };
    assert_eq!(ends, Tick(5 * HZ));
    assert!((overtime_ends.since(ends) - ticks(60_000)).abs() <= 2, "{overtime_ends:?}");
    assert!((next.since(overtime_ends) - ticks(8_000)).abs() <= 2, "{next:?}");
    assert!((64_900..65_100).contains(&took_ms), "{took_ms} ms");
}

#[test]
fn a_room_without_players_waits() {
    let config = with_rounds(config_of(4, 3, Arena::strewn(5), 5), 10, 5_000);
    let mut party = Party::new(config, 0);
    let phase = |party: &Party| party.room.round().unwrap().phase;
    party.run(20 * HZ);
    assert_eq!(phase(&party), RoundPhase::Waiting);
    let guest = party.join();
    party.run(1);
    // The bots' kills before do not count.
    let round = party.room.round().unwrap();
    assert!(matches!(round.phase, RoundPhase::Running { .. }), "{round:?}");
    assert!(!round.before.is_empty(), "the bots have fought");
    // A held seat keeps the round; a player who leaves for good ends it.
    let session = party.guests[guest].session;
    party.room.handle_lost(session);
    party.run(HZ);
    assert!(matches!(phase(&party), RoundPhase::Running { .. }));
    party.room.handle_leave(session);
    party.run(1);
    assert_eq!(phase(&party), RoundPhase::Waiting);
}

#[test]
fn a_round_waits_for_as_many_players_as_it_needs() {
    let limits = RoundLimits { players: 2, ..RoundLimits::default() };
    // A bot stands in for the second player.
    let config = RoomConfig { rounds: Some(limits), ..config_of(4, 2, Arena::empty(), 11) };
    let mut party = Party::new(config, 1);
    let phase = |party: &Party| party.room.round().unwrap().phase;
    party.run(HZ);
    assert_eq!((phase(&party), party.room.world().ships().count()), (RoundPhase::Waiting, 2));
    let friend = party.join();
    party.run(1);
    assert!(matches!(phase(&party), RoundPhase::Running { .. }));
    assert_eq!(party.room.world().ships().count(), 2, "the bot made way");
    // A friend who may come back keeps the round; without one it waits again.
    let session = party.guests[friend].session;
    party.room.handle_lost(session);
    party.run(HZ);
    assert!(matches!(phase(&party), RoundPhase::Running { .. }));
    party.room.handle_leave(session);
    party.run(1);
    assert_eq!(phase(&party), RoundPhase::Waiting);
}

#[test]
fn a_joiner_starts_at_nothing_and_a_held_seat_keeps_its_score() {
    let config = with_rounds(config_of(4, 3, Arena::strewn(6), 6), 1_000, 600_000);
    // There bots spare nobody.
    let config = RoomConfig { kind: RoomKind::Simulated, ..config };
    let mut party = Party::new(config, 1);
    party.run(30 * HZ);
    let score = |party: &Party, ship: ShipId| {
        let ship = party.room.world().ship(ship).unwrap();
        party.room.round().unwrap().score(ship.id, Score::of(ship))
    };
    let (ship, session) = (party.guests[0].ship, party.guests[0].session);
    let before = score(&party, ship);
    assert!(before.deaths > 0, "the bots shot down a ship that does nothing");
    let joined = party.join();
    let ship_of_joined = party.guests[joined].ship;
    assert_eq!(score(&party, ship_of_joined), Score::default());
    let known = rounds(&party.guests[joined]);
    assert_eq!(known.last(), party.room.round(), "told with the welcome");
    party.room.handle_lost(session);
    party.run(HZ);
    let back = party.resume(session).unwrap();
    assert_eq!(rounds(&party.guests[back]).last(), party.room.round());
    let after = score(&party, ship);
    assert!(after.kills == before.kills && after.deaths >= before.deaths, "{after:?}");
}

/// A room ends with its server; its players go on in the next one, whoever comes before its first
/// round or during it.
#[test]
fn a_score_that_was_kept_counts_in_the_next_room() {
    for time_ms in [None, Some(60_000)] {
        let config = config_of(2, 0, Arena::empty(), 5);
        let config = time_ms.map_or(config.clone(), |time_ms| with_rounds(config, 10, time_ms));
        let mut party = Party::new(config, 0);
        let mut kept = Vec::new();
        for (kills, deaths) in [(3, 1), (2, 5)] {
            let joined = party.join();
            let (session, score) = (party.guests[joined].session, Score { kills, deaths });
            party.room.handle_score_kept(session, score);
            kept.push((session, score));
            party.run(HZ);
            assert_eq!(party.room.is_between_rounds(), time_ms.is_none());
            for (session, score) in &kept {
                assert_eq!(party.room.score_to_keep(*session), Some(*score), "{time_ms:?}");
            }
        }
    }
}

#[test]
fn an_endless_match_sends_nothing_of_rounds() {
    let mut party = Party::new(config_of(2, 0, Arena::empty(), 7), 2);
    party.run(10 * HZ);
    assert_eq!(party.room.round(), None);
    assert!(party.guests.iter().all(|guest| rounds(guest).is_empty()));
}

#[test]
fn limits_out_of_range_are_refused() {
    for (kills, time_ms, players) in [
        (0, 1_000, 1),
        (1_001, 1_000, 1),
        (10, 0, 1),
        (10, 3_600_001, 1),
        (10, 1_000, 0),
        (10, 1_000, 9),
    ] {
        let limits = RoundLimits { kills, time_ms, players };
        let config = RoomConfig { rounds: Some(limits), ..config_of(2, 0, Arena::empty(), 8) };
        let refused = Room::new(config, Micros::ZERO).map(drop);
        assert_eq!(refused, Err(ConfigError::Rounds(limits)), "{limits:?}");
    }
}

/// Holds the trigger alone in a room of short rounds, over a link with this delay each way. Returns
/// how many bolts were drawn while the client knew that ships may fire, and after they could not.
fn bolts_drawn(delay_ms: u16) -> (usize, usize) {
    // Alone, so that there is no overtime.
    let config = with_rounds(config_of(1, 0, Arena::empty(), 9), 10, 2_000);
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(PlayerNetcode::default(), Conditions::both(LinkConditions::delay(delay_ms)));
    let firing = Controls { trigger: Trigger::Laser, ..Controls::default() };
    let (mut before, mut after) = (0, 0);
    let mut closed_since = None;
    for tick in 1..=10 * HZ {
        harness.run_until(TickRate::DEFAULT.micros_at(Tick(tick)), &mut |_, _, _| firing);
        let client = harness.client(0);
        let is_closed = client.round().is_some_and(|round| !round.phase.may_fire());
        closed_since = is_closed.then(|| closed_since.unwrap_or(tick));
        let n_bolts = client.scene().bolts.len();
        match closed_since {
            None => before += n_bolts,
            // The last bolts fly for less than three seconds.
            Some(since) if tick > since + 3 * HZ => after += n_bolts,
            Some(_) => {}
        }
    }
    (before, after)
}

#[test]
fn a_client_does_not_predict_shots_that_cannot_be_fired() {
    // A shot is predicted again where the commands on their way last as long as cooldowns.
    for delay_ms in (20..=200).step_by(10) {
        let (before, after) = bolts_drawn(delay_ms);
        assert!(before > 0 && after == 0, "{delay_ms} ms: {before} bolts, then {after}");
    }
}

/// The end of a round meets players in a match, one who sleeps, one who is half joined over a slow
/// link, and a watcher; and the rules have changed meanwhile. The simulation of faults has the
/// seats that are held.
#[test]
fn whoever_is_there_in_any_state_knows_how_a_round_ended() {
    for (name, netcode, changed) in [
        ("Lagrange", Preset::Lagrange.netcode(), Some(Preset::DelayedSync)),
        ("delayed", Preset::DelayedSync.netcode(), Some(Preset::Source)),
        ("lockstep", LaboratoryPreset::Lockstep.netcode(), None),
    ] {
        let limits = RoundLimits { kills: 1_000, time_ms: 6_000, players: 1 };
        let config = RoomConfig {
            rounds: Some(limits),
            netcode: netcode.room,
            kind: RoomKind::Simulated,
            ..config_of(6, 0, Arena::empty(), 17)
        };
        let mut harness = Harness::new(config).unwrap();
        for ms in [20, 60, 40] {
            harness.add_player(netcode.player, Conditions::round_trip(ms));
        }
        let watcher = harness.add_watcher();
        let mut still = |_: &Room, _: usize, _: &Client| Controls::default();
        harness.run_until(Micros::from_ms(2_000), &mut still);
        if let Some(preset) = changed {
            harness.client_mut(0).request_rules(preset.netcode().room);
        }
        harness.run_until(Micros::from_ms(4_000), &mut still);
        let round = |harness: &Harness| harness.room().round().unwrap().clone();
        if let Some(preset) = changed {
            assert_eq!(harness.room().config().netcode, preset.netcode().room, "{name}");
        }
        assert!(matches!(round(&harness).phase, RoundPhase::Running { .. }), "{name}");
        harness.sleep_player(1, Micros::from_ms(7_000));
        harness.run_until(Micros::from_ms(5_800), &mut still);
        let late = harness.add_player(netcode.player, Conditions::round_trip(600));
        // Time is up, and it is a tie: a minute of overtime, and a draw. In lockstep the newcomer
        // slows the world down, and with it the time of the round.
        while round(&harness).number == 1 {
            assert!(harness.now() < Micros::from_ms(400_000), "{name}: {:?}", round(&harness));
            harness.run_until(harness.now() + Micros::from_ms(1_000), &mut still);
        }
        let round = round(&harness);
        assert_eq!(harness.ended(late), None, "{name}");
        for client in [harness.client(0), harness.client(1), harness.client(late)] {
            assert_eq!(client.round(), Some(&round), "{name}");
        }
        assert_eq!(harness.watcher(watcher).round(), Some(&round), "{name}");
    }
}
