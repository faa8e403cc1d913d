//! What a shorter way to the server is worth: who shoots first, with and without a minimum lag; and
//! by how much a player who comes round a corner sees the other first.

use alloc::format;

use super::{
    card::Card,
    props::{gun, one_rock, path, second, still},
};
use crate::{
    base::time::Micros,
    lab::{
        column::Column,
        outcome::{Outcome, OutcomeUnit},
        setup::{Aim, Setup},
        state::LabState,
    },
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

/// Your round trip, and that of the other, in ms.
const ROUND_TRIPS_MS: (u16, u16) = (200, 40);
/// Your picture is older than the other's by half of what lies between, in frames: so much later
/// you answer the same sight.
const LATER_FRAMES: u16 = 5;
/// What is executed within so many ticks of each other counts as together.
const TOGETHER_TICKS: i64 = 1;
/// A measured advantage may be off the sum by a tick and two frames.
const SUM_SLACK: Micros = Micros::from_ms(51);

pub(super) const WHO_FIRST: Card =
    Card { key: "who-first", setup: who_first, reached: bolts_leave };

pub(super) const WHO_FIRST_BEAM: Card =
    Card { key: "who-first-beam", setup: who_first_beam, reached: beams_leave };

pub(super) const PEEKER: Card = Card { key: "peeker", setup: peek, reached: peeked };

/// Two who shoot at each other, first without and then with a minimum lag.
fn duel(weapon: Weapon, sights: &[u16]) -> Setup {
    let et = Preset::EtReleased.netcode();
    let room = RoomNetcode { minimum_lag_ms: ROUND_TRIPS_MS.0, ..et.room };
    let mut setup = still(et);
    setup.columns.push(Netcode { room, ..et });
    let later: alloc::vec::Vec<u16> = sights.iter().map(|at| at + LATER_FRAMES).collect();
    setup.players[0].controller = gun(1, weapon, Aim::Seen, &later);
    setup.players[0].conditions = Conditions::round_trip(ROUND_TRIPS_MS.0);
    second(&mut setup, (500, 0), gun(0, weapon, Aim::Seen, sights), ROUND_TRIPS_MS.1);
    setup
}

fn who_first() -> Setup {
    duel(Weapon::Laser, &[100])
}

fn who_first_beam() -> Setup {
    duel(Weapon::Beam, &[60, 120, 180])
}

/// The newest shot of a player's own.
fn newest_own(column: &Column, player: usize) -> Option<ShotId> {
    Some(column.harness().client(player).records().next_back()?.shot)
}

/// How many ticks the other's shot was executed before yours.
fn earlier(column: &Column) -> Option<i64> {
    let (own, other) = (newest_own(column, 0)?, newest_own(column, 1)?);
    Some(own.tick.since(other.tick))
}

fn bolts_leave(state: &LabState) -> Option<Outcome> {
    let [plain, equal] = state.columns() else { return None };
    let rate = plain.harness().room().config().rate;
    let (in_a, in_b) = (earlier(plain)?, earlier(equal)?);
    let ms = |ticks: i64| rate.micros_in_steps(ticks * 256).as_s_f32() * 1000.0;
    let ahead_u = ms(in_a) / 1000.0 * BOLT_SPEED_U_PER_S;
    let text = format!(
        "A: the other's bolt left {:.0} ms before yours, {ahead_u:.0} u of flight. B, with the \
         minimum lag: {:.0} ms.",
        ms(in_a),
        ms(in_b),
    );
    let together = in_b.abs() <= TOGETHER_TICKS;
    Some(Outcome::new(in_a > TOGETHER_TICKS && together, ms(in_a), OutcomeUnit::Ms, text))
}

fn beams_leave(state: &LabState) -> Option<Outcome> {
    let [plain, equal] = state.columns() else { return None };
    let shots = |column: &Column, player| column.harness().client(player).records().count();
    let in_each = [plain, equal].map(|column| (shots(column, 0), shots(column, 1)));
    let [(own_a, other_a), (own_b, other_b)] = in_each;
    // Both columns have come to the third.
    if other_a < 3 || other_b < 3 {
        return None;
    }
    let deaths = |column: &Column, player| {
        let ship = column.harness().room().world().ship(column.ship(player)?)?;
        Some(ship.deaths)
    };
    let fell = [0, 1].map(|player| deaths(equal, player).unwrap_or(0) > 0);
    let both = fell == [true, true];
    let text = format!(
        "A: you fired {own_a} beams, the other {other_a}. B, with the minimum lag: {own_b} and \
         {other_b}{}.",
        if both { ", and both ships were shot down" } else { "" },
    );
    let value = other_a as f32 - own_a as f32;
    let as_said = own_a < other_a && own_b == other_b && both;
    Some(Outcome::new(as_said, value, OutcomeUnit::Shots, text))
}

fn peek() -> Setup {
    let mut setup = still(Preset::Lagrange.netcode());
    // It stands between the two, so that the line is free when you are above it.
    one_rock(&mut setup, (150, 0), 70);
    setup.players[0].controller =
        path(&[(Thrust::None, 60), (Thrust::Up, 50), (Thrust::Down, 22), (Thrust::None, 168)]);
    setup.players[0].conditions = Conditions::round_trip(40);
    second(&mut setup, (400, 0), path(&[]), 200);
    setup
}

fn peeked(state: &LabState) -> Option<Outcome> {
    let column = state.columns().first()?;
    let [you, other] = column.outcome_tracker().free_lines();
    let (you, other) = (you?, other?);
    let (earlier, sum) = (other.at - you.at, you.lead + you.other_lag);
    let ms = |span: Micros| span.as_s_f32() * 1000.0;
    let text = format!(
        "You saw a free line {:.0} ms before the other did. The figures above the panes, {:.0} and \
         {:.0} ms, add up to {:.0}.",
        ms(earlier),
        ms(you.lead),
        ms(you.other_lag),
        ms(sum),
    );
    let is_sum = Micros((earlier - sum).0.abs()) <= SUM_SLACK;
    Some(Outcome::new(is_sum && earlier > Micros::ZERO, ms(earlier), OutcomeUnit::Ms, text))
}
