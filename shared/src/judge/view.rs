//! Resolves the rewind time of a shot, once, when its hit test opens: the claimed view time clamped
//! by the rule, and the reason for the clamp.

use serde::Serialize;

use super::{
    rule_table::{ViewLimit, ViewPolicy},
    shot::{LinkStats, Shot},
};
use crate::{
    base::{
        tick_length::TickLength,
        time::{Micros, Tick, ViewTime},
    },
    history::{pose::Pair, sent::SentLog, target_time::ChainBreak},
    schemes::{
        clamp::Clamp,
        et,
        source::lag_compensation::{AimReference, RecordExpiry, RewindRequest, Unlag},
    },
    sim::command::View,
};

/// How far a view under delayed synchronisation may be off `T_f − D`. Commands are made for the
/// tick under way, and the frame rate varies, down to 20 a second.
const DELAY_SLACK: Micros = Micros::from_ms(70);

/// How much older a view may be than measured latency plus interpolation delay. The view is that of
/// the frame before the command, and echoes do not capture all of the path's jitter.
pub const PLAUSIBLE_SLACK: Micros = Micros::from_ms(80);

/// The time at which a shot's targets are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RewindTime {
    /// The server time of the targets at age 0.
    pub at: Micros,
    /// Why the claim was not used as it was. `None` where it was only rounded to a tick, or where
    /// the rule uses no claim for a shot of this weapon.
    pub clamp: Option<Clamp>,
}

/// The server time of the targets that a shot is tested against at age 0.
#[must_use]
pub fn resolve_rewind(shot: &Shot, ticks: TickLength) -> RewindTime {
    if !shot.rule.uses_view(shot.weapon()) {
        return RewindTime { at: shot.fired, clamp: None };
    }
    match shot.rule.hit_rule.row().view {
        ViewPolicy::Execution => RewindTime { at: shot.fired, clamp: None },
        ViewPolicy::CommandTime => {
            let (at, clamp) = et::target_time(shot.view.max(shot.floor), shot.fired);
            let (limit, earliest) = limit(shot, et::BEHIND_MAX);
            let (at, clamp) = if at < earliest { (earliest, Some(limit)) } else { (at, clamp) };
            let clamp = clamp.or((shot.view < shot.floor).then_some(Clamp::Backwards));
            RewindTime { at, clamp }
        }
        ViewPolicy::CommandTick(breaks) => command_tick(shot, breaks, ticks),
        ViewPolicy::DelayedSync => {
            let at = shot.fired - delay(shot);
            let view = shot.view.max(shot.floor);
            let off = view - at;
            let fits = off <= DELAY_SLACK && -off <= DELAY_SLACK;
            let clamp = (!fits).then_some(Clamp::NotDelayed);
            let clamp = clamp.or((view > shot.view).then_some(Clamp::Backwards));
            RewindTime { at: if fits { view } else { at }, clamp }
        }
        ViewPolicy::Bounded => bounded(shot, limit(shot, bound(shot))),
        ViewPolicy::Plausible => bounded(shot, plausible(shot, limit(shot, bound(shot)))),
    }
}

/// The age of the oldest view that a connection explains, for a player who draws remote ships this
/// far behind the newest snapshot.
#[must_use]
pub fn plausible_age(link: LinkStats, drawn_behind: Micros) -> Micros {
    link.latency() + drawn_behind + PLAUSIBLE_SLACK
}

/// Tightens the limit to the plausible age where that is stricter. Returns the clamp and the
/// earliest accepted time.
fn plausible(shot: &Shot, (clamp, earliest): (Clamp, Micros)) -> (Clamp, Micros) {
    match shot.plausible_age.map(|age| shot.fired - age) {
        Some(oldest) if oldest > earliest => (Clamp::Implausible, oldest),
        Some(_) | None => (clamp, earliest),
    }
}

/// The clamp and the earliest accepted time for a claim too far back, under a bound and the ping
/// cap.
fn limit(shot: &Shot, bound: Micros) -> (Clamp, Micros) {
    let ViewLimit { back, clamp } = ViewLimit::of(bound, &shot.rule, shot.interpolation_delay);
    (clamp, shot.fired - back)
}

/// The claim clamped to the room's bound alone, where it only sets how far a bolt is flown forward.
#[must_use]
pub fn within_bound(shot: &Shot) -> RewindTime {
    bounded(shot, (Clamp::Bound, shot.fired - bound(shot)))
}

