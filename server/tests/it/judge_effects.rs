//! `lagrange judge` refuses input that has no effect, and lists the settings in force.

use serde_json::{Value, json};

use crate::{
    judge::judge,
    judge_edges::{all_rules, beam, bolt, claimed, scenario},
    support::command::{End, run},
};

const HITS: [&str; 10] = [
    "present",
    "et-command",
    "et-frame",
    "source-64",
    "source",
    "deferred",
    "targeting",
    "claim",
    "lagrange",
    "unverified",
];

/// Whether a hit rule depends on the shooter's claim.
fn by_claim(hit: &str) -> bool {
    ["claim", "unverified"].contains(&hit)
}

fn timeline() -> Value {
    json!([{ "at_ms": 0, "frame": { "bob": 0 } }])
}

/// Checks that a setting is refused exactly where the answer does not list it as in force. Returns
/// how many were refused and how many accepted.
fn check_settings(hit: &str, path: &str, shots: &[Value]) -> (usize, usize) {
    let settings = [
        ("veto", json!("on")),
        ("path", json!("muzzle")),
        ("path_k", json!(7)),
        ("bound_ms", json!(100)),
        ("d_ms", json!(100)),
        ("tolerance_u", json!(2)),
        ("pierce", json!("on")),
        ("ping_cap_ms", json!(100)),
    ];
    let shots = shots.iter().cloned();
    let shots = if by_claim(hit) { shots.map(claimed).collect() } else { shots.collect() };
    let mut plain = json!({ "hit": hit });
    if !path.is_empty() {
        plain["path"] = json!(path);
    }
    let whole = judge(&scenario(&timeline(), &shots, &json!([plain])).to_string());
    if whole.status != Some(0) {
        assert!(whole.stderr.contains("rules[0].path has no effect"), "{}", whole.stderr);
        let only_beams = shots.as_array().unwrap().iter().all(|shot| shot["weapon"] == "beam");
        assert!(hit == "deferred" || only_beams, "{hit} {path}");
        return (0, 0);
    }
    let in_force = whole.json()["rules"][0].clone();
    assert_eq!(in_force["hit"], hit);
    let lines = settings.clone().map(|(name, value)| {
        let mut rule = plain.clone();
        rule[name] = if name == "path" && !path.is_empty() { json!(path) } else { value };
        scenario(&timeline(), &shots, &json!([rule])).to_string()
    });
    let End { stdout, .. } = run(&["judge", "--verdicts"], lines.join("\n").as_bytes());
    let (mut n_refused, mut n_taken) = (0, 0);
    for ((name, _), answer) in settings.iter().zip(stdout.lines()) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        if in_force[name].is_null() {
            assert_eq!(answer["error"]["kind"], "no effect", "{hit} {path} {name}");
            assert_eq!(answer["error"]["path"], format!("rules[0].{name}"));
            n_refused += 1;
        } else {
            assert_eq!(answer["error"], Value::Null, "{hit} {path} {name}");
            n_taken += 1;
        }
    }
    (n_refused, n_taken)
}

#[test]
fn a_setting_without_effect_is_refused() {
    for shots in [vec![beam(0)], vec![bolt(0)], vec![beam(0), bolt(0)]] {
        let (mut n_refused, mut n_taken) = (0, 0);
        for hit in HITS {
            for path in ["", "forward", "seed"] {
                let (refused, taken) = check_settings(hit, path, &shots);
                (n_refused, n_taken) = (n_refused + refused, n_taken + taken);
            }
        }
        assert!(n_refused > 40 && n_taken > 20, "{n_refused} refused, {n_taken} taken");
    }
}

