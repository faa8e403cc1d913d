//! Edge cases of `lagrange judge`: dead shooters, ends of timelines, overlapping ships, other text
//! encodings, and size limits.

use serde_json::{Value, json};

use crate::{
    judge::judge,
    support::command::{End, run},
};

/// Every rule: the presets, and the hit rules that no preset uses.
pub(crate) fn all_rules() -> Value {
    json!([
        "et-260", "et", "quakeworld", "source", "deferred", "targeting", "nothing", "jump",
        "lagrange", { "hit": "claim" }, { "hit": "unverified" }, { "hit": "source-64" }
    ])
}

/// A scenario in which ada fires at bob, 50 u away, with ticks of 10 ms.
pub(crate) fn scenario(timeline: &Value, shots: &Value, rules: &Value) -> Value {
    json!({ "kind": "shots", "exact": true, "tick_ms": 10, "timeline": timeline, "shots": shots,
        "rules": rules })
}

/// A beam of ada's, executed at this time.
pub(crate) fn beam(fired_ms: u32) -> Value {
    json!({ "shooter": "ada", "weapon": "beam", "muzzle": [0, -50], "direction": [0, 1],
        "fired_ms": fired_ms, "view_ms": fired_ms })
}

/// The shot with a claim that it hits bob.
pub(crate) fn claimed(mut shot: Value) -> Value {
    shot["claim"] = json!({ "ship": "bob", "age_ms": 0 });
    shot
}

/// A bolt instead of a beam.
pub(crate) fn bolt(fired_ms: u32) -> Value {
    let mut shot = beam(fired_ms);
    shot["weapon"] = json!("bolt");
    shot
}

/// The verdicts on one shot of an answer.
fn verdicts(answer: &Value, shot: usize) -> &Vec<Value> {
    answer["shots"][shot]["verdicts"].as_array().unwrap()
}

/// The answer to a line of `--verdicts`.
fn line(scenario: &Value) -> Value {
    let End { stdout, .. } = run(&["judge", "--verdicts"], scenario.to_string().as_bytes());
    serde_json::from_str(&stdout).unwrap()
}

/// As in a room, a tick first respawns ships, then executes commands, then judges.
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
    let shots = Value::from_iter(rows.map(|(fired, _)| claimed(beam(fired))));
    let scenario = scenario(&timeline, &shots, &all_rules());
    let (full, short) = (judge(&scenario.to_string()).json(), line(&scenario));
    for (n, (fired, died)) in rows.into_iter().enumerate() {
        assert_eq!(verdicts(&full, n).len(), 12);
        for (verdict, short) in verdicts(&full, n).iter().zip(verdicts(&short, n)) {
            let died_ms = died.unwrap_or_default();
            let reason = format!(
                "the command is executed at {fired} ms, after its ship has died at {died_ms} ms"
            );
            let not_fired = json!({ "rule": verdict["rule"], "verdict": "not fired",
                "victim": null, "final_at_ms": fired, "died_ms": died, "reason": reason });
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

/// Nothing is known after the last entry of a timeline, for any weapon or rule.
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
            assert_eq!(found, (&json!([]), &json!([])), "no ship has a position");
        }
    }
    let at_the_end = &verdicts(&answer, 0)[8];
    assert_eq!((&at_the_end["rule"], &at_the_end["verdict"]), (&json!("lagrange"), &json!("hit")));
}

