//! The last problem in the article on targeting: two aliens in line, by claim and by server; and
//! the same with a piercing bolt.

use shared::{
    base::time::Micros,
    netcode::{
        choices::{BoltPath, BoltView, HitRule, Piercing},
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    report::shot_record::ShotRecord,
    schemes::targeting::{Convergence, FRAMES_PER_S, laser_distance},
    sim::{command::Thrust, event::Weapon, rules::BOLT_SPEED_U_PER_S},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, gun, path, place_second, place_third, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{JudgedShot, Outcome, OutcomeUnit, newest, newest_judged, victim},
    outcome_statement::{HitInLine, OutcomeStatement, ShipsInLine, SmoothedImpact},
    setup::{Aim, Setup},
};

/// Distance from the muzzle's ship, in u, at which a bolt that covers a hundredth of the way per
/// frame meets a ship after 60 frames.
const LATE_U: i16 = 268;

pub(super) const TWO_ALIENS: Card =
    Card { key: "two-aliens", setup: two_aliens, evaluate_outcome: two_aliens_outcome };

pub(super) const HUNDREDTH_PART: Card =
    Card { key: "targeting-k99", setup: hundredth_part, evaluate_outcome: hundredth_part_outcome };

fn hundredth_part() -> Setup {
    let preset = Preset::Targeting.netcode();
    let column = |k| Netcode {
        room: RoomNetcode { bolt_path: BoltPath::ConvergeAsPublished, path_k: k, ..preset.room },
        player: PlayerNetcode { bolts: BoltView::ConvergeAsPublished, bolt_k: k, ..preset.player },
    };
    let mut setup = resting_ships(column(1));
    setup.columns.push(column(99));
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Seen, &[60, 160]);
    setup.players[0].conditions = Conditions::default();
    place_second(&mut setup, (LATE_U, 0), path(&[]), SHORT_ROUND_TRIP_MS);
    setup
}

fn hundredth_part_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [half, hundredth] = state.columns() else { return None };
    let (near, far) = (met(half)?, met(hundredth)?);
    let late = far.age_frames > 3.0 * near.age_frames;
    let statement = OutcomeStatement::PartsOfWay([near, far]);
    Some(Outcome::new(late, far.distance_u, OutcomeUnit::U, statement).in_second())
}

/// How a bolt of the first player's met the second player's ship.
fn met(column: &Column) -> Option<SmoothedImpact> {
    let shot = newest_judged(column, 1).filter(JudgedShot::hit)?;
    let report = column.report(column.ship(0)?, shot.record.shot)?;
    let age = report.rate.micros_in_steps(shot.record.age);
    let lead = report.shot().link.lead;
    let by_itself = Convergence::AsPublished { k: report.rules.path_k.into() };
    Some(SmoothedImpact {
        k: report.rules.path_k,
        age_frames: age.as_s_f32() * FRAMES_PER_S as f32,
        distance_u: report.distance_u(shot.record.age)?,
        target_u: BOLT_SPEED_U_PER_S * (age + lead).as_s_f32(),
        lead,
        undisplaced_u: laser_distance(by_itself, BOLT_SPEED_U_PER_S, Micros::ZERO, age),
        undisplaced_target_u: BOLT_SPEED_U_PER_S * age.as_s_f32(),
    })
}

pub(super) const BOTH_AGAINST_ONE: Card = Card {
    key: "both-against-one",
    setup: two_against_one,
    evaluate_outcome: two_against_one_outcome,
};

fn two_aliens() -> Setup {
    let server = Preset::Targeting.netcode();
    // The claim is where the shooter has the bolt, which starts at the muzzle on execution.
    let claim =
        RoomNetcode { hit_rule: HitRule::Claim, bolt_path: BoltPath::Muzzle, ..server.room };
    let mut setup = resting_ships(server);
    setup.columns = alloc::vec![Netcode { room: claim, ..server }, server];
    setup.players[0].controller = gun(2, Weapon::Laser, Aim::Seen, &[63]);
    setup.players[0].conditions = Conditions::round_trip(200);
    let past = [(Thrust::Down, 105), (Thrust::Up, 18), (Thrust::None, 177)];
    place_second(&mut setup, (300, -330), path(&past), SHORT_ROUND_TRIP_MS);
    place_third(&mut setup, (560, 0), path(&[]));
    setup
}

fn two_aliens_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [claim, server] = state.columns() else { return None };
    let (claimed, decided) = (newest(claim)?, newest(server)?);
    let in_line = |column: &Column, hit| match hit {
        None => HitInLine::Nobody,
        hit if hit == column.ship(1) => HitInLine::Front,
        hit if hit == column.ship(2) => HitInLine::Back,
        Some(_) => HitInLine::Other,
    };
    let by_claim = in_line(claim, victim(claimed));
    let by_server = in_line(server, victim(decided));
    let passed_u = newest_judged(server, 1).map_or(0.0, |shot| shot.passed_u());
    let statement = OutcomeStatement::ShipsInLine(ShipsInLine { by_claim, by_server, passed_u });
    let as_expected = (by_claim, by_server) == (HitInLine::Front, HitInLine::Back);
    Some(Outcome::new(as_expected, passed_u, OutcomeUnit::U, statement).in_second())
}

fn two_against_one() -> Setup {
    let mut setup = two_aliens();
    for column in &mut setup.columns {
        column.room.piercing = Piercing::On;
    }
    setup
}

fn two_against_one_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [claim, server] = state.columns() else { return None };
    let (claimed, decided) = (newest(claim)?, newest(server)?);
    let in_line = |column: &Column, record: &ShotRecord| {
        let hits = [1, 2]
            .map(|player| column.ship(player).is_some_and(|ship| record.verdict.is_hit_on(ship)));
        match hits {
            [true, true] => HitInLine::Both,
            [true, false] => HitInLine::Front,
            [false, true] => HitInLine::Back,
            [false, false] => HitInLine::Nobody,
        }
    };
    let (by_claim, by_server) = (in_line(claim, claimed), in_line(server, decided));
    let passed_u = newest_judged(server, 1).map_or(0.0, |shot| shot.passed_u());
    let statement = OutcomeStatement::ShipsInLine(ShipsInLine { by_claim, by_server, passed_u });
    let as_expected = (by_claim, by_server) == (HitInLine::Both, HitInLine::Back);
    Some(Outcome::new(as_expected, passed_u, OutcomeUnit::U, statement).in_second())
}
