//! The program `lagrange judge`: the published numbers of every scheme, the examples in the
//! documentation, and invalid scenarios.

use std::{fs, path::PathBuf};

use integration_tests::is_long;
use serde_json::{Value, json};

use crate::support::command::{End, run};

/// Runs `lagrange judge` with this standard input.
fn judge_bytes(argument: &str, input: &[u8]) -> End {
    run(&["judge", argument], input)
}

pub(crate) fn judge(scenario: &str) -> End {
    judge_bytes("-", scenario.as_bytes())
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

pub(crate) fn document(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// The published numbers: scheme, what is given, the printed result, the scenario, and the expected
/// value at a path of the answer.
pub(crate) fn vectors() -> Vec<Value> {
    let path = root().join("server/tests/judge/vectors.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Whether a value equals the printed one; a number within half a unit of the last printed digit.
pub(crate) fn is_as_printed(got: &Value, printed: &Value) -> bool {
    let Some((number, want)) =
        printed.as_str().and_then(|text| Some((text, text.parse::<f64>().ok()?)))
    else {
        return got == printed;
    };
    let digits = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    // Slightly more, for printed digits that were rounded from a half.
    let tolerance = 0.5 * 0.1_f64.powi(digits as i32) + 1e-9;
    got.as_f64().is_some_and(|got| (got - want).abs() <= tolerance)
}

#[test]
fn every_published_number_is_reproduced() {
    let vectors = vectors();
    let scenarios: Vec<&Value> = vectors.iter().map(|vector| &vector["scenario"]).collect();
    let answers = judge(&serde_json::to_string(&scenarios).unwrap()).json();
    for (vector, answer) in vectors.iter().zip(answers.as_array().unwrap()) {
        let name = format!("{}: {}", vector["scheme"], vector["given"]);
        for (place, printed) in vector["expect"].as_object().unwrap() {
            let got = answer.pointer(place).unwrap_or(&Value::Null);
            assert!(
                is_as_printed(got, printed),
                "{name}, {place}: {got} for {printed}\n{answer:#}"
            );
        }
    }
    println!("{} published numbers", vectors.len());
}

/// The numbers in a text.
fn numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.')
        .map(|number| number.trim_matches('.'))
        .filter(|number| !number.is_empty())
        .collect()
}

/// The document contains every published number in its scheme's section, and no others, and the
/// value printed for each is the one tested.
#[test]
fn the_schemes_are_documented_with_their_numbers() {
    let document = document("schemes.md");
    let mut rows = Vec::new();
    let (mut section, mut inside) = ("", false);
    for line in document.lines() {
        section = line.strip_prefix("## ").unwrap_or(section);
        inside = line == "| given | printed |" || (inside && line.starts_with('|'));
        if let Some(row) =
            line.strip_prefix("| ").filter(|row| inside && *row != "given | printed |")
        {
            rows.push(format!("{section}: {row}"));
        }
    }
    let text = |vector: &Value, name: &str| vector[name].as_str().unwrap().to_string();
    let vectors = vectors();
    let row = |vector: &Value| {
        let [scheme, given, printed] =
            ["scheme", "given", "printed"].map(|name| text(vector, name));
        format!("{scheme}: {given} | {printed} |")
    };
    assert_eq!(rows, vectors.iter().map(row).collect::<Vec<_>>());
    for vector in &vectors {
        let expected: Vec<String> = vector["expect"]
            .as_object()
            .unwrap()
            .values()
            .filter_map(|value| value.as_str().map(str::to_string))
            .collect();
        for number in numbers(&text(vector, "printed")) {
            assert!(expected.iter().any(|e| e == number), "{number} of {vector} is not tested");
        }
    }
}

/// A fenced block of a document.
pub(crate) struct Block<'a> {
    /// The info string after the opening fence.
    pub(crate) info: &'a str,
    pub(crate) text: String,
    line: usize,
}

pub(crate) fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = document.lines().enumerate();
    while let Some((line, opening)) = lines.next() {
        let Some(info) = opening.strip_prefix("```") else { continue };
        let inside = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
        let text: String = inside.map(|line| format!("{line}\n")).collect();
        blocks.push(Block { info, text, line: line + 1 });
    }
    blocks
}

/// Runs every scenario in a document and compares the output with the block after it.
/// `GOLDEN_UPDATE=1` writes the output into the document.
#[test]
fn the_document_shows_what_is_printed() {
    let document = document("judge.md");
    let blocks = blocks(&document);
    let mut kinds: Vec<String> = Vec::new();
    let mut answers = Vec::new();
    for (n, block) in blocks.iter().enumerate() {
        let (line, text) = (block.line, block.text.as_bytes());
        let End { status, stdout, stderr } = match block.info {
            "json" => judge_bytes("-", text),
            "jsonl" => judge_bytes("--verdicts", text),
            _ => continue,
        };
        let Some(said) = blocks.get(n + 1) else { panic!("nothing follows line {line}") };
        match said.info {
            "json output" => assert_eq!((status, stderr.as_str()), (Some(0), ""), "line {line}"),
            "text" => assert_eq!((status, stdout.as_str()), (Some(2), ""), "line {line}"),
            "jsonl output" => {
                let refused = i32::from(stdout.contains("\"error\""));
                assert_eq!(status, Some(refused), "line {line}");
            }
            other => panic!("unexpected text after line {line}: {other:?}"),
        }
        answers.push((n + 1, format!("{stdout}{stderr}")));
        let Ok(scenario) = serde_json::from_str::<Value>(&block.text) else { continue };
        kinds.extend(scenario["kind"].as_str().map(str::to_string));
    }
    if std::env::var_os("GOLDEN_UPDATE").is_some() {
        write_answers(&document, &answers);
        return;
    }
    for (n, answer) in &answers {
        let Block { text, line, .. } = &blocks[*n];
        assert_eq!(text, answer, "line {line}; GOLDEN_UPDATE=1 updates it");
    }
    let unknown = judge(r#"{ "kind": "" }"#).stderr;
    let (_, all) = unknown.trim_end().split_once("must be one of ").unwrap();
    for kind in all.split(", ") {
        assert!(kinds.iter().any(|known| known == kind), "no example of {kind}");
    }
}

/// Replaces blocks in docs/judge.md, by number.
fn write_answers(document: &str, answers: &[(usize, String)]) {
    let (mut written, mut block, mut inside) = (String::new(), 0, false);
    for line in document.lines() {
        let fence = line.starts_with("```");
        let answer = answers.iter().find(|(n, _)| *n == block).map(|(_, answer)| answer);
        if !inside || fence || answer.is_none() {
            written += &format!("{line}\n");
        }
        if fence && !inside {
            written += answer.map_or("", String::as_str);
        }
        block += usize::from(fence && inside);
        inside ^= fence;
    }
    fs::write(root().join("docs/judge.md"), written).unwrap();
}

/// Asserts that a scenario is refused: status 2, no output, and an error that contains these words.
#[track_caller]
fn check_refused(input: &[u8], words: &[&str]) {
    let End { status, stdout, stderr } = judge_bytes("-", input);
    let shown = String::from_utf8_lossy(&input[..input.len().min(200)]).into_owned();
    assert_eq!((status, stdout.as_str()), (Some(2), ""), "{shown}\n{stderr}");
    for word in words {
        assert!(stderr.contains(word), "{shown}\n{stderr}\nlacks {word:?}");
    }
    assert!(stderr.starts_with("lagrange: ") && stderr.lines().count() == 1, "{stderr}");
    assert!(stderr.len() < 1500, "an error is not JSON: {stderr}");
}

/// A valid scenario of one shot, with a field replaced or added.
fn with(pointer: &str, value: &str) -> Vec<u8> {
    let mut scenario: Value = serde_json::from_str(
        r#"{ "kind": "shots", "tick_ms": 50,
          "timeline": [ { "at_ms": 0, "frame": { "a": 0, "b": [100, 0] } },
                        { "from_ms": 50, "to_ms": 900,
                          "flight": { "b": { "pos": [100, 0], "velocity": [30, 0] } } } ],
          "links": { "a": { "up_ms": 50, "down_ms": 50, "interp_ms": 100 } },
          "shots": [ { "shooter": "a", "weapon": "bolt", "fired_ms": 400, "toward": [9, 9] } ],
          "rules": [ "lagrange", { "preset": "source", "bound_ms": 500 } ] }"#,
    )
    .unwrap();
    if !pointer.is_empty() {
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        let parent = scenario.pointer_mut(parent).unwrap();
        let value = serde_json::from_str(value).unwrap();
        match parent {
            Value::Array(items) => items[name.parse::<usize>().unwrap()] = value,
            _ => parent[name] = value,
        }
    }
    serde_json::to_vec(&scenario).unwrap()
}

/// Without `plausible_age_ms` a file gets the same answer as before that field existed.
#[test]
fn a_plausible_age_holds_the_games_own_rules_and_no_others() {
    let rules = r#"[ "et-260", "et", "quakeworld", "source", "deferred", "targeting", "nothing",
                     "jump", { "hit": "unverified" }, "lagrange", { "hit": "claim" } ]"#;
    let answer = |age: &str| {
        let mut scenario: Value = serde_json::from_slice(&with("/rules", rules)).unwrap();
        scenario["shots"][0]["view_ms"] = 50.into();
        scenario["shots"][0]["claim"] = Value::Null;
        if !age.is_empty() {
            scenario["shots"][0]["plausible_age_ms"] = serde_json::from_str(age).unwrap();
        }
        judge(&scenario.to_string()).json()["shots"][0].clone()
    };
    let (without, held) = (answer(""), answer("100"));
    assert_eq!(
        (&without["plausible_age_ms"], &held["plausible_age_ms"]),
        (&Value::Null, &Value::from(100))
    );
    assert_eq!(answer("350")["verdicts"], without["verdicts"], "it is not older than that");
    for n in 0..11 {
        let [before, after] = [&without, &held].map(|answer| &answer["verdicts"][n]);
        if n < 9 {
            assert_eq!(before, after, "as published");
        } else {
            assert_eq!((&before["view_ms"], &before["clamp"]), (&50.into(), &Value::Null));
            let moved = (&after["view_ms"], &after["clamp"]);
            assert_eq!(moved, (&300.into(), &"implausible".into()), "{}", after["rule"]);
        }
    }
}

