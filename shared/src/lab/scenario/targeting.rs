//! The last problem of the article on targeting: two aliens in line, by claim and by server; and
//! the same with a bolt that pierces.

use alloc::format;

use super::{
    card::Card,
    props::{NEAR_MS, gun, path, second, still, third},
};
use crate::{
    base::time::Micros,
    lab::{
        column::Column,
        outcome::{Judged, Outcome, OutcomeUnit, judged, newest, victim},
        setup::{Aim, Setup},
        state::LabState,
    },
    netcode::{
        choices::{BoltPath, BoltView, HitRule, Piercing},
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    report::shot_record::ShotRecord,
    schemes::targeting::{Convergence, FRAMES_PER_S, laser_distance},
    sim::{command::Thrust, event::Weapon, rules::BOLT_SPEED_U_PER_S, ship::ShipId},
    wire::conditions::Conditions,
};

/// A bolt that goes a hundredth of the way meets a ship so far from the muzzle's ship after 60
/// frames, in u.
const LATE_U: i16 = 268;

pub(super) const TWO_ALIENS: Card =
    Card { key: "two-aliens", setup: two_aliens, reached: who_is_hit };

pub(super) const HUNDREDTH_PART: Card =
    Card { key: "targeting-k99", setup: hundredth_part, reached: met_late };

fn hundredth_part() -> Setup {
    let preset = Preset::Targeting.netcode();
    let column = |k| Netcode {
        room: RoomNetcode { bolt_path: BoltPath::ConvergeSeed, path_k: k, ..preset.room },
        player: PlayerNetcode { bolts: BoltView::ConvergeSeed, bolt_k: k, ..preset.player },
    };
    let mut setup = still(column(1));
    setup.columns.push(column(99));
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Seen, &[60, 160]);
    setup.players[0].conditions = Conditions::default();
    second(&mut setup, (LATE_U, 0), path(&[]), NEAR_MS);
    setup
}

fn met_late(state: &LabState) -> Option<Outcome> {
    let [half, hundredth] = state.columns() else { return None };
    let (near, far) = (Met::newest(half)?, Met::newest(hundredth)?);
    let text = format!(
        "A, k = 1: met after {:.0} frames. B, k = 99: after {:.0} frames the bolt has come {:.1} u \
         of {:.0}. ({:.1} of {:.0} without the {:.0} ms that your command took.)",
        near.frames,
        far.frames,
        far.distance_u,
        far.aimed_u,
        far.undisplaced_u,
        far.flown_u,
        far.lead.as_s_f32() * 1000.0,
    );
    let late = far.frames > 3.0 * near.frames;
    Some(Outcome::new(late, far.distance_u, OutcomeUnit::U, text).in_second())
}

/// How a bolt of the first player's met the second one's ship.
struct Met {
    /// Its age, in frames of 1/60 s.
    frames: f32,
    /// How far it had come, in u.
    distance_u: f32,
    /// Where its target point is by then, in u.
    aimed_u: f32,
    /// How far it would have come if its target point had started at the muzzle too, in u.
    undisplaced_u: f32,
    /// Where that target point would be, in u.
    flown_u: f32,
    /// How long the command took to its execution.
    lead: Micros,
}

impl Met {
    fn newest(column: &Column) -> Option<Self> {
        let shot = judged(column, 1).filter(Judged::hit)?;
        let report = column.report(column.ship(0)?, shot.record.shot)?;
        let age = report.rate.micros_in_steps(shot.record.age);
        let lead = report.shot().link.lead;
        let by_itself = Convergence::Seed { k: report.rules.path_k.into() };
        Some(Self {
            frames: age.as_s_f32() * FRAMES_PER_S as f32,
            distance_u: report.distance_u(shot.record.age)?,
            aimed_u: BOLT_SPEED_U_PER_S * (age + lead).as_s_f32(),
            undisplaced_u: laser_distance(by_itself, BOLT_SPEED_U_PER_S, Micros::ZERO, age),
            flown_u: BOLT_SPEED_U_PER_S * age.as_s_f32(),
            lead,
        })
    }
}

pub(super) const BOTH_AGAINST_ONE: Card =
    Card { key: "both-against-one", setup: both_against_one, reached: how_many_are_hit };

fn two_aliens() -> Setup {
    let server = Preset::Targeting.netcode();
    // What is claimed is where the shooter has the bolt: it starts at the muzzle, at execution.
    let claim =
        RoomNetcode { hit_rule: HitRule::Claim, bolt_path: BoltPath::Muzzle, ..server.room };
    let mut setup = still(server);
    setup.columns = alloc::vec![Netcode { room: claim, ..server }, server];
    setup.players[0].controller = gun(2, Weapon::Laser, Aim::Seen, &[63]);
    setup.players[0].conditions = Conditions::round_trip(200);
    let past = [(Thrust::Down, 105), (Thrust::Up, 18), (Thrust::None, 177)];
    second(&mut setup, (300, -330), path(&past), NEAR_MS);
    third(&mut setup, (560, 0), path(&[]));
    setup
}

fn who_is_hit(state: &LabState) -> Option<Outcome> {
    let [claim, server] = state.columns() else { return None };
    let (claimed, decided) = (newest(claim)?, newest(server)?);
    let name = |column: &Column, hit| match hit {
        None => "nobody",
        hit if hit == column.ship(1) => "the ship in front",
        hit if hit == column.ship(2) => "the ship behind",
        Some(_) => "somebody else",
    };
    let hits = (victim(claimed), victim(decided));
    let off = judged(server, 1).map_or(0.0, |shot| shot.passed_u());
    let text = format!(
        "By your claim the bolt hit {}; by the server {}. There it passed {off:.0} u from the one \
         in front.",
        name(claim, hits.0),
        name(server, hits.1),
    );
    let is_hit =
        |column: &Column, player, hit: Option<ShipId>| hit.is_some() && hit == column.ship(player);
    let as_expected = is_hit(claim, 1, hits.0) && is_hit(server, 2, hits.1);
    Some(Outcome::new(as_expected, off, OutcomeUnit::U, text).in_second())
}

fn both_against_one() -> Setup {
    let mut setup = two_aliens();
    for column in &mut setup.columns {
        column.room.piercing = Piercing::On;
    }
    setup
}

fn how_many_are_hit(state: &LabState) -> Option<Outcome> {
    let [claim, server] = state.columns() else { return None };
    let (claimed, decided) = (newest(claim)?, newest(server)?);
    let hits = |column: &Column, record: &ShotRecord| {
        [1, 2].map(|player| column.ship(player).is_some_and(|ship| record.verdict.is_hit_on(ship)))
    };
    let of = |hits: [bool; 2]| match hits {
        [true, true] => "both ships",
        [true, false] => "only the one in front",
        [false, true] => "only the one behind",
        [false, false] => "nobody",
    };
    let (by_claim, by_server) = (hits(claim, claimed), hits(server, decided));
    let off = judged(server, 1).map_or(0.0, |shot| shot.passed_u());
    let text = format!(
        "By your claim one bolt hit {}; by the server {}. There it passed {off:.0} u from the one \
         in front.",
        of(by_claim),
        of(by_server),
    );
    let as_expected = by_claim == [true, true] && by_server == [false, true];
    Some(Outcome::new(as_expected, off, OutcomeUnit::U, text).in_second())
}
