//! Rooms of two sides: newcomers and bots keep them balanced, a held seat keeps its side, a round
//! is won by a side, and its score is the sum of the kills that happened in it.

use std::collections::BTreeMap;

use lab::harness::Harness;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
        time::{Micros, Tick, TickRate},
    },
    netcode::preset::Preset,
    room::{ConfigError, Difficulty, Room, RoomConfig, RoomKind, SessionId},
    sim::{
        arena::Arena,
        command::{Trigger, UserCommand},
        event::EventKind,
        rules::LASER_DAMAGE,
        side::{Division, Side},
    },
    wire::{
        conditions::Conditions,
        message::{ServerControl, ServerMessage},
        round::{RoundLimits, RoundPhase, Winner},
        sides::{Sides, SidesState},
    },
};

use crate::support::{
    guest::{Guest, Party, config_of},
    hand::{GOOD, Hand, SLOW},
};

const SIDES: Sides = Sides { round_trip_ms: [20, 150] };
const HZ: u32 = 60;

fn with_sides(seats: u16, bots: u16, seed: u64) -> RoomConfig {
    RoomConfig { sides: Some(SIDES), ..config_of(seats, bots, Arena::empty(), seed) }
}

/// The players of both sides, and all ships.
fn count(room: &Room) -> ([usize; 2], [usize; 2]) {
    let on = |side: Side, players_only: bool| {
        let entries = room.roster().iter().filter(|entry| !(players_only && entry.bot));
        entries.filter(|entry| Side::of_seat(entry.ship.idx) == side).count()
    };
    (Side::ALL.map(|side| on(side, true)), Side::ALL.map(|side| on(side, false)))
}

#[test]
fn newcomers_join_the_side_with_fewer_players_and_bots_even_out() {
    for (bots, filled) in [(0, 0), (3, 4), (4, 4)] {
        let mut party = Party::new(with_sides(8, bots, 1), 0);
        assert_eq!(count(&party.room), ([0, 0], [filled / 2; 2]), "{bots} bots");
        for n in 1..=8 {
            party.join();
            let (players, ships) = count(&party.room);
            assert_eq!(players, [n - n / 2, n / 2], "{bots} bots, {n} players");
            let side = if bots == 0 { players } else { [players[0].max(filled / 2); 2] };
            assert_eq!(ships, side, "{bots} bots, {n} players");
        }
    }
}

#[test]
fn one_player_alone_meets_a_bot_of_the_other_side_first() {
    let config = with_sides(8, 4, 2);
    let mut party = Party::new(RoomConfig { difficulty: Difficulty::Adaptive, ..config }, 0);
    let player = party.join();
    party.run(2);
    let (players, ships) = count(&party.room);
    assert_eq!((players, ships), ([1, 0], [1, 1]), "gentle with a newcomer");
    assert_eq!(Side::of_seat(party.guests[player].ship.idx), Side::First);
}

/// Players come, leave, lose the connection and return at random.
fn come_and_go(seed: u64, bots: u16) {
    let mut rng = Rng::new(seed, 7);
    let seats = 4 + rng.below(9) as u16;
    let mut party = Party::new(with_sides(seats, bots.min(seats), seed), 0);
    let mut here: Vec<SessionId> = Vec::new();
    let mut gone: Vec<SessionId> = Vec::new();
    let mut sides = BTreeMap::new();
    for step in 0..300 {
        let at = format!("seed {seed}, {seats} seats, {bots} bots, step {step}");
        let one = |of: &[SessionId], rng: &mut Rng| {
            (!of.is_empty()).then(|| rng.below(of.len() as u32) as usize)
        };
        match rng.below(5) {
            0 | 1 if party.room.n_players() < seats.into() => {
                let (before, _) = count(&party.room);
                let guest = party.join();
                let joined = Side::of_seat(party.guests[guest].ship.idx);
                let fewer = if before[1] < before[0] { Side::Second } else { Side::First };
                assert_eq!(joined, fewer, "{at}: {before:?}");
                let Guest { session, ship, .. } = party.guests[guest];
                here.push(session);
                sides.insert(session, ship);
            }
            2 => {
                if let Some(n) = one(&here, &mut rng) {
                    let session = here.swap_remove(n);
                    party.room.handle_leave(session);
                }
            }
            3 => {
                if let Some(n) = one(&here, &mut rng) {
                    let session = here.swap_remove(n);
                    party.room.handle_lost(session);
                    gone.push(session);
                }
            }
            _ => {
                if let Some(n) = one(&gone, &mut rng) {
                    let session = gone.swap_remove(n);
                    if let Ok(guest) = party.resume(session) {
                        let back = party.guests[guest].session;
                        assert_eq!(party.guests[guest].ship, sides[&session], "{at}");
                        sides.insert(back, party.guests[guest].ship);
                        here.push(back);
                    }
                }
            }
        }
        party.guests.retain(|guest| here.contains(&guest.session));
        party.run(rng.below(120));
        gone.retain(|session| party.room.holds(*session));
        let flying = |side: Side| {
            let ships =
                party.room.world().ships().filter(|ship| Side::of_seat(ship.id.idx) == side);
            let is_out = |ship: &&shared::sim::ship::Ship| {
                let held = gone.iter().any(|session| sides[session] == ship.id);
                held && ship.respawn_at > party.room.tick().plus(10 * HZ)
            };
            ships.filter(|ship| !is_out(ship)).count()
        };
        let [first, second] = Side::ALL.map(flying);
        if bots > 0 && gone.is_empty() {
            // A full room of an odd number of seats has one more on the first side.
            let odd = usize::from(first + second == seats.into()) * usize::from(seats % 2);
            assert_eq!(first, second + odd, "{at}: bots even out the sides");
        }
    }
}

