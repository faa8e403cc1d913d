//! Well-formed server messages with extreme fields, which no honest server sends.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::cell::Cell;

use proptest::{collection::vec, option, prelude::*};
use shared::{
    base::{
        geometry::{Steps, Turn},
        limits::{REPORT_MOMENTS_MAX, VICTIMS_MAX},
        time::{Tick, TickRate, ViewTime},
    },
    history::pose::Pair,
    judge::hit_test::state::{Cover, VoidCause},
    netcode::{
        choices::{BoltPath, HitRule},
        preset::Preset,
        rates::RateBounds,
        values::RoomNetcode,
    },
    report::{
        counterfactual::Counterfactual,
        shot_record::{ResolvedView, ShotRecord, TargetRecord},
        shot_report::{
            RefusedClaim, ReportBracket, ReportLink, ReportRefusal, ReportTarget, RetractedHit,
            ShotReport,
        },
        track::{Track, TrackColumn, TrackSample},
    },
    schemes::{claims::ClaimRefusal, clamp::Clamp},
    sim::{
        arena::{Arena, Asteroid},
        command::View,
        event::{Decision, Event, EventKind, Finality, ShotId, Victims, Weapon},
        ship::ShipId,
        state::WorldState,
        world::WorldParams,
    },
    wire::{
        codec::{Baseline, CodecContext, CodecId, SnapshotInput},
        message::{
            Access, Announced, Chart, ChartRow, PlayerLatency, Refusal, RosterEntry, ServerControl,
            Welcome, snapshot_message,
        },
        snapshot::{MarginReport, SnapshotHead, ViewerHead, encode},
    },
};

/// Small, arbitrary, or an end of the range.
fn any_u32() -> impl Strategy<Value = u32> {
    prop_oneof![
        3 => 0_u32..1000,
        1 => any::<u32>(),
        1 => (0_u32..300).prop_map(|n| u32::MAX - n),
        1 => Just(u32::MAX),
        1 => Just(1 << 31),
        1 => Just(0),
    ]
}

fn any_i64() -> impl Strategy<Value = i64> {
    prop_oneof![
        2 => 0_i64..300_000,
        2 => any::<i64>(),
        1 => Just(i64::MAX),
        1 => Just(i64::MIN),
        1 => Just(1 << 40),
    ]
}

fn tick() -> impl Strategy<Value = Tick> {
    any_u32().prop_map(Tick)
}

fn ship_id() -> impl Strategy<Value = ShipId> {
    // Sixteen: the range of the bits for ten seats.
    let idx = 0_u16..16;
    (idx, 0_u16..3).prop_map(|(idx, generation)| ShipId { idx, generation })
}

fn shot_id() -> impl Strategy<Value = ShotId> {
    let weapon = prop_oneof![Just(Weapon::Laser), Just(Weapon::Beam)];
    (tick(), ship_id(), weapon).prop_map(|(tick, shooter, weapon)| ShotId { tick, shooter, weapon })
}

fn point() -> impl Strategy<Value = Steps> {
    let axis = || prop_oneof![2 => 0..400_000_i32, 1 => any::<i32>()];
    (axis(), axis()).prop_map(|(x, y)| Steps { x, y })
}

fn name() -> impl Strategy<Value = String> {
    vec(any::<char>(), 0..40).prop_map(|chars| chars.into_iter().collect())
}

fn entry() -> impl Strategy<Value = RosterEntry> {
    (ship_id(), name(), any::<bool>()).prop_map(|(ship, name, bot)| RosterEntry { ship, name, bot })
}

