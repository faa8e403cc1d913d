//! Uses the judge in another game, whose own history answers the judge's queries about the past. A
//! beam and a bolt are fired at a crossing target, and each hit rule decides whether they hit.
//!
//! `cargo run -p integration-tests --example judge_a_shot`
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

use shared::{
    base::{
        geometry::{Segment, Turn, Vec2},
        tick_length::TickLength,
        time::{Micros, Tick},
    },
    history::{
        broad_phase::search::BroadPhase,
        pose::{Pair, Pose},
        record::{Record, RewoundPose},
        target_time::MarkerKind,
    },
    judge::{
        hit_test::state::HitTest,
        rewind_source::RewindSource,
        shot::{LinkStats, Shot},
    },
    netcode::{choices::HitRule, values::RoomNetcode},
    report::closest_approach::closest_approaches,
    schemes::et::{Markers, ServerFrame},
    sim::{
        event::{Decided, ShotId, Weapon},
        rules::SHIP_RADIUS_U,
        ship::ShipId,
    },
};

const TICK: Micros = Micros::from_ms(50);
const END: Micros = Micros::from_ms(3000);
const TARGET: ShipId = ShipId { idx: 0, generation: 0 };
/// Never a target of its own shots, so this history leaves it out.
const SHOOTER: ShipId = ShipId { idx: 1, generation: 0 };

/// What is known at the moment of judging.
#[derive(Clone, Copy)]
struct Past<'a> {
    now: Micros,
    /// The poses of each ship, tick by tick, oldest first.
    ships: &'a [Vec<Record>],
}

impl<'a> Past<'a> {
    fn known(self, ship: ShipId) -> &'a [Record] {
        let records = self.ships.get(usize::from(ship.idx)).map_or(&[][..], Vec::as_slice);
        &records[..records.partition_point(|record| record.at <= self.now)]
    }
}

/// With so few ships, every one is a candidate.
impl BroadPhase for Past<'_> {
    type Moment = Micros;

    fn present(&self) -> impl Iterator<Item = Pose> {
        let ids = (0..self.ships.len()).map(|n| ShipId { idx: n as u16, generation: 0 });
        ids.filter_map(|ship| Some(self.known(ship).last()?.pose))
    }
}

impl RewindSource for Past<'_> {
    fn now(&self) -> Micros {
        self.now
    }

    fn step(&self) -> Micros {
        TICK
    }

    fn tick_length(&self) -> TickLength {
        TickLength::new(TICK)
    }

    // Every tick is sent and drawn, so the drawn moment is the true one.
    fn drawn_at(&self, at: Micros, _pair: Option<Pair>) -> Micros {
        at
    }

    fn authoritative_at(&self, at: Micros) -> Micros {
        at
    }

    fn pose_at(&self, ship: ShipId, moment: &Micros) -> Option<RewoundPose> {
        let known = self.known(ship);
        let (before, after) = known.split_at(known.partition_point(|record| record.at <= *moment));
        let (older, newer) = (before.last()?, after.first());
        Some(newer.map_or(older.found(), |newer| older.towards(newer, *moment)))
    }

    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers {
        let mut markers = Markers::default();
        for Record { at, pose } in self.known(ship) {
            let frame = ServerFrame { previous: *at - TICK - TICK, now: *at - TICK };
            match kind {
                MarkerKind::PerFrame => markers.store_frame(*at, pose),
                MarkerKind::PerCommand => markers.store_command(frame, TICK, pose),
            }
        }
        markers
    }

    fn snapshot_included(&self, _snapshot: Tick, _ship: ShipId) -> bool {
        true
    }

    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record> {
        self.known(ship).iter().rev().copied()
    }

    // No obstacles.
    fn unobstructed(&self, _line: Segment) -> f32 {
        1.0
    }
}

fn main() {
    // The target crosses 400 u to the right, downwards at 300 u/s: in front of the gun at 1000 ms.
    let crossing = |tick: i64| {
        let (at, y_u) = (Micros(tick * TICK.0), 15.0 * (tick - 20) as f32);
        let (pos, vel) = (Vec2::new(400.0, y_u), Vec2::new(0.0, 300.0));
        let (aim, life, alive, shielded) = (Turn(0), 1, true, false);
        Record { at, pose: Pose { ship: TARGET, pos, vel, aim, life, alive, shielded } }
    };
    let ships: [Vec<Record>; 1] = [(0..=END.0 / TICK.0).map(crossing).collect()];
    println!("{:<34} {:>22} {:>22}", "hit rule", "beam", "bolt");
    for hit_rule in HitRule::ALL.iter().filter(|rule| !rule.by_claim()) {
        // The screen shows what was 300 ms ago; the bolt, at 900 u/s, takes 450 ms to get there.
        let beam = judge(Weapon::Beam, Micros::from_ms(1300), *hit_rule, &ships);
        let bolt = judge(Weapon::Laser, Micros::from_ms(850), *hit_rule, &ships);
        println!("{:<34} {beam:>22} {bolt:>22}", hit_rule.title());
    }
}

/// Judges a shot to the right, tick by tick as a server does. Returns the final decision.
fn judge(weapon: Weapon, fired: Micros, hit_rule: HitRule, ships: &[Vec<Record>]) -> String {
    let shot = Shot {
        id: ShotId { tick: Tick((fired.0 / TICK.0) as u32), shooter: SHOOTER, weapon },
        fired,
        muzzle: Vec2::ZERO,
        dir: Vec2::X,
        speed_u_per_s: 900.0,
        reach_u: 900.0,
        view: fired - Micros::from_ms(300),
        pair: None,              // the moment alone says what was drawn
        floor: Micros(i64::MIN), // no shot before this one
        acked: None,
        link: LinkStats { round_trip: Micros::from_ms(200), lead: Micros::from_ms(100) },
        interpolation_delay: Micros::from_ms(100),
        plausible_age: None,   // whatever it claims within the bound
        transit: Micros::ZERO, // judged as soon as it is fired
        rule: RoomNetcode { hit_rule, ..RoomNetcode::default() },
    };
    let ticks = fired.0 / TICK.0..=END.0 / TICK.0;
    let moments = || ticks.clone().map(|tick| Past { now: Micros(tick * TICK.0), ships });
    let mut hit_test = HitTest::new(shot, &Past { now: fired, ships });
    let decided: Vec<Decided> = moments().flat_map(|past| hit_test.advance(&past)).collect();
    if let Some(hit) = decided.last().filter(|last| last.decision.hits().is_some()) {
        return format!("hits at {:.1} u", hit.distance_u);
    }
    let approaches = closest_approaches(&hit_test, moments());
    let missed = approaches.nearest.first().map(|target| target.distance_u - SHIP_RADIUS_U);
    missed.map_or("misses by far".into(), |by_u| format!("misses by {by_u:.1} u"))
}