/// Of ships hit at the same age, the first of the timeline counts; otherwise the nearest. A
/// shielded ship stops nothing.
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
        // In order of time, whatever the order in the file.
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
    let named = "encoded as UTF-16; save it as UTF-8";
    for bytes in [
        little.clone(),
        big.clone(),
        [&b"\xFF\xFE"[..], &little].concat(),
        [&b"\xFE\xFF"[..], &big].concat(),
    ] {
        let End { status, stdout, stderr } = run(&["judge", "-"], &bytes);
        let said = format!("lagrange: cannot read standard input: {named}\n");
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

/// A match of 40 s at 100 ticks a second with 16 ships, the longest timeline allowed.
fn long_match() -> Value {
    let ships =
        (0..16).map(|n| (format!("ship {n}"), json!({ "pos": [0, 50 * n], "velocity": 9 })));
    json!([{ "from_ms": 0, "to_ms": 40_000, "flight": Value::from_iter(ships) }])
}

/// A shot's cost counts the moments at which it is judged, not the whole timeline.
#[test]
fn a_long_timeline_costs_what_is_looked_at() {
    let shot = |weapon: &str, n: u32| {
        json!({ "weapon": weapon, "muzzle": [0, -200], "direction": [0, 1],
            "fired_ms": 1200 * n, "view_ms": 1200 * n })
    };
    let silent = |mut shot: Value| {
        shot["claim"] = Value::Null;
        shot
    };
    let shots = |weapon: &'static str| Value::from_iter((1..=32).map(|n| shot(weapon, n)));
    let all = all_rules();
    let nine = Value::from_iter(all.as_array().unwrap()[..9].to_vec());
    let beams = scenario(&long_match(), &shots("beam"), &nine);
    assert_eq!(judge(&beams.to_string()).status, Some(0), "32 beams under 9 rules");
    let bolts = scenario(&long_match(), &shots("bolt"), &json!(["lagrange", "nothing", "source"]));
    assert_eq!(judge(&bolts.to_string()).status, Some(0), "32 bolts under 3 rules");
    let shots = Value::from_iter((1..=32).map(|n| silent(shot("bolt", n))));
    let too_many = scenario(&long_match(), &shots, &all);
    let End { status, stdout, stderr } = judge(&too_many.to_string());
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    let words = ["shots times rules, ships and judged moments", "the file's limit of", "are left"];
    assert!(words.iter().all(|word| stderr.contains(word)), "{stderr}");
}

/// What the first rule of a scenario's only shot reports about bob.
fn of_bob(scenario: &Value) -> Vec<Value> {
    let answer = judge(&scenario.to_string()).json();
    let of = |verdict: &Value| verdict["targets"].as_array().unwrap()[0].clone();
    verdicts(&answer, 0).iter().map(of).collect()
}

fn near(found: &Value, wanted: f64, within: f64, what: &str) {
    let found = found.as_f64().unwrap();
    assert!((found - wanted).abs() <= within, "{what}: {found}, not {wanted}");
}

/// Far from a ship the flight is sampled sparsely. The reported approach is exact all the same, for
/// any tick length, and beyond the records that a room keeps.
#[test]
fn the_nearest_approach_is_that_of_the_flight_at_every_tick_length() {
    let timeline = json!([
        { "from_ms": 0, "to_ms": 3000,
            "flight": { "bob": { "pos": [-500, 0], "velocity": [400, 0] } } }
    ]);
    let shot = json!({ "shooter": "ada", "weapon": "bolt", "muzzle": [0, -620],
        "direction": [0, 1], "fired_ms": 600, "reach_u": 1500 });
    for tick_ms in [10, 20, 30, 40, 60, 100] {
        let scenario = json!({ "kind": "shots", "exact": true, "tick_ms": tick_ms,
            "timeline": timeline, "shots": [shot],
            "links": { "ada": { "up_ms": 60, "down_ms": 60, "interp_ms": 100 } },
            "rules": ["source", "lagrange", "nothing"] });
        let found = of_bob(&scenario);
        // At the view and its age: x = -348 + 0.4 a, y = -620 + 0.9 a; least at (139.2 + 558)/0.97.
        for (n, rule) in ["source", "lagrange"].into_iter().enumerate() {
            let (nearest, what) = (&found[n]["nearest"], format!("{rule}, {tick_ms} ms"));
            near(&nearest["age_ms"], 718.76, 0.1, &what);
            near(&nearest["distance_u"], 66.2, 0.05, &what);
            near(&nearest["judged"][0], -348.0 + 0.4 * 718.76, 0.1, &what);
        }
        // Rules that judge the present use the ship's true position.
        for n in [0, 2] {
            let nearest = &found[n]["nearest"];
            let judged = nearest["judged"][0].as_f64().unwrap();
            near(&nearest["present"][0], judged, 0.01, &format!("{n}, {tick_ms} ms"));
        }
    }
}

/// A shot starts at the nose of its ship and is aimed from there.
#[test]
fn a_shot_is_aimed_from_the_tip_of_its_ship() {
    let timeline = json!([
        { "from_ms": 0, "to_ms": 4000, "flight": {
            "bob": { "pos": [-300, 0], "velocity": [100, 0] },
            "ada": { "pos": [150, -300], "velocity": 0 } } }
    ]);
    let shot = json!({ "shooter": "ada", "weapon": "bolt", "speed_u_per_s": 200, "reach_u": 900,
        "aim_at": "bob", "fired_ms": 500, "view_ms": 500 });
    let found = of_bob(&scenario(&timeline, &json!([shot]), &json!(["nothing"])));
    near(&found[0]["nearest"]["distance_u"], 0.0, 0.1, "a bolt of 200 u/s");
}

#[test]
fn an_early_end_and_a_view_beyond_the_history_are_explained() {
    let timeline = json!([
        { "from_ms": 0, "to_ms": 5000, "flight": { "bob": { "pos": [0, 0], "velocity": [10, 0] } } }
    ]);
    let ends = |shot: Value, rocks: Value| {
        let mut scenario = scenario(&timeline, &json!([shot]), &json!(["nothing"]));
        scenario["rocks"] = rocks;
        judge(&scenario.to_string()).json()["shots"][0]["ends_at"].clone()
    };
    let mut slow = bolt(500);
    (slow["speed_u_per_s"], slow["reach_u"]) = (json!(150), json!(800));
    let rock = json!([{ "pos": [0, 300], "radius_u": 20 }]);
    assert_eq!(ends(beam(500), json!([])), Value::Null);
    assert_eq!(ends(beam(500), rock), json!("rock"));
    assert_eq!(ends(slow, json!([])), json!("3 s of flight"));

    let mut old = beam(1500);
    old["view_ms"] = json!(700);
    let found = of_bob(&scenario(&timeline, &json!([old]), &json!(["et", "lagrange"])));
    assert_eq!(found[0]["bracket"]["oldest"], json!(true), "{}", found[0]);
    assert_eq!(found[1]["bracket"]["oldest"], Value::Null, "{}", found[1]);
}

/// A bolt ends where it hits, and a room detects that by the end of a tick. Its nearest approach to
/// the centre, and when, depends only on its course.
#[test]
fn the_nearest_approach_of_a_hit_is_that_of_its_course() {
    // A bolt up from y = -300: at bob's height after 300/0.9 ms; nearest to one that crosses at 0.2
    // u/ms where (0.2 a - 60) 0.2 + (0.9 a - 300) 0.9 = 0.
    let stands = json!({ "pos": [10, 0], "velocity": 0 });
    let crosses = json!({ "pos": [-260, 0], "velocity": [200, 0] });
    let crossed_at = (0.2 * 60.0 + 0.9 * 300.0) / (0.04 + 0.81);
    for (bob, rules, age_ms, x) in [
        (stands, vec!["nothing", "source", "lagrange", "deferred"], 1000.0 / 3.0, 10.0),
        (crosses, vec!["nothing"], crossed_at, 0.2 * crossed_at - 60.0),
    ] {
        let timeline = json!([{ "from_ms": 0, "to_ms": 3000, "flight": { "bob": bob } }]);
        let shot = json!({ "shooter": "ada", "weapon": "bolt", "muzzle": [0, -300],
            "direction": [0, 1], "fired_ms": 1000 });
        for tick_ms in [10, 20, 50, 100] {
            let mut scenario = scenario(&timeline, &json!([shot]), &json!(rules));
            (scenario["exact"], scenario["tick_ms"]) = (json!(true), json!(tick_ms));
            for (n, target) in of_bob(&scenario).iter().enumerate() {
                let (nearest, what) = (&target["nearest"], format!("{}, {tick_ms} ms", rules[n]));
                near(&nearest["age_ms"], age_ms, 0.05, &what);
                near(&nearest["judged"][0], x, 0.02, &what);
                let (off, y): (f64, f64) = (x, 0.9 * age_ms - 300.0);
                near(&nearest["distance_u"], off.hypot(y), 0.01, &what);
            }
        }
    }
}

#[test]
fn a_ship_that_a_bolt_cannot_meet_is_no_aim() {
    let timeline = json!([
        { "from_ms": 0, "to_ms": 3000, "flight": { "bob": { "pos": 0, "velocity": [500, 0] } } }
    ]);
    let shot = json!({ "shooter": "ada", "weapon": "bolt", "muzzle": [0, -300],
        "speed_u_per_s": 300, "aim_at": "bob", "fired_ms": 1000 });
    let End { stderr, .. } =
        judge(&scenario(&timeline, &json!([shot]), &json!(["nothing"])).to_string());
    assert!(stderr.contains("reaches before the timeline ends at 3000 ms"), "{stderr}");
}

/// A ship may come nearest after an earlier approach, and farther away than rooms search.
#[test]
fn the_nearest_approach_is_that_of_the_whole_flight() {
    let early = json!({ "from_ms": 0, "to_ms": 1300,
        "flight": { "bob": { "pos": [270, 100], "velocity": 0 } } });
    let late = json!({ "from_ms": 1600, "to_ms": 3000,
        "flight": { "bob": { "pos": [700, 90], "velocity": 0 } } });
    let far = json!({ "from_ms": 0, "to_ms": 3000,
        "flight": { "bob": { "pos": [500, 2000], "velocity": 0 } } });
    let along_x = |weapon: &str| {
        let mut shot = json!({ "shooter": "ada", "weapon": weapon });
        (shot["muzzle"], shot["direction"], shot["fired_ms"]) = (json!(0), json!(1), json!(1000));
        shot
    };
    for tick_ms in [10, 50, 100] {
        for (timeline, weapon, distance_u) in [
            (json!([early, late]), "bolt", 90.0),
            (json!([far]), "bolt", 2000.0),
            (json!([far]), "beam", 2000.0),
        ] {
            let mut scenario =
                scenario(&timeline, &json!([along_x(weapon)]), &json!(["nothing", "source"]));
            scenario["tick_ms"] = json!(tick_ms);
            for target in of_bob(&scenario) {
                let what = format!("{weapon}, {tick_ms} ms: {target}");
                near(&target["nearest"]["distance_u"], distance_u, 0.02, &what);
            }
        }
    }
}

/// If a rule leaves a ship that jumped in place, it is only searched there.
#[test]
fn the_nearest_approach_is_to_where_the_rule_looked() {
    let timeline = json!([
        { "from_ms": 0, "to_ms": 890, "flight": { "bob": { "pos": [300, -100], "velocity": 0 } } },
        { "from_ms": 900, "to_ms": 3000, "flight": { "bob": { "pos": [300, 90], "velocity": 0 } } }
    ]);
    let shot = json!({ "shooter": "ada", "weapon": "bolt", "muzzle": 0, "direction": 1,
        "fired_ms": 1000, "view_ms": 300, "latency_ms": 600, "interp_ms": 100 });
    let rules = json!(["source", { "preset": "source", "hit": "source-64" }]);
    let found = of_bob(&scenario(&timeline, &json!([shot]), &rules));
    for (target, y) in found.iter().zip([-100.0, 90.0]) {
        near(&target["nearest"]["judged"][1], y, 0.02, &target.to_string());
        near(&target["nearest"]["distance_u"], y.abs(), 0.02, &target.to_string());
    }
}
