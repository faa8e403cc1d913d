//! Whom a shot hits at each rewind: exact intervals, without steps.

use crate::geometry::contact::Ray;
use crate::past::{AHEAD_MAX_MS, Past, REWIND_MAX_MS};
use crate::tables::ids::PlayerIdx;
use crate::tables::meta::Meta;
use crate::tables::{Aim, ShotRow};

/// The rewinds in which a shot hits one player; in ms, from the smaller to the larger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub from_ms: f64,
    pub to_ms: f64,
    pub victim: PlayerIdx,
}

/// Whom a shot hits at each rewind.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// In order of rewind. They overlap only for shots that pierce.
    pub hits: Vec<Hit>,
    /// The rewinds at which all poses are known.
    pub known_from_ms: f64,
    pub known_to_ms: f64,
}

/// How near a change of whom the shot meets first is found where two bodies overlap, in ms.
const ORDER_MS: f64 = 0.001;

/// A body met, and by whom: `None` for one that stops the shot and takes no damage.
type Met = Option<PlayerIdx>;

/// The line of a shot; `None` if its muzzle is not known.
pub(crate) fn ray(shot: &ShotRow, past: &Past, meta: &Meta) -> Option<Ray> {
    let from = match shot.muzzle {
        Some(muzzle) => muzzle,
        None => past.pose_at(shot.shooter, shot.at_ms)? + meta.eye,
    };
    let direction = match shot.aim {
        Aim::Direction(direction) => direction,
        Aim::Toward(point) => (point - from).normalized()?,
    };
    Some(Ray { from, direction, reach: shot.reach })
}

/// Whom `shot` hits at each rewind.
pub(crate) fn profile(shot: &ShotRow, ray: &Ray, past: &Past, meta: &Meta) -> Profile {
    let known_from_ms = (shot.at_ms - past.newest_ms()).max(-AHEAD_MAX_MS);
    let known_to_ms = (shot.at_ms - past.first_ms()).min(REWIND_MAX_MS);
    let judge = Judge { shot, ray, past, meta };
    let mut met = judge.met(known_from_ms, known_to_ms);
    let hits = if shot.weapon.pierce {
        met.retain(|(_, met)| met.is_some());
        met.into_iter().filter_map(|(span, met)| span.hit(met)).collect()
    } else {
        judge.first_met(&met)
    };
    Profile { hits: joined(hits), known_from_ms, known_to_ms }
}

/// An interval of rewinds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rewinds {
    from_ms: f64,
    to_ms: f64,
}

impl Rewinds {
    fn hit(self, met: Met) -> Option<Hit> {
        met.map(|victim| Hit { from_ms: self.from_ms, to_ms: self.to_ms, victim })
    }

    fn middle(self) -> f64 {
        self.from_ms.midpoint(self.to_ms)
    }
}

struct Judge<'a> {
    shot: &'a ShotRow,
    ray: &'a Ray,
    past: &'a Past,
    meta: &'a Meta,
}

/// Somebody whom the shot may meet.
type Candidate = (PlayerIdx, Met);

impl Judge<'_> {
    /// The rewinds at which the shot meets each body, whatever is in between.
    fn met(&self, from_ms: f64, to_ms: f64) -> Vec<(Rewinds, Met)> {
        let mut all = Vec::new();
        for (player, is_friend) in self.past.others(self.shot.shooter) {
            for leg in self.past.legs(player) {
                let takes_damage = leg.can_hit && !is_friend;
                if !takes_damage && !self.meta.blocking {
                    continue;
                }
                if let Some((begin, end)) = leg.contact_ms(self.ray, self.meta) {
                    let span = Rewinds {
                        from_ms: (self.shot.at_ms - end).max(from_ms),
                        to_ms: (self.shot.at_ms - begin).min(to_ms),
                    };
                    if span.from_ms <= span.to_ms {
                        all.push((span, takes_damage.then_some(player), player));
                    }
                }
            }
        }
        all.sort_by(|one, other| one.0.from_ms.total_cmp(&other.0.from_ms));
        all.into_iter().map(|(span, met, _)| (span, met)).collect()
    }

    /// The rewinds at which the shot meets each body first.
    fn first_met(&self, met: &[(Rewinds, Met)]) -> Vec<Hit> {
        let mut cuts: Vec<f64> =
            met.iter().flat_map(|(span, _)| [span.from_ms, span.to_ms]).collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        let mut hits = Vec::new();
        if let [only] = cuts[..] {
            let span = Rewinds { from_ms: only, to_ms: only };
            hits.extend(span.hit(self.first_at(only)));
        }
        for pair in cuts.windows(2) {
            let span = Rewinds { from_ms: pair[0], to_ms: pair[1] };
            let covers = |(other, _): &&(Rewinds, Met)| {
                other.from_ms <= span.from_ms && span.to_ms <= other.to_ms
            };
            let mut there = met.iter().filter(covers).map(|(_, met)| *met);
            let Some(one) = there.next() else { continue };
            if there.all(|other| other == one) {
                hits.extend(span.hit(one));
            } else {
                self.split(span, &mut hits);
            }
        }
        hits
    }

    /// Bisects where the order along the ray changes between overlapping bodies.
    fn split(&self, span: Rewinds, hits: &mut Vec<Hit>) {
        let inset = (span.to_ms - span.from_ms) * 1e-6;
        let ends = [span.from_ms + inset, span.middle(), span.to_ms - inset];
        let [first, middle, last] = ends.map(|rewind| self.first_at(rewind));
        if (first == middle && middle == last) || span.to_ms - span.from_ms < ORDER_MS {
            hits.extend(span.hit(middle));
            return;
        }
        let half = span.middle();
        self.split(Rewinds { to_ms: half, ..span }, hits);
        self.split(Rewinds { from_ms: half, ..span }, hits);
    }

    /// Whom the shot meets first at one rewind.
    fn first_at(&self, rewind_ms: f64) -> Met {
        let at_ms = self.shot.at_ms - rewind_ms;
        let entry = |(player, is_friend): (PlayerIdx, bool)| -> Option<(f64, Candidate)> {
            let leg = self.past.leg_at(player, at_ms)?;
            let takes_damage = leg.can_hit && !is_friend;
            if !takes_damage && !self.meta.blocking {
                return None;
            }
            let body = self.meta.body(leg.shape_idx);
            let entry = self.ray.entry(leg.pose_at(at_ms), body)?;
            Some((entry, (player, takes_damage.then_some(player))))
        };
        let entries = self.past.others(self.shot.shooter).filter_map(entry);
        entries.min_by(|one, other| one.0.total_cmp(&other.0)).and_then(|(_, (_, met))| met)
    }
}

/// Joins intervals of one victim that touch.
fn joined(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by(|one, other| {
        one.victim.cmp(&other.victim).then(one.from_ms.total_cmp(&other.from_ms))
    });
    let mut joined: Vec<Hit> = Vec::new();
    for hit in hits {
        match joined.last_mut() {
            Some(last) if last.victim == hit.victim && hit.from_ms - last.to_ms <= 1e-9 => {
                last.to_ms = last.to_ms.max(hit.to_ms);
            }
            _ => joined.push(hit),
        }
    }
    joined.sort_by(|one, other| one.from_ms.total_cmp(&other.from_ms));
    joined
}