prop_compose! {
    fn record()(
        shot in shot_id(),
        (time, used, age) in (any_i64(), any_i64(), any_i64()),
        (older, span) in (tick(), any::<u8>()),
        pair in option::of((tick(), tick())),
        judged_at in tick(),
        hit in any::<bool>(),
        targets in vec((ship_id(), point(), point(), any_u32()), 0..12),
    ) -> ShotRecord {
        let victim = targets.first().map_or(shot.shooter, |target| target.0);
        let target = |(ship, judged, present, distance)| {
            TargetRecord { ship, judged, present, distance, age: i64::from(distance) }
        };
        ShotRecord {
            shot,
            view: ResolvedView {
                claimed: View { time: ViewTime(time), older, span },
                used: ViewTime(used),
                pair: pair.map(|(older, newer)| Pair { older, newer }),
                clamp: Some(Clamp::Bound),
            },
            rule: HitRule::Lagrange,
            judged_at,
            age,
            verdict: if hit {
                Decision::Hit { victim, finality: Finality::Final }
            } else {
                Decision::Missed
            },
            n_targets: targets.len() as u16,
            targets: targets.into_iter().map(target).collect(),
        }
    }
}

prop_compose! {
    /// A welcome with extreme fields, valid or not.
    pub(crate) fn welcome()(
        ship in ship_id(),
        room in name(),
        tick in tick(),
        hz in 20_u16..=128,
        seats in prop_oneof![Just(10), any::<u16>()],
        (width_u, height_u) in (any::<u16>(), any::<u16>()),
        rocks in vec(any::<(u16, u16, u16)>(), 0..80),
        (rewind_bound_ms, delay_ms) in any::<(u16, u16)>(),
        update_max_hz in any::<u16>(),
        roster in vec(entry(), 0..12),
    ) -> ServerControl {
        let rock = |(x_u, y_u, radius_u)| Asteroid { x_u, y_u, radius_u };
        let asteroids: Vec<Asteroid> = rocks.into_iter().map(rock).collect();
        ServerControl::Welcome(Welcome {
            ship,
            room,
            tick,
            rate: TickRate::new(hz).unwrap(),
            seats,
            arena: Arena { width_u, height_u, asteroids: asteroids.try_into().unwrap() },
            netcode: RoomNetcode { rewind_bound_ms, delay_ms, ..RoomNetcode::default() },
            rate_bounds: RateBounds { update_max_hz, ..RateBounds::default() },
            access: Access::May,
            codec: CodecId::Fields,
            roster,
        })
    }
}

fn decision() -> BoxedStrategy<Option<Decision>> {
    prop_oneof![
        Just(None),
        Just(Some(Decision::Missed)),
        ship_id().prop_map(|victim| Some(Decision::Hit { victim, finality: Finality::Final })),
        ship_id().prop_map(|victim| Some(Decision::Vetoed { victim })),
        ship_id().prop_map(|victim| Some(Decision::Void { victim })),
        vec(ship_id(), 1..=VICTIMS_MAX).prop_map(|victims| {
            Victims::of(victims).map(|victims| Decision::Pierced { victims })
        }),
    ]
    .boxed()
}

fn counterfactuals() -> impl Strategy<Value = [Counterfactual; 9]> {
    let counterfactual = (decision(), any::<u16>());
    proptest::array::uniform9(
        counterfactual.prop_map(|(decision, drawn_off)| Counterfactual { decision, drawn_off }),
    )
}

fn link() -> impl Strategy<Value = Option<ReportLink>> {
    let link = (any_u32(), any_u32());
    option::of(link.prop_map(|(round_trip, lead)| ReportLink { round_trip, lead }))
}

fn rules() -> impl Strategy<Value = RoomNetcode> {
    (0..9_usize, 0..6_u32, any::<u8>(), any::<bool>()).prop_map(|(preset, path, path_k, odd)| {
        let rules = Preset::ALL[preset].room();
        let bolt_path = BoltPath::from_number(path).filter(|_| odd).unwrap_or(rules.bolt_path);
        let path_k = if odd { path_k } else { rules.path_k };
        RoomNetcode { bolt_path, path_k, ..rules }
    })
}

/// Moments with any places, known or not.
fn track() -> impl Strategy<Value = Track> {
    let ages = prop_oneof![3 => (-2000..0_i32, 0..20_000_i32), 1 => any::<(i32, i32)>()];
    let places = vec(option::of(point()), REPORT_MOMENTS_MAX * TrackColumn::ALL.len());
    (ages, 0..30_usize, places).prop_map(|(ages, n, places)| {
        let next = Cell::new(0);
        Track::new(ages, n, |_| {
            TrackSample::new(|_| {
                next.set(next.get() + 1);
                places[next.get() % places.len()].map(Steps::pos)
            })
        })
    })
}

