//! How far off a ship is for somebody who has only snapshots: the true states of the ticks between
//! two snapshots go in, distances come out. Runs once for each snapshot and rate.
//!
//! Three ways to fill the gap: the replay of what was told (which is what the codec `Replay` does),
//! a line between the two snapshots, and dead reckoning from the older one, before the newer has
//! come: flown on under its last thrust by the rules of the game.

use shared::sim::{
    replay::replay, ship::Ship, state::WorldState, tick_record::TickRecord, world::Ground,
};

/// Distances from the truth, in u.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Errors {
    n: u64,
    sum_u: f64,
    max_u: f64,
}

impl Errors {
    fn add(&mut self, told: &Ship, truth: &Ship) {
        let (dx, dy) = (
            f64::from(told.body.pos.x) - f64::from(truth.body.pos.x),
            f64::from(told.body.pos.y) - f64::from(truth.body.pos.y),
        );
        let away_u = (dx * dx + dy * dy).sqrt();
        self.n += 1;
        self.sum_u += away_u;
        self.max_u = self.max_u.max(away_u);
    }

    /// Every ship of one state that the other has in the same life.
    pub(crate) fn compare(&mut self, told: &WorldState, truth: &WorldState) {
        for (told, truth) in pairs(told, truth) {
            self.add(told, truth);
        }
    }

    /// Mean and maximum, in u; nothing where there was nothing to compare.
    pub(crate) fn mean_max(&self) -> Option<(f64, f64)> {
        (self.n > 0).then(|| (self.sum_u / self.n as f64, self.max_u))
    }
}

/// The ways to fill gaps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gaps {
    pub(crate) replayed: Errors,
    pub(crate) linear: Errors,
    pub(crate) reckoned: Errors,
}

impl Gaps {
    /// One gap: two snapshots, what was true in between, and the records that lead across.
    pub(crate) fn add(
        &mut self,
        [older, newer]: [&WorldState; 2],
        truths: &[WorldState],
        records: &[&TickRecord],
        ground: &Ground,
    ) {
        let (mut replayed, mut reckoned) = (older.clone(), older.clone());
        let span = newer.tick.since(older.tick) as f32;
        for (truth, record) in truths.iter().zip(records) {
            replay(&mut replayed, record, ground);
            self.replayed.compare(&replayed, truth);
            for ship in reckoned.ships.iter_mut().filter(|ship| ship.alive()) {
                ground.motion.fly(&mut ship.body, ship.thrust, &ground.arena);
            }
            self.reckoned.compare(&reckoned, truth);
            let share = truth.tick.since(older.tick) as f32 / span;
            let mut between = older.clone();
            between.ships.retain_mut(|ship| {
                let to = newer.ship(ship.id).filter(|to| to.alive() && to.life == ship.life);
                let Some(to) = to else { return false };
                ship.body.pos += (to.body.pos - ship.body.pos) * share;
                true
            });
            self.linear.compare(&between, truth);
        }
    }
}

/// Ships that live in both, and not for the second time in one: no path leads from life to life.
fn pairs<'a>(
    told: &'a WorldState,
    truth: &'a WorldState,
) -> impl Iterator<Item = (&'a Ship, &'a Ship)> {
    let living = told.ships.iter().filter(|ship| ship.alive());
    living.filter_map(|ship| {
        let other = truth.ship(ship.id).filter(|other| other.alive() && other.life == ship.life);
        Some((ship, other?))
    })
}
