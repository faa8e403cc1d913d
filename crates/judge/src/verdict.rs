//! Judges one shot under one rule: runs its hit test to the verdict or the end of the timeline, and
//! formats either the full report or the verdict alone.

use shared::{
    base::{geometry::Segment, time::Micros},
    history::broad_phase::search::BroadPhase as _,
    judge::{
        hit_test::state::HitTest, rewind_source::RewindSource as _, rule, rule_table::TargetPoses,
        shot::Shot, view,
    },
    report::closest_approach::{ClosestApproach, closest_approaches, nearest_of},
    schemes::claims::ClaimRefusal,
    sim::{
        event::{Decided, Decision, Finality, Weapon},
        rules::LASER_DAMAGE,
        ship::ShipId,
    },
};

use super::{
    et::clamp_name,
    fields::{in_ms, ms, point},
    json::Json,
    limits::PATH_POINTS_MAX,
    poses::bracket_for,
    rules::Rule,
    scenario_shot::ScenarioShot,
    timeline::Timeline,
};

/// Maximum time from the end of a shot's flight until it is settled, any wait for a claim
/// included.
const SETTLE_TIME: Micros = Micros::from_ms(1000);

/// The outcome of a hit test.
#[derive(Debug, Default)]
struct ShotTrace {
    /// Decisions with their times.
    decided: Vec<(Micros, Decided)>,
    refusal: Option<ClaimRefusal>,
    /// Times at which a bolt was judged, and how far it had flown by then.
    flown: Vec<(Micros, Micros)>,
}

/// A shot under a rule: its outcome, and everything that led to it.
pub(super) fn report(timeline: &Timeline, given: &ScenarioShot, rule: &Rule) -> Json {
    if let Some(shooter_death) = shooter_death(timeline, given) {
        return not_fired(given, rule, shooter_death);
    }
    let (hit_test, trace) = judge(timeline, given, rule);
    let (shot, rewind) = (hit_test.shot(), hit_test.rewind());
    let known = |now| given.known(timeline, now);
    let name = |ship: ShipId| timeline.name(ship);
    let mut json = Json::object([
        ("rule", rule.name.as_str().into()),
        ("view_ms", ms(rewind.at)),
        ("clamp", clamp_name(rewind.clamp)),
    ]);
    let moments = || trace.flown.iter().map(|(now, _)| known(*now));
    let at_end = known(timeline.end());
    let at_first = known(given.first());
    let is_known = given.first() <= timeline.end();
    let others = at_first.present().filter(|pose| is_known && pose.ship != shot.id.shooter);
    let targets = others.map(|present| {
        let found = rule::target(&at_first, shot, rewind, &present, Micros::ZERO);
        let target = Json::object([
            ("ship", name(present.ship).into()),
            ("present", point(present.pos)),
            ("judged", found.map(|found| point(found.pose.pos)).into()),
            ("bracket", found.map(|found| bracket_for(found.bracket, rewind.at)).into()),
        ]);
        // A claim is listed by its target.
        let approach = if hit_test.by_claim() {
            let claimed = closest_approaches(&hit_test, moments()).nearest;
            claimed.into_iter().find(|approach| approach.ship == present.ship)
        } else {
            nearest_of(&hit_test, moments(), present.ship)
        };
        let approach = approach.map(|approach| {
            let due = rule::judged_at(shot, hit_test.flight().forward, approach.age);
            let there = at_end.authoritative(approach.ship, due);
            ClosestApproach {
                present: there.map_or(approach.present, |at| at.pose.pos),
                ..approach
            }
        });
        target.with("nearest", approach.as_ref().map(nearest))
    });
    json = json.with("targets", Json::list(targets));
    json = json.with("path", path(shot, &trace));
    json = json.with("rulings", Json::list(rulings(&hit_test, &trace, &name)));
    let json = with_verdict(json, &hit_test, &trace, &name);
    with_open_reason(json, timeline, given, &hit_test)
}

/// A shot under a rule: the verdict in the fields and words of [`report`], nothing else.
pub(super) fn verdict(timeline: &Timeline, given: &ScenarioShot, rule: &Rule) -> Json {
    if let Some(shooter_death) = shooter_death(timeline, given) {
        return not_fired(given, rule, shooter_death);
    }
    let (hit_test, trace) = judge(timeline, given, rule);
    let json = Json::object([("rule", rule.name.as_str().into())]);
    let json = with_verdict(json, &hit_test, &trace, &|ship| timeline.name(ship));
    with_open_reason(json, timeline, given, &hit_test)
}

/// Adds the reason for an open or tentative verdict: the timeline ends too early.
fn with_open_reason(
    json: Json,
    timeline: &Timeline,
    given: &ScenarioShot,
    hit_test: &HitTest,
) -> Json {
    if hit_test.over() || json.has("reason") {
        return json;
    }
    let (end, first) = (timeline.end(), given.first());
    let reason = if first > end {
        format!(
            "the timeline ends at {} ms, before the shot is judged first at {} ms",
            in_ms(end),
            in_ms(first)
        )
    } else {
        format!("the timeline ends at {} ms, before the shot is over", in_ms(end))
    };
    json.with("reason", reason)
}

