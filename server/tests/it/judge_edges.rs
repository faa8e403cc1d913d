//! `lagrange judge` at the edges of what it is asked: shooters that are dead, tables that end,
//! settings without effect, ships in one place, texts of other encodings, and how much is too much.

use serde_json::{Value, json};

use crate::{
    judge::judge,
    support::command::{End, run},
};

/// Every rule that there is: the presets, and the hit rules that none of them has.
fn all_rules() -> Value {
    json!([
        "et-260", "et", "quakeworld", "source", "deferred", "targeting", "nothing", "jump",
        "lagrange", { "hit": "claim" }, { "hit": "unverified" }, { "hit": "source-64" }
    ])
}

/// A scenario of shots that ada fires at bob, who stands 50 u from her, in ticks of 10 ms.
fn scenario(timeline: &Value, shots: &Value, rules: &Value) -> Value {
    json!({ "kind": "shots", "exact": true, "tick_ms": 10, "timeline": timeline, "shots": shots,
        "rules": rules })
}

/// A beam of ada's, executed at a moment.
fn beam(fired_ms: u32) -> Value {
    json!({ "shooter": "ada", "weapon": "beam", "muzzle": [0, -50], "direction": [0, 1],
        "fired_ms": fired_ms, "view_ms": fired_ms, "claim": { "ship": "bob", "age_ms": 0 } })
}

/// The verdicts on a shot of an answer.
fn verdicts(answer: &Value, shot: usize) -> &Vec<Value> {
    answer["shots"][shot]["verdicts"].as_array().unwrap()
}

/// An answer to a line of `--verdicts`.
fn line(scenario: &Value) -> Value {
    let End { stdout, .. } = run(&["judge", "--verdicts"], scenario.to_string().as_bytes());
    serde_json::from_str(&stdout).unwrap()
}

/// As in a room, whose tick first revives, then executes commands, and then judges.
#[test]
fn the_dead_do_not_shoot() {
    let timeline = json!([
        { "from_ms": 0, "to_ms": 2000, "flight": { "bob": { "pos": 0, "velocity": 0 } } },
        { "at_ms": 0, "frame": { "ada": [0, -66] } },
        { "at_ms": 1100, "death": "ada" },
        { "at_ms": 1150, "frame": { "ada": [0, -66] } },
        { "at_ms": 1200, "spawn": { "ada": [0, -66] } },
        { "at_ms": 1300, "death": ["ada", "bob"] },
        { "at_ms": 1300, "spawn": { "ada": [0, -66], "bob": 0 } }
    ]);
    let rows: [(u32, Option<u32>); 9] = [
        (1090, None),
        (1100, None), // in the tick of its death
        (1110, Some(1100)),
        (1150, Some(1100)), // a frame brings nobody back
        (1190, Some(1100)),
        (1200, None), // in the tick of its spawn
        (1210, None),
        (1300, None),
        (1310, None),
    ];
    let shots = Value::from_iter(rows.map(|(fired, _)| beam(fired)));
    let scenario = scenario(&timeline, &shots, &all_rules());
    let (full, short) = (judge(&scenario.to_string()).json(), line(&scenario));
    for (n, (fired, died)) in rows.into_iter().enumerate() {
        assert_eq!(verdicts(&full, n).len(), 12);
        for (verdict, short) in verdicts(&full, n).iter().zip(verdicts(&short, n)) {
            let not_fired = json!({ "rule": verdict["rule"], "verdict": "not fired",
                "victim": null, "final_at_ms": fired, "died_ms": died });
            if died.is_some() {
                assert_eq!((verdict, short), (&not_fired, &not_fired), "{fired} ms");
            } else {
                assert_ne!(verdict["verdict"], "not fired", "{fired} ms");
                assert_eq!(verdict["died_ms"], Value::Null);
            }
        }
    }
    let hits = verdicts(&full, 6).iter().filter(|verdict| verdict["verdict"] == "hit").count();
    assert_eq!(hits, 12, "a ship that has respawned shoots under every rule");
}

/// What comes after the last entry of a timeline is not known, whatever the weapon and the rule.
#[test]
fn what_lies_beyond_the_timeline_is_open() {
    let timeline = json!([
        { "from_ms": 0, "to_ms": 150, "flight": { "bob": { "pos": [0, 0], "velocity": [300, 0] } } }
    ]);
    let shot = |weapon: &str, fired: u32| {
        json!({ "weapon": weapon, "muzzle": [45, -50], "direction": [0, 1], "fired_ms": fired,
            "view_ms": 150, "claim": { "ship": "bob", "age_ms": 0, "arrives_ms": 500 } })
    };
    let fired = [150, 151, 500];
    let shots = Value::from_iter(
        ["beam", "bolt"].iter().flat_map(|weapon| fired.map(|fired| shot(weapon, fired))),
    );
    let answer = judge(&scenario(&timeline, &shots, &all_rules()).to_string()).json();
    for (n, shot) in answer["shots"].as_array().unwrap().iter().enumerate() {
        for verdict in verdicts(&answer, n) {
            if shot["fired_ms"] == 150 {
                let is_judged = !verdict["targets"].as_array().unwrap().is_empty();
                assert!(is_judged, "{verdict:#}");
                continue;
            }
            let said = (&verdict["verdict"], &verdict["victim"], &verdict["final_at_ms"]);
            assert_eq!(said, (&json!("open"), &Value::Null, &Value::Null), "{verdict:#}");
            let found = (&verdict["targets"], &verdict["rulings"]);
            assert_eq!(found, (&json!([]), &json!([])), "nobody is said to be anywhere");
        }
    }
    let at_the_end = &verdicts(&answer, 0)[8];
    assert_eq!((&at_the_end["rule"], &at_the_end["verdict"]), (&json!("lagrange"), &json!("hit")));
}

