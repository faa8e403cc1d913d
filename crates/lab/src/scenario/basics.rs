//! The first three ideas of netcode, each isolated with two ships close together: response time, a
//! predicted ship that need not wait, and another ship drawn smoothly.

use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick},
    },
    netcode::{
        choices::{OwnShip, RemoteView},
        preset::Preset,
        values::{Netcode, PlayerNetcode},
    },
    sim::command::Thrust,
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, from_centre, path, place_second, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{Answer, DrawnBehind, DrawnMotion, OutcomeStatement, PredictionErrors},
    path::Path,
    setup::{Controller, FRAMES, Setup},
};

/// Your round trip where your own ship is watched, in ms.
const ANSWER_ROUND_TRIP_MS: u16 = 200;
/// The frame in which you first fly, chosen for the shortest wait for a packet and a snapshot.
const FLIES_AT: u16 = 60;
/// Frames start at whole µs, which do not divide a second evenly.
const ROUNDING: Micros = Micros(1);
/// Longest delay of a response beyond its round trip: waits for a packet, a tick, a snapshot, a
/// frame.
const ANSWER_WAITS: Micros = Micros::from_ms(50);
/// A response shown in the next frame counts as immediate.
const AT_ONCE: Micros = Micros::from_ms(17);

/// Your round trip where the other ship is watched, in ms.
const WATCH_ROUND_TRIP_MS: u16 = 100;
/// Snapshots per second, and the interpolation delay in ms, which spans two of them.
const SNAPSHOTS_HZ: u16 = 10;
const DELAY_MS: u16 = 200;
/// Frames until the other ship is drawn at full speed in both columns.
const EVEN_AFTER: u32 = 120;
/// Frames examined: one second.
const LOOKED_AT: usize = 60;
/// Largest difference between consecutive steps of a ship that moves smoothly, in u; at a corner
/// between two snapshots the difference is 1.5 u.
const GLIDES_U: f32 = 2.0;
/// Smallest jump of a ship drawn as received, in u.
const HOPS_U: f32 = 15.0;

pub(super) const LATENCY: Card =
    Card { key: "latency", setup: latency, evaluate_outcome: latency_outcome };

pub(super) const PREDICTION: Card =
    Card { key: "prediction", setup: prediction, evaluate_outcome: prediction_outcome };

pub(super) const INTERPOLATION: Card =
    Card { key: "interpolation", setup: interpolation, evaluate_outcome: interpolation_outcome };

/// You fly to the right, stop, and fly back, below a ship at rest.
fn back_and_forth(netcode: Netcode) -> Setup {
    let mut setup = resting_ships(netcode);
    setup.loop_frames = 240;
    // Twenty-five frames of thrust take about fourteen of counter-thrust to stop.
    setup.players[0].controller = path(&[
        (Thrust::None, FLIES_AT),
        (Thrust::Right, 25),
        (Thrust::Left, 14),
        (Thrust::None, 41),
        (Thrust::Left, 25),
        (Thrust::Right, 14),
        (Thrust::None, 61),
    ]);
    setup.players[0].place = Some(from_centre(-50, 60));
    setup.players[0].conditions = Conditions::round_trip(ANSWER_ROUND_TRIP_MS);
    place_second(&mut setup, (0, -60), path(&[]), SHORT_ROUND_TRIP_MS);
    setup
}

fn latency() -> Setup {
    back_and_forth(Preset::Nothing.netcode())
}

/// Your ship's response, once it has responded to the first command that moves it.
fn answer(column: &Column, frame: u32) -> Option<Answer> {
    let after = column.outcome_tracker().input_to_picture()?;
    let flown_for = frame.checked_sub(u32::from(FLIES_AT) + 1)?;
    if FRAMES.micros_at(Tick(flown_for)) + ROUNDING < after {
        return None;
    }
    let client = column.harness().client(0);
    let predicted = match column.netcode().player.own_ship {
        OwnShip::Wait => None,
        OwnShip::Predict => Some(PredictionErrors {
            n_wrong: client.net_stats().mispredictions,
            worst_u: client.net_graph().error_worst_u,
        }),
    };
    let Conditions { up, down } = column.harness().conditions(0);
    let round_trip = Micros::from_ms(i64::from(up.latency_ms) + i64::from(down.latency_ms));
    Some(Answer { after, round_trip, predicted })
}

