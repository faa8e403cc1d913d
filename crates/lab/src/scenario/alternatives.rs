//! Alternatives to delayed synchronisation: other ways for many players to share one match, each
//! with its message count and its delays.

use shared::{
    base::{geometry::Turn, time::Micros},
    client::shots::ShotSide,
    netcode::{laboratory_preset::LaboratoryPreset, preset::Preset},
    schemes::delayed_sync::{Messages, messages},
    sim::{command::Thrust, event::Weapon},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, gun, path, place_second, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    limits::LAB_PLAYERS,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{EveryonePredicted, HitMessageCost, LockstepStatement, OutcomeStatement},
    setup::{Aim, Setup},
};

pub(super) const LOCKSTEP: Card =
    Card { key: "lockstep", setup: lockstep, evaluate_outcome: lockstep_outcome };

fn lockstep() -> Setup {
    let mut setup = resting_ships(LaboratoryPreset::Lockstep.netcode());
    setup.players[0].controller = path(&[(Thrust::Up, 20), (Thrust::Down, 40), (Thrust::Up, 20)]);
    setup.players[0].conditions = Conditions::round_trip(40);
    setup.players[2].conditions = Conditions::round_trip(300);
    let turns = [(Thrust::Right, 60), (Thrust::Left, 120), (Thrust::Right, 60)];
    place_second(&mut setup, (-100, -250), path(&turns), 40);
    setup.loop_frames = 480;
    setup
}

/// Frames after which the tick rate is reported.
const MEASURED_FRAMES: u32 = 180;

fn lockstep_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    if state.frame() < MEASURED_FRAMES {
        return None;
    }
    let answers = column.outcome_tracker().input_to_picture()?;
    let ticks_per_s = column.outcome_tracker().ticks_per_s(column.harness());
    let graph = column.harness().client(0).net_graph();
    let round_trips = (0..LAB_PLAYERS).map(|player| column.harness().conditions(player));
    let slowest = round_trips.map(|Conditions { up, down }| up.latency_ms + down.latency_ms).max();
    let statement = OutcomeStatement::Lockstep(LockstepStatement {
        ran_hz: ticks_per_s,
        rate_hz: column.harness().room().config().rate.hz(),
        answers,
        slowest: Micros::from_ms(slowest.unwrap_or_default().into()),
        packets_up_hz: graph.command_packets_per_s,
        packets_down_hz: graph.updates_per_s,
    });
    let slow = (18.0..26.0).contains(&ticks_per_s) && answers > Micros::from_ms(250);
    Some(Outcome::new(slow, answers.as_s_f32() * 1000.0, OutcomeUnit::Ms, statement))
}

pub(super) const DIABLO: Card =
    Card { key: "diablo", setup: diablo, evaluate_outcome: diablo_outcome };

/// Shots of the gun, at equal intervals in frames.
const SHOTS: u16 = 10;
const APART: u16 = 15;

fn diablo() -> Setup {
    let mut setup = resting_ships(LaboratoryPreset::Diablo.netcode());
    setup.columns.push(Preset::DelayedSync.netcode());
    let shots: [u16; SHOTS as usize] = core::array::from_fn(|n| 60 + APART * n as u16);
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Fixed(Turn(0)), &shots);
    setup.players[0].conditions = Conditions::round_trip(80);
    // 300 ms from the muzzle, and out of the line of fire before the fifth bolt arrives.
    let leaves = [(Thrust::None, 112), (Thrust::Down, 50), (Thrust::Up, 25), (Thrust::None, 113)];
    place_second(&mut setup, (302, 0), path(&leaves), 80);
    setup
}

/// Measures a column: its messages, and how long after the trigger the other player was notified of
/// the newest hit.
fn measured(column: &Column) -> Option<(Messages, Micros)> {
    let stats = column.harness().client(0).net_stats();
    if stats.shots_fired < SHOTS.into() {
        return None;
    }
    let newest = column.harness().client(1).shots().rfind(|shot| shot.side == ShotSide::Against)?;
    let after = newest.at - column.outcome_tracker().fired_at(newest.shot)?;
    Some((messages(stats.shots_fired.into(), stats.hits_reported.into()), after))
}

fn diablo_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [two, deferred] = state.columns() else { return None };
    let (two, deferred) = (measured(two)?, measured(deferred)?);
    let (n_two, n_one) = (two.0.two_message, deferred.0.fired_only);
    let later = two.1 - deferred.1;
    let statement = OutcomeStatement::HitMessages(HitMessageCost {
        n_shots: SHOTS.into(),
        n_messages: [n_two, n_one],
        notified_after: [two.1, deferred.1],
    });
    let as_expected = (n_two, n_one) == (14, 10) && later > Micros::from_ms(200);
    Some(Outcome::new(as_expected, later.as_s_f32() * 1000.0, OutcomeUnit::Ms, statement))
}

pub(super) const PREDICT_EVERYONE: Card = Card {
    key: "predict-everyone",
    setup: predict_everyone,
    evaluate_outcome: predict_everyone_outcome,
};

fn predict_everyone() -> Setup {
    let mut setup = resting_ships(LaboratoryPreset::PredictEveryone.netcode());
    setup.players[0].controller = path(&[(Thrust::Up, 20), (Thrust::Down, 40), (Thrust::Up, 20)]);
    setup.players[0].conditions = Conditions::round_trip(150);
    setup.loop_frames = 480;
    let turns = [(Thrust::Right, 60), (Thrust::Left, 120), (Thrust::Right, 60)];
    place_second(&mut setup, (-100, -250), path(&turns), SHORT_ROUND_TRIP_MS);
    setup
}

/// Frames by which the other ship has turned; if it has not jumped by then, it will not.
const JUMPED_BY_FRAMES: u32 = 200;

fn predict_everyone_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let jump_u = column.outcome_tracker().jump_u();
    // One tick of acceleration moves it half a unit; a clock correction is as small.
    if jump_u < 4.0 && state.frame() < JUMPED_BY_FRAMES {
        return None;
    }
    let client = column.harness().client(0);
    let (stats, graph) = (client.net_stats(), client.net_graph());
    let answers = column.outcome_tracker().input_to_picture()?;
    let rate = column.harness().room().config().rate;
    let drawn_behind = client.own_shown_at()? - rate.micros_in_steps(client.view()?.time.0);
    let statement = OutcomeStatement::EveryonePredicted(EveryonePredicted {
        jump_u,
        answers,
        rerun_ticks: stats.rerun_ticks.unwrap_or(0),
        snapshots_hz: graph.updates_per_s,
        drawn_behind,
    });
    let as_expected = stats.rerun_ticks.is_some() && (15.0..60.0).contains(&jump_u);
    Some(Outcome::new(as_expected, jump_u, OutcomeUnit::U, statement))
}
