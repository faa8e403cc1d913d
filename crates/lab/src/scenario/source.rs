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
    props::{ABOVE, CROSSING, CROSSING_FROM, NEAR_MS, at_rate, gun, path, second, still},
};
use crate::{
    checked_columns::CheckedColumns,
    outcome::{Outcome, OutcomeUnit, SAME_U, judged},
    outcome_statement::OutcomeStatement,
    setup::{Aim, Setup, Throw},
};

pub(super) const REWIND: Card = Card { key: "source-200", setup: rewind, reached: coincide };

pub(super) const TELEPORT: Card =
    Card { key: "teleport-64", setup: teleport, reached: one_rewinds };

fn rewind() -> Setup {
    let mut setup = still(Preset::Source.netcode());
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[ABOVE]);
    setup.players[0].conditions = Conditions::round_trip(200);
    second(&mut setup, CROSSING_FROM, path(&CROSSING), NEAR_MS);
    setup
}

fn coincide(state: &CheckedColumns) -> Option<Outcome> {
    let shot = judged(state.columns().first()?, 1)?;
    let (off, on) = (shot.passed_u(), shot.moved_on_u());
    let said = OutcomeStatement::JudgedAndGone { shot: shot.statement(), gone_u: on };
    // For a miss, the distance by which it missed counts.
    let value = if shot.hit() { on } else { off };
    Some(Outcome::new(shot.hit() && off < SAME_U && on > SAME_U, value, OutcomeUnit::U, said))
}

fn teleport() -> Setup {
    let lives = Preset::Source.netcode();
    let exact = RoomNetcode { hit_rule: HitRule::SourceExact, ..lives.room };
    let mut setup = still(lives);
    setup.columns = alloc::vec![Netcode { room: exact, ..lives }, lives];
    at_rate(&mut setup, 20);
    setup.loop_frames = 240;
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[80]);
    setup.players[0].conditions = Conditions::round_trip(NEAR_MS);
    let brake = [(Thrust::None, 60), (Thrust::Left, 60), (Thrust::None, 120)];
    second(&mut setup, (-650, -220), path(&brake), NEAR_MS);
    setup.throws = alloc::vec![Throw { frame: 60, player: 1, x_u_per_s: 3600, y_u_per_s: 0 }];
    setup
}

fn one_rewinds(state: &CheckedColumns) -> Option<Outcome> {
    let [exact, lives] = state.columns() else { return None };
    let (exact, lives) = (judged(exact, 1)?, judged(lives, 1)?);
    let off = exact.passed_u();
    let said = OutcomeStatement::ByUnitsAndLives([exact.statement(), lives.statement()]);
    Some(Outcome::new(lives.hit() && !exact.hit(), off, OutcomeUnit::U, said))
}