#[test]
fn sides_stay_balanced_whoever_comes_and_goes() {
    for seed in 1..=12 {
        come_and_go(seed, [0, 2, 4, 5][seed as usize % 4]);
    }
}

/// The states of the sides that a guest was told of, in order.
fn told(guest: &Guest) -> Vec<SidesState> {
    let sides = |message: &Vec<u8>| match ServerMessage::decode(message).unwrap() {
        ServerMessage::Control(ServerControl::Sides(sides)) => Some(sides),
        _ => None,
    };
    guest.messages.iter().filter_map(sides).collect()
}

#[test]
fn players_are_told_with_the_welcome_and_where_there_are_none_nothing() {
    let party = Party::new(with_sides(4, 0, 3), 2);
    for guest in &party.guests {
        assert_eq!(told(guest), [SidesState::new(SIDES)]);
    }
    assert_eq!(party.room.world().params().division, Division::TwoSides);
    let party = Party::new(config_of(4, 3, Arena::empty(), 3), 2);
    assert!(party.guests.iter().all(|guest| told(guest).is_empty()));
    assert_eq!((party.room.sides(), party.room.world().params().division), (None, Division::None));
}

#[test]
fn only_private_rooms_have_sides_within_their_range() {
    for kind in [RoomKind::Public, RoomKind::Experimental, RoomKind::Simulated] {
        let config = RoomConfig { kind, ..with_sides(4, 0, 4) };
        let refused = Room::new(config, Micros::ZERO).map(drop);
        assert_eq!(refused, Err(ConfigError::SidesNotPrivate), "{kind:?}");
    }
    let sides = Sides { round_trip_ms: [20, 1_001] };
    let config = RoomConfig { sides: Some(sides), ..with_sides(4, 0, 4) };
    assert_eq!(Room::new(config, Micros::ZERO).map(drop), Err(ConfigError::Sides(sides)));
}

/// Counts kills by side, apart from the room.
#[derive(Default)]
struct Scorer {
    round: u32,
    kills: [u16; 2],
    n_won: [u32; 2],
    n_drawn: u32,
}

impl Scorer {
    /// Runs after each tick.
    fn check(&mut self, room: &Room, before: RoundPhase, seed: u64) {
        let round = room.round().unwrap();
        let at = format!("seed {seed}, tick {}, {:?}", room.tick().0, round.phase);
        if round.number != self.round {
            (self.round, self.kills) = (round.number, [0; 2]);
        }
        for event in room.events_now() {
            if let EventKind::Died { shot, victim } = event.kind {
                let side = Side::of_seat(shot.shooter.idx);
                assert_eq!(Side::of_seat(victim.idx), side.other(), "{at}");
                self.kills[side.idx()] += 1;
            }
        }
        assert_eq!(Side::ALL.map(|side| room.side_kills(side)), self.kills, "{at}");
        let best = *self.kills.iter().max().unwrap();
        match round.phase {
            RoundPhase::Running { .. } => {
                assert!(best <= round.limits.kills, "{at}: {:?}", self.kills);
            }
            RoundPhase::Over { winner, .. } if before == RoundPhase::Closing => match winner {
                Winner::Side(side) => {
                    let [own, other] = [side, side.other()].map(|side| self.kills[side.idx()]);
                    assert!(own > other, "{at}: {:?}", self.kills);
                    self.n_won[side.idx()] += 1;
                }
                Winner::Nobody => {
                    assert_eq!(self.kills[0], self.kills[1], "{at}");
                    self.n_drawn += 1;
                }
                Winner::Ship(ship) => panic!("{at}: {ship:?} won"),
            },
            _ => {}
        }
    }
}