/// A field of a shot is accepted if a rule in the scenario uses it for that weapon. Otherwise it is
/// refused, and the error names the hit rules that would use it.
#[test]
fn a_field_that_no_rule_uses_is_refused() {
    let (drawn, records) =
        (["deferred", "claim", "lagrange", "unverified"], ["source-64", "source"]);
    let et = ["et-command", "et-frame"];
    let past = [&et[..], &records, &drawn].concat();
    // The field, its value, and the hit rules that use it for a beam and for a bolt.
    let rows: [(&str, Value, &[&str], &[&str]); 5] = [
        ("earlier_view_ms", json!(0), &past, &[&records[..], &drawn].concat()),
        ("plausible_age_ms", json!(100), &["claim", "lagrange"], &["claim", "lagrange"]),
        ("sent_ms", json!([0]), &drawn, &drawn),
        ("not_told_of", json!(["bob"]), &records, &records),
        ("claim", json!({ "ship": "bob" }), &["claim", "unverified"], &["claim", "unverified"]),
    ];
    for (field, value, on_beams, on_bolts) in rows {
        for (mut shot, heeding) in [(beam(0), on_beams), (bolt(0), on_bolts)] {
            for hit in HITS {
                if by_claim(hit) {
                    shot["claim"] = Value::Null;
                }
                let mut with = shot.clone();
                with[field] = value.clone();
                shot.as_object_mut().unwrap().remove("claim");
                let rules = json!([{ "hit": hit }]);
                let End { status, stderr, .. } =
                    judge(&scenario(&timeline(), &json!([with]), &rules).to_string());
                if heeding.contains(&hit) {
                    assert_eq!((status, stderr.as_str()), (Some(0), ""), "{field} under {hit}");
                    continue;
                }
                let words =
                    format!("shots[0].{field} has no effect under these rules; it applies under ");
                let (_, said) = stderr.trim_end().split_once(&words).expect(&stderr);
                assert_eq!(said.split(", ").collect::<Vec<_>>(), heeding, "{field} under {hit}");
            }
            // One rule that uses it is enough.
            let mut with = claimed(shot);
            with[field] = value.clone();
            let all = scenario(&timeline(), &json!([with]), &all_rules());
            assert_eq!(judge(&all.to_string()).stderr, "", "{field}");
        }
    }
}

/// If a bolt is flown forward to where it was seen, the view matters under every rule.
#[test]
fn what_counts_for_a_bolt_depends_on_its_path() {
    let mut shot = bolt(500);
    (shot["view_ms"], shot["interp_ms"]) = (json!(100), json!(100));
    let ask = |rule: Value| {
        let answer = judge(&scenario(&timeline(), &json!([shot]), &json!([rule])).to_string());
        (answer.status, answer.stderr)
    };
    let (status, stderr) = ask(json!({ "preset": "et", "ping_cap_ms": 50 }));
    let words = "rules[0].ping_cap_ms has no effect on bolts under the hit rule et-frame; it \
                 applies under source-64, source, claim, lagrange, unverified, or with the path \
                 forward";
    assert!(status == Some(2) && stderr.contains(words), "{stderr}");
    let forward = json!({ "preset": "et", "path": "forward", "ping_cap_ms": 50 });
    assert_eq!(ask(forward), (Some(0), String::new()));
}

/// A verdict reports no view that was not used.
#[test]
fn a_bolt_judged_in_the_present_reports_no_view() {
    let flight =
        json!([{ "from_ms": 0, "to_ms": 2000, "flight": { "bob": { "pos": 0, "velocity": 9 } } }]);
    let mut shots = [beam(1800), bolt(1800)];
    for shot in &mut shots {
        shot["view_ms"] = json!(300);
    }
    let answer = judge(&scenario(&flight, &json!(shots), &json!(["et"])).to_string()).json();
    let said = |shot: usize| {
        let verdict = &answer["shots"][shot]["verdicts"][0];
        (verdict["view_ms"].clone(), verdict["clamp"].clone())
    };
    assert_eq!(said(0), (json!(800), json!("bound")));
    assert_eq!(said(1), (json!(1800), Value::Null));
}