/// The claim clamped to the earliest accepted time, the present, and the shooter's earlier views.
fn bounded(shot: &Shot, (limit, earliest): (Clamp, Micros)) -> RewindTime {
    let (mut at, mut clamp) = (shot.view, None);
    if at < shot.floor {
        (at, clamp) = (shot.floor, Some(Clamp::Backwards));
    }
    if at < earliest {
        (at, clamp) = (earliest, Some(limit));
    }
    if at > shot.fired {
        (at, clamp) = (shot.fired, Some(Clamp::Future));
    }
    RewindTime { at, clamp }
}

/// The room's rewind limit, under the rules that a shot was fired under.
#[must_use]
pub const fn bound(shot: &Shot) -> Micros {
    shot.rule.rewind_bound()
}

/// `D` of delayed synchronisation.
#[must_use]
pub const fn delay(shot: &Shot) -> Micros {
    Micros::from_ms(shot.rule.delay_ms as i64)
}

/// Source's rewind parameters for a shot.
#[must_use]
pub fn unlag(shot: &Shot, breaks: ChainBreak, ticks: TickLength) -> Unlag {
    let (_, earliest) = limit(shot, bound(shot));
    Unlag { dt: ticks, max_unlag: shot.fired - earliest, breaks, dropped: RecordExpiry::Exact }
}

/// Source: the command's tick, unless the measured latency contradicts it. As written it is rounded
/// to whole ticks; the game's form keeps the fraction that was drawn.
fn command_tick(shot: &Shot, breaks: ChainBreak, ticks: TickLength) -> RewindTime {
    let claimed = shot.view.max(shot.floor);
    let tick = |at: Micros| Tick(u32::try_from(ticks.to_ticks(at)).unwrap_or(0));
    let claim = RewindRequest {
        now: tick(shot.fired),
        aimed: AimReference::View(ViewTime::from_tick(tick(claimed))),
        latency: shot.link.latency(),
        lerp: shot.interpolation_delay,
    };
    let settled = unlag(shot, breaks, ticks).rewind_target(&claim);
    let seen = match breaks {
        ChainBreak::NewLife if !settled.replaced => claimed,
        ChainBreak::NewLife | ChainBreak::Distance64 => ticks.span(settled.target),
    };
    // Records older than the bound are not kept, so the oldest record is used instead.
    let (limit, earliest) = limit(shot, bound(shot));
    let clamp = if settled.replaced {
        Some(match settled.clamp {
            Some(Clamp::Bound) => limit,
            clamp => clamp.unwrap_or(Clamp::Implausible),
        })
    } else if seen < earliest {
        Some(limit)
    } else if seen > shot.fired && claimed > shot.fired {
        Some(Clamp::Future)
    } else if shot.view < shot.floor {
        Some(Clamp::Backwards)
    } else {
        None
    };
    RewindTime { at: seen.max(earliest).min(shot.fired), clamp }
}