/// The ships a piercing bolt hit, ordered by its age.
fn victims<'a>(hit_test: &HitTest, name: &impl Fn(ShipId) -> Option<&'a str>) -> Json {
    let mut hits = hit_test.hits().to_vec();
    hits.sort_by_key(|(ship, age)| (*age, *ship));
    Json::list(hits.into_iter().map(|(ship, _)| Json::from(name(ship))))
}

/// When the shooter died, if it is dead when its command executes; its ship then fires no shot.
fn shooter_death(timeline: &Timeline, given: &ScenarioShot) -> Option<Micros> {
    timeline.dead_since(given.shot.id.shooter, given.shot.fired)
}

/// The verdict on a dead shooter's shot, under any rule; and whether the trigger was pulled before
/// the death, where the command's latency is known.
fn not_fired(given: &ScenarioShot, rule: &Rule, shooter_death: Micros) -> Json {
    let Shot { fired, link, .. } = given.shot;
    let json = Json::object([
        ("rule", rule.name.as_str().into()),
        ("verdict", "not fired".into()),
        ("victim", Json::Null),
        ("final_at_ms", ms(fired)),
        ("died_ms", ms(shooter_death)),
    ]);
    let executed = format!(
        "the command is executed at {} ms, after its ship has died at {} ms",
        in_ms(fired),
        in_ms(shooter_death)
    );
    if link.lead == Micros::ZERO {
        return json.with("reason", executed);
    }
    let triggered = fired - link.lead;
    let order =
        if triggered < shooter_death { "before that death" } else { "no earlier than that death" };
    let reason = format!("{executed}; the trigger was pulled at {} ms, {order}", in_ms(triggered));
    json.with("triggered_ms", ms(triggered)).with("reason", reason)
}

/// Upper bound on the pose look-ups of a shot under a rule. A beam looks at each ship once, and at
/// its stored history. A bolt, and a shot that waits for a claim, looks at each ship in every tick
/// and at every time of the timeline until it is over.
pub(super) fn lookup_bound(timeline: &Timeline, given: &ScenarioShot, rule: &Rule) -> i64 {
    let shot = Shot { rule: rule.room, ..given.shot };
    let (first, hit_rule) = (given.first(), shot.rule.hit_rule);
    let n_ships = timeline.ships.len().max(1) as i64;
    let between = |moments: &[Micros], from: Micros, to: Micros| {
        let n = |at| moments.partition_point(|moment| *moment <= at);
        n(to).saturating_sub(n(from)) as i64
    };
    if shot.weapon() == Weapon::Beam && !hit_rule.by_claim() {
        let stored = match hit_rule.targets(Weapon::Beam) {
            TargetPoses::Present => 0,
            // Both ends of a chord.
            TargetPoses::Drawn => 2 * n_ships,
            TargetPoses::Records(_) => {
                n_ships * between(&timeline.frames, first - view::bound(&shot), first)
            }
            TargetPoses::Markers(kind) => {
                let known = given.known(timeline, first);
                known.present().map(|pose| known.marker_poses(pose.ship, kind).len() as i64).sum()
            }
        };
        return n_ships + stored;
    }
    let over = shot.fired + rule::end_of(&shot).max(shot.transit) + SETTLE_TIME;
    let ticks = (over - shot.fired).0 / timeline.tick.0;
    n_ships * (1 + ticks + between(&timeline.moments, first, over))
}

/// Judges a shot under a rule until its verdict or the end of the timeline.
fn judge(timeline: &Timeline, given: &ScenarioShot, rule: &Rule) -> (HitTest, ShotTrace) {
    let shot = Shot { rule: rule.room, ..given.shot };
    let first = given.first();
    let mut hit_test = HitTest::new(shot, &given.known(timeline, first));
    let mut trace = ShotTrace::default();
    let mut claim = given.claim.claimed_hit().filter(|_| shot.rule.hit_rule.by_claim());
    let arrival =
        claim.map(|claim| claim.arrives).filter(|at| *at > first && *at <= timeline.end());
    let later = &timeline.moments[timeline.moments.partition_point(|at| *at <= first)..];
    let before = arrival.map_or(later.len(), |arrival| later.partition_point(|at| *at < arrival));
    let (before, after) = later.split_at(before);
    let at_first = (first <= timeline.end()).then_some(&first);
    let after = after.iter().filter(|at| Some(**at) != arrival);
    let forward = rule::forward(&shot, hit_test.rewind());
    for now in at_first.into_iter().chain(before).chain(&arrival).chain(after).copied() {
        if hit_test.over() {
            break;
        }
        let known = given.known(timeline, now);
        trace.flown.push((now, now - shot.fired + forward));
        let decided = hit_test.advance(&known);
        trace.decided.extend(decided.into_iter().map(|decided| (now, decided)));
        if let Some(claim) = claim.take_if(|claim| claim.arrives <= now && !hit_test.over()) {
            match hit_test.claim(&known, claim.victim, claim.age) {
                Ok(hit) => trace.decided.push((now, hit)),
                Err(refusal) => trace.refusal = Some(refusal),
            }
        }
    }
    (hit_test, trace)
}

