//! The life of a bolt under delayed synchronisation. The server plays every ship's part, so a hit
//! is tentative until every ship's report has reached its age. Times are µs since `T_f`.

use shared::{
    base::time::{Micros, Tick},
    sim::{event::Finality, ship::ShipId},
};

use super::{
    Decided, Ruling, Span,
    close::{Certain, Close, NEAR_US},
    cover,
    flight::{Hits, fly, is_saved},
    hit_test::{NaiveHitTest, hit},
    meeting::{Meeting, add, first_by_now},
    places::Looking,
};

/// A ship that the bolt met.
#[derive(Clone, Copy)]
struct Contact {
    met: Meeting,
    /// Whether the ship feels the hit.
    is_felt: bool,
}

/// A ruling and its time.
struct Step {
    at: Span,
    /// Order at equal times: retractions first, then the settled hit, then tentative ones.
    rank: u8,
    ship: ShipId,
    ruling: Ruling,
}

/// The state of the shot between ticks.
#[derive(Default)]
struct Book {
    /// No more than one for each ship.
    contacts: Vec<Contact>,
    /// The first ship that did not count, or no longer does.
    void: Option<ShipId>,
    passed: Vec<Meeting>,
    /// Ships that cover has saved, for good.
    saved: Vec<ShipId>,
    rulings: Vec<(Tick, Ruling)>,
}

/// Every ruling on such a bolt.
pub(super) fn judge(hit_test: &NaiveHitTest) -> Certain<Decided> {
    let (mut flown, mut last, mut book) = (Micros::ZERO, None, Book::default());
    for looking in hit_test.ticks() {
        book.drop_the_dead(&looking)?;
        let flight = fly(hit_test, &looking, flown, Hits::LetItFly)?;
        flown = flight.flown;
        book.note(hit_test, &looking, flight.met)?;
        let since = looking.since();
        let is_closed = book.advance(hit_test, &looking, last)?;
        last = Some(since);
        if is_closed {
            return Ok(hit_test.decided(book.rulings));
        }
        // The bolt has ended in its own time, and so every report is in.
        if hit_test.line.is_ended(since)? {
            let void = if book.saved.is_empty() { book.void()? } else { None };
            book.rulings.push((looking.now, Ruling::Over { void }));
            return Ok(hit_test.decided(book.rulings));
        }
    }
    Ok(hit_test.decided(book.rulings))
}

impl Book {
    /// A ship whose life ended while its hit was open is not hit: the bolt has passed it.
    fn drop_the_dead(&mut self, looking: &Looking) -> Certain<()> {
        let lives = |contact: &Contact| {
            let (ship, life) = (contact.met.ship, contact.met.life);
            looking.others().any(|now| now.ship == ship && now.alive && now.life == life)
        };
        let (open, dropped): (Vec<Contact>, Vec<Contact>) =
            self.contacts.iter().partition(|contact| lives(contact));
        self.contacts = open;
        if self.void()?.is_none() && dropped.len() > 1 {
            return Err(Close("several deaths at once"));
        }
        if self.void()?.is_none() {
            self.void = dropped.first().map(|contact| contact.met.ship);
        }
        Ok(())
    }

    /// The first ship that the bolt passed without a hit that counts.
    fn void(&self) -> Certain<Option<ShipId>> {
        match self.void {
            Some(ship) => Ok(Some(ship)),
            None => Ok(first_by_now(&self.passed)?.map(|met| met.ship)),
        }
    }

    /// Notes the ships that the bolt met in a tick. Only a ship's first contact counts, unless
    /// cover saves the ship when the hit is felt, which is now.
    fn note(
        &mut self,
        hit_test: &NaiveHitTest,
        looking: &Looking,
        met: Vec<Meeting>,
    ) -> Certain<()> {
        let is_new = |met: &Meeting| !self.saved.contains(&met.ship);
        let new: Vec<Meeting> = met.into_iter().filter(is_new).collect();
        let (counts, others): (Vec<Meeting>, Vec<Meeting>) =
            new.into_iter().partition(|m| m.counts);
        add(&mut self.passed, others);
        let is_known = |met: &Meeting| self.contacts.iter().any(|c| c.met.ship == met.ship);
        let mut counts: Vec<Meeting> = counts.into_iter().filter(|met| !is_known(met)).collect();
        if counts.iter().any(|met| met.most.is_none()) {
            return Err(Close("a ship that is grazed"));
        }
        while let Some(met) = self.next(hit_test, &counts)? {
            counts.retain(|other| other.ship != met.ship);
            if is_saved(hit_test, looking, &met)? {
                self.saved.push(met.ship);
                self.rulings.push((looking.now, Ruling::Vetoed { victim: met.ship }));
            } else {
                self.contacts.push(Contact { met, is_felt: false });
            }
        }
        Ok(())
    }

