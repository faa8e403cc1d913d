//! The four figures of the article on targeting in a networked space shooter.

use alloc::vec::Vec;

use shared::{
    base::time::Micros,
    netcode::{preset::Preset, values::Netcode},
    sim::{command::Thrust, event::Weapon},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{
        CROSSING, CROSSING_FROM, FRAME_ABOVE, SHORT_ROUND_TRIP_MS, from_centre, gun, path,
        place_second, resting_ships,
    },
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    network::Network,
    outcome::{JudgedShot, Outcome, OutcomeUnit, first_judged, newest_judged},
    outcome_statement::{BoltBeginning, ConvergedOverLine, OutcomeStatement, TimeZones},
    pane::Pane,
    setup::{Aim, Setup},
};

/// Your round trip in the figures, in ms.
const ROUND_TRIP_MS: u16 = 200;
/// A speed at which the time zones are visibly apart, in u/s.
const FLYING_U_PER_S: f32 = 300.0;
/// A bolt that first appears within this distance of its muzzle started there: four frames of
/// flight.
const AT_MUZZLE_U: f32 = 60.0;

/// Frames that a trigger is held over a modem: late commands are dropped, and one of these arrives
/// in time. Shorter than the cooldown.
const HELD_FRAMES: u16 = 6;
/// Frame of the second pull, for a line that lost the first one. By then most first bolts have
/// ended; the outcome is about the first bolt that has.
const AGAIN: u16 = FRAME_ABOVE + 60;

pub(super) const ZONES: Card =
    Card { key: "figure-1", setup: zones, evaluate_outcome: zones_outcome };

pub(super) const LATE_MISS: Card =
    Card { key: "figure-2", setup: late_miss, evaluate_outcome: late_miss_outcome };

pub(super) const OUT_OF_NOWHERE: Card =
    Card { key: "figure-3", setup: out_of_nowhere, evaluate_outcome: out_of_nowhere_outcome };

pub(super) const CONVERGE: Card =
    Card { key: "figure-4", setup: converge, evaluate_outcome: converge_outcome };

pub(super) const MODEM: Card = Card { key: "modem", setup: modem, evaluate_outcome: modem_outcome };

fn zones() -> Setup {
    let mut setup = resting_ships(Preset::Lagrange.netcode());
    let away = [(Thrust::Right, 300)];
    setup.players[0].controller = path(&away);
    setup.players[0].place = Some(from_centre(-1100, 100));
    setup.players[0].conditions = Conditions::round_trip(ROUND_TRIP_MS);
    place_second(&mut setup, (-1000, -100), path(&away), ROUND_TRIP_MS / 2);
    setup
}

fn zones_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let own = column.harness().client(0).own_ship()?;
    if own.body.vel.length() < FLYING_U_PER_S {
        return None;
    }
    // As the panes show it: a picture drawn just now, not the last frame as it ages.
    let now = column.harness().now();
    let (own_at, others_at) = column.view(Pane::Player(0), now).moments();
    let (ahead, behind) = (own_at - now, now - others_at);
    let apart_ms = (ahead + behind).as_s_f32() * 1000.0;
    let as_expected = ahead > Micros::ZERO && behind > Micros::ZERO;
    let statement = OutcomeStatement::TimeZones(TimeZones { ahead, behind });
    Some(Outcome::new(as_expected, apart_ms, OutcomeUnit::Ms, statement))
}

/// A ship crosses, and is fired at when it is drawn right above.
fn crossing(netcode: Netcode) -> Setup {
    let mut setup = resting_ships(netcode);
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Lead, &[FRAME_ABOVE]);
    setup.players[0].conditions = Conditions::round_trip(ROUND_TRIP_MS);
    place_second(&mut setup, CROSSING_FROM, path(&CROSSING), SHORT_ROUND_TRIP_MS);
    setup
}

fn late_miss() -> Setup {
    crossing(Preset::Nothing.netcode())
}

