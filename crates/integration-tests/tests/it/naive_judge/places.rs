//! The moment at which each target is looked at, and where the target is then.

use shared::{
    base::time::{Micros, Tick, VIEW_STEPS_PER_TICK, ViewTime},
    netcode::choices::HitRule,
    sim::{event::Weapon, ship::ShipId, side::Division},
};

use super::{
    Case, ShipState, bolt, markers,
    point::Point,
    source,
    view::{self, UsedMoment},
};

/// A target's position at the moment it is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) pos: Point,
    pub(super) life: u16,
    pub(super) alive: bool,
}

/// What a shot can look up in a tick of judging.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looking<'a> {
    pub(super) case: &'a Case<'a>,
    pub(super) used: UsedMoment,
    /// The tick of judging.
    pub(super) now: Tick,
    /// Every ship in the present.
    pub(super) present: &'a [ShipState],
    /// Snapshots sent to the shooter by now.
    sent: Option<&'a [Tick]>,
}

impl Place {
    pub(super) fn of(stood: &ShipState) -> Self {
        Self { pos: Point::of(stood.pos), life: stood.life, alive: stood.alive }
    }
}

impl<'a> Looking<'a> {
    /// What is known in the nth tick of judging.
    pub(super) fn at(case: &'a Case<'a>, used: UsedMoment, n: usize) -> Self {
        let known = &case.known[n];
        let sent = case.sent.map(|sent| &sent[..known.n_sent]);
        let now = case.shot.tick.plus(n as u32);
        Self { case, used, now, present: &known.present, sent }
    }

    pub(super) fn now_us(&self) -> Micros {
        self.case.rate.micros_at(self.now)
    }

    /// How old the shot is now.
    pub(super) fn since(&self) -> Micros {
        self.now_us() - view::fired(self.case)
    }

    /// Every ship in the present that the shot can hit: neither the shooter nor, where there are
    /// two sides, a ship of its side.
    pub(super) fn others(&self) -> impl Iterator<Item = &'a ShipState> + use<'a> {
        let (case, shooter) = (self.case, self.case.shot.shooter);
        let others = self.present.iter().filter(move |stood| stood.ship != shooter);
        others.filter(move |stood| !is_ally(case, stood.ship))
    }

    /// Where a ship is for a shot at an age. Several positions where it is too close to call, and
    /// none where the ship's past is unknown.
    pub(super) fn places(&self, present: &ShipState, age: Micros) -> Vec<Option<Place>> {
        let (case, seen) = (self.case, self.used.at + age);
        match (case.netcode.hit_rule, case.shot.weapon) {
            (
                HitRule::DelayedSync | HitRule::Lagrange | HitRule::Claim | HitRule::Unverified,
                _,
            ) => {
                vec![self.drawn(present.ship, age)]
            }
            // A bolt that has caught up with the present looks at the present.
            (HitRule::SourceExact | HitRule::SourceByLifeId, _) if seen < self.now_us() => {
                source::places(self, present, seen).into_iter().map(Some).collect()
            }
            (HitRule::EtPerCommand | HitRule::EtPerFrame, Weapon::Beam) => {
                vec![Some(markers::place(self, present))]
            }
            _ => vec![self.truly(present, age)],
        }
    }

    /// The true position at an age, which may fall within a tick that is over. The part that is
    /// flown forward flies in the present.
    fn truly(&self, present: &ShipState, age: Micros) -> Option<Place> {
        let forward = match self.case.shot.weapon {
            Weapon::Laser => bolt::forward(self.case, self.used),
            Weapon::Beam => Micros::ZERO,
        };
        let at = view::fired(self.case) + (age - forward).max(Micros::ZERO);
        if at >= self.now_us() {
            return Some(Place::of(present));
        }
        let at = self.case.rate.view_at(at);
        self.between(present.ship, ticks_around(at), at)
    }

    /// On the curve that the shooter drew, between the snapshots it was sent around the moment; if
    /// they are not all known, the true position. At age 0 it uses the pair that the shooter names,
    /// if both were sent and lie around the moment.
    pub(super) fn drawn(&self, ship: ShipId, age: Micros) -> Option<Place> {
        let at = self.case.rate.view_at(self.used.at + age);
        let as_claimed = age == Micros::ZERO && self.used.at == view::claimed(self.case);
        let pair = Some(()).filter(|()| as_claimed).and_then(|()| self.claimed_pair());
        let pair = pair.or_else(|| self.sent_around(at)).unwrap_or_else(|| ticks_around(at));
        self.between(ship, pair, at)
    }

    /// The pair of snapshots that a command names, if both had been sent when the shot was fired.
    fn claimed_pair(&self) -> Option<(Tick, Tick)> {
        let (view, known) = (self.case.shot.view, self.case.known.first()?);
        let sent = &self.case.sent?[..known.n_sent];
        let (older, newer) = (view.older, Tick(view.older.0.checked_add(view.span.into())?));
        let around = ViewTime::from_tick(older) <= view.time
            && view.time <= ViewTime::from_tick(newer)
            && older < newer;
        (around && sent.contains(&older) && sent.contains(&newer)).then_some((older, newer))
    }

    fn sent_around(&self, at: ViewTime) -> Option<(Tick, Tick)> {
        let sent = self.sent?;
        let older = *sent.iter().rfind(|tick| **tick <= at.floor())?;
        if ViewTime::from_tick(older) == at {
            return Some((older, older));
        }
        Some((older, *sent.iter().find(|tick| **tick > at.floor())?))
    }

    /// Interpolates between a ship's poses after two ticks. Different lives are not blended: the
    /// older one is shown until the newer tick, and so is a ship that leaves.
    fn between(&self, ship: ShipId, pair: (Tick, Tick), at: ViewTime) -> Option<Place> {
        let older = self.recorded(ship, pair.0)?;
        let newer = self.recorded(ship, pair.1);
        let whole = pair.1.since(pair.0) * VIEW_STEPS_PER_TICK;
        let part = at.since(ViewTime::from_tick(pair.0)).clamp(0, whole);
        if part == whole {
            return newer.map(Place::of);
        }
        let mut place = Place::of(older);
        if let Some(newer) = newer.filter(|newer| newer.life == older.life) {
            place.pos = place.pos.blend(Point::of(newer.pos), part as f64 / whole as f64);
        }
        Some(place)
    }

    /// A ship after a past tick.
    pub(super) fn recorded(&self, ship: ShipId, tick: Tick) -> Option<&'a ShipState> {
        let everybody = self.case.past.get(tick.0 as usize).filter(|_| tick <= self.now)?;
        let n = everybody.partition_point(|stood| stood.ship.idx < ship.idx);
        everybody.get(n).filter(|stood| stood.ship == ship)
    }
}

/// Whether a ship is on the shooter's side: even seats are one side, odd ones the other.
pub(super) fn is_ally(case: &Case, ship: ShipId) -> bool {
    let shooter = case.shot.shooter;
    case.division == Division::TwoSides && ship != shooter && ship.idx % 2 == shooter.idx % 2
}

/// The ticks on both sides of a moment.
fn ticks_around(at: ViewTime) -> (Tick, Tick) {
    let older = at.floor();
    if ViewTime::from_tick(older) == at { (older, older) } else { (older, older.next()) }
}
