//! The error of Source's records, one per tick, against the screen: a chord between two snapshots
//! is not the path flown, and as written a view is rounded to a whole tick.

use alloc::vec::Vec;

use shared::{
    netcode::{
        choices::HitRule,
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    sim::{command::Thrust, event::Weapon},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{
        FEW_HZ, FRAME_ABOVE, MANY_HZ, SHORT_ROUND_TRIP_MS, gun, path, place_second, resting_ships,
        set_tick_rate, snapshot_rate_columns,
    },
};
use crate::{
    checked_columns::CheckedColumns,
    outcome::{Outcome, OutcomeUnit, newest_judged},
    outcome_statement::{ChordDeviation, OutcomeStatement, WholeTick},
    setup::{Aim, Setup, Throw},
};

/// Frames the ship waits before it zigzags, so that it reverses its thrust when a snapshot is made.
const WAITS: u16 = 12;
/// The frame at which its turn is on screen.
const TURNING: u16 = 170;
/// Tolerance on half a tick, as a share.
const NEARLY: f32 = 0.1;

pub(super) const CHORDS: Card =
    Card { key: "source-chords", setup: chords, evaluate_outcome: chords_outcome };

pub(super) const TICKS_20: Card =
    Card { key: "source-ticks-20", setup: ticks_20, evaluate_outcome: tick_rounding_outcome };

pub(super) const TICKS_128: Card =
    Card { key: "source-ticks-128", setup: ticks_128, evaluate_outcome: tick_rounding_outcome };

fn chords() -> Setup {
    let [few, many] = snapshot_rate_columns();
    let mut setup = resting_ships(few);
    setup.columns.push(many);
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[TURNING]);
    // It turns around every 45 frames, and so passes at 280 u/s where the thrust turns; from there
    // its way bends as if it had no drag: 900 u/s² · (0.5 s)² / 8 = 28.1 u in half a second.
    let mut legs: Vec<(Thrust, u16)> = alloc::vec![(Thrust::None, WAITS), (Thrust::Right, 22)];
    for _ in 0..3 {
        legs.extend([(Thrust::Left, 45), (Thrust::Right, 45)]);
    }
    place_second(&mut setup, (0, -220), path(&legs), SHORT_ROUND_TRIP_MS);
    setup
}

fn chords_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [few, many] = state.columns() else { return None };
    let (few, many) = (newest_judged(few, 1)?, newest_judged(many, 1)?);
    let off = few.passed_u();
    let statement = OutcomeStatement::OffChords([
        ChordDeviation { snapshots_hz: FEW_HZ, shot: few.statement() },
        ChordDeviation { snapshots_hz: MANY_HZ, shot: many.statement() },
    ]);
    Some(Outcome::new(many.hit() && !few.hit(), off, OutcomeUnit::U, statement))
}

/// A ship coasts past, overhead at 320 u/s when fired at, in a room with this tick rate. The
/// interpolation delay, in ms, is one that puts the view half way between two ticks.
fn coasting(hz: u16, interpolation_ms: u16) -> Setup {
    let preset = Preset::Source.netcode();
    let room = RoomNetcode { hit_rule: HitRule::SourceExact, ..preset.room };
    let player = PlayerNetcode { interpolation_ms, ..preset.player };
    let mut setup = resting_ships(Netcode { room, player });
    set_tick_rate(&mut setup, hz);
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[FRAME_ABOVE]);
    setup.players[0].conditions = Conditions::round_trip(100);
    place_second(&mut setup, (-210, -220), path(&[]), SHORT_ROUND_TRIP_MS);
    setup.throws = alloc::vec![Throw { frame: 100, player: 1, x_u_per_s: 754, y_u_per_s: 0 }];
    setup
}

fn ticks_20() -> Setup {
    coasting(20, 141)
}

fn ticks_128() -> Setup {
    coasting(128, 107)
}

fn tick_rounding_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let shot = newest_judged(column, 1)?;
    let stored = column.stored_for_shot(column.ship(0)?, shot.record.shot)?;
    let hz = column.harness().room().config().rate.hz();
    let (off, speed) = (shot.passed_u(), stored.found.pose.vel.length());
    let half_u = speed / f32::from(hz) / 2.0;
    let statement = OutcomeStatement::WholeTick(WholeTick {
        shot: shot.statement(),
        speed_u_per_s: speed,
        half_tick_u: half_u,
    });
    let as_expected = shot.hit() && (off - half_u).abs() < NEARLY * half_u;
    Some(Outcome::new(as_expected, off, OutcomeUnit::U, statement))
}