fn late_miss_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let shot = newest_judged(state.columns().first()?, 1)?;
    let statement = OutcomeStatement::BoltCameBy(shot.statement());
    Some(Outcome::new(!shot.hit(), shot.passed_u(), OutcomeUnit::U, statement))
}

fn out_of_nowhere() -> Setup {
    let mut setup = resting_ships(Preset::Jump.netcode());
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Seen, &[60, 110, 160, 210]);
    setup.players[0].conditions = Conditions::round_trip(ROUND_TRIP_MS);
    place_second(&mut setup, (380, -100), path(&[]), SHORT_ROUND_TRIP_MS);
    setup
}

fn out_of_nowhere_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let appeared = state.columns().first()?.outcome_tracker().appeared()?;
    let ahead_u = appeared.ahead_u;
    let statement = OutcomeStatement::BoltBegan { ahead_u };
    Some(Outcome::new(ahead_u > AT_MUZZLE_U, ahead_u, OutcomeUnit::U, statement))
}

fn converge() -> Setup {
    let mut setup = crossing(Preset::Targeting.netcode());
    // Quarter thrust means quarter speed: the latency that convergence leaves, the way down, then
    // amounts to less than a ship's radius.
    place_second(
        &mut setup,
        (-250, -220),
        path(&[(Thrust::Right, 1), (Thrust::None, 3)]),
        SHORT_ROUND_TRIP_MS,
    );
    setup
}

fn converge_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let shot = newest_judged(column, 1)?;
    let began = beginning(column, &shot);
    let statement = OutcomeStatement::BoltConverged { began, shot: shot.statement() };
    Some(Outcome::new(converged(shot, began), shot.passed_u(), OutcomeUnit::U, statement))
}

/// Where a bolt of the first player's started on the second player's screen.
fn beginning(column: &Column, shot: &JudgedShot) -> BoltBeginning {
    let appeared = column.outcome_tracker().appearance_of(shot.record.shot);
    let ahead = appeared.map_or(0.0, |appeared| appeared.ahead_u);
    if ahead < AT_MUZZLE_U { BoltBeginning::AtMuzzle } else { BoltBeginning::Ahead }
}

fn converged(shot: JudgedShot<'_>, began: BoltBeginning) -> bool {
    shot.hit() && began == BoltBeginning::AtMuzzle
}

fn modem() -> Setup {
    let mut setup = converge();
    // A sixth of the speed: the jitter of such a line then amounts to less than a ship's radius
    // too.
    place_second(
        &mut setup,
        (-165, -220),
        path(&[(Thrust::Right, 1), (Thrust::None, 5)]),
        SHORT_ROUND_TRIP_MS,
    );
    let held = [FRAME_ABOVE, AGAIN].into_iter().flat_map(|at| at..at + HELD_FRAMES);
    let held: Vec<u16> = held.collect();
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Lead, &held);
    // Long enough that no news of a shot arrives in its last second.
    setup.loop_frames = 360;
    for player in &mut setup.players[..2] {
        player.conditions = Network::Modem.conditions();
    }
    setup
}

fn modem_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let shot = first_judged(column, 1)?;
    let began = beginning(column, &shot);
    let graph = column.harness().client(0).net_graph();
    let bytes_per_s = [graph.incoming, graph.outgoing].map(|traffic| traffic.bytes_per_s);
    let line_bytes_per_s = column.harness().conditions(0).down.bandwidth_bytes_per_s;
    let statement = OutcomeStatement::ConvergedOverLine(ConvergedOverLine {
        began,
        shot: shot.statement(),
        bytes_per_s,
        line_bytes_per_s,
    });
    let fits = bytes_per_s.iter().all(|bytes| *bytes < line_bytes_per_s);
    Some(Outcome::new(fits && converged(shot, began), shot.passed_u(), OutcomeUnit::U, statement))
}