/// A setting is refused where the answer does not list it as in force, and nowhere else.
#[test]
fn a_setting_without_effect_is_refused() {
    let hits = [
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
    let timeline = json!([{ "at_ms": 0, "frame": { "bob": 0 } }]);
    let shots = json!([beam(0)]);
    let (mut n_refused, mut n_taken) = (0, 0);
    for hit in hits {
        for path in ["", "forward", "seed"] {
            let mut plain = json!({ "hit": hit });
            if !path.is_empty() {
                plain["path"] = json!(path);
            }
            let whole = judge(&scenario(&timeline, &shots, &json!([plain])).to_string());
            if hit == "deferred" && !path.is_empty() {
                assert!(whole.stderr.contains("rules[0].path has no effect under the hit rule"));
                continue;
            }
            let in_force = whole.json()["rules"][0].clone();
            assert_eq!(in_force["hit"], hit);
            let lines: Vec<String> = settings
                .iter()
                .map(|(name, value)| {
                    let mut rule = plain.clone();
                    rule[name] = if *name == "path" && !path.is_empty() {
                        json!(path)
                    } else {
                        value.clone()
                    };
                    scenario(&timeline, &shots, &json!([rule])).to_string()
                })
                .collect();
            let End { stdout, .. } = run(&["judge", "--verdicts"], lines.join("\n").as_bytes());
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
        }
    }
    assert!(n_refused > 60 && n_taken > 60, "{n_refused} refused, {n_taken} taken");
}

#[test]
fn a_refusal_says_where_a_setting_would_count() {
    let timeline = json!([{ "at_ms": 0, "frame": { "bob": 0 } }]);
    let with = |rules: Value| scenario(&timeline, &json!([beam(0)]), &rules);
    let rows = [
        (
            with(json!([{ "preset": "et", "bound_ms": 100 }])),
            "rules[0].bound_ms has no effect under the hit rule et-frame; it has under source-64, \
             source, claim, lagrange, unverified",
        ),
        (
            with(json!(["et", { "preset": "nothing", "bound_ms": 400 }])),
            "rules[1].bound_ms has no effect under the hit rule present; it has under source-64, \
             source, claim, lagrange, unverified, or with the path forward",
        ),
        (
            with(json!([{ "preset": "et", "path_k": 3 }])),
            "rules[0].path_k has no effect with the path muzzle; it has with seed",
        ),
        (
            with(json!([{ "preset": "source", "d_ms": 350 }])),
            "rules[0].d_ms has no effect under the hit rule source; it has under deferred",
        ),
        (
            with(json!([{ "tolerance_u": 4 }])),
            "rules[0].tolerance_u has no effect under the hit rule lagrange; it has under claim",
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
            "et_markers has no effect beside markers",
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
        let words = format!("{field} has no effect under these rules; it has under et-command");
        assert!(status == Some(2) && stderr.contains(&words), "{stderr}");
        scenario["rules"] = json!(["et"]);
        assert_eq!(judge(&scenario.to_string()).json()["rules"][0][field], 20);
    }
}

/// Of ships that are met at one age the first of the timeline is hit, of others the nearest; a ship
/// with a shield stops nothing.
#[test]
fn ties_go_to_the_first_ship_of_the_timeline() {
    let shots = json!([
        { "weapon": "beam", "muzzle": 0, "direction": 1, "fired_ms": 500, "view_ms": 500 },
        { "weapon": "bolt", "muzzle": 0, "direction": 1, "fired_ms": 500, "view_ms": 500 },
    ]);
    let rules = json!(["et", "source", "deferred", "nothing", "jump", "lagrange"]);
    let at = |name: &str, x: u32| {
        let flight = json!({ name: { "pos": x, "velocity": 0 } });
        json!({ "from_ms": 0, "to_ms": 2000, "flight": flight })
    };
    let frame = |at: u32, ships: Value| json!({ "at_ms": at, "frame": ships });
    let still = |n: u32| frame(n, json!({ "bob": 200, "cyd": 200 }));
    let rows = [
        (json!([at("bob", 200), at("cyd", 200)]), "bob"),
        (json!([at("cyd", 200), at("bob", 200)]), "cyd"),
        // In the order of time, whatever the order in which it is written.
        (json!([still(2000), still(100), frame(0, json!({ "cyd": 200 }))]), "cyd"),
        (json!([at("bob", 200), at("cyd", 199)]), "cyd"),
    ];
    for (timeline, first) in rows {
        let answer = judge(&scenario(&timeline, &shots, &rules).to_string()).json();
        for verdict in (0..2).flat_map(|n| verdicts(&answer, n)) {
            assert_eq!((&verdict["verdict"], &verdict["victim"]), (&json!("hit"), &json!(first)));
        }
    }
    let shielded = json!({ "pos": 200, "shielded": true });
    let mut frames: Vec<Value> =
        (0..200).map(|n| frame(10 * n, json!({ "bob": shielded, "cyd": 300 }))).collect();
    let behind = judge(&scenario(&json!(frames), &shots, &rules).to_string()).json();
    for verdict in (0..2).flat_map(|n| verdicts(&behind, n)) {
        assert_eq!((&verdict["verdict"], &verdict["victim"]), (&json!("hit"), &json!("cyd")));
    }
    for frame in &mut frames {
        frame["frame"]["cyd"] = json!([300, 300]);
    }
    let alone = judge(&scenario(&json!(frames), &shots, &rules).to_string()).json();
    for verdict in (0..2).flat_map(|n| verdicts(&alone, n)) {
        assert_eq!((&verdict["verdict"], &verdict["victim"]), (&json!("void"), &json!("bob")));
    }
}

#[test]
fn a_byte_order_mark_is_no_matter_and_utf_16_is_named() {
    let text = r#"{ "kind": "qw-net-drop", "lost": 5 }"#;
    let want = judge(text).json();
    let marked = [&b"\xEF\xBB\xBF"[..], text.as_bytes()].concat();
    assert_eq!(run(&["judge", "-"], &marked).json(), want);
    let wide = |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
    let (little, big) = (wide(u16::to_le_bytes), wide(u16::to_be_bytes));
    let named = "it looks like UTF-16; save it as UTF-8";
    for bytes in [
        little.clone(),
        big.clone(),
        [&b"\xFF\xFE"[..], &little].concat(),
        [&b"\xFE\xFF"[..], &big].concat(),
    ] {
        let End { status, stdout, stderr } = run(&["judge", "-"], &bytes);
        let said = format!("lagrange: cannot read the standard input: {named}\n");
        assert_eq!((status, stdout.as_str(), stderr), (Some(2), "", said));
    }
    let shot = scenario(
        &json!([{ "at_ms": 0, "frame": { "bob": 0 } }]),
        &json!([beam(0)]),
        &json!(["nothing"]),
    )
    .to_string();
    let lines: [&[u8]; 6] =
        [b"\xEF\xBB\xBF", shot.as_bytes(), b"\n\xFF\xFE", &little, b"\n", shot.as_bytes()];
    let End { stdout, .. } = run(&["judge", "--verdicts"], &lines.concat());
    let lines: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["shots"], lines[2]["shots"]);
    let (kind, message) = (&lines[1]["error"]["kind"], lines[1]["error"]["message"].as_str());
    assert_eq!(
        (kind, message),
        (&json!("no text"), Some(&*format!("cannot read the line: {named}")))
    );
}

/// A match of 40 s at 100 ticks a second with 16 ships, as long as a timeline can be.
fn long_match() -> Value {
    let ships =
        (0..16).map(|n| (format!("ship {n}"), json!({ "pos": [0, 50 * n], "velocity": 9 })));
    json!([{ "from_ms": 0, "to_ms": 40_000, "flight": Value::from_iter(ships) }])
}

/// A shot is charged for the moments at which it is judged, not for the whole timeline.
#[test]
fn a_long_timeline_costs_what_is_looked_at() {
    let shot = |weapon: &str, n: u32| {
        json!({ "weapon": weapon, "muzzle": [0, -200], "direction": [0, 1],
            "fired_ms": 1200 * n, "view_ms": 1200 * n })
    };
    let shots = |weapon: &'static str| Value::from_iter((1..=32).map(|n| shot(weapon, n)));
    let all = all_rules();
    let nine = Value::from_iter(all.as_array().unwrap()[..9].to_vec());
    let beams = scenario(&long_match(), &shots("beam"), &nine);
    assert_eq!(judge(&beams.to_string()).status, Some(0), "32 beams under 9 rules");
    let bolts = scenario(&long_match(), &shots("bolt"), &json!(["lagrange", "nothing", "source"]));
    assert_eq!(judge(&bolts.to_string()).status, Some(0), "32 bolts under 3 rules");
    let too_many = scenario(&long_match(), &shots("bolt"), &all);
    let End { status, stdout, stderr } = judge(&too_many.to_string());
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    let words = ["shots by rules, ships and the moments", "are the most for a file", "are left"];
    assert!(words.iter().all(|word| stderr.contains(word)), "{stderr}");
}
