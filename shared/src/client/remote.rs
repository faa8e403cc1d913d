//! The other ships: interpolated between snapshots, behind the newest, or extrapolated for a
//! while when there is none.
//!
//! The view is chosen once a frame, and a shot carries it: the server blends the same two poses.

use alloc::{sync::Arc, vec::Vec};

use serde::Serialize;

use crate::{
    base::{
        geometry::Vec2,
        tick_ring::TickRing,
        time::{Micros, TickRate, ViewTime},
    },
    client::scene::PoseSource,
    scheme::{
        history::{Pose, pose_between},
        shot::Pair,
    },
    sim::{
        command::View,
        ship::{Ship, ShipId},
    },
    wire::snapshot::WorldState,
};

/// A ship as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Drawn {
    /// The ship of the older snapshot: everything but the pose.
    pub(super) ship: Ship,
    pub(super) pos: Vec2,
    pub(super) pose: Pose,
    pub(super) source: PoseSource,
}

type States = TickRing<Arc<WorldState>>;

/// What is on the screen at a view time: the pair of snapshots that is blended, if there is one.
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

/// Every living ship of a view, in the order of the seats.
pub(super) fn drawn(
    states: &States,
    view: View,
    rate: TickRate,
    extrapolate: Micros,
) -> Vec<Drawn> {
    let Some(older) = states.get(view.older) else {
        return Vec::new();
    };
    let newer = states.get(view.older.plus(view.span.into()));
    older
        .ships
        .iter()
        .filter(|ship| ship.alive())
        .filter_map(|ship| match newer {
            Some(newer) if view.span > 0 => interpolated(ship, older, newer, view),
            _ => Some(extrapolated(ship, view, rate, extrapolate)),
        })
        .filter(|drawn| drawn.pose.alive)
        .collect()
}

fn interpolated(ship: &Ship, older: &WorldState, newer: &WorldState, view: View) -> Option<Drawn> {
    let from = Pose::of(ship, older.tick);
    let pair = Pair { older: older.tick, newer: newer.tick };
    let pose = match newer.ship(ship.id) {
        Some(next) => pose_between(&from, &Pose::of(next, newer.tick), pair, view.time)?,
        // It has left: there until the newer snapshot.
        None => from,
    };
    Some(Drawn { ship: *ship, pos: pose.pos, pose, source: PoseSource::Interpolated })
}

fn extrapolated(ship: &Ship, view: View, rate: TickRate, most: Micros) -> Drawn {
    let pose = Pose::of(ship, view.older);
    let beyond = rate.micros_in_steps(view.time.since(ViewTime::from_tick(view.older)).max(0));
    let pos = pose.pos + ship.body.vel * beyond.min(most).as_s_f32();
    let source = match beyond {
        Micros(0) => PoseSource::Interpolated,
        _ if beyond > most => PoseSource::Held,
        _ => PoseSource::Extrapolated,
    };
    Drawn { ship: *ship, pos, pose: Pose { pos, ..pose }, source }
}

/// Where one ship is at a view time, if it was interpolated there.
pub(super) fn interpolated_pos(states: &States, ship: ShipId, time: ViewTime) -> Option<Vec2> {
    let view = view_at(states, time);
    let older = states.get(view.older)?;
    let from = older.ship(ship)?;
    if ViewTime::from_tick(view.older) == time {
        return Some(from.body.pos);
    }
    let newer = states.get(view.older.plus(view.span.into())).filter(|_| view.span > 0)?;
    interpolated(from, older, newer, view).map(|drawn| drawn.pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Tick;

    fn states() -> States {
        let mut states = TickRing::new(32);
        for (tick, x, life) in [(10, 100.0, 1), (12, 120.0, 1), (16, 200.0, 1), (18, 900.0, 2)] {
            let mut ship = Ship::new(ShipId::default(), Tick::ZERO);
            ship.spawn(Vec2::new(x, 0.0), Tick::ZERO);
            ship.body.vel = Vec2::new(600.0, 0.0);
            ship.life = life;
            let ships = alloc::vec![ship];
            let state = WorldState { tick: Tick(tick), ships, ..WorldState::default() };
            states.insert(Tick(tick), Arc::new(state));
        }
        states
    }

    #[test]
    fn ships_are_drawn_between_the_snapshots_around_the_view() {
        let states = states();
        let rows = [
            // (time in 1/256 tick after tick 10, older, span, x)
            (0, 10, 0, 100.0),
            (256, 10, 2, 110.0),
            (512, 12, 0, 120.0),
            (3 * 256 + 128, 12, 4, 150.0),
            (7 * 256, 16, 2, 200.0),
            (8 * 256, 18, 0, 900.0),
            (14 * 256, 18, 0, 960.0),
            (50 * 256, 18, 0, 1050.0),
        ];
        for (steps, older, span, x) in rows {
            let time = ViewTime(ViewTime::from_tick(Tick(10)).0 + steps);
            let view = view_at(&states, time);
            assert_eq!((view.older, view.span), (Tick(older), span), "{steps}");
            let got = drawn(&states, view, TickRate::DEFAULT, Micros::from_ms(250));
            assert!((got[0].pos.x - x).abs() < 1e-2, "{steps}: {} for {x}", got[0].pos.x);
        }
        let early = view_at(&states, ViewTime::from_tick(Tick(3)));
        assert!(drawn(&states, early, TickRate::DEFAULT, Micros::ZERO).is_empty());
    }
}
