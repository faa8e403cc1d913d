//! The retracted hit of delayed synchronisation, and the article's remedy: piercing bolts.

use shared::{
    netcode::{
        choices::Piercing,
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    sim::{command::Thrust, event::Weapon, rules::LASER_DAMAGE},
    wire::conditions::Conditions,
};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, gun, path, place_second, place_third, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    outcome::{Outcome, OutcomeUnit, newest},
    outcome_statement::{EndedAndPierced, HitInLine, HitUndone, OutcomeStatement, UndoneTarget},
    setup::{Aim, Setup},
};

pub(super) const UNDONE_HIT: Card =
    Card { key: "undone-hit", setup: undone_hit, evaluate_outcome: undone_hit_outcome };

pub(super) const NOTHING_UNDONE: Card =
    Card { key: "nothing-undone", setup: nothing_undone, evaluate_outcome: nothing_undone_outcome };

fn undone_hit() -> Setup {
    let mut setup = resting_ships(Preset::DelayedSync.netcode());
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Seen, &[76]);
    setup.players[0].conditions = Conditions::round_trip(100);
    place_second(&mut setup, (380, 0), path(&[]), SHORT_ROUND_TRIP_MS);
    // It flies onto the line of fire and stays there, from a third of a second before the shot. A
    // bolt arrives there after a quarter of a second, and 0.15 s later at the far ship. With a D
    // below that the far ship is not hit; above 0.6 s the judged past is from before it arrived.
    let joins = [(Thrust::None, 8), (Thrust::Down, 46), (Thrust::Up, 16), (Thrust::None, 230)];
    place_third(&mut setup, (250, -210), path(&joins));
    setup
}

fn undone_hit_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let column = state.columns().first()?;
    let Some(undone) = column.outcome_tracker().undone() else {
        let hits = newest(column)?.verdict.hits();
        let hit = match hits {
            None => HitInLine::Nobody,
            hit if hit == column.ship(2) => HitInLine::Front,
            hit if hit == column.ship(1) => HitInLine::Back,
            Some(_) => HitInLine::Other,
        };
        let statement = OutcomeStatement::NothingUndone { hit };
        return Some(Outcome::new(false, 0.0, OutcomeUnit::HitPoints, statement));
    };
    let rate = column.harness().room().config().rate;
    let lasted = rate.micros_at(undone.undone_at) - rate.micros_at(undone.hit_at);
    let on = if column.ship(1) == Some(undone.victim) {
        UndoneTarget::FarShip
    } else {
        UndoneTarget::OtherShip
    };
    let points = undone.refund;
    let statement = OutcomeStatement::Undone(HitUndone { on, points, after: lasted });
    Some(Outcome::as_expected(points.into(), OutcomeUnit::HitPoints, statement))
}

fn nothing_undone() -> Setup {
    let mut setup = undone_hit();
    let ending = Preset::DelayedSync.netcode();
    let room = RoomNetcode { piercing: Piercing::On, ..ending.room };
    setup.columns = alloc::vec![ending, Netcode { room, ..ending }];
    setup
}

fn nothing_undone_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let [ending, piercing] = state.columns() else { return None };
    let undone = ending.outcome_tracker().undone()?;
    let record = newest(piercing)?;
    let back = piercing.outcome_tracker().undone().map_or(0, |undone| undone.refund);
    let hit = |player| piercing.ship(player).is_some_and(|ship| record.verdict.is_hit_on(ship));
    let n_hit = u8::from(hit(1)) + u8::from(hit(2));
    let statement = OutcomeStatement::EndedAndPierced(EndedAndPierced {
        came_back: [undone.refund, back],
        n_hit,
        points_each: LASER_DAMAGE,
    });
    let lost = f32::from(n_hit * LASER_DAMAGE);
    Some(Outcome::new(n_hit == 2 && back == 0, lost, OutcomeUnit::HitPoints, statement).in_second())
}