#[test]
fn invalid_json_is_refused_with_its_position() {
    let rows: [(&[u8], &[&str]); 13] = [
        (b"[", &["[0] is not valid JSON", "EOF", "line 1"]),
        (b"garbage", &["not valid JSON", "line 1 column 1"]),
        (b"\xff", &["cannot read standard input", "text is not valid UTF-8"]),
        (b"{\"kind\": \"qw-halving\", \"command_ms\": 51", &["EOF"]),
        (b"{\"kind\": \"qw-halving\", \"command_ms\": }", &["command_ms is not valid JSON"]),
        (b"{\"kind\": \"qw-halving\", \"command_ms\": 1e999}", &["command_ms", "out of range"]),
        (
            b"{\"kind\": \"qw-halving\", \"command_ms\": NaN}",
            &["command_ms is NaN, which is not valid JSON"],
        ),
        (
            b"{\"kind\": \"qw-halving\", \"command_ms\": Infinity}",
            &["command_ms is Infinity, which"],
        ),
        (b"{\"kind\": \"qw-halving\", \"command_ms\": -Infinity}", &["command_ms is -Infinity"]),
        (b"[{\"kind\": \"qw-latency\", \"samples_ms\": [1, 2,", &["[0].samples_ms[2]", "EOF"]),
        (b"{\"kind\": \"qw-halving\"} {}", &["trailing characters"]),
        (b"{\"kind\": 1, \"kind\": 2}", &["kind", "duplicate field"]),
        (b"{\"a\": \"\x1b[2J\"}", &["control character", "a is not valid JSON"]),
    ];
    for (input, words) in rows {
        check_refused(input, words);
    }
    let deep = "[".repeat(100_000);
    check_refused(deep.as_bytes(), &["recursion limit"]);
    let large = format!("[{}1]", " ".repeat(4 * 1024 * 1024));
    check_refused(large.as_bytes(), &["standard input exceeds the limit of 4194304 bytes"]);
    let names: Vec<String> = (0..300).map(|n| format!("\"f{n}\": 0")).collect();
    check_refused(format!("{{{}}}", names.join(",")).as_bytes(), &["f256", "too many fields"]);
}

