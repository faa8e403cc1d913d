//! Measures how far off a ship is for a client that has only snapshots. It compares three ways of
//! filling the ticks between two snapshots with the true states: replaying the records (as the
//! codec `Replay` does), interpolating linearly, and dead reckoning. The last flies the older
//! snapshot on under its last thrust by the rules of the game, before the newer one has arrived.
//! Runs once per snapshot and rate.

use shared::sim::{
    replay::replay, ship::Ship, state::WorldState, tick_record::TickRecord, world::WorldParams,
};

/// Distances from the true position, in u.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Errors {
    n: u64,
    sum_u: f64,
    max_u: f64,
}

impl Errors {
    fn add(&mut self, drawn: &Ship, truth: &Ship) {
        let (dx, dy) = (
            f64::from(drawn.body.pos.x) - f64::from(truth.body.pos.x),
            f64::from(drawn.body.pos.y) - f64::from(truth.body.pos.y),
        );
        let away_u = (dx * dx + dy * dy).sqrt();
        self.n += 1;
        self.sum_u += away_u;
        self.max_u = self.max_u.max(away_u);
    }

    /// Compares the ships that both states have in the same life.
    pub(crate) fn compare(&mut self, drawn: &WorldState, truth: &WorldState) {
        for (drawn, truth) in pairs(drawn, truth) {
            self.add(drawn, truth);
        }
    }

    /// Mean and maximum, in u; `None` if nothing was compared.
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
    /// Adds one gap: two snapshots, the true states in between, and the tick records across it.
    pub(crate) fn add(
        &mut self,
        [older, newer]: [&WorldState; 2],
        truths: &[WorldState],
        records: &[&TickRecord],
        params: &WorldParams,
    ) {
        let (mut replayed, mut reckoned) = (older.clone(), older.clone());
        let span = newer.tick.since(older.tick) as f32;
        for (truth, record) in truths.iter().zip(records) {
            replay(&mut replayed, record, params);
            self.replayed.compare(&replayed, truth);
            for ship in reckoned.ships.iter_mut().filter(|ship| ship.alive()) {
                params.motion.fly(&mut ship.body, ship.thrust, &params.arena);
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

/// Ships alive in both states and in the same life: no path leads from one life to the next.
fn pairs<'a>(
    drawn: &'a WorldState,
    truth: &'a WorldState,
) -> impl Iterator<Item = (&'a Ship, &'a Ship)> {
    let living = drawn.ships.iter().filter(|ship| ship.alive());
    living.filter_map(|ship| {
        let other = truth.ship(ship.id).filter(|other| other.alive() && other.life == ship.life);
        Some((ship, other?))
    })
}
