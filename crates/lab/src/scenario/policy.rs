//! Room options besides the scheme: the cover veto for bolts, and a ping cap; each next to the same
//! match without it.

use shared::{
    base::time::Micros,
    netcode::{
        choices::CoverVeto,
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    sim::event::Weapon,
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{
        CROSSING, CROSSING_FROM, FRAME_ABOVE, SHORT_ROUND_TRIP_MS, gun, path, place_rock,
        place_second, resting_ships,
    },
};
use crate::{
    checked_columns::CheckedColumns,
    column::Column,
    outcome::{JudgedShot, Outcome, OutcomeUnit, SAME_U, newest_judged},
    outcome_statement::{OutcomeStatement, ShotFate},
    setup::{Aim, Setup, Throw},
};

/// The ping cap of the scenario, in ms.
const CAP_MS: u16 = 150;

pub(super) const FAVOUR_DEFENDER: Card = Card {
    key: "favour-defender",
    setup: favour_defender,
    evaluate_outcome: favour_defender_outcome,
};

pub(super) const PING_CAP: Card =
    Card { key: "ping-cap", setup: ping_cap, evaluate_outcome: ping_cap_outcome };

/// The target is in the open, and behind a rock a third of a second later.
fn favour_defender() -> Setup {
    let off = Preset::Lagrange.netcode();
    let all = RoomNetcode { cover_veto: CoverVeto::All, ..off.room };
    let mut setup = resting_ships(off);
    setup.columns.push(Netcode { room: all, ..off });
    place_rock(&mut setup, (352, -60), 30);
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Seen, &[71]);
    setup.players[0].conditions = Conditions::round_trip(200);
    place_second(&mut setup, (300, 0), path(&[]), SHORT_ROUND_TRIP_MS);
    let throw = |frame, x_u_per_s, y_u_per_s| Throw { frame, player: 1, x_u_per_s, y_u_per_s };
    setup.throws = alloc::vec![throw(79, 0, -1000), throw(86, 1000, 0), throw(93, 0, 0)];
    setup
}

fn favour_defender_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [off, all] = state.columns() else { return None };
    let (off, all) = (newest_judged(off, 1)?, newest_judged(all, 1)?);
    let moved = all.moved_on_u();
    let statement = OutcomeStatement::CoverSaves { fates: [off.fate(), all.fate()], gone_u: moved };
    let is_saved = off.hit() && all.fate() == ShotFate::Vetoed;
    Some(Outcome::new(is_saved, moved, OutcomeUnit::U, statement).in_second())
}

fn ping_cap() -> Setup {
    let free = Preset::Lagrange.netcode();
    let capped = RoomNetcode { ping_cap_ms: CAP_MS, ..free.room };
    let mut setup = resting_ships(free);
    setup.columns.push(Netcode { room: capped, ..free });
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[FRAME_ABOVE]);
    setup.players[0].conditions = Conditions::round_trip(240);
    place_second(&mut setup, CROSSING_FROM, path(&CROSSING), SHORT_ROUND_TRIP_MS);
    setup
}

fn ping_cap_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [free, capped] = state.columns() else { return None };
    let (free_shot, capped_shot) = (newest_judged(free, 1)?, newest_judged(capped, 1)?);
    let (too_old, off) = (too_old(capped, &capped_shot), capped_shot.passed_u());
    let statement = OutcomeStatement::PingCapped {
        shots: [free_shot.statement(), capped_shot.statement()],
        too_old,
    };
    let is_capped = free_shot.hit()
        && free_shot.passed_u() < SAME_U
        && !capped_shot.hit()
        && too_old > Micros::ZERO;
    Some(Outcome::new(is_capped, off, OutcomeUnit::U, statement).in_second())
}

/// By how much a view was moved towards the present.
fn too_old(column: &Column, shot: &JudgedShot) -> Micros {
    let rate = column.harness().room().config().rate;
    let view = &shot.record.view;
    rate.micros_in_steps(view.used.0 - view.claimed.time.0)
}
