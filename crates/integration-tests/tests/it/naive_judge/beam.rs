//! Judges a beam: it hits every ship that its line meets, once.

use shared::sim::event::Finality;

use super::{
    Decided, Ruling,
    close::Certain,
    cover::{self, met_now},
    hit_test::{NaiveHitTest, hit},
    meeting::{AT_ONCE, Meeting, first_by_now, meetings},
    places::Looking,
    point::LinearPath,
};

/// Every ruling on a beam falls in the tick in which it is first judged.
pub(super) fn judge(hit_test: &NaiveHitTest) -> Certain<Decided> {
    let Some(looking) = hit_test.ticks().next() else { return Ok(hit_test.decided(Vec::new())) };
    let met = meetings(&looking, &hit_test.line, AT_ONCE);
    let (counts, others): (Vec<Meeting>, Vec<Meeting>) = met.into_iter().partition(|m| m.counts);
    let rulings = match first_by_now(&counts)? {
        None => vec![Ruling::Over { void: first_by_now(&others)?.map(|met| met.ship) }],
        Some(met) if cover::saves_from_beam(hit_test, &looking, met.ship)? => {
            let vetoed = Ruling::Vetoed { victim: met.ship };
            let instead = in_the_present(hit_test, &looking)?;
            [vetoed].into_iter().chain(instead).collect()
        }
        Some(met) => vec![hit(&met, Finality::Final)],
    };
    Ok(hit_test.decided(rulings.into_iter().map(|ruling| (looking.now, ruling)).collect()))
}

/// After a veto the beam is judged again in the present, along its own line.
fn in_the_present(hit_test: &NaiveHitTest, looking: &Looking) -> Certain<Option<Ruling>> {
    let line =
        LinearPath { from: hit_test.line.muzzle, to: hit_test.line.at(hit_test.line.reach_u) };
    let first = first_by_now(&met_now(looking, line))?;
    Ok(first.filter(|met| met.counts).map(|met| hit(&met, Finality::Final)))
}
