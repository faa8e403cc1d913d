//! The part that all shots share: the moment a shot looks at, its line, and the ticks in which it
//! is judged.

use shared::{
    base::time::{Micros, Tick},
    sim::event::{Finality, Weapon},
};

use super::{
    Case, Decided, Ruling,
    bolt::{Line, forward},
    close::Certain,
    meeting::Meeting,
    places::Looking,
    view::{self, UsedMoment},
};

/// A shot under judgement.
pub(super) struct NaiveHitTest<'a> {
    pub(super) case: &'a Case<'a>,
    pub(super) used: UsedMoment,
    pub(super) line: Line,
    /// How much of its flight it is flown forward when it is first judged.
    pub(super) forward: Micros,
}

impl<'a> NaiveHitTest<'a> {
    pub(super) fn new(case: &'a Case<'a>) -> Certain<Self> {
        let used = view::used(case)?;
        let forward = match case.shot.weapon {
            Weapon::Laser => forward(case, used),
            Weapon::Beam => Micros::ZERO,
        };
        Ok(Self { case, used, line: Line::of(case)?, forward })
    }

    /// The ticks in which it is judged: from when the news of it arrives.
    pub(super) fn ticks(&self) -> impl Iterator<Item = Looking<'a>> {
        let (case, used) = (self.case, self.used);
        let all = (0..case.known.len()).map(move |n| Looking::at(case, used, n));
        all.filter(move |looking| looking.since() >= case.shot.transit)
    }

    pub(super) fn decided(&self, rulings: Vec<(Tick, Ruling)>) -> Decided {
        Decided { used: self.used, rulings }
    }
}

/// The hit on a ship that the shot meets.
pub(super) fn hit(met: &Meeting, finality: Finality) -> Ruling {
    let (age_us, distance_u) = (met.age_us(), met.distance_u());
    Ruling::Hit { victim: met.ship, age_us, distance_u, finality }
}
