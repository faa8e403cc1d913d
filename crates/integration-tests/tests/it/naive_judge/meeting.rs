//! Finds the ships that a shot meets in a stretch, by testing every ship, and the first of several.

use shared::{
    base::time::Micros,
    sim::{rules::SHIP_RADIUS_U, ship::ShipId},
};

use super::{
    NEAR_U, ShipState, Span,
    bolt::{Line, Stretch},
    close::{Certain, Close, NEAR_US},
    places::{Looking, Place},
    point::{LinearPath, entry},
};

/// A shot meets a ship, or may meet it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) ship: ShipId,
    pub(super) life: u16,
    /// Whether it is a hit: the life that was seen is the present one and has no shield.
    pub(super) counts: bool,
    /// The earliest possible moment.
    pub(super) least: Moment,
    /// The latest possible moment; `None` if it may not be met at all.
    pub(super) most: Option<Moment>,
}

/// A moment of a shot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) age_us: f64,
    pub(super) distance_u: f64,
}

impl Meeting {
    /// The age at which a ship is certainly met, in µs.
    pub(super) fn age_us(&self) -> Span {
        let most = self.most.unwrap_or(self.least);
        Span { least: self.least.age_us, most: most.age_us }
    }

    /// The distance from the muzzle at which it is met, in u.
    pub(super) fn distance_u(&self) -> Span {
        let most = self.most.unwrap_or(self.least);
        Span { least: self.least.distance_u, most: most.distance_u }
    }

    fn is_same_moment(&self, other: &Self) -> bool {
        let (a, b) = (self.age_us(), other.age_us());
        let (c, d) = (self.distance_u(), other.distance_u());
        a.least == a.most && a == b && c == d && c.least == c.most
    }
}

/// Every ship that a stretch of a shot meets; a beam's stretch takes no time. A ship moves evenly
/// between its positions at both ends, and stays in place where its life changes.
pub(super) fn meetings(looking: &Looking, line: &Line, stretch: Stretch) -> Vec<Meeting> {
    let takes_time = stretch.from < stretch.to;
    let swept = if takes_time { line.swept(stretch) } else { whole(line) };
    let distances_u = if takes_time {
        (line.distance_u(stretch.from), line.distance_u(stretch.to))
    } else {
        (0.0, line.reach_u)
    };
    let mut found = Vec::new();
    for present in looking.others() {
        let begins = looking.places(present, stretch.from);
        let ends = if takes_time { looking.places(present, stretch.to) } else { begins.clone() };
        let is_sure = begins.len() == 1 && ends.len() == 1;
        for (begin, end) in begins.iter().flat_map(|b| ends.iter().map(move |e| (b, e))) {
            let (Some(begin), Some(end)) = (begin, end) else { continue };
            let Some(met) = entry(swept, way(begin, end), SHIP_RADIUS_U.into()) else { continue };
            let moment = |part: f64| Moment {
                age_us: blend((stretch.from.0 as f64, stretch.to.0 as f64), part),
                distance_u: blend(distances_u, part),
            };
            let meeting = Meeting {
                ship: present.ship,
                life: begin.life,
                counts: counts(begin.life, present),
                least: moment(met.least),
                most: met.most.filter(|_| is_sure).map(moment),
            };
            found.extend(begin.alive.then_some(meeting));
        }
    }
    found
}

/// Adds meetings to those of earlier stretches in the same tick: a ship is met once.
pub(super) fn add(all: &mut Vec<Meeting>, met: Vec<Meeting>) {
    for meeting in met {
        let same = |known: &&mut Meeting| {
            (known.ship, known.life, known.counts) == (meeting.ship, meeting.life, meeting.counts)
        };
        match all.iter_mut().find(same) {
            Some(known) => known.most = known.most.or(meeting.most),
            None => all.push(meeting),
        }
    }
}

/// The ship that is met first, at equal moments the one with the lowest id. `None` if no meeting is
/// certain.
pub(super) fn first(met: &[Meeting]) -> Certain<Option<Meeting>> {
    let sure = met.iter().filter_map(|meeting| Some((meeting.most?, meeting)));
    let key = |(most, meeting): &(Moment, &Meeting)| (most.age_us, most.distance_u, meeting.ship);
    let Some((_, first)) = sure.min_by(|a, b| {
        let ((a_us, a_u, a_ship), (b_us, b_u, b_ship)) = (key(a), key(b));
        a_us.total_cmp(&b_us).then(a_u.total_cmp(&b_u)).then(a_ship.cmp(&b_ship))
    }) else {
        return Ok(None);
    };
    let rivals = met.iter().filter(|other| other.ship != first.ship);
    for rival in rivals.filter(|rival| !rival.is_same_moment(first)) {
        let later_us = rival.least.age_us - first.age_us().most;
        let farther_u = rival.least.distance_u - first.distance_u().most;
        if later_us <= NEAR_US && farther_u <= NEAR_U {
            return Err(Close("two ships that are met together"));
        }
    }
    Ok(Some(*first))
}

/// The same at the end of a tick, where everything must be certain.
pub(super) fn first_by_now(met: &[Meeting]) -> Certain<Option<Meeting>> {
    match first(met)? {
        None if !met.is_empty() => Err(Close("a ship that is grazed")),
        first => Ok(first),
    }
}

/// A hit counts only if the life that was seen is the present one and has no shield.
fn counts(seen_life: u16, present: &ShipState) -> bool {
    seen_life == present.life && present.alive && !present.shielded
}

fn way(begin: &Place, end: &Place) -> LinearPath {
    let to = if begin.life == end.life { end.pos } else { begin.pos };
    LinearPath { from: begin.pos, to }
}

/// What a beam sweeps, at once.
fn whole(line: &Line) -> LinearPath {
    LinearPath { from: line.muzzle, to: line.at(line.reach_u) }
}

fn blend((from, to): (f64, f64), part: f64) -> f64 {
    from + (to - from) * part
}

/// A stretch that takes no time.
pub(super) const AT_ONCE: Stretch = Stretch { from: Micros::ZERO, to: Micros::ZERO };
