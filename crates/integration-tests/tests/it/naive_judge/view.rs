//! The view time of a shot at age 0: the claimed one, as far as its rule allows. Times are in whole
//! µs of server time, as in the sources, so only Source's 0.2 s can be too close to call.

use shared::{
    base::time::Micros,
    netcode::choices::{BoltPath, HitRule},
    sim::event::Weapon,
};

use super::{
    Case, ClampReason,
    close::{Certain, Close, NEAR_US},
};

pub(super) use super::UsedMoment;

/// How far a command's time may lie behind the present under ET.
const ET_BEHIND: Micros = Micros::from_ms(1000);
/// How far a view may be off the moment `D` ago under delayed synchronisation.
const DELAYED_SLACK: Micros = Micros::from_ms(70);
/// How much older a view may be than its shooter's connection explains.
const ALLOWED: Micros = Micros::from_ms(80);
/// How far a command's view may be off the measured latency under Source.
const BELIEVED: Micros = Micros::from_ms(200);

/// When a shot was fired: age 0.
pub(super) fn fired(case: &Case) -> Micros {
    case.rate.micros_at(case.shot.tick)
}

/// The moment that the shooter claims to have seen.
pub(super) fn claimed(case: &Case) -> Micros {
    case.rate.micros_in_steps(case.shot.view.time.0)
}

/// How far back a shot may look.
pub(super) fn bound(case: &Case) -> Micros {
    Micros::from_ms(case.netcode.rewind_bound_ms.into())
}

/// How far back a claimed view may be within a bound, and the reason for that limit. The cap by
/// ping also allows the interpolation delay.
fn limit(case: &Case, bound: Micros) -> (Micros, ClampReason) {
    let cap = Micros::from_ms(case.netcode.ping_cap_ms.into()) + case.shot.lerp;
    if cap < bound { (cap, ClampReason::PingCap) } else { (bound, ClampReason::Bound) }
}

/// How far back Source keeps records.
pub(super) fn max_unlag(case: &Case) -> Micros {
    limit(case, bound(case)).0
}

/// The moment of the targets at age 0.
pub(super) fn used(case: &Case) -> Certain<UsedMoment> {
    if !counts(case) {
        return Ok(UsedMoment { at: fired(case), why: None });
    }
    Ok(match case.netcode.hit_rule {
        HitRule::Present | HitRule::Targeting => UsedMoment { at: fired(case), why: None },
        HitRule::EtPerCommand | HitRule::EtPerFrame => et(case),
        HitRule::SourceExact | HitRule::SourceByLifeId => source(case)?,
        HitRule::DelayedSync => delayed(case),
        HitRule::Claim | HitRule::Lagrange => {
            bounded(case, plausible(case, limit(case, bound(case))))
        }
        HitRule::Unverified => bounded(case, limit(case, bound(case))),
    })
}

/// Whether the claimed moment counts. ET judges bolts in the present, so for them it counts only if
/// the bolt is flown forward by the view.
fn counts(case: &Case) -> bool {
    let is_et = matches!(case.netcode.hit_rule, HitRule::EtPerCommand | HitRule::EtPerFrame);
    let is_plain_bolt =
        case.shot.weapon == Weapon::Laser && case.netcode.bolt_path != BoltPath::FastForward;
    !(is_et && is_plain_bolt)
}

/// What the shooter's connection explains, if that is less than the limit: the round trip, the
/// wait, how far behind remote ships are drawn, how late the shot is, and 80 ms.
fn plausible(case: &Case, limit: (Micros, ClampReason)) -> (Micros, ClampReason) {
    let Some(line) = case.shot.line else { return limit };
    // Each way is half of the round trip, in whole µs.
    let ways = Micros(line.round_trip.0 / 2 * 2);
    let age = ways + line.waited + line.drawn_behind + line.late + ALLOWED;
    if age < limit.0 { (age, ClampReason::Implausible) } else { limit }
}

