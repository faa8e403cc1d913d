//! Wolfenstein: ET: the error of linear interpolation between two markers of a zigzagging ship:
//! little where it turns, half a ship where it bounces.

use shared::{
    netcode::{
        preset::Preset,
        values::{Netcode, PlayerNetcode},
    },
    sim::{command::Thrust, event::Weapon},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, gun, path, place_rock, place_second, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{JudgedShot, Outcome, OutcomeUnit},
    outcome_statement::OutcomeStatement,
    setup::{Aim, Setup},
};

/// Snapshots per second: one per tick, so that you see the path flown.
const SNAPSHOTS_HZ: u16 = 60;
/// Frames at which the ship is drawn as it turns, and as it bounces.
const SHOTS: [u16; 2] = [104, 314];
/// The round trip in ms that puts both shots between two markers.
const ROUND_TRIP_MS: u16 = 104;
/// Largest deviation of the path between two markers that thrust can cause, in u: 1800 u/s², a
/// reversal at full speed, for 50 ms.
const BEND_MAX_U: f32 = 0.57;
/// Smallest deviation at a bounce, in u.
const BOUNCE_U: f32 = 5.0;

pub(super) const ZIGZAG: Card =
    Card { key: "et-zigzag", setup: zigzag, evaluate_outcome: zigzag_outcome };

fn zigzag() -> Setup {
    let preset = Preset::EtReleased.netcode();
    let player = PlayerNetcode { update_rate_hz: SNAPSHOTS_HZ, ..preset.player };
    let mut setup = resting_ships(Netcode { player, ..preset });
    setup.loop_frames = 360;
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &SHOTS);
    setup.players[0].conditions = Conditions::round_trip(ROUND_TRIP_MS);
    let legs = [(Thrust::Right, 90), (Thrust::Left, 100), (Thrust::Right, 115), (Thrust::Left, 55)];
    place_second(&mut setup, (-449, -240), path(&legs), SHORT_ROUND_TRIP_MS);
    place_rock(&mut setup, (136, -240), 45);
    setup
}

fn zigzag_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let [turn, bounce] = [0, 1].map(|n| shot(column, n));
    let (turn, bounce) = (turn?, bounce?);
    let statement =
        OutcomeStatement::OffMarkers { turn: turn.statement(), bounce: bounce.statement() };
    let as_expected =
        turn.hit() && turn.passed_u() < BEND_MAX_U && bounce.hit() && bounce.passed_u() > BOUNCE_U;
    Some(Outcome::new(as_expected, bounce.passed_u(), OutcomeUnit::U, statement))
}

/// The `n`th shot of the first player's, judged against the second player.
fn shot(column: &Column, n: usize) -> Option<JudgedShot<'_>> {
    let mut records = column.harness().client(0).records();
    JudgedShot::of(records.nth(n)?, column.ship(1)?)
}
