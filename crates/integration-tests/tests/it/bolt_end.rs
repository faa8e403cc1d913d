//! A bolt ends when it reaches its end on its judged path, not at the end of that tick: a ship that
//! arrives there later is not hit, under any rule.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, Tick, TickRate},
    },
    history::store::History,
    judge::{
        hit_test::state::HitTest,
        rule::end_of,
        shooter_history::ShooterHistory,
        shot::{LinkStats, Shot},
    },
    netcode::{
        choices::{BoltPath, HitRule},
        preset::Preset,
        values::RoomNetcode,
    },
    sim::{
        arena::Arena,
        bolt::{BOLT_RANGE_U, Bolt},
        event::{Decision, Finality, ShotId, Weapon},
        rules::BOLT_LIFE_MS,
        world::WorldParams,
    },
};

use crate::support::{id, ship};

const FIRED: Tick = Tick(20);
const AT: Vec2 = Vec2::new(200.0, 900.0);
/// At 900 u/s the bolt reaches its end after 511.1 ms.
const REACH_U: f32 = 460.0;

/// Ticks of 50 ms.
fn rate() -> TickRate {
    TickRate::new(20).unwrap()
}

fn shot(view_ms: i64, rule: RoomNetcode) -> Shot {
    let id = ShotId { tick: FIRED, shooter: id(0), weapon: Weapon::Laser };
    let bolt = Bolt::new(id, FIRED, AT, Turn(0), &Arena::empty());
    let fired = rate().micros_at(FIRED);
    let back = Micros::from_ms(view_ms);
    let link = LinkStats { round_trip: back, lead: Micros(back.0 / 2) };
    Shot { reach_u: REACH_U, view: fired - back, link, ..Shot::of_bolt(&bolt, rate(), rule) }
}

/// The verdicts on a bolt when a ship at 300 u/s comes within its radius of the bolt's end
/// `comes_ms` after the trigger, in the time the rule looks at, which lags by `late_ms`.
fn verdict(rule: RoomNetcode, late_ms: i64, comes_ms: i64) -> Vec<Decision> {
    let mut history = History::new(rate());
    let fired_ms = rate().micros_at(FIRED).as_ms();
    for tick in 0..=80 {
        let now_ms = rate().micros_at(Tick(tick)).as_ms();
        let left_ms = fired_ms - late_ms + comes_ms - now_ms;
        let pos = AT + Vec2::new(REACH_U, 16.0 + 0.3 * left_ms as f32);
        history.record(Tick(tick), [ship(0, AT), ship(1, pos)].iter());
    }
    let params = WorldParams::new(rate(), Arena::empty());
    let past = |now| ShooterHistory {
        history: &history,
        params: &params,
        now: Tick(now),
        sent: None,
        marker_rates_hz: &[20, 20],
        died: &[],
    };
    let mut hit_test = HitTest::new(shot(late_ms, rule), &past(FIRED.0));
    let ticks = FIRED.0..=80;
    let decided = ticks.flat_map(|now| hit_test.advance(&past(now))).map(|given| given.decision);
    let decisions = decided.collect();
    assert!(hit_test.over(), "no shot stays open forever");
    decisions
}

#[test]
fn nobody_is_hit_where_a_bolt_has_ended() {
    use BoltPath::{FastForward, Muzzle};
    use HitRule::{DelayedSync, EtPerFrame, Lagrange, Present, SourceByLifeId, SourceExact};
    let rows = [
        // (rule, path, how many ms late it looks at its targets)
        (Present, Muzzle, 0),
        (EtPerFrame, Muzzle, 0),
        (Lagrange, Muzzle, 150),
        (SourceByLifeId, FastForward, 150),
        (SourceExact, FastForward, 150),
        (DelayedSync, Muzzle, 350),
    ];
    for (hit_rule, bolt_path, late_ms) in rows {
        let rule = RoomNetcode { hit_rule, bolt_path, ..RoomNetcode::default() };
        for (comes_ms, hits) in [(460, true), (505, true), (515, false), (530, false), (549, false)]
        {
            let decisions = verdict(rule, late_ms, comes_ms);
            let name = format!("{hit_rule:?}, received after {comes_ms} ms: {decisions:?}");
            let is_final = |decision: &Decision| {
                matches!(
                    decision,
                    Decision::Settled { .. } | Decision::Hit { finality: Finality::Final, .. }
                )
            };
            assert_eq!(decisions.iter().any(is_final), hits, "{name}");
            assert_eq!(decisions.last() == Some(&Decision::Missed), !hits, "{name}");
        }
    }
}

#[test]
fn a_bolt_is_at_its_end_when_its_path_says() {
    let end_ms = |rule: RoomNetcode, reach_u| {
        let end = end_of(&Shot { reach_u, ..shot(100, rule) });
        (end.0 as f64 / 1000.0 * 10.0).round() / 10.0
    };
    let path = |bolt_path, path_k| RoomNetcode {
        hit_rule: HitRule::Targeting,
        bolt_path,
        path_k,
        ..RoomNetcode::default()
    };
    let rows = [
        // (rule, ms after which it has come 460 u, with a lead of 50 ms)
        (path(BoltPath::Muzzle, 1), 511.1),
        (path(BoltPath::FastForward, 1), 511.1),
        (path(BoltPath::Jump, 1), 461.1),
        (path(BoltPath::Converge, 1), 461.1),
        (path(BoltPath::ConvergeAsPublished, 1), 477.8), // one frame of 16.7 ms behind, for ever
    ];
    for (rule, want) in rows {
        assert_eq!(end_ms(rule, REACH_U), want, "{:?}", rule.bolt_path);
    }
    assert_eq!(end_ms(path(BoltPath::Jump, 1), 40.0), 0.0, "the bolt starts beyond its end");
    // The slowest path, which the bound of a flight must cover.
    let slowest =
        Shot { link: LinkStats::default(), ..shot(0, path(BoltPath::ConvergeAsPublished, 99)) };
    let slowest = end_of(&Shot { reach_u: BOLT_RANGE_U, ..slowest });
    assert!((2400..2600).contains(&slowest.as_ms()), "{slowest:?}");
}

#[test]
fn no_preset_lets_a_bolt_fly_longer_than_its_life() {
    for preset in Preset::ALL {
        let whole = Shot { reach_u: BOLT_RANGE_U, ..shot(0, preset.room()) };
        let life = Micros::from_ms(BOLT_LIFE_MS.into());
        assert!(end_of(&whole) <= life, "{preset:?}: {:?}", end_of(&whole));
    }
}