prop_compose! {
    /// A report with extreme fields, valid or not.
    pub(crate) fn report()(
        record in prop_oneof![2 => sound_record().boxed(), 1 => record().boxed()],
        viewer in option::of(ship_id()),
        (hz, later, honest) in (20_u16..=128, any_u32(), any::<bool>()),
        rules in rules(),
        (muzzle, aim, reach) in (point(), any::<u16>(), any_u32()),
        arrived in option::of(any::<i32>()),
        (shooter, target) in (link(), link()),
        seen in vec((option::of(point()), any::<(i32, i32, u16)>()), 12),
        undone in option::of((ship_id(), ship_id(), any::<u8>())),
        refused in option::of((ship_id(), any_u32())),
        counterfactuals in option::of(counterfactuals()),
        track in track(),
    ) -> ShotReport {
        let fired = if honest { record.judged_at.minus(later % 100) } else { Tick(later) };
        let target_of = |(seen, (older, newer, fraction))| ReportTarget {
            seen,
            bracket: Some(ReportBracket::Between { older, newer, fraction }),
        };
        let n_targets = record.targets.len();
        ShotReport {
            viewer: viewer.unwrap_or(record.shot.shooter),
            rate: TickRate::new(hz).unwrap(),
            fired,
            rules,
            muzzle,
            aim: Turn(aim),
            reach,
            arrived,
            shooter,
            lerp_ms: later as u16,
            target,
            targets: seen.into_iter().take(n_targets).map(target_of).collect(),
            undone: undone.map(|(victim, by, refund)| RetractedHit { victim, by, refund }),
            refused: refused.map(|(victim, age)| {
                let why = ClaimRefusal::BeyondBound { ms: age };
                RefusedClaim { victim, age, why }
            }),
            void: Some(VoidCause::Shield),
            cover: Some(Cover::Rock),
            counterfactuals,
            track,
            record,
        }
    }
}

prop_compose! {
    /// A record with numbers that a room can produce.
    fn sound_record()(
        record in record(),
        (now, back, age) in (1000_u32..1 << 24, -300_i64..1_000_000, -300_i64..300_000),
        clamp in 0..6_usize,
        verdict in 0..4_usize,
    ) -> ShotRecord {
        let clamps = [Clamp::Bound, Clamp::Future, Clamp::Backwards, Clamp::Implausible,
            Clamp::NotDelayed, Clamp::PingCap];
        let mut record = record;
        let victim = record.shot.shooter;
        record.judged_at = Tick(now);
        record.shot.tick = Tick(now);
        record.view.claimed.time = ViewTime(i64::from(now) * 256 - back);
        record.view.used = ViewTime(i64::from(now) * 256 - back / 2);
        record.view.clamp = clamps.get(clamp).copied();
        record.age = age;
        record.verdict = [record.verdict, Decision::Missed, Decision::Vetoed { victim },
            Decision::Void { victim }][verdict];
        record.targets.truncate(8);
        record.targets.iter_mut().for_each(|target| target.age = age);
        record
    }
}

/// Any control message.
pub(crate) fn control() -> impl Strategy<Value = Vec<u8>> {
    let latency = (ship_id(), any::<(u16, u16)>()).prop_map(|(ship, (round_trip_ms, lead_ms))| {
        PlayerLatency { ship, round_trip_ms, lead_ms }
    });
    prop_oneof![
        4 => record().prop_map(ServerControl::Judged),
        4 => report().prop_map(|report| ServerControl::Report(Box::new(report))).boxed(),
        1 => shot_id().prop_map(|shot| {
            ServerControl::Refused(Refusal::Report { shot, why: ReportRefusal::TooOld })
        }),
        1 => welcome(),
        1 => entry().prop_map(ServerControl::Joined),
        1 => ship_id().prop_map(|ship| ServerControl::Left { ship, announced: Announced::Yes }),
        1 => vec(latency, 0..12).prop_map(ServerControl::Latencies),
        1 => (any::<u16>(), vec(any::<[u8; 2]>(), 0..300)).prop_map(|(first, rows)| {
            let row = |[x, y]: [u8; 2]| ChartRow { x, y, kills: y.into(), deaths: 1 };
            ServerControl::Chart(Chart { first, rows: rows.into_iter().map(row).collect() })
        }),
        1 => any::<u32>().prop_map(|stamp| ServerControl::Pong { stamp }),
        1 => any::<u32>().prop_map(|nonce| ServerControl::Probe { nonce }),
    ]
    .prop_map(|control| control.encode())
}