#[test]
fn settings_for_absent_ships_are_refused() {
    let flight = json!([{ "at_ms": 0, "frame": { "ada": [0, -66], "bob": 0 } }]);
    let mut shots = json!([beam(0), beam(0)]);
    shots[1]["shooter"] = json!("cyd");
    let mut sound = scenario(&flight, &shots, &json!(["lagrange"]));
    sound["links"] = json!({ "ada": { "up_ms": 9 }, "bob": {}, "cyd": { "up_ms": 9 } });
    assert_eq!(judge(&sound.to_string()).stderr, "");
    let rows = [
        (
            "/links",
            json!({ "Ada": {} }),
            "links.Ada names no ship (did you mean ada?); the ships and shooters are ada, \
             bob, cyd",
        ),
        (
            "/links",
            json!({ "dan": {} }),
            "links.dan names no ship; the ships and shooters are ada, bob, cyd",
        ),
        (
            "/shots/0/shooter",
            json!("Ada"),
            "shots[0].shooter is \"Ada\"; it must be the name of a ship of the timeline: ada, \
             bob (did you mean ada?)",
        ),
    ];
    for (place, value, words) in rows {
        let mut wrong = sound.clone();
        *wrong.pointer_mut(place).unwrap() = value;
        let End { status, stderr, .. } = judge(&wrong.to_string());
        assert!(status == Some(2) && stderr.contains(words), "{stderr}\nlacks {words}");
    }
}

/// A rule that depends on claims needs one, or an explicit null.
#[test]
fn claim_rules_require_claims() {
    let ask = |claim: Option<Value>| {
        let mut shot = bolt(0);
        if let Some(claim) = claim {
            shot["claim"] = claim;
        }
        judge(&scenario(&timeline(), &json!([shot]), &json!([{ "hit": "claim" }])).to_string())
    };
    let words = "shots[0].claim is missing; it must be the hit that the shooter claims";
    assert!(ask(None).stderr.contains(words), "{}", ask(None).stderr);
    assert_eq!(ask(Some(Value::Null)).stderr, "");
    let early = json!({ "ship": "bob", "arrives_ms": 400 });
    let mut shot = bolt(500);
    (shot["claim"], shot["transit_ms"]) = (early, json!(50));
    let asked = scenario(&timeline(), &json!([shot]), &json!([{ "hit": "claim" }]));
    let words =
        "shots[0].claim.arrives_ms is 400 ms, before the server receives the shot at 550 ms";
    assert!(judge(&asked.to_string()).stderr.contains(words));
}

/// A rule without a name is named after its settings.
#[test]
fn unnamed_rules_are_named_after_their_settings() {
    let rules = json!([
        "lagrange",
        {},
        { "hit": "claim" },
        { "hit": "source", "bound_ms": 200 },
        { "preset": "et", "veto": "on" },
        { "preset": "source", "hit": "source-64" },
        { "bound_ms": 400 },
        { "hit": "claim", "name": "mine" },
    ]);
    let shots = json!([claimed(bolt(0)), claimed(beam(0))]);
    let answer = judge(&scenario(&timeline(), &shots, &rules).to_string()).json();
    let names = [
        "lagrange",
        "lagrange",
        "hit claim",
        "hit source, bound_ms 200",
        "et, veto on",
        "source, hit source-64",
        "lagrange",
        "mine",
    ];
    for (n, name) in names.into_iter().enumerate() {
        assert_eq!(answer["rules"][n]["rule"], name);
        assert_eq!(answer["shots"][0]["verdicts"][n]["rule"], name);
    }
}

#[test]
fn a_refusal_says_on_which_weapon_a_setting_would_count() {
    let timeline = timeline();
    let beams = |rules: Value| scenario(&timeline, &json!([beam(0)]), &rules);
    let rows = [
        (
            beams(json!([{ "pierce": "on" }])),
            "rules[0].pierce has no effect on beams; it applies to bolts",
        ),
        (
            beams(json!([{ "preset": "nothing", "path": "jump" }])),
            "rules[0].path has no effect on beams; it applies to bolts",
        ),
        (
            beams(json!([{ "preset": "nothing", "bound_ms": 9 }])),
            "rules[0].bound_ms has no effect under the hit rule present; it applies under \
             source-64, source, claim, lagrange, unverified\n",
        ),
    ];
    for (scenario, words) in rows {
        let End { status, stderr, .. } = judge(&scenario.to_string());
        assert_eq!((status, stderr.contains(words)), (Some(2), true), "{stderr}\nlacks {words}");
    }
}

