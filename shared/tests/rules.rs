//! Properties of the judge and of what it is told: judging changes nothing, views are held to
//! their bounds, messages come back, names are fit to be shown.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails, and says what it measured"
)]

mod support;

use proptest::{collection::vec, prelude::*, sample::Index};
use shared::{
    base::{
        geometry::Turn,
        limits::{NAME_CHARS_MAX, SEATS_DEFAULT, SHOT_RECORD_TARGETS_MAX},
        state_hash::state_hash,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    scheme::{
        choices::HitRule,
        history::SentLog,
        netcode::{RoomNetcode, Subscription},
        rule::{Evidence, Stretch, judge},
        shot::{Clamp, Shot},
        view::{ViewBounds, resolve},
    },
    sim::{
        arena::{Arena, Asteroid},
        bolt::Bolt,
        command::View,
        event::{ShotId, Weapon},
        ship::ShipId,
    },
    wire::{
        codec::CodecId,
        message::{
            Access, ClientControl, ClientMessage, Hello, RosterEntry, ServerControl, ServerMessage,
            Standing, Welcome, clean_name,
        },
    },
};
use support::{
    config,
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
        // What was used before is never later than the present.
        before in prop_oneof![0_i64..40_000, Just(i64::MAX)],
        every in 1_usize..9,
        sees_all in any::<bool>(),
    ) {
        let rate = TickRate::new(hz).unwrap();
        let floor = (i64::from(now) * 256).saturating_sub(before).max(0);
        let log = log_of(now.min(400), every, rate);
        let sent = (!sees_all).then_some(&log);
        let bounds = ViewBounds { now: Tick(now), rate, bound_ms, floor: ViewTime(floor), sent };
        let resolved = resolve(claimed, &bounds);
        let present = ViewTime::from_tick(Tick(now));
        let bound = rate.view_at(Micros::from_ms(bound_ms.into())).0;
        prop_assert!(resolved.used <= present);
        prop_assert!(resolved.used.0 >= present.0 - bound);
        prop_assert!(resolved.used >= bounds.floor);
        prop_assert_eq!(resolved.claimed, claimed);
        prop_assert_eq!(resolved.clamp.is_none(), resolved.used == claimed.time);
        if let Some(pair) = resolved.pair {
            prop_assert!(resolved.clamp.is_none() && sent.is_some());
            prop_assert!(log.was_sent(pair.older) && log.was_sent(pair.newer));
            let within = ViewTime::from_tick(pair.older)..=ViewTime::from_tick(pair.newer);
            prop_assert!(within.contains(&resolved.used));
        }
        // What was used once may be used again.
        let again = resolve(View { time: resolved.used, ..claimed }, &bounds);
        prop_assert_eq!((again.used, again.clamp), (resolved.used, None::<Clamp>));
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn judging_never_changes_anything(
        seed in any::<u64>(),
        ticks in 20_usize..200,
        shots in vec((any::<(Index, u16, bool, bool)>(), 0_u32..90, claim(150)), 40),
        bound_ms in 0_u16..=1000,
    ) {
        let rate = TickRate::DEFAULT;
        let mut played = RandomMatch::new(24, 20, rate, seed, Liveliness::WILD);
        played.run(ticks);
        let log = log_of(ticks as u32, 2, rate);
        let (history, now) = (&played.history, played.tick());
        let before = (state_hash(history), state_hash(&log), state_hash(&played.world));
        for ((ship, aim, is_beam, rewinds), age, claimed) in shots {
            let state = played.state(now);
            let Some(shooter) = state.ships.get(ship.index(24)) else {
                continue;
            };
            let weapon = if is_beam { Weapon::Beam } else { Weapon::Laser };
            let age = if is_beam { 0 } else { age + 1 };
            let (fired, aim) = (now.minus(age), Turn(aim));
            let id = ShotId { tick: fired, shooter: shooter.id, weapon };
            let arena = &played.world.ground().arena;
            let bolt = Bolt::new(id, fired, shooter.body.pos, aim, arena);
            let sent = Some(&log);
            let bounds = ViewBounds { now: fired, rate, bound_ms, floor: ViewTime(0), sent };
            let rule = if rewinds { HitRule::Lagrange } else { HitRule::Present };
            let shot = Shot { bolt, view: resolve(claimed, &bounds), rule };
            let evidence = Evidence { history, sent, rate, now };
            let stretch = Stretch { from: age.saturating_sub(1), to: age };
            let judged = judge(&evidence, &shot, stretch);
            prop_assert_eq!(&judged, &judge(&evidence, &shot, stretch), "and is a function");
            prop_assert!(judged.targets.len() <= SHOT_RECORD_TARGETS_MAX);
            prop_assert!(judged.targets.is_sorted_by_key(|target| target.distance));
            if let Some(met) = judged.hit {
                prop_assert!(met.victim != shooter.id, "nobody hits itself");
                prop_assert!(state.ship(met.victim).is_some());
                let steps = i64::from(stretch.from) * 256..=i64::from(stretch.to) * 256;
                prop_assert!(steps.contains(&met.age_steps));
                prop_assert!((0.0..=bolt.reach_u + 0.01).contains(&met.distance_u));
            }
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
        let asteroids = rocks.into_iter().map(rock).collect();
        let entry = |(ship, name, bot)| RosterEntry { ship, name, bot };
        Welcome {
            ship,
            room,
            tick: Tick(tick),
            rate: TickRate::new(hz).unwrap(),
            seats: SEATS_DEFAULT,
            arena: Arena { asteroids, ..Arena::empty() },
            netcode: RoomNetcode { rewind_bound_ms, delay_ms, ..RoomNetcode::default() },
            access: Access::Public,
            codec: CodecId::Fields,
            roster: roster.into_iter().map(entry).collect(),
        }
    }
}

fn server_control() -> impl Strategy<Value = ServerControl> {
    let standing = (ship_id(), any::<(u16, u16)>())
        .prop_map(|(ship, (round_trip_ms, lead_ms))| Standing { ship, round_trip_ms, lead_ms });
    let entry = (ship_id(), name(), any::<bool>()).prop_map(|(ship, name, bot)| RosterEntry {
        ship,
        name,
        bot,
    });
    prop_oneof![
        welcome().prop_map(ServerControl::Welcome),
        entry.prop_map(ServerControl::Joined),
        ship_id().prop_map(ServerControl::Left),
        vec(standing, 0..20).prop_map(ServerControl::Standings),
        any::<u32>().prop_map(|stamp| ServerControl::Pong { stamp }),
        any::<u32>().prop_map(|nonce| ServerControl::Probe { nonce }),
    ]
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
    ) {
        let hello = Hello { name, room, codecs: CodecId::ALL.to_vec(), subscription: Subscription::default(), founding: None };
        let bytes = hello.encode();
        prop_assert_eq!(ClientMessage::decode(&bytes), Ok(ClientMessage::Hello(hello)));
        for control in [ClientControl::Ping { stamp }, ClientControl::Echo { nonce }] {
            let bytes = control.encode();
            prop_assert_eq!(ClientMessage::decode(&bytes), Ok(ClientMessage::Control(control)));
        }
        let bytes = shared::wire::message::commands_message(&packet);
        prop_assert_eq!(ClientMessage::decode(&bytes), Ok(ClientMessage::Commands(&packet)));
    }

    #[test]
    fn cleaned_names_are_short_visible_and_clean(name in name()) {
        let clean = clean_name(&name);
        prop_assert!(clean.chars().count() <= NAME_CHARS_MAX);
        prop_assert_eq!(clean_name(&clean), clean.clone(), "cleaning twice changes nothing");
        prop_assert_eq!(clean.trim(), &clean);
        let unseen = |c: char| {
            let bidi = matches!(c, '\u{200E}' | '\u{200F}' | '\u{61C}' | '\u{202A}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}');
            let invisible = matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}'
                | '\u{FEFF}' | '\u{AD}' | '\u{3164}' | '\u{2800}'
                | '\u{FE00}'..='\u{FE0F}' | '\u{E0000}'..='\u{E0FFF}');
            c.is_control() || bidi || invisible
        };
        prop_assert!(!clean.contains(unseen), "{:?}", clean);
    }
}
