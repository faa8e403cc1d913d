//! Properties of the judge and of its inputs: judging is repeatable, views are held to their
//! bounds, messages survive a round trip, and names are fit to be displayed.

use proptest::{collection::vec, prelude::*, sample::Index};
use shared::{
    base::{
        geometry::{Turn, Vec2},
        limits::{NAME_BYTES_MAX, SEATS_DEFAULT, SHOT_RECORD_TARGETS_MAX},
        rng::Rng,
        state_hash::state_hash,
        tick_length::TickLength,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    history::sent::SentLog,
    judge::{
        hit_test::state::HitTest,
        shooter_history::ShooterHistory,
        shot::{HitClaim, Shot},
        view::{resolve_rewind, verified_pair},
    },
    netcode::{
        choices::{BoltPath, CoverVeto, HitRule},
        rates::RateBounds,
        setting::Owner,
        values::{Netcode, RoomNetcode, SnapshotDelivery},
    },
    report::closest_approach::closest_approaches,
    report::shot_report::ReportsWanted,
    schemes::claims::ClaimRefusal,
    sim::{
        arena::{Arena, Asteroid},
        bolt::Bolt,
        command::View,
        event::{Decided, ShotId, Weapon},
        ship::ShipId,
    },
    wire::{
        codec::CodecId,
        message::{
            Access, AimAssist, Announced, ClientControl, ClientMessage, Hello, PlayerLatency,
            Refusal, RoomRequest, RosterEntry, ServerControl, ServerMessage, Welcome,
        },
        name::{clean_name, joins_emoji},
        sides::{Sides, SidesState},
    },
};

use crate::support::{
    config, shuffled,
    worlds::{Liveliness, RandomMatch},
};

prop_compose! {
    /// A claim around a moment, honest or not.
    fn claim(now: u32)(
        steps in prop_oneof![-40_000_i64..2000, any::<i32>().prop_map(i64::from)],
        older in prop_oneof![now.saturating_sub(40)..now + 3, any::<u32>()],
        span in any::<u8>(),
    ) -> View {
        View { time: ViewTime(i64::from(now) * 256 + steps), older: Tick(older), span }
    }
}

fn log_of(until: u32, every: usize, rate: TickRate) -> SentLog {
    let mut log = SentLog::new(rate);
    (1..=until).step_by(every).for_each(|tick| log.record(Tick(tick)));
    log
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn a_view_is_held_to_the_present_the_bound_and_the_floor(
        hz in 20_u16..=128,
        bound_ms in 0_u16..=1000,
        (now, claimed) in prop_oneof![1_u32..400, 1_u32..100_000]
            .prop_flat_map(|now| (Just(now), claim(now))),
        // A moment that was used before is never later than the present.
        before in prop_oneof![0_i64..40_000, Just(i64::MAX)],
        every in 1_usize..9,
        sees_all in any::<bool>(),
        plausible_ms in proptest::option::of(0_i64..1200),
    ) {
        let rate = TickRate::new(hz).unwrap();
        let plausible_age = plausible_ms.map(Micros::from_ms);
        let floor = (i64::from(now) * 256).saturating_sub(before).max(0);
        let log = log_of(now.min(400), every, rate);
        let sent = (!sees_all).then_some(&log);
        let fired = rate.micros_at(Tick(now));
        let shooter = ShipId::default();
        let id = ShotId { tick: Tick(now), shooter, weapon: Weapon::Beam };
        let bolt = Bolt::new(id, Tick(now), Vec2::ZERO, Turn(0), &Arena::empty());
        let pair = verified_pair(claimed, sent);
        for &hit_rule in HitRule::ALL {
            let netcode = RoomNetcode {
                hit_rule,
                rewind_bound_ms: bound_ms,
                ..RoomNetcode::default()
            };
            let shot = Shot {
                view: rate.micros_in_steps(claimed.time.0),
                floor: rate.micros_in_steps(floor).min(fired),
                pair,
                plausible_age,
                ..Shot::of_bolt(&bolt, rate, netcode)
            };
            let looked = resolve_rewind(&shot, TickLength::of(rate));
            prop_assert!(looked.at <= fired, "{hit_rule:?}: never the future");
            if let HitRule::Lagrange | HitRule::Claim = hit_rule {
                prop_assert!(looked.at >= fired - Micros::from_ms(bound_ms.into()));
                prop_assert!(plausible_age.is_none_or(|age| looked.at >= fired - age));
                prop_assert!(looked.at >= shot.floor);
                prop_assert_eq!(looked.clamp.is_none(), looked.at == shot.view);
                // A moment that was used once may be used again.
                let again = resolve_rewind(&Shot { view: looked.at, ..shot }, TickLength::of(rate));
                prop_assert_eq!((again.at, again.clamp), (looked.at, None));
            }
        }
        if let Some(pair) = pair {
            prop_assert!(sent.is_some());
            prop_assert!(log.was_sent(pair.older) && log.was_sent(pair.newer));
            let within = ViewTime::from_tick(pair.older)..=ViewTime::from_tick(pair.newer);
            prop_assert!(within.contains(&claimed.time));
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn judging_never_changes_anything(
        seed in any::<u64>(),
        ticks in 20_usize..200,
        shots in vec(
            (any::<(Index, u16, bool)>(), 0_u32..90, claim(150), any::<(Index, Index, bool)>()),
            20,
        ),
        bound_ms in 0_u16..=1000,
    ) {
        let rate = TickRate::DEFAULT;
        let mut played = RandomMatch::new(24, 20, rate, seed, Liveliness::WILD);
        played.run(ticks);
        let log = log_of(ticks as u32, 2, rate);
        let (history, now) = (&played.history, played.tick());
        let before = (state_hash(history), state_hash(&log), state_hash(&played.world));
        for ((ship, aim, is_beam), age, claimed, (hit_rule, path, vetoes)) in shots {
            let state = played.state(now);
            let Some(shooter) = state.ships.get(ship.index(24)) else {
                continue;
            };
            let weapon = if is_beam { Weapon::Beam } else { Weapon::Laser };
            let age = if is_beam { 0 } else { age + 1 };
            let (fired, aim) = (now.minus(age), Turn(aim));
            let id = ShotId { tick: fired, shooter: shooter.id, weapon };
            let arena = &played.world.params().arena;
            let bolt = Bolt::new(id, fired, shooter.body.pos, aim, arena);
            let netcode = RoomNetcode {
                hit_rule: HitRule::ALL[hit_rule.index(HitRule::ALL.len())],
                bolt_path: BoltPath::ALL[path.index(BoltPath::ALL.len())],
                cover_veto: if vetoes { CoverVeto::Beams } else { CoverVeto::Off },
                rewind_bound_ms: bound_ms,
                ..RoomNetcode::default()
            };
            let rewind_source = |now| ShooterHistory {
                history,
                params: played.world.params(),
                now,
                sent: Some(&log),
                marker_rates_hz: &[60],
                died: &[],
            };
            let shot = Shot {
                view: rate.micros_in_steps(claimed.time.0),
                pair: verified_pair(claimed, Some(&log)),
                ..Shot::of_bolt(&bolt, rate, netcode)
            };
            let mut hit_test = HitTest::new(shot, &rewind_source(fired));
            for now in fired.0..=now.0 {
                let mut twin = hit_test.clone();
                let decided = hit_test.advance(&rewind_source(Tick(now)));
                prop_assert_eq!(&decided, &twin.advance(&rewind_source(Tick(now))), "a function");
                prop_assert_eq!(&hit_test, &twin);
                for Decided { decision, distance_u, .. } in decided {
                    prop_assert!(decision.victim() != Some(shooter.id), "no self-hit");
                    prop_assert!((0.0..=bolt.reach_u + 0.01).contains(&distance_u));
                }
            }
            let moments = (fired.0..=now.0).map(|tick| rewind_source(Tick(tick)));
            let nearest = closest_approaches(&hit_test, moments).nearest;
            prop_assert!(nearest.len() <= SHOT_RECORD_TARGETS_MAX);
            prop_assert!(nearest.is_sorted_by(|a, b| a.distance_u <= b.distance_u));
        }
        let after = (state_hash(history), state_hash(&log), state_hash(&played.world));
        prop_assert_eq!(before, after);
    }
}

fn name() -> impl Strategy<Value = String> {
    let odd = "\u{200B}\u{202E}\u{2066}\u{FEFF}\u{AD}\u{7}\n\t \u{A0}\u{3000}\u{E0041}\u{FE0F}\
        \u{301}\u{3164}\u{2800}";
    let odd: Vec<char> = odd.chars().collect();
    let c = prop_oneof![
        4 => proptest::char::range('a', 'z'),
        3 => proptest::sample::select(odd),
        1 => any::<char>(),
    ];
    vec(c, 0..40).prop_map(|chars| chars.into_iter().collect())
}

fn ship_id() -> impl Strategy<Value = ShipId> {
    any::<(u16, u16)>().prop_map(|(idx, generation)| ShipId { idx, generation })
}

prop_compose! {
    fn welcome()(
        ship in ship_id(),
        room in name(),
        tick in 0_u32..2_000_000_000,
        hz in 20_u16..=128,
        roster in vec((ship_id(), name(), any::<bool>()), 0..12),
        rocks in vec(any::<(u16, u16, u16)>(), 0..20),
        (rewind_bound_ms, delay_ms) in (0_u16..=1000, 0_u16..=1400),
    ) -> Welcome {
        let rock = |(x_u, y_u, radius_u)| Asteroid { x_u, y_u, radius_u };
        let asteroids: Vec<Asteroid> = rocks.into_iter().map(rock).collect();
        let asteroids = asteroids.try_into().unwrap();
        let entry = |(ship, name, bot)| RosterEntry { ship, name, bot };
        Welcome {
            ship,
            room,
            tick: Tick(tick),
            rate: TickRate::new(hz).unwrap(),
            seats: SEATS_DEFAULT,
            arena: Arena { asteroids, ..Arena::empty() },
            netcode: RoomNetcode { rewind_bound_ms, delay_ms, ..RoomNetcode::default() },
            rate_bounds: RateBounds::default(),
            access: Access::Public,
            codec: CodecId::Fields,
            roster: roster.into_iter().map(entry).collect(),
        }
    }
}

fn server_control() -> impl Strategy<Value = ServerControl> {
    let latency = (ship_id(), any::<(u16, u16)>()).prop_map(|(ship, (round_trip_ms, lead_ms))| {
        PlayerLatency { ship, round_trip_ms, lead_ms }
    });
    let entry = (ship_id(), name(), any::<bool>()).prop_map(|(ship, name, bot)| RosterEntry {
        ship,
        name,
        bot,
    });
    prop_oneof![
        welcome().prop_map(ServerControl::Welcome),
        entry.prop_map(ServerControl::Joined),
        ship_id().prop_map(|ship| ServerControl::Left { ship, announced: Announced::Yes }),
        vec(latency, 0..20).prop_map(ServerControl::Latencies),
        any::<u32>().prop_map(|stamp| ServerControl::Pong { stamp }),
        any::<u32>().prop_map(|nonce| ServerControl::Probe { nonce }),
        (any::<u64>(), 0_u32..2_000_000_000, ship_id()).prop_map(|(seed, from, by)| {
            ServerControl::Rules { netcode: netcode(seed).room, from: Tick(from), by: Some(by) }
        }),
        ship_id().prop_map(|ship| ServerControl::AimAssist { ship, assist: AimAssist::On }),
        (0_u16..=1000, any::<[u16; 2]>()).prop_map(|(ms, departed_kills)| {
            let sides = Sides { round_trip_ms: [ms, 1000 - ms] };
            ServerControl::Sides(SidesState { sides, departed_kills })
        }),
        ship_id().prop_map(|first| ServerControl::Access(Access::FirstOnly { first })),
        (claim_of(), 0_u32..4000).prop_map(|(claim, distance)| {
            let why = ClaimRefusal::TooFar { distance };
            ServerControl::Refused(Refusal::Claim { claim, why })
        }),
    ]
}

fn claim_of() -> impl Strategy<Value = HitClaim> {
    (ship_id(), ship_id(), any::<u32>(), any::<u32>()).prop_map(|(shooter, victim, tick, age)| {
        let shot = ShotId { tick: Tick(tick), shooter, weapon: Weapon::Laser };
        HitClaim { shot, victim, age }
    })
}

/// Any netcode within its ranges.
fn netcode(seed: u64) -> Netcode {
    let mut rng = Rng::new(seed, 5);
    let room = shuffled(Netcode::default(), Owner::Room, &mut rng);
    shuffled(room, Owner::Player, &mut rng)
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn server_messages_come_back(control in server_control(), snapshot in vec(any::<u8>(), 0..60)) {
        let bytes = control.encode();
        prop_assert_eq!(ServerMessage::decode(&bytes), Ok(ServerMessage::Control(control)));
        let bytes = shared::wire::message::snapshot_message(&snapshot);
        prop_assert_eq!(ServerMessage::decode(&bytes), Ok(ServerMessage::Snapshot(&snapshot)));
    }

    #[test]
    fn client_messages_come_back(
        (name, room) in ("\\PC{0,16}", "\\PC{0,16}"),
        (stamp, nonce) in any::<(u32, u32)>(),
        packet in vec(any::<u8>(), 0..60),
        (claim, seed) in (claim_of(), any::<u64>()),
    ) {
        let Netcode { room: rules, player } = netcode(seed);
        let subscription = player.subscription(SnapshotDelivery::default());
        let codecs = CodecId::ALL.to_vec();
        let rate = Some(TickRate::DEFAULT);
        let sides = rate.map(|_| Sides { round_trip_ms: [20, 150] });
        let request = RoomRequest { rate, netcode: rules, sides, ..RoomRequest::default() };
        let room_request = Some(request);
        let hello = Hello { name, room, codecs, subscription, room_request };
        let bytes = hello.encode();
        prop_assert_eq!(ClientMessage::decode(&bytes), Ok(ClientMessage::Hello(hello)));
        for control in [
            ClientControl::Ping { stamp },
            ClientControl::Echo { nonce },
            ClientControl::Subscribe(subscription),
            ClientControl::SetRules(rules),
            ClientControl::Claim(claim),
            ClientControl::WantReports(ReportsWanted::Yes),
            ClientControl::AimAssist(AimAssist::On),
        ] {
            let bytes = control.encode();
            prop_assert_eq!(ClientMessage::decode(&bytes), Ok(ClientMessage::Control(control)));
        }
        let bytes = shared::wire::message::commands_message(&packet);
        prop_assert_eq!(ClientMessage::decode(&bytes), Ok(ClientMessage::Commands(&packet)));
    }

    #[test]
    fn cleaned_names_are_short_visible_and_clean(name in name()) {
        let clean = clean_name(&name);
        prop_assert!(clean.len() <= NAME_BYTES_MAX && !clean.contains("  "));
        prop_assert_eq!(clean_name(&clean), clean.clone(), "cleaning twice changes nothing");
        prop_assert_eq!(clean.trim(), &clean);
        let unseen = |c: char| {
            let bidi = matches!(c, '\u{200E}' | '\u{200F}' | '\u{61C}' | '\u{202A}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}');
            let invisible = matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}'
                | '\u{FEFF}' | '\u{AD}' | '\u{3164}' | '\u{2800}'
                | '\u{FE00}'..='\u{FE0F}' | '\u{E0000}'..='\u{E0FFF}');
            !joins_emoji(c) && (c.is_control() || bidi || invisible)
        };
        prop_assert!(!clean.contains(unseen), "{:?}", clean);
    }
}
