//! Judges shots whose hits the shooter decides. It claims a victim and an age, and the claim is
//! accepted if it is plausible by the room's own history. A shot is over when no claim can come any
//! more.

use shared::{
    base::time::{Micros, Tick},
    netcode::choices::HitRule,
    sim::{
        event::{Finality, Victims, Weapon},
        rules::SHIP_RADIUS_U,
        ship::ShipId,
    },
};

use super::{
    Claim, Decided, NEAR_U, Refusal, Ruling, ShipState, Span,
    close::{Certain, Close},
    cover,
    hit_test::NaiveHitTest,
    pierces,
    places::{Looking, is_ally},
    point::Point,
    view,
};

/// Steps of the position grid in a unit; tolerances are given in steps.
const STEPS_PER_U: f64 = 256.0;
/// How much older a shot may be on its shooter's screen than on the server: commands arrive early
/// by their margin.
const EARLY: Micros = Micros::from_ms(250);
/// How long claims are accepted after the shot has ended.
const GRACE: Micros = Micros::from_ms(500);

/// Every ruling on such a shot.
pub(super) fn judge(hit_test: &NaiveHitTest) -> Certain<Decided> {
    let mut rulings: Vec<(Tick, Ruling)> = Vec::new();
    let (mut hits, mut is_over): (Vec<(Micros, ShipId)>, bool) = (Vec::new(), false);
    for looking in hit_test.ticks() {
        for (claim, said) in hit_test.case.claims.iter().enumerate() {
            if said.heard != looking.now {
                continue;
            }
            let is_hit = hits.iter().any(|(_, victim)| *victim == said.victim);
            let ruling = match hear(hit_test, &looking, said)? {
                _ if is_over || is_hit => Ruling::Refused { claim, why: Refusal::Decided },
                Err(why) => Ruling::Refused { claim, why },
                Ok(hit) => {
                    // At the reported age; under `Unverified` the claimed one may be impossible.
                    if let Ruling::Hit { age_us, .. } = hit {
                        hits.push((Micros(age_us.least as i64), said.victim));
                    }
                    hit
                }
            };
            is_over |= !hits.is_empty() && !pierces(hit_test.case);
            rulings.push((looking.now, ruling));
        }
        if !is_over && is_late(hit_test, &looking)? {
            is_over = true;
            hits.sort();
            let over = match Victims::of(hits.iter().map(|(_, victim)| *victim)) {
                Some(victims) => Ruling::Pierced { victims },
                None => Ruling::Over { void: None },
            };
            rulings.push((looking.now, over));
        }
    }
    Ok(hit_test.decided(rulings))
}

/// Whether no claim can come any more: half a second after a beam, or after a bolt has ended.
fn is_late(hit_test: &NaiveHitTest, looking: &Looking) -> Certain<bool> {
    let late = looking.since() - GRACE;
    match hit_test.case.shot.weapon {
        _ if late <= Micros::ZERO => Ok(false),
        Weapon::Beam => Ok(true),
        Weapon::Laser => hit_test.line.is_ended(late),
    }
}

/// Verifies a claim: its age is within the shot's life and the rewind limit, and the target exists,
/// is in the life that was hit, has no shield, and is no farther off than the tolerance.
fn hear(
    hit_test: &NaiveHitTest,
    looking: &Looking,
    claim: &Claim,
) -> Certain<Result<Ruling, Refusal>> {
    let (case, age) = (hit_test.case, claim.age);
    if is_ally(case, claim.victim) {
        return Ok(Err(Refusal::Ally));
    }
    let present = looking.others().find(|stood| stood.ship == claim.victim);
    if case.netcode.hit_rule == HitRule::Unverified {
        return believe(hit_test, present, claim);
    }
    let seen = present.and_then(|_| looking.drawn(claim.victim, age));
    if age < Micros::ZERO || age > looking.since() + EARLY {
        return Ok(Err(Refusal::NotReached));
    }
    let distance_u = match case.shot.weapon {
        Weapon::Beam if age > Micros::ZERO => return Ok(Err(Refusal::NotReached)),
        Weapon::Beam => seen.map_or(0.0, |seen| hit_test.line.nearest_u(seen.pos)),
        Weapon::Laser if hit_test.line.is_ended(age)? => return Ok(Err(Refusal::NotReached)),
        Weapon::Laser => hit_test.line.distance_u(age),
    };
    let back = looking.now_us().max(view::fired(case) + age) - (hit_test.used.at + age);
    if back > view::bound(case) {
        return Ok(Err(Refusal::BeyondBound));
    }
    let (Some(present), Some(seen)) = (present, seen) else { return Ok(Err(Refusal::Gone)) };
    if !seen.alive || !present.alive || seen.life != present.life {
        return Ok(Err(Refusal::LifeOver));
    }
    if present.shielded {
        return Ok(Err(Refusal::Shielded));
    }
    let off_u = (hit_test.line.at(distance_u) - seen.pos).length();
    let most_u = f64::from(SHIP_RADIUS_U) + f64::from(case.netcode.claim_tolerance) / STEPS_PER_U;
    if (off_u - most_u).abs() < NEAR_U {
        return Err(Close("a claim at the edge of the tolerance"));
    }
    if off_u > most_u {
        return Ok(Err(Refusal::TooFar));
    }
    let is_saved = match case.shot.weapon {
        Weapon::Laser => cover::saves_from_bolt(hit_test, looking, claim.victim, distance_u)?,
        Weapon::Beam => cover::saves_from_beam(hit_test, looking, claim.victim)?,
    };
    if is_saved {
        return Ok(Err(Refusal::Cover));
    }
    let (victim, age_us) = (claim.victim, exactly(age.0 as f64));
    let distance_u = exactly(distance_u);
    let finality = if pierces(case) { Finality::Piercing } else { Finality::Final };
    Ok(Ok(Ruling::Hit { victim, age_us, distance_u, finality }))
}

/// Accepts a claim without verifying it, if the target exists and is alive. An age that the shot
/// does not have is reported as 0.
fn believe(
    hit_test: &NaiveHitTest,
    present: Option<&ShipState>,
    claim: &Claim,
) -> Certain<Result<Ruling, Refusal>> {
    let Some(present) = present else { return Ok(Err(Refusal::Gone)) };
    if !present.alive {
        return Ok(Err(Refusal::LifeOver));
    }
    let (age, distance_u) = match hit_test.case.shot.weapon {
        _ if claim.age < Micros::ZERO => (Micros::ZERO, 0.0),
        Weapon::Beam if claim.age > Micros::ZERO => (Micros::ZERO, 0.0),
        Weapon::Beam => (claim.age, hit_test.line.nearest_u(Point::of(present.pos))),
        Weapon::Laser if hit_test.line.is_ended(claim.age)? => (Micros::ZERO, 0.0),
        Weapon::Laser => (claim.age, hit_test.line.distance_u(claim.age)),
    };
    let (victim, age_us, distance_u) = (claim.victim, exactly(age.0 as f64), exactly(distance_u));
    let finality = if pierces(hit_test.case) { Finality::Piercing } else { Finality::Final };
    Ok(Ok(Ruling::Hit { victim, age_us, distance_u, finality }))
}

fn exactly(value: f64) -> Span {
    Span { least: value, most: value }
}
