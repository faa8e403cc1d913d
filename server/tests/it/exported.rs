//! A shot exported from the laboratory as a scenario: the program `lagrange judge` computes the
//! same verdicts as the room.

use lab::{
    run_playback::RunPlayback, scenario::Scenario, shot_scenario::ShotScenario, state::LabState,
};
use serde_json::Value;
use shared::{
    base::time::Micros,
    netcode::preset::Preset,
    sim::{
        event::{Decision, ShotId},
        ship::ShipId,
    },
};

use crate::support::command::run;

/// Frames played of each scenario: once through, and until its last shots are settled.
const FRAMES: u32 = 900;

/// The name of a ship in the room of a column.
fn name_of(state: &LabState, column: usize, ship: ShipId) -> String {
    let roster = state.columns()[column].harness().client(0).roster();
    let known = roster.iter().find(|entry| entry.ship == ship);
    known.map_or_else(|| format!("ship {}", ship.idx), |entry| entry.name.clone())
}

/// A decision as a verdict of the answer, and the name of its victim.
fn said(decision: Option<Decision>, name: &dyn Fn(ShipId) -> String) -> (&'static str, Value) {
    let word = match decision {
        None => "open",
        Some(Decision::Missed | Decision::Retracted { .. }) => "miss",
        Some(Decision::Hit { .. } | Decision::Settled { .. } | Decision::Pierced { .. }) => "hit",
        Some(Decision::Vetoed { .. }) => "veto",
        Some(Decision::Void { .. }) => "void",
    };
    (word, decision.and_then(|decision| decision.victim()).map(name).into())
}

/// The settled shots of a column's players.
fn known_shots(state: &LabState, column: usize) -> Vec<(ShipId, ShotId)> {
    let column = &state.columns()[column];
    let players = (0..3).filter_map(|player| column.ship(player));
    let shots = |ship| column.harness().room().judged_shots(ship, Micros::ZERO);
    let of = |ship| shots(ship).map(move |(shot, _)| (ship, shot));
    let own = players.flat_map(of).filter(|(ship, shot)| shot.shooter == *ship);
    own.filter(|(_, shot)| column.has_complete_report(*shot)).collect()
}

/// Exports and judges every shot of a scenario again. Returns the number of shots, and adds the
/// verdicts that differ.
fn check(scenario: Scenario, differing: &mut Vec<String>) -> usize {
    let mut playback = RunPlayback::new(scenario.setup()).unwrap();
    let mut done: Vec<(usize, ShotId)> = Vec::new();
    while playback.frame() < FRAMES {
        playback.step().unwrap();
        let state = playback.state();
        for column in 0..state.columns().len() {
            for (viewer, shot) in known_shots(state, column) {
                if !done.contains(&(column, shot)) {
                    done.push((column, shot));
                    check_shot(state, column, (viewer, shot), differing);
                }
            }
        }
    }
    done.len()
}

fn check_shot(
    state: &LabState,
    column: usize,
    (viewer, shot): (ShipId, ShotId),
    differing: &mut Vec<String>,
) {
    let at = &state.columns()[column];
    let report = at.report(viewer, shot).expect("it is known");
    let name = |ship| name_of(state, column, ship);
    let scenario = ShotScenario::of(at.harness().room(), shot, &name).expect("it is remembered");
    let text = serde_json::to_string(&scenario).unwrap();
    let end = run(&["judge", "-"], text.as_bytes());
    assert_eq!(end.stderr, "", "{text}");
    let answer = end.json();
    let verdicts = answer["shots"][0]["verdicts"].as_array().expect("a verdict a rule");
    assert_eq!(verdicts.len(), 1 + Preset::ALL.len());
    let others = report.counterfactuals.expect("its time is over");
    let hit_in_the_room = Some(report.record.verdict);
    let decisions = [hit_in_the_room].into_iter();
    for (decision, again) in decisions.chain(others.map(|other| other.decision)).zip(verdicts) {
        let (mut word, victim) = said(decision, &name);
        let this_room = again["rule"] == "this room";
        if this_room && word == "miss" && report.refused.is_some() {
            word = "refused";
        }
        // A report counts a hit where a rule hits the ship that this shot had already killed.
        let shot_down = word == "hit" && again["verdict"] == "void" && decision == hit_in_the_room;
        let same = again["verdict"] == word || shot_down && !this_room;
        let by_claim = this_room && report.rules.hit_rule.by_claim();
        if !same || again["victim"] != victim || !(by_claim || are_named(decision, again, &name)) {
            differing.push(format!(
                "{} {shot:?} {}: {word} {victim} in the room, {} {} {} again",
                state.scenario().key(),
                again["rule"],
                again["verdict"],
                again["victim"],
                again["reason"],
            ));
        }
    }
}

/// Whether the victims of a piercing bolt are the same, in the same order. (Of claims, only the
/// first is exported.)
fn are_named(decision: Option<Decision>, again: &Value, name: &dyn Fn(ShipId) -> String) -> bool {
    let Some(pierced @ Decision::Pierced { .. }) = decision else { return true };
    let victims: Vec<Value> = pierced.ships().map(|ship| name(ship).into()).collect();
    again["victims"] == Value::from(victims)
}

#[test]
fn exported_shots_are_judged_as_in_their_room() {
    let mut differing = Vec::new();
    let n: usize = Scenario::ALL.into_iter().map(|scenario| check(scenario, &mut differing)).sum();
    println!("{n} shots, {} verdicts differ\n{}", differing.len(), differing.join("\n"));
    assert!(n >= 20, "{n} shots");
    assert!(differing.is_empty(), "{} verdicts differ", differing.len());
}
