//! Remote ships interpolated between snapshots: once a frame, poses every ship at a view time
//! behind the newest snapshot. Beyond the newest, Source's rule limits the extrapolation.

use alloc::vec::Vec;

use super::{
    remote_model::{Drawn, States},
    scene::PoseSource,
};
use crate::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    history::{
        pose::{Pair, Pose, pose_between},
        record::Record,
    },
    netcode::choices::Curve,
    schemes::source::interpolation::{Origin, Sampling, hermite, sample},
    sim::{
        command::View,
        ship::{Ship, ShipId},
        state::WorldState,
    },
};

/// The view at a time: the pair of snapshots to blend, or a single one.
#[must_use]
pub(super) fn view_at(states: &States, time: ViewTime) -> View {
    let Some((older, _)) = states.at_or_before(time.floor()) else {
        return View { time, older: time.floor(), span: 0 };
    };
    let whole = ViewTime::from_tick(older) == time;
    let newer = if whole { None } else { states.at_or_after(time.floor().next()) };
    let span = newer.and_then(|(newer, _)| u8::try_from(newer.since(older)).ok()).unwrap_or(0);
    View { time, older, span }
}

/// Every living ship at a view, in seat order.
pub(super) fn drawn(
    states: &States,
    view: View,
    rate: TickRate,
    curve: Curve,
    extrapolate: Micros,
) -> Vec<Drawn> {
    let Some(older) = states.get(view.older) else {
        return Vec::new();
    };
    let newer = states.get(view.older.plus(view.span.into())).filter(|_| view.span > 0);
    let before = before(states, view.older);
    older
        .ships
        .iter()
        .filter(|ship| ship.alive())
        .filter_map(|ship| match newer {
            Some(newer) => {
                let drawn = interpolated(ship, older, newer, view)?;
                Some(match (curve, before) {
                    (Curve::Hermite, Some(before)) => {
                        curved(drawn, [newer, older, before], view, rate)
                    }
                    _ => drawn,
                })
            }
            None => Some(beyond(ship, states, view, rate, extrapolate)),
        })
        .filter(|drawn| drawn.pose.alive)
        .collect()
}

/// Every living ship at a time, interpolated linearly or held, in seat order.
pub(super) fn at(states: &States, time: ViewTime, rate: TickRate) -> Vec<Drawn> {
    drawn(states, view_at(states, time), rate, Curve::Linear, Micros::ZERO)
}

/// Every ship at a time, interpolated linearly, or taken from the newest earlier snapshot if there
/// is no pair around it. The viewer's ship collides with these.
pub(super) fn poses_at(states: &States, time: ViewTime) -> Vec<Pose> {
    let view = view_at(states, time);
    let Some(older) = states.get(view.older) else {
        return Vec::new();
    };
    let newer = states.get(view.older.plus(view.span.into())).filter(|_| view.span > 0);
    let pose = |ship: &Ship| match newer {
        Some(newer) => interpolated(ship, older, newer, view).map(|drawn| drawn.pose),
        None => Some(Pose::of(ship, older.tick)),
    };
    older.ships.iter().filter_map(pose).collect()
}

/// Where a ship is drawn at a view time, if snapshots bracket it.
pub(super) fn interpolated_pos(
    states: &States,
    ship: ShipId,
    time: ViewTime,
    rate: TickRate,
    curve: Curve,
) -> Option<Vec2> {
    let view = view_at(states, time);
    if view.span == 0 && ViewTime::from_tick(view.older) != time {
        return None;
    }
    let all = drawn(states, view, rate, curve, Micros::ZERO);
    all.iter().find(|drawn| drawn.ship.id == ship).map(|drawn| drawn.pos)
}

fn interpolated(ship: &Ship, older: &WorldState, newer: &WorldState, view: View) -> Option<Drawn> {
    let from = Pose::of(ship, older.tick);
    let pair = Pair { older: older.tick, newer: newer.tick };
    let pose = match newer.ship(ship.id) {
        Some(next) => pose_between(&from, &Pose::of(next, newer.tick), pair, view.time)?,
        // It has left the game: it stays in place until the newer snapshot.
        None => from,
    };
    Some(Drawn { ship: *ship, pos: pose.pos, pose, source: PoseSource::Interpolated })
}

/// Replaces the linear position by one on the curve through three snapshots, newest first. Servers
/// judge by the linear position, so by design this differs from it.
fn curved(drawn: Drawn, states: [&WorldState; 3], view: View, rate: TickRate) -> Drawn {
    let records = states.map(|state| record(state, drawn.ship.id, rate));
    let [Some(newer), Some(older), Some(before)] = records else {
        return drawn;
    };
    if newer.pose.life != older.pose.life {
        return drawn;
    }
    let at = rate.micros_in_steps(view.time.0);
    let pos = hermite([&newer, &older, &before], at).pose.pos;
    Drawn { pos, pose: Pose { pos, ..drawn.pose }, ..drawn }
}

