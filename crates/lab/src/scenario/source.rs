//! Two figures of Source: its screenshot of the seen and judged positions, and its 64-unit rule.

use shared::{
    netcode::{
        choices::HitRule,
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    sim::{command::Thrust, event::Weapon},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{
        CROSSING, CROSSING_FROM, FRAME_ABOVE, SHORT_ROUND_TRIP_MS, gun, path, place_second,
        resting_ships, set_tick_rate,
    },
};
use crate::{
    checked_columns::CheckedColumns,
    outcome::{Outcome, OutcomeUnit, SAME_U, newest_judged},
    outcome_statement::OutcomeStatement,
    setup::{Aim, Setup, Throw},
};

pub(super) const REWIND: Card =
    Card { key: "source-200", setup: rewind, evaluate_outcome: rewind_outcome };

pub(super) const TELEPORT: Card =
    Card { key: "teleport-64", setup: teleport, evaluate_outcome: teleport_outcome };

fn rewind() -> Setup {
    let mut setup = resting_ships(Preset::Source.netcode());
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[FRAME_ABOVE]);
    setup.players[0].conditions = Conditions::round_trip(200);
    place_second(&mut setup, CROSSING_FROM, path(&CROSSING), SHORT_ROUND_TRIP_MS);
    setup
}

fn rewind_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let shot = newest_judged(state.columns().first()?, 1)?;
    let (off, on) = (shot.passed_u(), shot.moved_on_u());
    let statement = OutcomeStatement::JudgedAndGone { shot: shot.statement(), gone_u: on };
    // For a miss, the distance by which it missed counts.
    let value = if shot.hit() { on } else { off };
    Some(Outcome::new(shot.hit() && off < SAME_U && on > SAME_U, value, OutcomeUnit::U, statement))
}

fn teleport() -> Setup {
    let lives = Preset::Source.netcode();
    let exact = RoomNetcode { hit_rule: HitRule::SourceExact, ..lives.room };
    let mut setup = resting_ships(lives);
    setup.columns = alloc::vec![Netcode { room: exact, ..lives }, lives];
    set_tick_rate(&mut setup, 20);
    setup.loop_frames = 240;
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[80]);
    setup.players[0].conditions = Conditions::round_trip(SHORT_ROUND_TRIP_MS);
    let brake = [(Thrust::None, 60), (Thrust::Left, 60), (Thrust::None, 120)];
    place_second(&mut setup, (-650, -220), path(&brake), SHORT_ROUND_TRIP_MS);
    setup.throws = alloc::vec![Throw { frame: 60, player: 1, x_u_per_s: 3600, y_u_per_s: 0 }];
    setup
}

fn teleport_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [exact, lives] = state.columns() else { return None };
    let (exact, lives) = (newest_judged(exact, 1)?, newest_judged(lives, 1)?);
    let off = exact.passed_u();
    let statement = OutcomeStatement::ByUnitsAndLives([exact.statement(), lives.statement()]);
    Some(Outcome::new(lives.hit() && !exact.hit(), off, OutcomeUnit::U, statement))
}
