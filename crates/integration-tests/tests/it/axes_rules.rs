//! Measures every axis of a room in a real one: its figure differs between its settings. (Ramming
//! and command policies are in `axes_room`, misses by rule and path in `ground_truth`.)

use lab::harness::Harness;
use shared::{
    base::time::{Tick, TickRate},
    client::Controls,
    netcode::{
        choices::{CoverVeto, HitRule, RemoteView},
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    report::shot_report::{ReportsWanted, ShotReport},
    room::RoomConfig,
    sim::{
        arena::{Arena, Asteroid},
        event::{Decision, Event, EventKind, Finality, Weapon},
    },
    wire::{conditions::Conditions, message::ServerControl},
};

use crate::support::{
    RandomHand,
    duel::{Duel, SPEED, Sample, fight},
    room, seconds,
};

fn with(room: RoomNetcode) -> Netcode {
    Netcode { room, player: PlayerNetcode::default() }
}

fn rule(hit_rule: HitRule) -> RoomNetcode {
    RoomNetcode { hit_rule, ..RoomNetcode::default() }
}

fn n_hits(samples: &[Sample]) -> usize {
    let hit = |s: &&Sample| matches!(s.record.verdict, Decision::Hit { .. });
    samples.iter().filter(hit).count()
}

fn mean_miss_u(samples: &[Sample]) -> f32 {
    samples.iter().map(|s| s.miss_u).sum::<f32>() / samples.len() as f32
}

#[test]
fn every_hit_rule_has_a_miss_of_its_own() {
    let miss = |hit_rule| {
        let netcode = Netcode { player: Preset::EtReleased.player(), ..with(rule(hit_rule)) };
        let (samples, _) = fight(&Duel::open(netcode, Weapon::Beam, 200));
        let miss = mean_miss_u(&samples);
        println!("{hit_rule:?}: {miss:.1} u, {} of {} hit", n_hits(&samples), samples.len());
        (miss, n_hits(&samples))
    };
    // 350 ms in all, at 420 u/s.
    let (present, hits) = miss(HitRule::Present);
    assert!((140.0..160.0).contains(&present) && hits == 0);
    let (command, hits) = miss(HitRule::EtPerCommand);
    assert!((40.0..120.0).contains(&command) && hits == 0, "ten markers are 183 ms deep");
    for rewinding in [HitRule::EtPerFrame, HitRule::SourceByLifeId, HitRule::Lagrange] {
        let (miss_u, hits) = miss(rewinding);
        assert!(miss_u < 0.5 && hits == 12, "{rewinding:?}");
    }
    let (exact, hits) = miss(HitRule::SourceExact);
    assert!(exact < SPEED / 120.0 + 0.5 && exact > 0.05 && hits == 12, "rounded to a tick");
    // It looks back by `D`, however this client draws its view: 200 ms further.
    let netcode = with(RoomNetcode { delay_ms: 550, ..rule(HitRule::DelayedSync) });
    let (samples, _) = fight(&Duel::open(netcode, Weapon::Beam, 200));
    assert!((mean_miss_u(&samples) - SPEED * 0.2).abs() < 8.0);
}

#[test]
fn the_bound_decides_what_is_beyond_it() {
    for (bound_ms, want_ms) in [(0, 350.0), (200, 150.0), (300, 50.0), (400, 0.0)] {
        let netcode = with(RoomNetcode { rewind_bound_ms: bound_ms, ..rule(HitRule::Lagrange) });
        let (samples, _) = fight(&Duel::open(netcode, Weapon::Beam, 200));
        let miss = mean_miss_u(&samples);
        println!("bound {bound_ms} ms: {miss:.1} u");
        assert!((miss - SPEED * want_ms / 1000.0).abs() < 8.0, "bound {bound_ms}: {miss}");
    }
}

#[test]
fn cover_vetoes_hits_on_who_has_just_reached_it() {
    let verdicts = |cover_veto| {
        let netcode = Netcode {
            player: Preset::EtReleased.player(),
            ..with(RoomNetcode { cover_veto, ..rule(HitRule::EtPerFrame) })
        };
        let duel = Duel {
            asteroids: [Asteroid { x_u: 8_150, y_u: 1_100, radius_u: 80 }].into(),
            window_u: 40.0..110.0,
            ..Duel::open(netcode, Weapon::Beam, 100)
        };
        let (samples, _) = fight(&duel);
        let vetoed =
            samples.iter().filter(|s| matches!(s.record.verdict, Decision::Vetoed { .. })).count();
        println!("{cover_veto:?}: {} hits, {vetoed} vetoed", n_hits(&samples));
        (n_hits(&samples), vetoed, samples.len())
    };
    let (hits, vetoed, n) = verdicts(CoverVeto::Off);
    assert_eq!((hits, vetoed), (n, 0));
    let (hits, vetoed, n) = verdicts(CoverVeto::Beams);
    assert_eq!((hits, vetoed), (0, n), "behind the rock by now");
}

#[test]
fn a_deferred_hit_stays_tentative_for_the_delay() {
    for delay_ms in [200_u16, 350, 600] {
        let mut netcode = Preset::DelayedSync.netcode();
        netcode.room.delay_ms = delay_ms;
        let mut harness =
            Harness::new(RoomConfig { bots: 6, ..room(Arena::strewn(3), 3) }).unwrap();
        harness.room_mut().set_netcode(netcode.room).unwrap();
        harness.add_player(netcode.player, Conditions::round_trip(60));
        let mut hand = RandomHand::new(3, true);
        let (mut open, mut spans) = (Vec::new(), Vec::new());
        let (mut undone, mut now) = (0, Tick::ZERO);
        while harness.now() < seconds(60) {
            harness.step(&mut |_, _, _| hand.next());
            if harness.room().tick() == now {
                continue;
            }
            now = harness.room().tick();
            for Event { tick, kind } in harness.room().events_now() {
                match kind {
                    EventKind::Hit { shot, victim, finality: Finality::Tentative, .. } => {
                        open.push((*shot, *victim, *tick));
                    }
                    EventKind::Settled { shot, victim } => {
                        let at = open.iter().position(|o| (o.0, o.1) == (*shot, *victim));
                        spans.push(tick.since(open.remove(at.unwrap()).2));
                    }
                    EventKind::Retracted { .. } => undone += 1,
                    _ => {}
                }
            }
        }
        let ticks = i64::from(TickRate::DEFAULT.ticks_in_ms(delay_ms.into()));
        let longest = spans.iter().copied().max().unwrap_or(0);
        println!("D {delay_ms} ms: {} hits, up to {longest} ticks, {undone} undone", spans.len());
        assert!(spans.len() > 20 && (longest - ticks).abs() <= 3, "{longest} for {ticks} ticks");
    }
}

#[test]
fn claims_count_within_the_tolerance() {
    let outcome = |claim_tolerance, player| {
        let netcode =
            Netcode { room: RoomNetcode { claim_tolerance, ..rule(HitRule::Claim) }, player };
        let (samples, _) = fight(&Duel::open(netcode, Weapon::Beam, 100));
        n_hits(&samples)
    };
    let honest = PlayerNetcode::default();
    assert!(outcome(0, honest) >= 11, "claims match the drawn poses");
    // The chase as published lags k frames, some 28 u; more than 16 u off the middle is a miss.
    let guess = PlayerNetcode { remote: RemoteView::Chase, chase_k: 5, ..honest };
    let (strict, lenient) = (outcome(0, guess), outcome(16 * 256, guess));
    println!("claims of a chased view: {strict} at 0 u, {lenient} at 16 u");
    assert!(strict == 0 && lenient >= 11, "{strict} {lenient}");
}

#[test]
fn the_marker_rate_decides_how_far_back_per_command_reaches() {
    // Ten markers: half a second at 20 a second, 80 ms at 125.
    let miss = |marker_rate_hz| {
        let player = PlayerNetcode { marker_rate_hz, ..PlayerNetcode::default() };
        let netcode = Netcode { player, ..with(rule(HitRule::EtPerCommand)) };
        let mut duel = Duel::open(netcode, Weapon::Beam, 200);
        duel.target = player;
        let (samples, _) = fight(&duel);
        mean_miss_u(&samples)
    };
    let (slow, own, fast) = (miss(20), miss(60), miss(125));
    println!("missed by {slow:.1} u at 20 Hz, {own:.1} u at 60 Hz, {fast:.1} u at 125 Hz");
    assert!(slow + 20.0 < own && own + 20.0 < fast, "{slow} {own} {fast}");
}

#[test]
fn every_tick_rate_judges_alike() {
    for hz in [20, 30, 60, 128] {
        let rate = TickRate::new(hz).unwrap();
        let netcode = Preset::Lagrange.netcode();
        let duel = Duel { rate, ..Duel::open(netcode, Weapon::Beam, 100) };
        let (samples, harness) = fight(&duel);
        println!("{hz} Hz: {} of {} hit", n_hits(&samples), samples.len());
        assert_eq!((n_hits(&samples), samples.len()), (12, 12), "{hz} Hz");
        let ticks = f64::from(harness.room().tick().0);
        let s = harness.now().0 as f64 / 1e6;
        assert!((ticks / s - f64::from(hz)).abs() < 1.0, "{hz} Hz");
    }
}

#[test]
fn what_others_would_have_said_agrees_with_what_they_say() {
    let mut compared = 0;
    for (n, preset) in Preset::ALL.into_iter().enumerate() {
        let netcode = preset.netcode();
        let seed = 40 + n as u64;
        let mut harness =
            Harness::new(RoomConfig { bots: 7, ..room(Arena::strewn(seed), seed) }).unwrap();
        harness.room_mut().set_netcode(netcode.room).unwrap();
        harness.add_player(netcode.player, Conditions::round_trip(60));
        let mut hand = RandomHand::new(seed, true);
        let mut reports: Vec<ShotReport> = Vec::new();
        let mut asked = false;
        while harness.now() < seconds(40) {
            harness.step(&mut |_, _, _| hand.next());
            let client = harness.client_mut(0);
            if client.joined() && !asked {
                asked = true;
                client.set_reports_wanted(ReportsWanted::Yes);
            }
            if let Some((_, newest)) = client.newest_report()
                && reports.last() != Some(newest)
            {
                reports.push(newest.clone());
            }
        }
        for ShotReport { record, counterfactuals, .. } in &reports {
            let own = counterfactuals.unwrap()[n];
            let agrees = match (record.verdict, own.decision.unwrap()) {
                (
                    Decision::Hit { victim, .. } | Decision::Vetoed { victim },
                    said @ (Decision::Hit { .. } | Decision::Vetoed { .. }),
                ) => said.victim() == Some(victim) && said.hits() == record.verdict.hits(),
                (Decision::Missed, Decision::Missed) => true,
                // A ship killed by another shot of the same tick is not hit, which is not known
                // afterwards.
                (Decision::Void { .. }, Decision::Void { .. } | Decision::Hit { .. }) => true,
                (Decision::Missed | Decision::Hit { .. }, Decision::Void { .. }) => true,
                _ => false,
            };
            assert!(agrees, "{preset:?}, seed {seed}: {record:?}, {own:?}");
            assert_eq!(own.drawn_off / 256, 0, "{preset:?} must match its own drawing: {own:?}");
            compared += 1;
        }
    }
    println!("{compared} shots compared");
    assert!(compared > 300, "{compared}");
}

#[test]
fn nothing_is_looked_at_again_for_players_who_do_not_ask() {
    let mut harness = Harness::new(RoomConfig { bots: 3, ..room(Arena::strewn(1), 1) }).unwrap();
    harness.add_player(PlayerNetcode::default(), Conditions::round_trip(60));
    let mut hand = RandomHand::new(1, true);
    harness.run_until(seconds(20), &mut |_, _, _| hand.next());
    assert_eq!(harness.client(0).newest_report(), None);
    assert_eq!(harness.room().stats().reports, 0);
}

#[test]
fn a_record_is_small_whatever_it_holds() {
    let mut harness =
        Harness::new(RoomConfig { seats: 64, bots: 64, ..room(Arena::strewn(5), 5) }).unwrap();
    harness.add_player(PlayerNetcode::default(), Conditions::round_trip(250));
    let mut hand = RandomHand::new(5, true);
    let mut largest = (0, 0);
    while harness.now() < seconds(40) {
        harness.step(&mut |_, _, _| hand.next());
        for record in harness.client_mut(0).drain_records() {
            assert!(record.targets.len() <= 8);
            let n_targets = record.n_targets;
            let bytes = ServerControl::Judged(record).encode().len();
            largest = largest.max((bytes, n_targets));
        }
    }
    println!("{} bytes with {} targets", largest.0, largest.1);
    assert!((100..=512).contains(&largest.0) && largest.1 > 8, "{largest:?}");
}

/// The share of hits among the beams of the room's pilots.
fn pilots_hit(preset: Preset, seed: u64) -> f32 {
    pilots_hit_under(preset.room(), seed)
}

fn pilots_hit_under(netcode: RoomNetcode, seed: u64) -> f32 {
    let mut harness =
        Harness::new(RoomConfig { bots: 8, ..room(Arena::strewn(seed), seed) }).unwrap();
    harness.room_mut().set_netcode(netcode).unwrap();
    let (mut fired, mut hit, mut now) = (0.0, 0.0, Tick::ZERO);
    while harness.now() < seconds(120) {
        harness.step(&mut |_, _, _| Controls::default());
        if harness.room().tick() == now {
            continue;
        }
        now = harness.room().tick();
        for event in harness.room().events_now() {
            match event.kind {
                EventKind::Fired { shot, .. } if shot.weapon == Weapon::Beam => fired += 1.0,
                EventKind::Hit { shot, .. } if shot.weapon == Weapon::Beam => hit += 1.0,
                _ => {}
            }
        }
    }
    println!("{:?}, seed {seed}: {hit} of {fired} beams of pilots hit", netcode.hit_rule);
    hit / fired
}

#[test]
fn pilots_aim_at_what_their_preset_draws() {
    // Where the server judges what was drawn, pilots hit as they do without delay. Otherwise they
    // miss by 100 ms like the players.
    let there = pilots_hit(Preset::QuakeWorld, 7);
    for preset in [Preset::Lagrange, Preset::EtReleased, Preset::Source, Preset::DelayedSync] {
        let rewound = pilots_hit(preset, 7);
        assert!((0.75..1.35).contains(&(rewound / there)), "{preset:?}: {rewound} for {there}");
    }
    let by_claim = RoomNetcode { hit_rule: HitRule::Claim, ..RoomNetcode::default() };
    let claimed = pilots_hit_under(by_claim, 7);
    assert!((0.75..1.35).contains(&(claimed / there)), "pilots make no claims: {claimed}");
    let unhidden = pilots_hit(Preset::Nothing, 7);
    assert!(unhidden < 0.8 * there, "{unhidden} for {there}");
}