/// At or after the newest snapshot: extrapolates from the last two, up to `most`.
fn beyond(ship: &Ship, states: &States, view: View, rate: TickRate, most: Micros) -> Drawn {
    let pose = Pose::of(ship, view.older);
    let held = Drawn { ship: *ship, pos: pose.pos, pose, source: PoseSource::Held };
    let newest = Record { at: rate.micros_at(view.older), pose };
    let earlier = before(states, view.older).and_then(|state| record(state, ship.id, rate));
    let records = [newest, earlier.unwrap_or(newest)];
    let records = if earlier.is_some() { &records[..] } else { &records[..1] };
    let target = rate.micros_in_steps(view.time.0);
    let newest_snapshot = states.newest().map_or(newest.at, |(tick, _)| rate.micros_at(tick));
    let sampling = Sampling { extrapolation_max: most, ..Sampling::default() };
    let Some(sample) = sample(records, target, newest_snapshot, &sampling) else {
        return held;
    };
    let source = match sample.origin {
        Origin::Interpolated => PoseSource::Interpolated,
        Origin::Extrapolated if target - newest.at <= most => PoseSource::Extrapolated,
        Origin::Extrapolated | Origin::Held => PoseSource::Held,
    };
    Drawn { pos: sample.found.pose.pos, pose: sample.found.pose, source, ..held }
}

/// The snapshot before a tick.
fn before(states: &States, tick: Tick) -> Option<&WorldState> {
    let earlier = tick.0.checked_sub(1).map(Tick)?;
    states.at_or_before(earlier).map(|(_, state)| state.as_ref())
}

fn record(state: &WorldState, ship: ShipId, rate: TickRate) -> Option<Record> {
    let ship = state.ship(ship)?;
    Some(Record { at: rate.micros_at(state.tick), pose: Pose::of(ship, state.tick) })
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;

    use super::*;
    use crate::base::{tick_ring::TickRing, time::Tick};

    const RATE: TickRate = TickRate::DEFAULT;

    fn states(rows: &[(u32, f32, u16)]) -> States {
        let mut states = TickRing::new(32);
        for (tick, x, life) in rows {
            let mut ship = Ship::new(ShipId::default(), Tick::ZERO);
            ship.spawn(Vec2::new(*x, 0.0), Tick::ZERO);
            ship.life = *life;
            let ships = alloc::vec![ship];
            let state = WorldState { tick: Tick(*tick), ships, ..WorldState::default() };
            states.insert(Tick(*tick), Arc::new(state));
        }
        states
    }

    fn check(states: &States, curve: Curve, rows: &[(i64, u32, u8, f32, PoseSource)]) {
        for (steps, older, span, x, source) in rows {
            let time = ViewTime(ViewTime::from_tick(Tick(10)).0 + steps);
            let view = view_at(states, time);
            assert_eq!((view.older, view.span), (Tick(*older), *span), "{steps}");
            let got = drawn(states, view, RATE, curve, Micros::from_ms(250));
            assert!((got[0].pos.x - x).abs() < 0.1, "{steps}: {} for {x}", got[0].pos.x);
            assert_eq!(got[0].source, *source, "{steps}");
        }
    }

    #[test]
    fn ships_are_drawn_between_the_snapshots_around_the_view() {
        use PoseSource::{Held, Interpolated};
        let states = states(&[(10, 100.0, 1), (12, 120.0, 1), (16, 200.0, 1), (18, 900.0, 2)]);
        let rows = [
            // (time in 1/256 tick after tick 10, older, span, x)
            (0, 10, 0, 100.0, Interpolated),
            (256, 10, 2, 110.0, Interpolated),
            (512, 12, 0, 120.0, Interpolated),
            (3 * 256 + 128, 12, 4, 150.0, Interpolated),
            (7 * 256, 16, 2, 200.0, Interpolated),
            (8 * 256, 18, 0, 900.0, Interpolated),
            (14 * 256, 18, 0, 900.0, Held), // one snapshot of a life leads nowhere
        ];
        check(&states, Curve::Linear, &rows);
        let early = view_at(&states, ViewTime::from_tick(Tick(3)));
        assert!(drawn(&states, early, RATE, Curve::Linear, Micros::ZERO).is_empty());
    }

    #[test]
    fn out_of_data_ships_are_extrapolated_for_a_while() {
        use PoseSource::{Extrapolated, Held};
        let states = states(&[(10, 100.0, 1), (12, 120.0, 1)]);
        let rows = [
            (5 * 256, 12, 0, 150.0, Extrapolated),
            (17 * 256, 12, 0, 270.0, Extrapolated),
            (40 * 256, 12, 0, 270.0, Held),
        ];
        check(&states, Curve::Linear, &rows);
    }

    #[test]
    fn a_curve_needs_three_snapshots_of_one_life() {
        use PoseSource::Interpolated;
        let stops = states(&[(10, 100.0, 1), (12, 120.0, 1), (14, 120.0, 1)]);
        // A segment that starts at speed 20 and ends at 0: t³ − 2t² + t of the tangent.
        check(&stops, Curve::Hermite, &[(3 * 256, 12, 2, 122.5, Interpolated)]);
        check(&stops, Curve::Linear, &[(3 * 256, 12, 2, 120.0, Interpolated)]);
        let lives = states(&[(10, 700.0, 1), (12, 120.0, 2), (14, 140.0, 2)]);
        check(&lives, Curve::Hermite, &[(3 * 256, 12, 2, 130.0, Interpolated)]);
    }
}
