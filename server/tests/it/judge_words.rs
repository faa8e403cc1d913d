//! Error messages of `lagrange judge`: they name the mistake first, and then the likely intention
//! if it can be guessed.

use serde_json::{Value, json};

use crate::{
    judge::judge,
    judge_edges::{beam, scenario},
    support::command::{End, run},
};

/// Bob flies for 900 ms; ada does not move.
fn sound() -> Value {
    let flight = json!([
        { "at_ms": 0, "frame": { "ada": [0, -66] } },
        { "from_ms": 0, "to_ms": 900, "flight": { "bob": { "pos": 0, "velocity": 0 } } },
    ]);
    scenario(&flight, &json!([beam(500)]), &json!(["lagrange"]))
}

/// The valid scenario with one more entry.
fn and(entry: Value) -> Value {
    let mut scenario = sound();
    scenario["timeline"].as_array_mut().unwrap().push(entry);
    scenario
}

/// The valid scenario with fields of its shot set; `null` removes one.
fn shot(fields: Value) -> Value {
    let mut scenario = sound();
    for (name, value) in fields.as_object().unwrap() {
        let shot = scenario["shots"][0].as_object_mut().unwrap();
        match value {
            Value::Null => drop(shot.remove(name)),
            value => drop(shot.insert(name.clone(), value.clone())),
        }
    }
    scenario
}

#[test]
fn mistakes_have_clear_errors() {
    let dead = json!({ "at_ms": 300, "death": "bob" });
    let (mut two_deaths, mut swapped) = (and(dead.clone()), sound());
    two_deaths["timeline"][1]["to_ms"] = json!(300);
    two_deaths["timeline"].as_array_mut().unwrap().push(json!({ "at_ms": 400, "death": "bob" }));
    swapped["timeline"][1]["from_ms"] = json!(950);
    let aim = |at: Value| shot(json!({ "direction": null, "aim_at": at }));
    let rows = [
        (
            shot(json!({ "fired_ms": null, "fired": 500 })),
            "shots[0].fired is an unknown field (did you mean fired_ms?); known fields",
        ),
        (
            shot(json!({ "weapn": "beam" })),
            "shots[0].weapn is an unknown field (did you mean weapon?)",
        ),
        (shot(json!({ "weapon": "Beam" })), "one of beam, bolt (did you mean beam?)"),
        (shot(json!({ "fired_s": 1 })), "shots[0].fired_ms and fired_s are both given; give one"),
        (
            shot(json!({ "direction": [0, 0] })),
            "shots[0].direction is [0, 0]; it must be a vector that is longer than 0",
        ),
        (
            shot(json!({ "shooter": "eve", "muzzle": null })),
            "shots[0].shooter is \"eve\"; it must be the name of a ship of the timeline: ada, bob",
        ),
        (
            shot(json!({ "shooter": null, "muzzle": null })),
            "shots[0].muzzle is missing; it must be a point, because no shooter is given",
        ),
        (aim(json!("Bob")), "a ship of the timeline: ada, bob (did you mean bob?)"),
        (aim(json!("ada")), "shots[0].aim_at is \"ada\"; it must be the name of another ship"),
        (and(json!({ "at_ms": 5, "frame": { "": 0 } })), "timeline[2].frame has an empty name"),
        (
            and(json!({ "at_ms": 5, "death": "Bob" })),
            "which did not exist before (did you mean bob?)",
        ),
        (swapped, "timeline[1].to_ms is 900 ms, before from_ms, 950 ms"),
        (
            and(dead),
            "timeline[1].flight continues after the death of bob at 300 ms; end it there, or",
        ),
        (
            two_deaths,
            "timeline[3] is the death of bob at 400 ms, which has been dead since 300 ms; a \
             spawn must come between",
        ),
    ];
    assert_eq!(judge(&sound().to_string()).stderr, "");
    for (wrong, words) in rows {
        let End { status, stdout, stderr } = judge(&wrong.to_string());
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{wrong}");
        assert!(stderr.contains(words), "{stderr}\nlacks {words}");
    }
}

/// Frames may contain dead ships, as a match recorder writes them.
#[test]
fn frames_may_go_on_after_a_death() {
    let mut scenario = and(json!({ "at_ms": 900, "death": "bob" }));
    let frames = scenario["timeline"].as_array_mut().unwrap();
    frames.push(json!({ "at_ms": 950, "frame": { "bob": 0 } }));
    frames.push(json!({ "at_ms": 960, "spawn": { "bob": 0 } }));
    frames.push(json!({ "at_ms": 970, "death": "bob" }));
    assert_eq!(judge(&scenario.to_string()).stderr, "");
}

