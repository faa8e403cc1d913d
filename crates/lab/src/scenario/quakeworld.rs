//! Two figures of QuakeWorld: extrapolation by half the gap, and what happens when the gap is too
//! long.

use shared::{netcode::preset::Preset, sim::command::Thrust, wire::conditions::Conditions};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, path, place_second, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::OutcomeStatement,
    setup::Setup,
};

/// A ship drawn this far off its path is off by more than rounding, in u.
const OFF_U: f32 = 8.0;
/// Distance from its server position at which a frozen ship is visibly frozen, in u.
const APART_U: f32 = 60.0;

pub(super) const HALF_GAP: Card =
    Card { key: "quakeworld-gap", setup: half_gap, evaluate_outcome: half_gap_outcome };

pub(super) const FREEZE: Card =
    Card { key: "quakeworld-freeze", setup: freeze, evaluate_outcome: freeze_outcome };

fn half_gap() -> Setup {
    let mut setup = resting_ships(Preset::QuakeWorld.netcode());
    // The latency estimate creeps up by 1 ms per snapshot and is about 0.2 s by then; the rest of
    // the round trip is in the gap.
    setup.players[0].conditions = Conditions::round_trip(600);
    let corners = [
        (Thrust::Right, 60),
        (Thrust::Down, 60),
        (Thrust::Left, 60),
        (Thrust::Up, 60),
        (Thrust::Right, 60),
    ];
    place_second(&mut setup, (-150, -150), path(&corners), SHORT_ROUND_TRIP_MS);
    setup
}

fn half_gap_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let off = state.columns().first()?.outcome_tracker().off_path_u();
    (off > OFF_U).then(|| {
        Outcome::as_expected(off, OutcomeUnit::U, OutcomeStatement::DrawnOffPath { off_u: off })
    })
}

fn freeze() -> Setup {
    let mut setup = resting_ships(Preset::QuakeWorld.netcode());
    setup.players[0].conditions = Conditions::round_trip(1200);
    setup.players[0].controller =
        path(&[(Thrust::Right, 60), (Thrust::Left, 80), (Thrust::Right, 80), (Thrust::Left, 80)]);
    place_second(&mut setup, (0, -200), path(&[]), SHORT_ROUND_TRIP_MS);
    setup
}

fn freeze_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let client = column.harness().client(0);
    let id = client.own_id()?;
    let there = column.harness().room().world().ship(id)?.body.pos;
    let scene = client.scene();
    let here = scene.ship(id)?.pos;
    let apart = (there - here).length();
    let frozen = client.net_stats().frozen && apart > APART_U;
    let statement = OutcomeStatement::Frozen { apart_u: apart };
    frozen.then(|| Outcome::as_expected(apart, OutcomeUnit::U, statement))
}