#[test]
fn wrong_fields_are_named_with_value_and_range() {
    let rows: [(&str, &str, &[&str]); 49] = [
        ("/kind", "\"shot\"", &["kind is \"shot\"; it must be one of deferred, deferred-messages"]),
        ("/kind", "7", &["kind is 7; it must be one of"]),
        ("/name", "\"\"", &["name is \"\"; it must be a name of 1 to 64 characters"]),
        ("/exact", "1", &["exact is 1; it must be true or false"]),
        ("/views", "1", &["views is an unknown field; known fields: kind, name"]),
        ("/tick_ms", "0.5", &["tick_ms is 0.5; it must be a time from 1 to 1000 ms"]),
        ("/tick_ms", "null", &["tick_ms is null"]),
        ("/tick_s", "0.05", &["tick_ms and tick_s are both given; give one"]),
        ("/timeline", "[]", &["timeline is a list of 0 entries", "1 to 4096"]),
        ("/timeline", "{}", &["timeline is {}; it must be a list"]),
        ("/timeline/0", "3", &["timeline[0] is 3; it must be an object with one of frame"]),
        ("/timeline/0", "{}", &["timeline[0] is {}"]),
        ("/timeline/0/at_ms", "-1", &["timeline[0].at_ms is -1", "from 0 to 86400000 ms"]),
        ("/timeline/0/at_ms", "1e300", &["timeline[0].at_ms is 1000", "…", "from 0 to 86400000"]),
        ("/timeline/0/death", "\"a\"", &["timeline[0].frame and death are both given; give one"]),
        ("/timeline/0/frame", "{}", &["timeline[0].frame is an object of 0 names"]),
        ("/timeline/0/frame/a", "\"x\"", &["timeline[0].frame.a is \"x\"", "-65536 to 65536"]),
        ("/timeline/0/frame/a", "[1, 2, 3]", &["timeline[0].frame.a is [1, 2, 3]", "a pair"]),
        ("/timeline/0/frame/a", "[1, null]", &["timeline[0].frame.a[1] is null"]),
        ("/timeline/0/frame/a", "70000", &["timeline[0].frame.a is 70000"]),
        (
            "/timeline/0/frame/a",
            "{\"pos\": 0, \"hp\": 1}",
            &["timeline[0].frame.a.hp is an unknown field"],
        ),
        ("/timeline/0/frame/a", "{\"shielded\": true}", &["timeline[0].frame.a.pos is missing"]),
        ("/timeline/0", "{\"at_ms\": 5, \"death\": \"c\"}", &["timeline[0] is the death of c"]),
        ("/timeline/0", "{\"at_ms\": 5, \"death\": [4]}", &["timeline[0].death[0] is 4"]),
        (
            "/timeline/0",
            "{\"at_ms\": 50, \"frame\": {\"b\": 0}}",
            &["a second frame of b at 50 ms"],
        ),
        ("/timeline/1/to_ms", "40", &["timeline[1].to_ms is 40 ms, before from_ms, 50 ms"]),
        ("/timeline/1/to_s", "4", &["timeline[1].to_ms and to_s"]),
        ("/timeline/1/every_ms", "0", &["timeline[1].every_ms is 0"]),
        (
            "/timeline/1/to_ms",
            "80000000",
            &["lasts 1600000 frames of 1 ships, above the limit of 65536 poses"],
        ),
        ("/timeline/1/flight/b/velocity", "[99999, 0]", &["timeline[1].flight.b leads beyond"]),
        ("/shots/0/lead_ms", "101", &["shots[0] has a latency below its lead"]),
        ("/links/a/up_ms", "-5", &["links.a.up_ms is -5", "0 to 60000 ms"]),
        ("/shots", "[]", &["shots is a list of 0 entries", "1 to 32"]),
        ("/shots/0/weapon", "\"laser\"", &["shots[0].weapon is \"laser\"", "beam, bolt"]),
        ("/shots/0/view_ms", "\"10\"", &["shots[0].view_ms is \"10\"", "a time from 0"]),
        ("/shots/0/plausible_age_ms", "-1", &["shots[0].plausible_age_ms is -1", "0 to 60000 ms"]),
        ("/shots/0/shooter", "\"z\"", &["shots[0].shooter is \"z\"", "of the timeline: a, b"]),
        ("/shots/0/aim_at", "\"b\"", &["shots[0].toward and aim_at are both given; give one"]),
        (
            "/shots/0",
            "{\"muzzle\": 0, \"weapon\": \"beam\", \"fired_ms\": 0}",
            &["shots[0] needs one of toward, direction, aim_at"],
        ),
        ("/et_markers", "0", &["et_markers is 0; it must be a whole number from 1 to 256"]),
        ("/et_markers", "257", &["et_markers is 257"]),
        ("/et_markers", "9.5", &["et_markers is 9.5"]),
        ("/shots/0/toward", "[0, 0]", &["shots[0] is aimed at its own muzzle"]),
        ("/shots/0/sent_ms", "[50, 51]", &["shots[0].sent_ms has 51 ms"]),
        ("/shots/0/claim", "{\"ship\": \"q\"}", &["shots[0].claim.ship is \"q\""]),
        ("/rules", "[\"valve\"]", &["rules[0] is \"valve\"", "et-260, et, quakeworld, source"]),
        ("/rules/1/bound_ms", "1001", &["rules[1].bound_ms is 1001", "from 0 to 1000"]),
        ("/rules/1/tolerance_u", "17", &["rules[1].tolerance_u is 17", "from 0 to 16"]),
        ("/rules/1/path", "\"\"", &["rules[1].path is \"\"", "muzzle, jump, forward"]),
    ];
    for (pointer, value, words) in rows {
        check_refused(&with(pointer, value), words);
    }
}