/// A verdict that is not final says what is unknown.
#[test]
fn an_open_verdict_has_a_reason() {
    let reason = |scenario: Value| {
        let answer = judge(&scenario.to_string()).json();
        let verdict = answer["shots"][0]["verdicts"][0].clone();
        assert_eq!(verdict["verdict"], "open");
        verdict["reason"].as_str().unwrap().to_string()
    };
    let late = reason(shot(json!({ "fired_ms": 1000, "view_ms": 900 })));
    assert_eq!(late, "the timeline ends at 900 ms, before the shot is judged first at 1000 ms");
    let away = json!({ "weapon": "bolt", "direction": [0, -1] });
    let flying = reason(shot(away));
    assert_eq!(flying, "the timeline ends at 900 ms, before the shot is over");
}

/// A shot that was not fired says whether the trigger was pulled before the death.
#[test]
fn a_shot_that_is_not_fired_says_what_came_first() {
    let rows = [
        (0, None, "the command is executed at 500 ms, after its ship has died at 450 ms"),
        (60, Some(440), "died at 450 ms; the trigger was pulled at 440 ms, before that death"),
        (20, Some(480), "pulled at 480 ms, no earlier than that death"),
    ];
    for (lead, triggered, words) in rows {
        let mut scenario = and(json!({ "at_ms": 450, "death": "ada" }));
        scenario["links"] = json!({ "ada": { "up_ms": lead } });
        let answer = judge(&scenario.to_string()).json();
        let verdict = &answer["shots"][0]["verdicts"][0];
        assert_eq!((&verdict["verdict"], &verdict["died_ms"]), (&json!("not fired"), &json!(450)));
        assert_eq!(verdict["triggered_ms"], json!(triggered));
        assert!(verdict["reason"].as_str().unwrap().contains(words), "{verdict}");
    }
}

/// A file that is no stream of scenarios gets one hint, not an error for each line.
#[test]
fn a_stream_of_something_else_is_named_once() {
    let pretty = serde_json::to_string_pretty(&sound()).unwrap();
    let list = serde_json::to_string_pretty(&json!([sound()])).unwrap();
    let wide: Vec<u8> = pretty.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let over_lines = "this is JSON over several lines; omit --verdicts";
    let rows: [(&[u8], &str); 6] = [
        (b"", "the input is empty"),
        (pretty.as_bytes(), over_lines),
        (list.as_bytes(), over_lines),
        (b"tick,ship\n1,ann\n2,ann\n", "CSV is not supported"),
        (b"\x1F\x8B\x08\x00\xFF\n\x00\n", "compressed with gzip; unpack it first"),
        (&wide, "encoded as UTF-16; save it as UTF-8"),
    ];
    for (input, words) in rows {
        let End { status, stdout, stderr } = run(&["judge", "--verdicts"], input);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{words}");
        let line = format!("lagrange: cannot read the scenarios: {words}");
        assert!(stderr.starts_with(&line) && stderr.lines().count() == 1, "{stderr}");
    }
    // A truncated line is invalid by itself; the next one is judged.
    let good = sound().to_string();
    let lines = format!("{}\n{good}\n", &good[..40]);
    let End { status, stdout, .. } = run(&["judge", "--verdicts"], lines.as_bytes());
    assert_eq!((status, stdout.lines().count()), (Some(1), 2));
}

#[test]
fn the_command_line_helps() {
    let said = |args: &[&str]| run(&[&["judge"], args].concat(), b"").stderr;
    assert!(said(&["--verdict"]).contains("'--verdicts'"), "{}", said(&["--verdict"]));
    let none = said(&["--verdicts", "--threads", "0"]);
    assert!(none.contains("0 is not in 1..=256"), "{none}");
    let help = run(&["judge", "--help"], b"").stdout;
    assert!(help.contains("lagrange judge --verdicts [--threads <N>] [FILE]"), "{help}");
    let (_, after) = help.split_once("<<'END'\n").unwrap();
    let (example, after) = after.split_once("END").unwrap();
    let answer = judge(example).json();
    let verdicts = answer["shots"][0]["verdicts"].as_array().unwrap();
    for verdict in verdicts {
        assert_eq!((&verdict["verdict"], &verdict["victim"]), (&json!("hit"), &json!("bob")));
        let name = verdict["rule"].as_str().unwrap();
        assert!(after.contains(name), "the help does not name {name}");
    }
    assert_eq!(verdicts.len(), 9);
}