/// The pair of snapshots that a viewer claims to have blended, if it brackets the view time and
/// both were sent.
#[must_use]
pub fn verified_pair(claimed: View, sent: Option<&SentLog>) -> Option<Pair> {
    let newer = claimed.older.0.checked_add(u32::from(claimed.span)).map(Tick)?;
    let pair = Pair { older: claimed.older, newer };
    let log = sent?;
    let brackets = claimed.span > 0 && pair.holds(claimed.time);
    (brackets && log.was_sent(pair.older) && log.was_sent(pair.newer)).then_some(pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{
            geometry::{Turn, Vec2},
            time::TickRate,
        },
        netcode::{
            choices::{BoltPath, HitRule},
            values::RoomNetcode,
        },
        sim::{
            arena::Arena,
            bolt::Bolt,
            event::{ShotId, Weapon},
            ship::ShipId,
        },
    };

    /// A beam at 1000 ms that claims a view.
    fn shot(rule: HitRule, view_ms: i64) -> Shot {
        let id = ShotId { tick: Tick(60), shooter: ShipId::default(), weapon: Weapon::Beam };
        let bolt = Bolt::new(id, Tick(60), Vec2::new(50.0, 50.0), Turn(0), &Arena::empty());
        let netcode = RoomNetcode { hit_rule: rule, ..RoomNetcode::default() };
        let link = LinkStats { round_trip: Micros::from_ms(200), lead: Micros::from_ms(112) };
        let shot = Shot::of_bolt(&bolt, TickRate::DEFAULT, netcode);
        Shot {
            view: Micros::from_ms(view_ms),
            link,
            interpolation_delay: Micros::from_ms(100),
            ..shot
        }
    }

    #[test]
    fn each_rule_clamps_claims_to_its_limits() {
        use Clamp::{Backwards, Bound, Future, Implausible, NotDelayed};
        use HitRule::{DelayedSync, EtPerFrame, Lagrange, Present, SourceByLifeId, SourceExact};
        let rows = [
            // (rule, claimed, floor, used, clamp); all in ms
            (Present, 700, 0, 1000, None),
            (Lagrange, 700, 0, 700, None),
            (Lagrange, 600, 0, 600, None),
            (Lagrange, 599, 0, 600, Some(Bound)),
            (Lagrange, 1001, 0, 1000, Some(Future)),
            (Lagrange, 700, 750, 750, Some(Backwards)),
            (Lagrange, 500, 550, 600, Some(Bound)),
            (EtPerFrame, 700, 0, 700, None),
            (EtPerFrame, -1, -5000, 0, Some(Bound)),
            (EtPerFrame, 1000, 0, 1000, None),
            (EtPerFrame, 1001, 0, 1000, Some(Future)),
            (EtPerFrame, 1201, 0, 1000, Some(Future)),
            (EtPerFrame, 700, 1001, 1000, Some(Future)),
            (EtPerFrame, 700, 720, 720, Some(Backwards)),
            (SourceByLifeId, 688, 0, 688, None),
            (SourceExact, 690, 0, 683, None), // 41.4 ticks of 16.67 ms
            // The bound is the room's 400 ms here, the round trip and the delay ask for 312.
            (SourceByLifeId, 470, 0, 683, Some(Implausible)),
            (SourceByLifeId, 600, 0, 600, None),
            (SourceByLifeId, 500, 0, 600, Some(Bound)),
            (SourceByLifeId, 900, 0, 683, Some(Implausible)),
            (DelayedSync, 650, 0, 650, None),
            (DelayedSync, 655, 0, 655, None),
            (DelayedSync, 580, 0, 580, None),
            (DelayedSync, 721, 0, 650, Some(NotDelayed)),
            (DelayedSync, 579, 0, 650, Some(NotDelayed)),
        ];
        for (rule, view, floor, used, clamp) in rows {
            let shot = Shot { floor: Micros::from_ms(floor), ..shot(rule, view) };
            let got = resolve_rewind(&shot, TickLength::of(TickRate::DEFAULT));
            assert_eq!((got.at.as_ms(), got.clamp), (used, clamp), "{rule:?}, {view} ms");
        }
    }

    #[test]
    fn claims_are_unused_where_a_bolts_targets_are_in_the_present() {
        use HitRule::{EtPerCommand, EtPerFrame, Lagrange, Present, Targeting};
        let bolt = |hit_rule, bolt_path| {
            let mut shot = shot(hit_rule, -1);
            shot.id.weapon = Weapon::Laser;
            shot.rule.bolt_path = bolt_path;
            let rewind = resolve_rewind(&shot, TickLength::of(TickRate::DEFAULT));
            (rewind.at.as_ms(), rewind.clamp)
        };
        for rule in [Present, EtPerFrame, EtPerCommand, Targeting] {
            assert_eq!(bolt(rule, BoltPath::Muzzle), (1000, None), "{rule:?}");
        }
        assert_eq!(bolt(EtPerFrame, BoltPath::FastForward), (0, Some(Clamp::Bound)));
        assert_eq!(bolt(Lagrange, BoltPath::Muzzle), (600, Some(Clamp::Bound)));
    }

    #[test]
    fn claimed_views_are_clamped_to_the_ping_cap() {
        use Clamp::{Bound, Implausible, PingCap};
        use HitRule::{
            Claim, DelayedSync, EtPerFrame, Lagrange, Present, SourceByLifeId, SourceExact,
        };
        let rows = [
            // (rule, cap, claimed, used, clamp); all in ms, and the interpolation delay is 100
            (Lagrange, 150, 750, 750, None),
            (Lagrange, 150, 749, 750, Some(PingCap)),
            (Lagrange, 0, 700, 900, Some(PingCap)),
            (Lagrange, 400, 599, 600, Some(Bound)),
            (Lagrange, 1000, 599, 600, Some(Bound)),
            (Claim, 150, 600, 750, Some(PingCap)),
            (EtPerFrame, 150, 600, 750, Some(PingCap)),
            (EtPerFrame, 1000, -1, 0, Some(Bound)),
            // Its `max_unlag` is 250 ms, and the round trip and the delay ask for 312.
            (SourceByLifeId, 150, 688, 750, Some(PingCap)),
            (SourceByLifeId, 150, 400, 750, Some(PingCap)),
            (SourceByLifeId, 250, 470, 683, Some(Implausible)),
            (SourceExact, 150, 688, 750, Some(PingCap)),
            (DelayedSync, 150, 650, 650, None),
            (Present, 150, 600, 1000, None),
        ];
        for (rule, cap, view, used, clamp) in rows {
            let plain = shot(rule, view);
            let rule_of = RoomNetcode { ping_cap_ms: cap, ..plain.rule };
            let shot = Shot { rule: rule_of, ..plain };
            let got = resolve_rewind(&shot, TickLength::of(TickRate::DEFAULT));
            assert_eq!((got.at.as_ms(), got.clamp), (used, clamp), "{rule:?}, {cap}, {view} ms");
        }
    }

    #[test]
    fn only_the_games_own_rules_clamp_to_the_plausible_age() {
        use Clamp::{Backwards, Bound, Future, Implausible, PingCap};
        use HitRule::{
            Claim, DelayedSync, EtPerCommand, EtPerFrame, Lagrange, Present, SourceByLifeId,
            SourceExact, Targeting, Unverified,
        };
        let rows = [
            // (rule, plausible age, cap, claimed, floor, used, clamp); all in ms
            (Lagrange, Some(250), 1000, 750, 0, 750, None),
            (Lagrange, Some(250), 1000, 749, 0, 750, Some(Implausible)),
            (Lagrange, Some(250), 1000, 500, 0, 750, Some(Implausible)),
            (Lagrange, None, 1000, 500, 0, 600, Some(Bound)),
            // Whichever reaches less far back.
            (Lagrange, Some(400), 1000, 500, 0, 600, Some(Bound)),
            (Lagrange, Some(900), 1000, 500, 0, 600, Some(Bound)),
            (Lagrange, Some(250), 50, 500, 0, 850, Some(PingCap)),
            (Lagrange, Some(250), 200, 500, 0, 750, Some(Implausible)),
            (Lagrange, Some(250), 1000, 1001, 0, 1000, Some(Future)),
            (Lagrange, Some(250), 1000, 700, 800, 800, Some(Backwards)),
            (Lagrange, Some(250), 1000, 700, 720, 750, Some(Implausible)),
            (Claim, Some(250), 1000, 700, 0, 750, Some(Implausible)),
        ];
        let ms = Micros::from_ms;
        let judged = |rule: HitRule, age: Option<i64>, cap: u16, view: i64, floor: i64| {
            let plain = shot(rule, view);
            let rule = RoomNetcode { ping_cap_ms: cap, ..plain.rule };
            let plausible_age = age.map(ms);
            let shot = Shot { rule, plausible_age, floor: ms(floor), ..plain };
            resolve_rewind(&shot, TickLength::of(TickRate::DEFAULT))
        };
        for (rule, age, cap, view, floor, used, clamp) in rows {
            let got = judged(rule, age, cap, view, floor);
            assert_eq!((got.at.as_ms(), got.clamp), (used, clamp), "{rule:?} {age:?}, {view} ms");
        }
        let others = [
            Present,
            Targeting,
            EtPerCommand,
            EtPerFrame,
            SourceExact,
            SourceByLifeId,
            DelayedSync,
            Unverified,
        ];
        for rule in others {
            for view in (0..1100).step_by(10) {
                let [with, without] = [Some(0), None].map(|age| judged(rule, age, 1000, view, 0));
                assert_eq!(with, without, "{rule:?} stays as it was published, {view} ms");
            }
        }
        let link = LinkStats { round_trip: ms(60), lead: ms(42) };
        assert_eq!(plausible_age(link, ms(100)), ms(60 + 12 + 100 + 80));
    }

    #[test]
    fn a_pair_counts_if_it_was_sent_and_brackets_the_moment() {
        let mut log = SentLog::new(TickRate::DEFAULT);
        for tick in (0..=100).step_by(2) {
            log.record(Tick(tick));
        }
        let at = |n: u32, steps: i64| ViewTime(ViewTime::from_tick(Tick(n)).0 + steps);
        let pair = Some(Pair { older: Tick(90), newer: Tick(92) });
        let rows = [
            (at(91, 44), 90, 2, pair),
            (at(91, 0), 90, 0, None),
            (at(91, 0), 91, 1, None),
            (at(95, 0), 90, 2, None),
            (at(90, 0), u32::MAX, 2, None),
        ];
        for (time, older, span, want) in rows {
            let claimed = View { time, older: Tick(older), span };
            assert_eq!(verified_pair(claimed, Some(&log)), want);
            assert_eq!(verified_pair(claimed, None), None);
        }
    }
}