#[test]
fn other_kinds_name_their_fields_too() {
    let rows = [
        ("{}", "kind is missing; it must be one of deferred"),
        (r#"{"tick_ms":15}"#, "kind is missing; it must be one of deferred"),
        ("3", "the scenario is 3; it must be an object"),
        ("[]", "a list of 0 entries"),
        ("[{\"kind\": \"qw-net-drop\", \"lost\": 1}, 2]", "[1] is 2; it must be an object"),
        (r#"{"kind":"qw-latency","samples_ms":[]}"#, "samples_ms is a list of 0 entries"),
        (r#"{"kind":"qw-latency","samples_s":[1,"2"]}"#, "samples_s[1] is \"2\""),
        (r#"{"kind":"qw-latency","samples_s":[61]}"#, "a time from -60 to 60 s"),
        (r#"{"kind":"qw-latency"}"#, "samples_ms is missing"),
        (r#"{"kind":"qw-net-drop","lost":1.5}"#, "lost is 1.5; it must be a whole number"),
        (r#"{"kind":"qw-halving","command_ms":50.5}"#, "command_ms must be a whole number of ms"),
        (r#"{"kind":"qw-halving","command_ms":65536}"#, "from 0 to 65535 ms"),
        (
            r#"{"kind":"qw-choke","rate_bytes_per_s":1,"packet_bytes":1,"every_ms":0.001,
               "for_s":1}"#,
            "for_ms has 1000000 moments",
        ),
        (
            r#"{"kind":"qw-extrapolation","now_s":1,"latency_s":0,"acked_sent_s":1,
               "tick_rate_hz":0.5}"#,
            "tick_rate_hz is 0.5; it must be a number from 1 to 1000",
        ),
        (
            r#"{"kind":"source-lag","tick_ms":15,"now_ms":16}"#,
            "now_ms must be a multiple of a tick",
        ),
        (r#"{"kind":"source-interpolation","records":[],"at_ms":[1]}"#, "records is a list of 0"),
        (
            r#"{"kind":"source-interpolation","records":[{"at_ms":5,"pos":0},{"at_ms":5,"pos":0}],
               "at_ms":[1]}"#,
            "records[1] is not after the previous record",
        ),
        (r#"{"kind":"et-markers","steps":[{"pos":0,"frame_ms":1,"reset_ms":2}]}"#, "steps[0] is"),
        (r#"{"kind":"et-markers"}"#, "the scenario needs one of markers, steps"),
        (
            r#"{"kind":"et-markers","steps":[],"markers":[]}"#,
            "markers and steps are both given; give one",
        ),
        (
            r#"{"kind":"et-markers","et_markers":300,"steps":[{"pos":0,"frame_ms":1}]}"#,
            "et_markers is 300; it must be a whole number from 1 to 256",
        ),
        (r#"{"kind":"source-64-units","record_rate_hz":0}"#, "record_rate_hz is 0; it must be a"),
        (r#"{"kind":"source-64-units","record_rate_hz":"66"}"#, "a number from 1 to 1000"),
        (
            r#"{"kind":"peeker","peeker":{},"holder":{"down_ms":1,"d_ms":1}}"#,
            "holder.down_ms and d_ms are both given; give one",
        ),
        (
            r#"{"kind":"targeting-displacement","speed_u_per_s":1,"hops":[{}]}"#,
            "hops[0] needs one of delay_ms, round_trip_ms, echoes",
        ),
        (
            r#"{"kind":"deferred","delay_ms":350,
               "contacts":[{"ship":"a","age_ms":1},{"ship":"a","age_ms":2}]}"#,
            "contacts[1].ship repeats a ship that the bolt has touched",
        ),
    ];
    for (input, words) in rows {
        check_refused(input.as_bytes(), &[words]);
    }
}

/// The field names of an object, from the error about an unknown field.
fn fields_of(scenario: &[u8]) -> Vec<String> {
    let said = judge_bytes("-", scenario).stderr;
    let (_, fields) = said.trim_end().split_once("known fields: ").expect(&said);
    fields.split(", ").map(str::to_string).collect()
}

#[test]
fn every_field_is_documented() {
    let document = document("judge.md");
    let (general, rest) = document.split_once("\n## shots\n").unwrap();
    let check = |text: &str, of: &str, fields: Vec<String>| {
        for field in fields {
            // Times can be given in s or ms; the document names one, and examples use either.
            let stem = field.strip_suffix("_s").or(field.strip_suffix("_ms"));
            let names = match stem.filter(|_| !field.ends_with("_per_s")) {
                Some(stem) => vec![format!("{stem}_ms"), format!("{stem}_s")],
                None => vec![field.clone()],
            };
            let quoted = |name: &String| [format!("`{name}"), format!("\"{name}\"")];
            let said = names.iter().flat_map(quoted).any(|name| text.contains(&name));
            let of_all = quoted(&field).iter().any(|name| general.contains(name));
            assert!(said || of_all, "{of}: {field}");
        }
    };
    let (shots, others) = rest.split_once("\n## Other questions\n").unwrap();
    for place in ["/zz", "/timeline/0/zz", "/timeline/1/zz", "/links/a/zz", "/shots/0/zz"] {
        check(shots, place, fields_of(&with(place, "0")));
    }
    check(shots, "rules", fields_of(&with("/rules/1/zz", "0")));
    for section in others.split("\n### ").skip(1) {
        let kind = section.lines().next().unwrap();
        let scenario = format!("{{ \"kind\": \"{kind}\", \"zz\": 0 }}");
        check(section, kind, fields_of(scenario.as_bytes()));
    }
}

#[test]
fn a_cause_is_printed_once() {
    for (input, cause) in [
        (&b"{\"kind\":"[..], "EOF while parsing"),
        (b"[{\"kind\":\"qw-halving\",\"command_ms\":1,\"command_ms\":2}]", "duplicate field"),
    ] {
        let End { status, stderr, .. } = judge_bytes("-", input);
        assert_eq!((status, stderr.matches(cause).count()), (Some(2), 1), "{stderr}");
    }
    let End { stderr, .. } = judge_bytes("/nowhere/at.all", b"");
    assert_eq!(stderr.matches("No such file").count(), 1, "{stderr}");
}

#[test]
fn oversized_input_is_refused_up_front() {
    let flight = |to: u32| {
        format!(
            r#"{{ "kind": "shots", "tick_ms": 1, "timeline": [ {{ "from_ms": 0, "to_ms": {to},
            "flight": {{ "a": {{ "pos": 0, "velocity": 0 }} }} }} ], "shots": [ {{
            "weapon": "bolt", "muzzle": 5, "direction": 1, "fired_ms": 0 }} ] }}"#
        )
    };
    check_refused(flight(65_536).as_bytes(), &["timeline[0] lasts 65537 frames of 1 ships"]);
    let many = vec![r#"{"kind":"qw-net-drop","lost":0}"#; 257].join(",");
    let words = ["the list of scenarios is a list of 257 entries", "1 to 256"];
    check_refused(format!("[{many}]").as_bytes(), &words);
    check_refused(b"[]", &["the list of scenarios is a list of 0 entries"]);
    // Each is small enough, but not both together.
    let half = flight(2_000);
    assert_eq!(judge(&half).status, Some(0));
    let all = vec![half; 50].join(",");
    let words = ["].shots times rules, ships and judged moments", "file's limit of", "are left"];
    check_refused(format!("[{all}]").as_bytes(), &words);
}

/// Every prefix of a valid scenario, and every value replaced by each of several others, is either
/// judged or refused without a panic. Without `cargo xtask test --long`, by a third of them.
#[test]
fn nothing_panics() {
    let sound = with("", "");
    assert_eq!(judge_bytes("-", &sound).status, Some(0));
    for end in (1..sound.len()).step_by(7) {
        check_refused(&sound[..end], &["not valid JSON"]);
    }
    let others = ["null", "-1", "1e15", "0.0000001", "\"\"", "[]", "{}", "true", "[[[]]]", "65535"];
    let mut tried = 0;
    let mut scenarios: Vec<Value> = Vec::new();
    for vector in vectors() {
        if scenarios.iter().all(|known| known["kind"] != vector["scenario"]["kind"]) {
            scenarios.push(vector["scenario"].clone());
        }
    }
    let mut of_et: Value = serde_json::from_slice(&with("/rules", "[\"et\", \"et-260\"]")).unwrap();
    (of_et["et_markers"], of_et["et_frame_ms"]) = (json!(17), json!(10));
    let markers = json!({ "kind": "et-markers", "et_markers": 17, "now_ms": 9, "present": 3,
        "at_ms": [4, 5], "steps": [{ "frame_ms": 1, "pos": 0 }, { "frame_ms": 2, "pos": 3 }] });
    let rate = json!({ "kind": "source-send", "rate_bytes_per_s": 9999, "packet_bytes": [400],
        "update_rate_hz": 66.67, "update_max_hz": 62.5, "tick_rate_hz": 66.6, "every_ms": 9,
        "for_ms": 99 });
    scenarios.extend([serde_json::from_slice(&sound).unwrap(), of_et, markers, rate]);
    for scenario in &scenarios {
        for (nth, place) in places(scenario).into_iter().enumerate() {
            let (first, step) = if is_long() { (0, 1) } else { (nth % 3, 3) };
            for other in others.into_iter().skip(first).step_by(step) {
                let mut changed = scenario.clone();
                *changed.pointer_mut(&place).unwrap() = serde_json::from_str(other).unwrap();
                let End { status, stdout, stderr } = judge(&changed.to_string());
                let sound = status == Some(0) && stderr.is_empty() && !stdout.is_empty();
                let refused = status == Some(2) && stdout.is_empty() && stderr.lines().count() == 1;
                assert!(sound || refused, "{changed}: {status:?}\n{stderr}");
                tried += 1;
            }
        }
    }
    println!("{tried} scenarios");
}

/// JSON pointers to all nested values; of long lists only to the first few.
fn places(value: &Value) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => {
            items.iter().take(2).enumerate().map(|(n, item)| (n.to_string(), item)).collect()
        }
        Value::Object(fields) => fields.iter().map(|(name, v)| (name.clone(), v)).collect(),
        _ => Vec::new(),
    };
    let inside = |(name, value): (String, &Value)| {
        let further: Vec<String> = places(value).iter().map(|p| format!("/{name}{p}")).collect();
        [format!("/{name}")].into_iter().chain(further).collect::<Vec<_>>()
    };
    inner.into_iter().flat_map(inside).collect()
}

#[test]
fn file_and_standard_input_agree() {
    let scenario = r#"{ "kind": "qw-net-drop", "name": "a gap", "lost": 5 }"#;
    let path = std::env::temp_dir().join(format!("lagrange-judge-{}.json", std::process::id()));
    fs::write(&path, scenario).unwrap();
    let by_file = judge_bytes(path.to_str().unwrap(), b"");
    fs::remove_file(&path).unwrap();
    let by_input = judge(scenario);
    assert_eq!(by_file.json(), by_input.json());
    assert_eq!(by_file.json()["name"], "a gap");
    let End { status, stdout, stderr } = judge_bytes("/no/such/file.json", b"");
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    assert!(stderr.starts_with("lagrange: cannot read /no/such/file.json: "), "{stderr}");
}
