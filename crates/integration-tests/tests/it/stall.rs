//! The server's process stalls. No session is closed, and soon every player's commands are executed
//! again, exactly as predicted.

use lab::harness::Harness;
use shared::{
    base::{
        rng::Rng,
        time::{Micros, Tick, TickRate},
    },
    client::{Client, Controls, status::Notice},
    netcode::{
        choices::CommandPolicy,
        values::{PlayerNetcode, RoomNetcode},
    },
    room::Room,
    sim::{
        arena::{Arena, Asteroids},
        command::{Thrust, Trigger},
    },
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use crate::support::{RandomHand, room, seconds};

const SEED: u64 = 31;
const PLAYERS: usize = 2;
/// When the process stalls.
const STOPS: Micros = Micros(6_000_000);
/// Within this time after the stall, every player's commands are executed again.
const BACK_WITHIN: Micros = Micros(2_000_000);

struct Stall {
    ms: i64,
    link: LinkConditions,
    rate: TickRate,
    policy: CommandPolicy,
}

impl Stall {
    fn of(ms: i64, way_ms: u16) -> Self {
        Self {
            ms,
            link: LinkConditions::delay(way_ms),
            rate: TickRate::DEFAULT,
            policy: CommandPolicy::RepeatLast,
        }
    }

    fn name(&self) -> String {
        let Self { ms, link, rate, policy } = self;
        format!(
            "seed {SEED}: {ms} ms, {} ms {:?} each way, {} Hz, {policy:?}",
            link.latency_ms,
            link.mode,
            rate.hz()
        )
    }
}

/// The thrust of a player's ship in the room, as a sign of which command was executed.
fn executed_thrust(room: &Room, client: &Client) -> Option<Thrust> {
    room.world().ship(client.own_id()?).map(|ship| ship.thrust)
}

/// Runs a match with a stall. Returns how long after its end the last player's commands were
/// executed again, in ms.
fn play(stall: &Stall) -> i64 {
    let name = stall.name();
    let mut config =
        room(Arena { width_u: 4000, height_u: 4000, asteroids: Asteroids::default() }, SEED);
    config.rate = stall.rate;
    config.netcode = RoomNetcode { commands: stall.policy, ..RoomNetcode::default() };
    let mut harness = Harness::new(config).unwrap();
    for _ in 0..PLAYERS {
        harness.add_player(PlayerNetcode::default(), Conditions::both(stall.link));
    }
    let mut hands: Vec<RandomHand> =
        (0..PLAYERS).map(|n| RandomHand::new(SEED + n as u64, true)).collect();
    harness.run_until(STOPS, &mut |_, idx, _| hands[idx].next());
    let errors: Vec<u32> = mispredictions(&harness);
    let stood_at = harness.room().tick();
    let goes_on = STOPS + Micros::from_ms(stall.ms);
    harness.stall_room(goes_on);
    harness.run_until(goes_on - Micros(1), &mut |_, idx, _| hands[idx].next());
    assert_eq!(harness.room().tick(), stood_at, "{name}: the room is stalled");

    // From now on each player holds a new direction.
    let wanted = [Thrust::Left, Thrust::UpRight];
    let held = |idx: usize| Controls {
        thrust: wanted[idx],
        trigger: Trigger::Laser,
        ..Controls::default()
    };
    let mut back: [Option<Micros>; PLAYERS] = [None; PLAYERS];
    while harness.now() < goes_on + seconds(4) {
        harness.step(&mut |_, idx, _| held(idx));
        for idx in 0..PLAYERS {
            assert_eq!(harness.ended(idx), None, "{name}");
            let executed = executed_thrust(harness.room(), harness.client(idx));
            if back[idx].is_none() && executed == Some(wanted[idx]) {
                back[idx] = Some(harness.now() - goes_on);
            }
        }
    }
    let back = back.map(|back| back.expect("executed again within four seconds"));
    let latest = back.into_iter().max().unwrap();
    assert!(latest <= BACK_WITHIN, "{name}: {} ms", latest.as_ms());

    // Predictions hold, also while the commands are keyed afresh.
    assert_eq!(mispredictions(&harness), errors, "{name}: mispredictions");
    let late: Vec<u32> =
        (0..PLAYERS).map(|n| harness.client(n).net_stats().late_commands).collect();
    harness.run_until(goes_on + seconds(8), &mut |_, idx, _| hands[idx].next());
    assert_eq!(mispredictions(&harness), errors, "{name}: mispredictions later");
    for (n, late) in late.into_iter().enumerate() {
        let stats = harness.client(n).net_stats();
        assert_eq!(stats.prediction_error_u, 0.0, "{name}");
        assert_eq!(stats.late_commands, late, "{name}: no command is late afterwards");
        check_reported(&name, stall, &mut harness, n);
    }
    latest.as_ms()
}

fn mispredictions(harness: &Harness) -> Vec<u32> {
    (0..PLAYERS).map(|n| harness.client(n).net_stats().mispredictions).collect()
}

/// A long stall is reported to the player once, with its length; a short one is not.
fn check_reported(name: &str, stall: &Stall, harness: &mut Harness, player: usize) {
    let reported: Vec<u32> = harness
        .client_mut(player)
        .drain_notices()
        .into_iter()
        .filter_map(|notice| match notice {
            Notice::ServerStalled { ms } => Some(ms),
            _ => None,
        })
        .collect();
    let is_right = match reported[..] {
        [] => stall.ms < 1000,
        [ms] => stall.ms >= 1000 && (i64::from(ms) - stall.ms).abs() <= 60,
        _ => false,
    };
    assert!(is_right, "{name}: reported {reported:?}");
}

#[test]
fn after_a_stall_commands_are_executed_again_as_predicted() {
    for ms in [400, 1500, 3000, 6000, 15_000, 60_000] {
        for way_ms in [0, 150] {
            let stall = Stall::of(ms, way_ms);
            println!("{}: back after {} ms", stall.name(), play(&stall));
        }
    }
}

/// After the stall bots fire at once. A player whose commands are not back yet is not shot down.
#[test]
fn no_kill_is_credited_for_a_stall() {
    let (mut before, mut after) = (0, 0);
    for seed in SEED..SEED + 12 {
        let mut config =
            room(Arena { width_u: 900, height_u: 700, asteroids: Asteroids::default() }, seed);
        config.bots = 8;
        let mut harness = Harness::new(config).unwrap();
        for _ in 0..PLAYERS {
            let link = Conditions::both(LinkConditions::delay(150));
            harness.add_player(PlayerNetcode::default(), link);
        }
        let mut hands: Vec<RandomHand> =
            (0..PLAYERS).map(|n| RandomHand::new(seed + n as u64, true)).collect();
        let deaths = |harness: &Harness| {
            harness.room().world().ships().map(|ship| u32::from(ship.deaths)).sum::<u32>()
        };
        let mut run = |harness: &mut Harness, until: Micros| {
            harness.run_until(until, &mut |_, idx, _| hands[idx].next());
            deaths(harness)
        };
        let second_before = run(&mut harness, STOPS - seconds(1));
        let at_stop = run(&mut harness, STOPS);
        let goes_on = STOPS + seconds(6);
        harness.stall_room(goes_on);
        let died = run(&mut harness, goes_on + seconds(1)) - at_stop;
        assert_eq!(died, 0, "seed {seed}: shot down in the second after the stall");
        before += at_stop - second_before;
        after += run(&mut harness, goes_on + seconds(3)) - at_stop;
    }
    println!("seeds {SEED}…: {before} deaths in the seconds before, {after} in two seconds later");
    assert!(before > 3 && after > 3, "they do fight: {before}, {after}");
}

#[test]
fn so_it_is_at_every_tick_rate_and_under_every_policy() {
    for hz in [20, 128] {
        let stall = Stall { rate: TickRate::new(hz).unwrap(), ..Stall::of(3000, 80) };
        println!("{}: back after {} ms", stall.name(), play(&stall));
    }
    for policy in [CommandPolicy::RunOnNext, CommandPolicy::Bank] {
        let stall = Stall { policy, ..Stall::of(1500, 40) };
        println!("{}: back after {} ms", stall.name(), play(&stall));
    }
}

#[test]
fn commands_that_the_answer_overtakes_do_not_count() {
    // Packets are reordered by up to half a second, among them the answer to the stall.
    let link = LinkConditions {
        jitter_ms: 250,
        reorder_permille: 300,
        duplicate_permille: 100,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(150)
    };
    for seed in SEED..SEED + 8 {
        // As many commands are missing without any stall: the link is that bad.
        let [usual, after] = [0, 700].map(|stall_ms| {
            let mut harness = Harness::new(room(Arena::empty(), seed)).unwrap();
            let player = harness.add_player(PlayerNetcode::default(), Conditions::both(link));
            let mut hand = RandomHand::new(seed, false);
            harness.run_until(STOPS, &mut |_, _, _| hand.next());
            let goes_on = STOPS + Micros::from_ms(stall_ms);
            harness.stall_room(goes_on);
            harness.run_until(goes_on + BACK_WITHIN, &mut |_, _, _| hand.next());
            let before = harness.room().stats().stand_ins;
            harness.run_until(goes_on + seconds(8), &mut |_, _, _| hand.next());
            assert_eq!(harness.ended(player), None, "seed {seed}");
            harness.room().stats().stand_ins - before
        });
        println!("seed {seed}: {after} commands were missing after a stall, {usual} without one");
        assert!(after <= usual + usual / 4 + 10, "seed {seed}: {after}, usually {usual}");
    }
}

#[test]
fn who_joins_during_a_stall_has_hands_soon_after_it() {
    let mut harness = Harness::new(room(Arena::empty(), SEED)).unwrap();
    harness.run_until(seconds(2), &mut |_, _, _| Controls::default());
    harness.stall_room(seconds(5));
    let player = harness.add_player(PlayerNetcode::default(), Conditions::round_trip(80));
    let held = Controls { thrust: Thrust::Left, ..Controls::default() };
    // The client counts the stall as the latency of its hello, and keys its commands 3 s ahead.
    harness.run_until(seconds(8), &mut |_, _, _| held);
    let thrust = executed_thrust(harness.room(), harness.client(player));
    assert_eq!(thrust, Some(Thrust::Left));
    assert!(harness.client(player).own_tick() > Tick::ZERO);
}

/// On an overloaded machine the process stalls again and again: the next stall comes before the
/// last one is answered.
#[test]
fn after_stalls_in_a_row_everybody_has_hands() {
    let good = LinkConditions::delay(20);
    let bad = LinkConditions {
        jitter_ms: 30,
        loss_permille: 50,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(150)
    };
    // The jitter of the bad link exceeds the command margin, and it loses one packet in twenty.
    let links = [(good, 0), (bad, 25)];
    for (seed, (link, missing_percent)) in
        (SEED..SEED + 6).flat_map(|seed| links.map(|l| (seed, l)))
    {
        let mut random = Rng::new(seed, 0);
        let mut harness = Harness::new(room(Arena::empty(), seed)).unwrap();
        let player = harness.add_player(PlayerNetcode::default(), Conditions::both(link));
        let mut hand = RandomHand::new(seed, false);
        harness.run_until(STOPS, &mut |_, _, _| hand.next());
        for _ in 0..40 {
            let goes_on = harness.now() + Micros::from_ms((20 + random.below(880)).into());
            harness.stall_room(goes_on);
            let next_stall = goes_on + Micros::from_ms(random.below(700).into());
            harness.run_until(next_stall, &mut |_, _, _| hand.next());
        }
        let back = harness.now() + BACK_WITHIN;
        let held = Controls { thrust: Thrust::Left, ..Controls::default() };
        harness.run_until(back, &mut |_, _, _| held);
        assert_eq!(harness.ended(player), None, "seed {seed}");
        let (missed, tick) = (harness.room().stats().stand_ins, harness.room().tick());
        harness.run_until(back + seconds(4), &mut |_, _, _| held);
        let missing = i64::try_from(harness.room().stats().stand_ins - missed).unwrap();
        let due = harness.room().tick().since(tick);
        let n_stalls = harness.room().stats().stalls;
        println!("seed {seed}: {missing} of {due} commands were missing after {n_stalls} stalls");
        assert!(missing * 100 <= due * missing_percent, "seed {seed}: {missing} of {due}");
        let thrust = executed_thrust(harness.room(), harness.client(player));
        assert_eq!(thrust, Some(Thrust::Left), "seed {seed}");
    }
}