/// Whether a response took its round trip and little more.
fn is_delayed(answer: Answer) -> bool {
    (Micros::ZERO..=ANSWER_WAITS).contains(&(answer.after - answer.round_trip))
}

fn latency_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let answer = answer(state.columns().first()?, state.frame())?;
    let value = answer.after.as_s_f32() * 1000.0;
    let statement = OutcomeStatement::Answered(answer);
    Some(Outcome::new(is_delayed(answer), value, OutcomeUnit::Ms, statement))
}

fn prediction() -> Setup {
    let predicted = Preset::Lagrange.netcode();
    let player = PlayerNetcode { own_ship: OwnShip::Wait, ..predicted.player };
    let mut setup = back_and_forth(Netcode { player, ..predicted });
    setup.columns.push(predicted);
    setup
}

fn prediction_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [waiting, predicting] = state.columns() else { return None };
    let (a, b) = (answer(waiting, state.frame())?, answer(predicting, state.frame())?);
    let is_right = b.predicted.is_some_and(|of| of.n_wrong == 0 && of.worst_u == 0.0);
    let as_expected = is_delayed(a) && b.after <= AT_ONCE && is_right;
    let value = a.after.as_s_f32() * 1000.0;
    Some(Outcome::new(as_expected, value, OutcomeUnit::Ms, OutcomeStatement::AnsweredTwice([a, b])))
}

/// A ship circles around you. Extrapolation is off, so that only the effect of the delay is
/// visible.
fn interpolation() -> Setup {
    let preset = Preset::Lagrange.netcode();
    let player = PlayerNetcode {
        update_rate_hz: SNAPSHOTS_HZ,
        interpolation_ms: DELAY_MS,
        extrapolation_ms: 0,
        ..preset.player
    };
    let raw = PlayerNetcode { remote: RemoteView::Raw, ..player };
    let mut setup = resting_ships(Netcode { player: raw, ..preset });
    setup.columns.push(Netcode { player, ..preset });
    setup.loop_frames = 320;
    setup.players[0].conditions = Conditions::round_trip(WATCH_ROUND_TRIP_MS);
    let circling = Controller::Script(Path::Circling.script());
    place_second(&mut setup, (-72, -168), circling, SHORT_ROUND_TRIP_MS);
    setup
}

/// Largest increase of a ship's step from one frame to the next, over some frames, in u.
fn hop_u(places: &[Vec2]) -> f32 {
    let steps = places.windows(3).map(|three| three[0] - three[1] - (three[1] - three[2]));
    steps.map(Vec2::length).fold(0.0, f32::max)
}

/// How smoothly the other ship moves on your screen.
fn motion(column: &Column) -> Option<DrawnMotion> {
    let (room, client) = (column.harness().room(), column.harness().client(0));
    let id = column.ship(1)?;
    let by_u = hop_u(&client.recent_positions(id, LOOKED_AT));
    if by_u > GLIDES_U {
        return Some(DrawnMotion::Hops { by_u });
    }
    let (drawn, server_pos) = (client.scene().ship(id)?.pos, room.world().ship(id)?.body.pos);
    let view = room.config().rate.micros_in_steps(client.view()?.time.0);
    let time = column.harness().now() - view;
    Some(DrawnMotion::Glides(DrawnBehind { time, way_u: (server_pos - drawn).length() }))
}

fn interpolation_outcome(state: &CheckedColumns) -> Option<Outcome> {
    if state.frame() < EVEN_AFTER {
        return None;
    }
    let [raw, interpolated] = state.columns() else { return None };
    let motions = [motion(raw)?, motion(interpolated)?];
    let hop_u = motions.map(|motion| match motion {
        DrawnMotion::Hops { by_u } => by_u,
        DrawnMotion::Glides(_) => 0.0,
    });
    let as_expected = hop_u[0] > HOPS_U && hop_u[1] == 0.0;
    let statement = OutcomeStatement::DrawnMotions(motions);
    Some(Outcome::new(as_expected, hop_u[0], OutcomeUnit::U, statement))
}