#[test]
fn a_refusal_says_where_a_setting_would_count() {
    let timeline = json!([{ "at_ms": 0, "frame": { "bob": 0 } }]);
    let with = |rules: Value| scenario(&timeline, &json!([beam(0), bolt(0)]), &rules);
    let rows = [
        (
            with(json!([{ "preset": "et", "bound_ms": 100 }])),
            "rules[0].bound_ms has no effect under the hit rule et-frame; it applies under \
             source-64, source, claim, lagrange, unverified",
        ),
        (
            with(json!(["et", { "preset": "nothing", "bound_ms": 400 }])),
            "rules[1].bound_ms has no effect under the hit rule present; it applies under \
             source-64, source, claim, lagrange, unverified, or with the path forward",
        ),
        (
            with(json!([{ "preset": "et", "path_k": 3 }])),
            "rules[0].path_k has no effect with the path muzzle; it applies with seed",
        ),
        (
            with(json!([{ "preset": "source", "d_ms": 350 }])),
            "rules[0].d_ms has no effect under the hit rule source; it applies under deferred",
        ),
        (
            with(json!([{ "tolerance_u": 4 }])),
            "rules[0].tolerance_u has no effect under the hit rule lagrange; it applies under \
             claim",
        ),
        (
            json!({ "kind": "targeting-convergence", "muzzle": 0, "velocity_u_per_s": 9,
                "frames": 1, "chase": "timed", "k": 99 }),
            "k has no effect unless chase is seed",
        ),
        (
            json!({ "kind": "peeker", "peeker": {}, "holder": { "d_ms": 350, "interp_ms": 100 } }),
            "holder.interp_ms has no effect unless down_ms is given",
        ),
        (
            json!({ "kind": "peeker", "peeker": {}, "holder": { "down_ms": 50, "up_ms": 10 } }),
            "holder.up_ms has no effect unless d_ms is given",
        ),
        (
            json!({ "kind": "et-markers", "steps": [{ "frame_ms": 0, "pos": 0 }], "present": 3 }),
            "present has no effect without at_ms",
        ),
        (
            json!({ "kind": "et-markers", "markers": [{ "at_ms": 0, "pos": 0 }], "et_markers": 9 }),
            "et_markers has no effect together with markers",
        ),
        (
            json!({ "kind": "source-lag", "tick_ms": 15, "now_tick": 9, "command_tick": 9,
                "latency_ms": 0, "lerp_ms": 0, "breaks": "life" }),
            "breaks has no effect without records",
        ),
        (
            json!({ "kind": "deferred", "delay_ms": 350, "bolt": "pierces" }),
            "bolt has no effect without contacts",
        ),
        (
            json!({ "kind": "qw-extrapolation", "now_s": 1, "latency_s": 0, "acked_sent_s": 1,
                "age_ms": 30, "ticks_missing": 2 }),
            "age_ms and ticks_missing are both given; give one",
        ),
    ];
    for (scenario, words) in rows {
        let End { status, stdout, stderr } = judge(&scenario.to_string());
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{scenario}");
        assert!(stderr.contains(words), "{stderr}\nlacks {words}");
    }
}

#[test]
fn a_refusal_says_under_which_rules_a_field_would_count() {
    let timeline = json!([{ "at_ms": 0, "frame": { "bob": 0 } }]);
    for field in ["et_frame_ms", "et_markers"] {
        let mut scenario = scenario(&timeline, &json!([beam(0)]), &json!(["lagrange", "source"]));
        scenario[field] = json!(20);
        let End { status, stderr, .. } = judge(&scenario.to_string());
        let words = format!("{field} has no effect under these rules; it applies under et-command");
        assert!(status == Some(2) && stderr.contains(&words), "{stderr}");
        scenario["rules"] = json!(["et"]);
        scenario["shots"] = json!([bolt(0)]);
        let words = format!("{field} has no effect on bolts");
        let End { stderr, .. } = judge(&scenario.to_string());
        assert!(stderr.contains(&words), "{stderr}");
        scenario["shots"] = json!([beam(0)]);
        assert_eq!(judge(&scenario.to_string()).json()["rules"][0][field], 20);
    }
}