/// Clamps a view: to the bound if it is older, to now if it is in the future, and to the player's
/// earlier view if it is before that.
fn bounded(case: &Case, (most, why): (Micros, ClampReason)) -> UsedMoment {
    let (now, raised) = (fired(case), claimed(case).max(case.shot.floor));
    let earliest = now - most;
    if raised > now {
        UsedMoment { at: now, why: Some(ClampReason::Future) }
    } else if raised < earliest {
        UsedMoment { at: earliest, why: Some(why) }
    } else {
        UsedMoment { at: raised, why: (raised > claimed(case)).then_some(ClampReason::Backwards) }
    }
}

/// The view that a shot would have under the room's bound alone.
pub(super) fn within_bound(case: &Case) -> UsedMoment {
    bounded(case, (bound(case), ClampReason::Bound))
}

/// Command time is clamped to 1000 ms behind and 200 ms ahead. Markers hold nothing of the future,
/// so a time ahead counts as now.
fn et(case: &Case) -> UsedMoment {
    let (now, raised) = (fired(case), claimed(case).max(case.shot.floor));
    let (most, held) = limit(case, ET_BEHIND);
    let why = if raised < now - most {
        Some(held)
    } else if raised > now {
        Some(ClampReason::Future)
    } else {
        (raised > claimed(case)).then_some(ClampReason::Backwards)
    };
    UsedMoment { at: raised.max(now - most).min(now), why }
}

/// `T_f − D`, or the shooter's view if that is within 70 ms of it.
fn delayed(case: &Case) -> UsedMoment {
    let at = fired(case) - Micros::from_ms(case.netcode.delay_ms.into());
    let raised = claimed(case).max(case.shot.floor);
    if raised > at + DELAYED_SLACK || raised < at - DELAYED_SLACK {
        return UsedMoment { at, why: Some(ClampReason::NotDelayed) };
    }
    UsedMoment { at: raised, why: (raised > claimed(case)).then_some(ClampReason::Backwards) }
}

/// Source's formulas, in its ticks. As published it keeps whole ticks; the game's own form keeps
/// the fraction of a view that it believes. Records older than the bound are not kept.
fn source(case: &Case) -> Certain<UsedMoment> {
    let hz = i64::from(case.rate.hz());
    let to_ticks = |span: Micros| (span.0 * hz * 2 + 1_000_000) / 2_000_000;
    let span = |ticks: i64| Micros((ticks * 1_000_000).div_euclid(hz));
    let (now, view) = (fired(case), claimed(case).max(case.shot.floor));
    let latency = case.shot.lead + Micros(case.shot.round_trip.0 / 2);
    let asked = latency + span(to_ticks(case.shot.lerp));
    let (most, held) = limit(case, bound(case));
    let correct = asked.max(Micros::ZERO).min(most);
    let seen_tick = to_ticks(view).max(0);
    let off = correct - span(to_ticks(now) - seen_tick);
    // Spans of ticks are truncated to whole µs; spans that are whole anyway stay exact.
    let beyond_us = off.0.abs() - BELIEVED.0;
    if beyond_us != 0 && beyond_us.abs() as f64 <= NEAR_US {
        return Err(Close("a view that is barely believed"));
    }
    let believed = beyond_us <= 0;
    let seen = match case.netcode.hit_rule {
        HitRule::SourceByLifeId if believed => view,
        _ if believed => span(seen_tick),
        _ => span(to_ticks(now) - to_ticks(correct)),
    };
    let earliest = now - most;
    let why = if !believed {
        Some(match correct {
            correct if correct < asked => held,
            correct if correct > asked => ClampReason::Future,
            _ => ClampReason::Implausible,
        })
    } else if seen < earliest {
        Some(held)
    } else if seen > now {
        Some(ClampReason::Future)
    } else {
        (view > claimed(case)).then_some(ClampReason::Backwards)
    };
    Ok(UsedMoment { at: seen.max(earliest).min(now), why })
}