/// Plays rounds with hands and bots; a player joins in place of a bot, and one leaves.
fn play(seed: u64, minutes: u32) -> Scorer {
    let rounds = Some(RoundLimits { kills: 8, time_ms: 40_000, players: 1 });
    let config = RoomConfig {
        rounds,
        sides: Some(SIDES),
        ..config_of(8, 6, Arena::for_seats(8, seed), seed)
    };
    let arena = config.arena.clone();
    let mut harness = Harness::new(config).unwrap();
    let (rate, netcode) = (TickRate::DEFAULT, Preset::Lagrange.netcode());
    let mut hands = Vec::new();
    let mut scorer = Scorer::default();
    let mut over_since = None;
    for tick in 1..=minutes * 60 * HZ {
        // Bots with kills make way.
        if tick % (20 * HZ) == 1 && hands.len() < 3 {
            let side = hands.len();
            harness.add_player(netcode.player, Conditions::round_trip([20, 150, 20][side]));
            hands.push(Hand::new(if side == 1 { SLOW } else { GOOD }, seed + side as u64));
        }
        let before = harness.room().round().unwrap().phase;
        harness.run_until(rate.micros_at(Tick(tick)), &mut |_, player, client| {
            hands[player].play(client, &arena)
        });
        if harness.room().tick() < Tick(tick) {
            continue;
        }
        scorer.check(harness.room(), before, seed);
        let round = harness.room().round().unwrap();
        let is_over = round.phase.is_over();
        over_since = is_over.then(|| over_since.unwrap_or(tick));
        // A second after its result, every player knows it.
        if over_since == Some(tick.saturating_sub(HZ)) {
            for player in 0..hands.len() {
                let client = harness.client(player);
                let known = Side::ALL.map(|side| client.side_kills(side).unwrap());
                assert_eq!(known, scorer.kills, "seed {seed}, player {player}");
                assert_eq!(client.round(), Some(round), "seed {seed}, player {player}");
                let own = client.own_side().unwrap();
                assert_eq!(own, Side::ALL[player % 2], "seed {seed}, player {player}");
            }
        }
    }
    scorer
}

#[test]
fn a_round_is_won_by_the_side_with_more_kills_of_its_ships() {
    let mut decided = [0; 2];
    for seed in 1..=3 {
        let Scorer { n_won, n_drawn, .. } = play(seed, 4);
        println!("seed {seed}: {n_won:?} won, {n_drawn} drawn");
        assert!(n_won[0] + n_won[1] > 0, "seed {seed}");
        decided = [decided[0] + n_won[0], decided[1] + n_won[1]];
    }
    assert!(decided.iter().sum::<u32>() >= 6, "{decided:?}");
}

#[test]
fn a_tie_of_the_sides_is_a_draw_after_overtime() {
    let rounds = Some(RoundLimits { kills: 10, time_ms: 5_000, players: 1 });
    let mut party = Party::new(RoomConfig { rounds, ..with_sides(4, 0, 6) }, 2);
    party.run((5 + 60) * HZ + 10);
    let phase = party.room.round().unwrap().phase;
    assert!(matches!(phase, RoundPhase::Over { winner: Winner::Nobody, .. }), "{phase:?}");
}

#[test]
fn kills_of_those_who_leave_stay_with_their_side_until_the_next_round() {
    let rounds = Some(RoundLimits { kills: 1_000, time_ms: 60_000, players: 1 });
    let config = RoomConfig { rounds, ..with_sides(8, 8, 9) };
    let config = RoomConfig { arena: Arena::for_seats(8, 9), ..config };
    let mut party = Party::new(config, 1);
    party.run(50 * HZ);
    let kills = |party: &Party| Side::ALL.map(|side| party.room.side_kills(side));
    let before = kills(&party);
    assert!(before.iter().all(|kills| *kills > 0), "{before:?}: the bots fight");
    // Seven players displace the bots.
    for _ in 0..7 {
        party.join();
    }
    assert_eq!((kills(&party), party.n_bots()), (before, 0));
    let told = told(&party.guests[0]);
    assert_eq!(told.last(), party.room.sides());
    assert_eq!(told.last().unwrap().departed_kills, before);
    let joined = told_last(&party, 7);
    assert_eq!(joined.departed_kills, before, "with the welcome");
    // An overtime may come before the next round.
    party.run((10 + 60 + 8 + 2) * HZ);
    assert_eq!(party.room.round().unwrap().number, 2);
    assert_eq!(party.room.sides().unwrap().departed_kills, [0; 2]);
}

#[test]
fn a_shot_of_a_player_who_has_left_scores_for_its_side() {
    let mut party = Party::new(with_sides(4, 0, 7), 2);
    party.run(10);
    let [shooter, victim] = [0, 1].map(|guest| party.guests[guest].ship);
    // A bolt flies 300 u in 20 ticks, and the next one follows after 9.
    for (ship, x) in [(shooter, 500.0), (victim, 800.0)] {
        party.room.world_mut().place(ship, Vec2::new(x, 500.0));
    }
    while party.room.world().ship(victim).unwrap().health > LASER_DAMAGE {
        let tick = party.room.tick().next();
        let fire = UserCommand { trigger: Trigger::Laser, ..UserCommand::neutral(tick, Turn(0)) };
        let ack = party.guests[0].newest();
        party.say(0, ack, vec![fire]);
        party.run(1);
        assert!(tick < Tick(3 * HZ), "every bolt hits");
    }
    party.room.handle_leave(party.guests.remove(0).session);
    party.run(HZ / 2);
    assert!(!party.room.world().ship(victim).unwrap().alive());
    assert_eq!(Side::ALL.map(|side| party.room.side_kills(side)), [1, 0]);
    assert_eq!(told_last(&party, 0).departed_kills, [1, 0]);
}

fn told_last(party: &Party, guest: usize) -> SidesState {
    *told(&party.guests[guest]).last().unwrap()
}