fn nearest(approach: &ClosestApproach) -> Json {
    Json::object([
        ("age_ms", ms(approach.age)),
        ("judged", point(approach.judged)),
        ("present", point(approach.present)),
        ("distance_u", approach.distance_u.into()),
    ])
}

/// The path of a shot as far as it was judged: a beam's line, or a bolt's points, thinned out.
fn path(shot: &Shot, trace: &ShotTrace) -> Json {
    let line = |flown| -> Segment { rule::path(shot, Micros::ZERO, flown) };
    if shot.weapon() == Weapon::Beam {
        let line = line(Micros::ZERO);
        return Json::object([("from", point(line.from)), ("to", point(line.to))]);
    }
    let last = trace.flown.len().saturating_sub(1);
    let every = last.div_ceil(PATH_POINTS_MAX - 1).max(1);
    let shown = trace.flown.iter().enumerate().filter(|(n, _)| n % every == 0 || *n == last);
    Json::list(shown.map(|(_, (at, flown))| {
        Json::object([
            ("at_ms", ms(*at)),
            ("flown_ms", ms(*flown)),
            ("distance_u", rule::distance_at(shot, *flown).into()),
            ("pos", point(line(*flown).to)),
        ])
    }))
}

/// The decisions in order; for a shot that ends without a hit, the last one is "over".
fn rulings<'a>(
    hit_test: &HitTest,
    trace: &ShotTrace,
    name: &impl Fn(ShipId) -> Option<&'a str>,
) -> Vec<Json> {
    let over = |at: Micros| Json::object([("at_ms", ms(at)), ("ruling", "over".into())]);
    let mut rulings: Vec<Json> = Vec::new();
    for (at, Decided { decision, distance_u, age }) in &trace.decided {
        let said = |what: &str, ship: ShipId| {
            let at = ("at_ms", ms(*at));
            Json::object([at, ("ruling", what.into()), ("ship", name(ship).into())])
        };
        rulings.push(match *decision {
            Decision::Hit { victim, finality } => said("hit", victim)
                .with("age_ms", ms(*age))
                .with("distance_u", *distance_u)
                .with("final", finality != Finality::Tentative),
            Decision::Settled { victim } => said("settled", victim),
            Decision::Retracted { victim, by } => said("retracted", victim).with("by", name(by)),
            Decision::Vetoed { victim } => said("vetoed", victim),
            Decision::Missed | Decision::Void { .. } | Decision::Pierced { .. } => over(*at),
        });
    }
    let last = trace.decided.last().filter(|_| hit_test.over());
    let vetoed = last.filter(|(_, last)| matches!(last.decision, Decision::Vetoed { .. }));
    rulings.extend(vetoed.map(|(at, _)| over(*at)));
    rulings
}

/// The verdict: who was hit and when that became final, or why no ship was.
fn with_verdict<'a>(
    json: Json,
    hit_test: &HitTest,
    trace: &ShotTrace,
    name: &impl Fn(ShipId) -> Option<&'a str>,
) -> Json {
    let final_hit = trace.decided.iter().find_map(|(at, Decided { decision, .. })| {
        decision.hits().filter(|_| !decision.is_open()).map(|victim| (*at, victim))
    });
    let vetoed = trace.decided.iter().find_map(|(_, Decided { decision, .. })| match *decision {
        Decision::Vetoed { victim } => Some(victim),
        _ => None,
    });
    let over = trace.decided.last().map(|(at, _)| *at).filter(|_| hit_test.over());
    let refusal = trace.refusal.filter(|_| final_hit.is_none());
    let (what, ship, at) = match (final_hit, refusal, vetoed, hit_test.void().map(|(ship, _)| ship))
    {
        (Some((at, victim)), ..) => ("hit", Some(victim), Some(at)),
        (None, Some(_), ..) => ("refused", None, over),
        (None, None, Some(victim), _) => ("veto", Some(victim), over),
        (None, None, None, _) if !hit_test.over() => match hit_test.tentative().next() {
            Some(tentative) => ("tentative", Some(tentative), None),
            None => ("open", None, None),
        },
        (None, None, None, Some(void)) => ("void", Some(void), over),
        (None, None, None, None) => ("miss", None, over),
    };
    let mut json = json
        .with("verdict", what)
        .with("victim", ship.and_then(name))
        .with("final_at_ms", at.map(ms));
    if let Some(refusal) = refusal {
        json = json.with("reason", refusal.to_string());
    }
    if !hit_test.shot().pierces() {
        return json;
    }
    json.with("victims", victims(hit_test, name)).with("points_each", u32::from(LASER_DAMAGE))
}