    /// The next contact of a tick. The order matters only where cover is checked.
    fn next(&self, hit_test: &NaiveHitTest, counts: &[Meeting]) -> Certain<Option<Meeting>> {
        if cover::is_asked(hit_test) { first_by_now(counts) } else { Ok(counts.first().copied()) }
    }

    /// Adds the rulings from the last tick of judging up to now. Returns whether the verdict is
    /// final.
    fn advance(
        &mut self,
        hit_test: &NaiveHitTest,
        looking: &Looking,
        last: Option<Micros>,
    ) -> Certain<bool> {
        let now_us = looking.since().0 as f64;
        let from_us = last.map_or(f64::NEG_INFINITY, |last| last.0 as f64);
        let transit_us = hit_test.case.shot.transit.0 as f64;
        let Some(first) = self.first()? else { return Ok(false) };
        // Every ship's report has reached the age of the first contact.
        let end = first.met.age_us().at_least(transit_us);
        let mut steps = Vec::new();
        for contact in self.contacts.iter_mut().filter(|contact| !contact.is_felt) {
            let met = contact.met;
            // A ship feels a hit at its own true time, or when it learns of the shot.
            let at = met.age_us().less(hit_test.forward.0 as f64).at_least(transit_us);
            let at = at.at_least(from_us);
            let before_end = if met.ship == first.met.ship {
                // Less a positive amount, the same time is certainly earlier.
                let own = hit_test.forward > Micros::ZERO && is_before(fixed(transit_us), end)?;
                own && is_before(fixed(from_us), end)?
            } else {
                is_before(at, end)?
            };
            if before_end && !is_before(fixed(now_us), at)? {
                contact.is_felt = true;
                let ruling = hit(&met, Finality::Tentative);
                steps.push(Step { at, rank: 2, ship: met.ship, ruling });
            }
        }
        let is_closed = !is_before(fixed(now_us), end)?;
        if is_closed {
            steps.extend(self.close(&first, end.at_least(from_us)));
        }
        let sorted = in_order(steps)?;
        self.rulings.extend(sorted.into_iter().map(|ruling| (looking.now, ruling)));
        Ok(is_closed)
    }

    /// Every report is in, and the bolt met this ship first.
    fn close(&self, first: &Contact, at: Span) -> Vec<Step> {
        let by = first.met.ship;
        let felt = self.contacts.iter().filter(|contact| contact.is_felt);
        let (own, others): (Vec<&Contact>, Vec<&Contact>) =
            felt.partition(|contact| contact.met.ship == by);
        let undone = others.into_iter().map(|contact| {
            let victim = contact.met.ship;
            Step { at, rank: 0, ship: victim, ruling: Ruling::Retracted { victim, by } }
        });
        let ruling = match own.first() {
            Some(_) => Ruling::Settled { victim: by },
            None => hit(&first.met, Finality::Final),
        };
        undone.chain([Step { at, rank: 1, ship: by, ruling }]).collect()
    }

    /// The contact with the smallest age; at equal ages the lowest ship id.
    fn first(&self) -> Certain<Option<Contact>> {
        let met: Vec<Meeting> = self.contacts.iter().map(|contact| contact.met).collect();
        let first = first_by_now(&met)?;
        let is_first = |contact: &&Contact| first.is_some_and(|f| f.ship == contact.met.ship);
        Ok(self.contacts.iter().find(is_first).copied())
    }
}

impl Span {
    fn at_least(self, least: f64) -> Self {
        Self { least: self.least.max(least), most: self.most.max(least) }
    }

    fn less(self, by: f64) -> Self {
        Self { least: self.least - by, most: self.most - by }
    }
}

fn fixed(at: f64) -> Span {
    Span { least: at, most: at }
}

/// Whether `a` is before `b`. Times that the rules make equal are equal, so neither is before.
fn is_before(a: Span, b: Span) -> Certain<bool> {
    if a == b {
        return Ok(false);
    }
    if a.most + NEAR_US < b.least {
        return Ok(true);
    }
    if b.most + NEAR_US < a.least {
        return Ok(false);
    }
    Err(Close("two moments of a ledger"))
}

/// Sorts by time, then rank, then ship id.
fn in_order(mut steps: Vec<Step>) -> Certain<Vec<Ruling>> {
    for (n, a) in steps.iter().enumerate() {
        for b in &steps[n + 1..] {
            is_before(a.at, b.at)?;
        }
    }
    let key = |step: &Step| (step.at.least, step.rank, step.ship);
    steps.sort_by(|a, b| {
        let ((a_at, a_rank, a_ship), (b_at, b_rank, b_ship)) = (key(a), key(b));
        a_at.total_cmp(&b_at).then(a_rank.cmp(&b_rank)).then(a_ship.cmp(&b_ship))
    });
    Ok(steps.into_iter().map(|step| step.ruling).collect())
}
