//! The value of a shorter round trip: who shoots first, with and without a minimum lag; and how
//! much earlier a player coming round a corner sees the other.

use shared::{
    base::time::Micros,
    netcode::{
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    sim::{
        command::Thrust,
        event::{ShotId, Weapon},
        rules::BOLT_SPEED_U_PER_S,
    },
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{gun, path, place_rock, place_second, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{BeamsFired, FreeLines, OutcomeStatement, ShotDown},
    setup::{Aim, Setup},
};

/// Your round trip, and the other player's, in ms.
const ROUND_TRIPS_MS: (u16, u16) = (200, 40);
/// Frames by which you respond later to the same sight: your picture is older by half the
/// difference between the round trips.
const LATER_FRAMES: u16 = 5;
/// Shots executed within this many ticks of each other count as simultaneous.
const TOGETHER_TICKS: i64 = 1;
/// Tolerance between measured and computed advantage: one tick and two frames.
const SUM_SLACK: Micros = Micros::from_ms(51);

pub(super) const WHO_FIRST: Card =
    Card { key: "who-first", setup: who_first, evaluate_outcome: who_first_outcome };

pub(super) const WHO_FIRST_BEAM: Card =
    Card { key: "who-first-beam", setup: who_first_beam, evaluate_outcome: who_first_beam_outcome };

pub(super) const PEEKER: Card = Card { key: "peeker", setup: peek, evaluate_outcome: peek_outcome };

/// Two players shoot at each other, first without and then with a minimum lag.
fn duel(weapon: Weapon, sights: &[u16]) -> Setup {
    let et = Preset::EtReleased.netcode();
    let room = RoomNetcode { minimum_lag_ms: ROUND_TRIPS_MS.0, ..et.room };
    let mut setup = resting_ships(et);
    setup.columns.push(Netcode { room, ..et });
    let later: alloc::vec::Vec<u16> = sights.iter().map(|at| at + LATER_FRAMES).collect();
    setup.players[0].controller = gun(1, weapon, Aim::Seen, &later);
    setup.players[0].conditions = Conditions::round_trip(ROUND_TRIPS_MS.0);
    place_second(&mut setup, (500, 0), gun(0, weapon, Aim::Seen, sights), ROUND_TRIPS_MS.1);
    setup
}

fn who_first() -> Setup {
    duel(Weapon::Laser, &[100])
}

fn who_first_beam() -> Setup {
    duel(Weapon::Beam, &[60, 120, 180])
}

/// A player's newest own shot.
fn newest_own(column: &Column, player: usize) -> Option<ShotId> {
    Some(column.harness().client(player).records().next_back()?.shot)
}

/// How many ticks before yours the other player's shot was executed.
fn earlier(column: &Column) -> Option<i64> {
    let (own, other) = (newest_own(column, 0)?, newest_own(column, 1)?);
    Some(own.tick.since(other.tick))
}

fn who_first_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [plain, equal] = state.columns() else { return None };
    let rate = plain.harness().room().config().rate;
    let (in_a, in_b) = (earlier(plain)?, earlier(equal)?);
    let earlier = [in_a, in_b].map(|ticks| rate.micros_in_steps(ticks * 256));
    let in_a_s = earlier[0].as_s_f32();
    let flight_u = in_a_s * BOLT_SPEED_U_PER_S;
    let together = in_b.abs() <= TOGETHER_TICKS;
    let as_expected = in_a > TOGETHER_TICKS && together;
    let statement = OutcomeStatement::BoltsLeft { earlier, flight_u };
    Some(Outcome::new(as_expected, in_a_s * 1000.0, OutcomeUnit::Ms, statement))
}

fn who_first_beam_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [plain, equal] = state.columns() else { return None };
    let shots = |column: &Column, player| column.harness().client(player).records().count() as u32;
    let beams = [plain, equal]
        .map(|column| BeamsFired { yours: shots(column, 0), theirs: shots(column, 1) });
    let [in_a, in_b] = beams;
    // Both columns have reached the third shot.
    if in_a.theirs < 3 || in_b.theirs < 3 {
        return None;
    }
    let deaths = |column: &Column, player| {
        let ship = column.harness().room().world().ship(column.ship(player)?)?;
        Some(ship.deaths)
    };
    let fell = [0, 1].map(|player| deaths(equal, player).unwrap_or(0) > 0);
    let shot_down = if fell == [true, true] { ShotDown::BothShips } else { ShotDown::NotBoth };
    let value = in_a.theirs as f32 - in_a.yours as f32;
    let as_expected =
        in_a.yours < in_a.theirs && in_b.yours == in_b.theirs && shot_down == ShotDown::BothShips;
    let statement = OutcomeStatement::BeamsFired { beams, shot_down };
    Some(Outcome::new(as_expected, value, OutcomeUnit::Shots, statement))
}

fn peek() -> Setup {
    let mut setup = resting_ships(Preset::Lagrange.netcode());
    // Between the two, so that the line is clear once you are above it.
    place_rock(&mut setup, (150, 0), 70);
    setup.players[0].controller =
        path(&[(Thrust::None, 60), (Thrust::Up, 50), (Thrust::Down, 22), (Thrust::None, 168)]);
    setup.players[0].conditions = Conditions::round_trip(40);
    place_second(&mut setup, (400, 0), path(&[]), 200);
    setup
}

fn peek_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let [you, other] = column.outcome_tracker().clear_lines();
    let (you, other) = (you?, other?);
    let (earlier, sum) = (other.at - you.at, you.lead + you.other_lag);
    let statement =
        OutcomeStatement::FreeLines(FreeLines { earlier, lead: you.lead, lag: you.other_lag });
    let as_expected = Micros((earlier - sum).0.abs()) <= SUM_SLACK && earlier > Micros::ZERO;
    Some(Outcome::new(as_expected, earlier.as_s_f32() * 1000.0, OutcomeUnit::Ms, statement))
}