fn kind() -> impl Strategy<Value = EventKind> {
    prop_oneof![
        (ship_id(), point()).prop_map(|(ship, at)| EventKind::Spawned { ship, at: at.pos() }),
        (shot_id(), any::<u16>(), -9..5000_i32).prop_map(|(shot, aim, x)| {
            let origin = Steps { x: x * 256, y: x * 128 }.pos();
            EventKind::Fired { shot, origin, aim: Turn(aim) }
        }),
        (shot_id(), ship_id()).prop_map(|(shot, victim)| {
            let finality = Finality::Tentative;
            EventKind::Hit { shot, victim, damage: 99, distance_u: 16_000.0, finality }
        }),
        (shot_id(), ship_id()).prop_map(|(shot, victim)| EventKind::Retracted {
            shot,
            victim,
            refund: 90
        }),
        (ship_id(), shot_id()).prop_map(|(victim, shot)| EventKind::Died { victim, shot }),
    ]
}

/// Turns a recorded state into a snapshot.
#[derive(Clone, Debug)]
pub(crate) struct Crafting {
    /// Its tick, and that of the viewer's ship; `None` for the recorded one.
    tick: Option<Tick>,
    executed: Option<Tick>,
    back: u32,
    margin: Option<(Tick, i16)>,
    late: u8,
    events: Vec<(u32, EventKind)>,
}

pub(crate) fn crafting() -> impl Strategy<Value = Crafting> {
    let back = prop_oneof![Just(0), 0_u32..=255];
    let margin = option::of((tick(), any::<i16>()));
    let events = vec((prop_oneof![0..20_u32, any_u32()], kind()), 0..9);
    (option::of(tick()), option::of(tick()), back, margin, any::<u8>(), events).prop_map(
        |(tick, executed, back, margin, late, events)| Crafting {
            tick,
            executed,
            back,
            margin,
            late,
            events,
        },
    )
}

impl Crafting {
    /// A snapshot of a state, as a message.
    pub(crate) fn snapshot(
        &self,
        state: &WorldState,
        baseline: Option<&WorldState>,
        params: &WorldParams,
        seats: u16,
    ) -> Vec<u8> {
        let tick = self.tick.unwrap_or(state.tick);
        let based = baseline.filter(|_| self.back > 0);
        let back = based.map_or(0, |based| tick.0.saturating_sub(based.tick.0).min(self.back));
        let margin = self.margin.map(|(tick, sixteenths)| MarginReport { tick, sixteenths });
        let head = SnapshotHead {
            tick,
            baseline: (back > 0).then(|| tick.minus(back)),
            viewer: ViewerHead {
                executed: self.executed.unwrap_or(tick),
                margin,
                mistimed: self.late,
                choked: self.late,
            },
        };
        let event = |(ago, kind): &(u32, EventKind)| Event { tick: tick.minus(*ago), kind: *kind };
        let events: Vec<Event> = self.events.iter().map(event).collect();
        let context = CodecContext { params, seats };
        let state = WorldState { tick, ..state.clone() };
        let based =
            based.zip(head.baseline).map(|(based, tick)| WorldState { tick, ..based.clone() });
        let baseline = based.as_ref().map(|state| Baseline { state, before: None });
        let input =
            SnapshotInput { baseline, state: &state, records: &[], events: &events, area: None };
        let (body, _) = CodecId::Fields.encode(&context, &input);
        snapshot_message(&encode(&head, &body))
    }
}
