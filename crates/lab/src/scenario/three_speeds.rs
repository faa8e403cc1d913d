//! Targeting: a bolt whose target point starts ahead of its muzzle flies faster on the server than
//! on its shooter's screen, and faster still on a third machine.

use shared::{
    base::time::{Micros, Tick},
    netcode::preset::Preset,
    sim::{
        event::{ShotId, Weapon},
        rules::BOLT_SPEED_U_PER_S,
    },
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{from_centre, gun, path, place_second, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{OutcomeStatement, ThreeSpeeds},
    setup::{Aim, FRAMES, Setup},
};

/// The article's latencies to the server, and from there to a third machine, in ms.
const TO_SERVER_MS: u16 = 60;
const TO_THIRD_MS: u16 = 90;

/// A bolt's first frames, 100 ms of them, and the frame by which it has fully caught up.
const FIRST: u32 = 6;
const CAUGHT_UP: u32 = 12;
/// Distances below this count as none, in u.
const NEARLY_U: f32 = 1.0;

pub(super) const THREE_SPEEDS: Card =
    Card { key: "three-speeds", setup: three_speeds, evaluate_outcome: three_speeds_outcome };

fn three_speeds() -> Setup {
    let mut setup = resting_ships(Preset::Targeting.netcode());
    setup.players[0].place = Some(from_centre(-400, 0));
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Seen, &[90, 190]);
    setup.players[0].conditions = Conditions::round_trip(2 * TO_SERVER_MS);
    place_second(&mut setup, (200, 0), path(&[]), 2 * TO_THIRD_MS);
    setup
}

fn three_speeds_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let mut records = column.harness().client(0).records().rev();
    let [first_u, later_u] = records.find_map(|record| come(column, record.shot))?;
    let u_per_s = first_u.map(|come_u| come_u / span(FIRST).as_s_f32());
    let by_itself_u = BOLT_SPEED_U_PER_S * span(CAUGHT_UP).as_s_f32();
    let [own_u, server_u, third_u] = later_u.map(|come_u| come_u - by_itself_u);
    let as_expected = own_u < NEARLY_U && NEARLY_U < server_u && server_u < third_u;
    let caught_up_u = [server_u, third_u];
    let statement = OutcomeStatement::ThreeSpeeds(ThreeSpeeds { u_per_s, caught_up_u });
    Some(Outcome::new(as_expected, third_u, OutcomeUnit::U, statement))
}

/// Distance covered by a bolt in its first frames and by the time it had caught up: on its
/// shooter's screen, on the server, and on the second player's screen, in u.
fn come(column: &Column, shot: ShotId) -> Option<[[f32; 3]; 2]> {
    let report = column.report(column.ship(0)?, shot)?;
    let (muzzle, dir) = (report.shot().muzzle, report.shot().dir);
    let ways = [0, 1].map(|player| column.harness().client(player).drawn_bolt(shot));
    let drawn = |player: usize, frames: u32| {
        let tip = ways[player].get(usize::try_from(frames).ok()?.checked_sub(1)?)?;
        Some((*tip - muzzle).dot(dir))
    };
    let at = |frames| {
        let on_server = report.distance_u(report.rate.view_at(span(frames)).0)?;
        Some([drawn(0, frames)?, on_server, drawn(1, frames)?])
    };
    Some([at(FIRST)?, at(CAUGHT_UP)?])
}

fn span(frames: u32) -> Micros {
    FRAMES.micros_at(Tick(frames))
}
