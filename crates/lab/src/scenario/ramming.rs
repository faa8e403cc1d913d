//! Collisions: who bounces, what a third player's screen shows, and a ship drawn inside a rock.

use shared::{
    netcode::{
        choices::Ramming,
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    sim::{command::Thrust, rules::SHIP_RADIUS_U},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{
        FEW_HZ, MANY_HZ, SHORT_ROUND_TRIP_MS, from_centre, path, place_rock, place_second,
        place_third, resting_ships, snapshot_rate_columns,
    },
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{InRock, OutcomeStatement, RammingResult},
    path::Path,
    setup::{Controller, Setup},
};

/// Distance between the centres of ships below which they overlap, in u.
const TOUCHING_U: f32 = 2.0 * SHIP_RADIUS_U;
/// Distances below this count as none, in u.
const NOTHING_U: f32 = 1.0;
/// Smallest visible depth of a ship in a rock, in u.
const SEEN_U: f32 = 4.0;

pub(super) const RAM: Card = Card { key: "ram", setup: ram, evaluate_outcome: ram_outcome };

pub(super) const RAM_THIRD: Card =
    Card { key: "ram-third", setup: ram_third, evaluate_outcome: ram_third_outcome };

pub(super) const SUNK: Card =
    Card { key: "sunk-in-rock", setup: sunk, evaluate_outcome: sunk_outcome };

fn ram() -> Setup {
    let delayed = Preset::DelayedSync.netcode();
    let mutual = RoomNetcode { ramming: Ramming::Mutual, ..delayed.room };
    let mut setup = resting_ships(Netcode { room: mutual, ..delayed });
    setup.columns.push(delayed);
    setup.players[0].controller =
        path(&[(Thrust::None, 60), (Thrust::Right, 60), (Thrust::None, 180)]);
    setup.players[0].conditions = Conditions::round_trip(100);
    place_second(&mut setup, (250, 0), path(&[]), 100);
    setup
}

fn ram_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [mutual, rammer] = state.columns() else { return None };
    let pushed = |column: &Column| column.outcome_tracker().collisions().pushed_u;
    let wrong = |column: &Column| column.harness().client(0).net_stats().mispredictions;
    let has_bounced = |column: &Column| {
        let collisions = column.outcome_tracker().collisions();
        collisions.thrown_back || collisions.pushed_u > NOTHING_U
    };
    if !has_bounced(mutual) || !has_bounced(rammer) {
        return None;
    }
    let (a, b) = (pushed(mutual), pushed(rammer));
    let rammed =
        |column| RammingResult { thrown_u: pushed(column), wrong_predictions: wrong(column) };
    let statement = OutcomeStatement::Rammed([rammed(mutual), rammed(rammer)]);
    let as_expected = a > NOTHING_U && b <= NOTHING_U && wrong(mutual) > 0 && wrong(rammer) == 0;
    Some(Outcome::new(as_expected, a, OutcomeUnit::U, statement))
}

fn ram_third() -> Setup {
    let mut setup = resting_ships(Preset::DelayedSync.netcode());
    let towards = |thrust| path(&[(Thrust::None, 60), (thrust, 70), (Thrust::None, 170)]);
    setup.players[0].controller = towards(Thrust::Right);
    setup.players[0].place = Some(from_centre(-300, 0));
    setup.players[0].conditions = Conditions::round_trip(100);
    place_second(&mut setup, (300, 0), towards(Thrust::Left), 100);
    place_third(&mut setup, (0, -200), path(&[]));
    setup
}

fn ram_third_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let collisions = state.columns().first()?.outcome_tracker().collisions();
    let nearest = collisions.nearest_u.filter(|nearest| *nearest < TOUCHING_U)?;
    let inside = TOUCHING_U - nearest;
    let statement = OutcomeStatement::InsideEachOther { inside_u: inside };
    Some(Outcome::new(inside > SHIP_RADIUS_U, inside, OutcomeUnit::U, statement))
}

fn sunk() -> Setup {
    let [few, many] = snapshot_rate_columns();
    let mut setup = resting_ships(few);
    setup.columns.push(many);
    place_rock(&mut setup, (100, 0), 100);
    setup.players[0].place = Some(from_centre(-250, 0));
    let circling = Controller::Script(Path::Circling.script());
    place_second(&mut setup, (40, -150), circling, SHORT_ROUND_TRIP_MS);
    setup
}

fn sunk_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [few, many] = state.columns() else { return None };
    let depth = |column: &Column| column.outcome_tracker().collisions().sunk_u;
    let (in_few, in_many) = (depth(few), depth(many));
    // Where the ship itself touches the rock, the drawing proves nothing.
    if in_few < SEEN_U {
        return None;
    }
    let statement = OutcomeStatement::InRock([
        InRock { snapshots_hz: FEW_HZ, deep_u: in_few },
        InRock { snapshots_hz: MANY_HZ, deep_u: in_many },
    ]);
    Some(Outcome::new(in_many < NOTHING_U, in_few, OutcomeUnit::U, statement))
}
