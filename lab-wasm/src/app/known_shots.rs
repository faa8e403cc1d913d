//! The known shots of a run, collected from the records of the selected column's screen. They are
//! kept when time is rewound, since they will happen again. Updated while the list of shots is
//! open.

use shared::{base::time::Tick, client::shots::ShotSummary, sim::event::ShotId};

/// Maximum shots listed: the last ones fired.
const LISTED_MAX: usize = 256;

/// The shots of a column, oldest first, up to [`LISTED_MAX`].
#[derive(Debug, Default)]
pub(super) struct KnownShots {
    column: usize,
    shots: Vec<ShotSummary>,
}

impl KnownShots {
    /// Adds the shots that a column's screen has records of so far, and keeps later ones already
    /// known.
    pub(super) fn note<'a>(
        &mut self,
        column: usize,
        records: impl Iterator<Item = &'a ShotSummary>,
    ) -> impl Iterator<Item = &ShotSummary> {
        if self.column != column {
            *self = Self { column, shots: Vec::new() };
        }
        for shot in records {
            match self.shots.iter_mut().find(|known| known.shot == shot.shot) {
                Some(known) => *known = *shot,
                None => self.shots.push(*shot),
            }
        }
        self.shots.sort_by_key(|known| order(known.shot));
        self.shots.drain(..self.shots.len().saturating_sub(LISTED_MAX));
        self.shots.iter()
    }

    /// Forgets shots fired after a tick from which the run diverges.
    pub(super) fn forget_after(&mut self, tick: Tick) {
        self.shots.retain(|known| known.shot.tick <= tick);
    }

    /// Forgets all shots, for another run.
    pub(super) fn forget(&mut self) {
        self.shots.clear();
    }
}

/// Sort key: shots in the order of their triggers.
fn order(shot: ShotId) -> (Tick, u16) {
    (shot.tick, shot.shooter.idx)
}

#[cfg(test)]
mod tests {
    use shared::{
        base::time::Micros,
        client::shots::ShotSide,
        sim::{
            event::{Decision, Weapon},
            ship::ShipId,
        },
    };

    use super::*;

    fn shot(tick: u32, verdict: Decision) -> ShotSummary {
        let shot = ShotId { shooter: ShipId::default(), tick: Tick(tick), weapon: Weapon::Laser };
        ShotSummary { shot, side: ShotSide::Own, verdict, refund: None, at: Micros::ZERO }
    }

    fn ticks(known: &mut KnownShots, column: usize, records: &[ShotSummary]) -> Vec<u32> {
        known.note(column, records.iter()).map(|known| known.shot.tick.0).collect()
    }

    #[test]
    fn what_is_known_stays_until_the_run_is_another() {
        let mut known = KnownShots::default();
        let all = [shot(10, Decision::Missed), shot(70, Decision::Missed)];
        assert_eq!(ticks(&mut known, 0, &all), [10, 70]);
        assert_eq!(ticks(&mut known, 0, &[]), [10, 70], "the loop begins again");
        assert_eq!(ticks(&mut known, 0, &[shot(40, Decision::Missed)]), [10, 40, 70]);
        known.forget_after(Tick(40));
        assert_eq!(ticks(&mut known, 0, &[]), [10, 40], "a player flew it");
        assert_eq!(ticks(&mut known, 1, &[]), [0; 0], "another column has shots of its own");
    }

    #[test]
    fn of_many_the_last_are_listed() {
        let many: Vec<ShotSummary> =
            (0..LISTED_MAX as u32 + 9).map(|tick| shot(tick, Decision::Missed)).collect();
        let listed = ticks(&mut KnownShots::default(), 0, &many);
        assert_eq!((listed[0], listed.len()), (9, LISTED_MAX));
    }
}
