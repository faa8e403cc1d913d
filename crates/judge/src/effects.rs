//! Rejects fields without effect: the first shot field or rule setting that no verdict of the
//! scenario depends on.
//!
//! A scenario is rejected if it has
//!
//! - a shot field that none of its rules uses;
//! - a shot field that only the other weapon has;
//! - a rule setting that the rule uses for none of its shots ([`super::rules`]).
//!
//! The time, place and link of a shot are accepted under any rule.

use shared::{
    judge::rule_table::{TargetPoses, ViewPolicy},
    netcode::{
        choices::HitRule,
        setting::{Setting, Unit},
        values::RoomNetcode,
    },
    sim::event::Weapon,
};

use super::{
    error::{JudgeError, shown},
    fields::{Node, Object},
    rules::{Rule, markers},
    scenario_shot::{Claim, ScenarioShot},
};

/// Shot fields that only some rules use.
struct ShotField {
    names: &'static [&'static str],
    /// Whether a rule uses them for a shot of this weapon.
    is_used: fn(&RoomNetcode, Weapon) -> bool,
}

const SHOT_FIELDS: [ShotField; 5] = [
    ShotField { names: &["earlier_view_ms", "earlier_view_s"], is_used: RoomNetcode::uses_view },
    ShotField {
        names: &["plausible_age_ms", "plausible_age_s"],
        is_used: |room, _| matches!(room.hit_rule.row().view, ViewPolicy::Plausible),
    },
    ShotField {
        names: &["sent_ms", "sent_s"],
        is_used: |room, weapon| matches!(room.hit_rule.targets(weapon), TargetPoses::Drawn),
    },
    ShotField {
        names: &["not_told_of"],
        is_used: |room, weapon| matches!(room.hit_rule.targets(weapon), TargetPoses::Records(_)),
    },
    ShotField { names: &["claim"], is_used: |room, _| room.hit_rule.by_claim() },
];

/// Checks that every field has an effect and that every rule has the fields it needs.
pub(super) fn check(
    fields: &Object,
    shots: &[Node],
    given: &[ScenarioShot],
    rules: &[Rule],
) -> Result<(), JudgeError> {
    let of_et = rules.iter().any(|rule| markers(rule).is_some());
    let is_beam = |given: &ScenarioShot| given.shot.weapon() == Weapon::Beam;
    let et = ["et_frame_ms", "et_frame_s", "et_markers"];
    if !of_et {
        fields.reject_unused(&et, "under these rules; it applies under et-command, et-frame")?;
    } else if !given.iter().any(is_beam) {
        fields.reject_unused(&et, "on bolts, which ET does not rewind for; it applies to beams")?;
    }
    for (node, given) in shots.iter().zip(given) {
        check_shot(&node.as_object()?, given, rules)?;
    }
    Ok(())
}

fn check_shot(shot: &Object, given: &ScenarioShot, rules: &[Rule]) -> Result<(), JudgeError> {
    let weapon = given.shot.weapon();
    for ShotField { names, is_used } in &SHOT_FIELDS {
        let is_aim = names.contains(&"sent_ms") && shot.get("aim_at").is_some();
        if !is_aim && !rules.iter().any(|rule| is_used(&rule.room, weapon)) {
            shot.reject_unused(names, &when_used(*is_used, weapon))?;
        }
    }
    let by_claim = |rule: &&Rule| rule.room.hit_rule.by_claim();
    match (given.claim, rules.iter().find(by_claim)) {
        (Claim::Unspecified, Some(rule)) => {
            let name = shown(&rule.name);
            let allowed = format!(
                "the hit that the shooter claims, e.g. {{ \"ship\": \"bob\" }}, or null for \
                 none: the rule \"{name}\" requires it"
            );
            Err(shot.missing("claim", &allowed))
        }
        _ => Ok(()),
    }
}

/// The hit rules under which a field would have an effect, for an error.
fn when_used(is_used: fn(&RoomNetcode, Weapon) -> bool, weapon: Weapon) -> String {
    let plain = RoomNetcode::default();
    let uses = |hit_rule| is_used(&RoomNetcode { hit_rule, ..plain }, weapon);
    let Unit::Choice(keys) = Setting::HitRule.spec().unit else {
        return "under these rules".to_string();
    };
    let hits = HitRule::ALL.iter().zip(keys).filter(|(hit, _)| uses(**hit));
    let hits: Vec<&str> = hits.map(|(_, (key, _))| *key).collect();
    format!("under these rules; it applies under {}", hits.join(", "))
}
