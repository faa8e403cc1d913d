//! `lagrange judge --verdicts`: a stream of scenarios, one a line.

use std::{
    io::{self, ErrorKind, Read, Write},
    num::NonZeroUsize,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use judge::bulk;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};

use crate::judge::{blocks, document, judge, vectors};
use crate::support::command::{End, run};
use crate::support::program::{lagrange, signal};
use crate::support::within_guard;

/// A scenario of one shot that takes almost no time.
const SMALL: &str = r#"{ "kind": "shots", "tick_ms": 50, "timeline": [{ "at_ms": 0, "frame":
    { "bob": [60, 0] } }], "shots": [{ "weapon": "beam", "muzzle": 0, "toward": 1, "fired_ms": 0 }],
    "rules": ["nothing"] }"#;

/// Its answer as line 1.
const SMALL_ANSWER: &str = concat!(
    r#"{ "line": 1, "shots": [{ "name": "shot 1", "verdicts": "#,
    r#"[{ "rule": "nothing", "verdict": "hit", "victim": "bob", "final_at_ms": 0 }] }] }"#,
);

fn one_line(json: &str) -> String {
    json.replace('\n', " ")
}

/// Judges lines on this many threads.
fn verdicts(threads: &str, lines: &str) -> End {
    run(&["judge", "--verdicts", "--threads", threads], lines.as_bytes())
}

/// The answers, which are the whole standard output.
fn answers(end: &End) -> Vec<Value> {
    end.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Every scenario of the documentation and of the published numbers that has shots, each also under
/// all presets.
fn scenarios() -> Vec<Value> {
    let document = document("judge.md");
    let blocks = blocks(&document).into_iter().filter(|block| block.info == "json");
    let documented = blocks.filter_map(|block| serde_json::from_str::<Value>(&block.text).ok());
    let published = vectors().into_iter().map(|vector| vector["scenario"].clone());
    let with_shots = documented.chain(published).filter(|scenario| scenario["kind"] == "shots");
    let with_all = with_shots.flat_map(|scenario| {
        let mut all = scenario.clone();
        all.as_object_mut().unwrap().remove("rules");
        for shot in all["shots"].as_array_mut().unwrap() {
            shot.as_object_mut().unwrap().remove("claim");
        }
        [scenario, all]
    });
    with_all.collect()
}

/// The verdicts of a complete answer.
fn verdicts_of(answer: &Value, line: usize) -> Value {
    let verdict = |full: &Value| {
        let fields = full.as_object().unwrap().iter();
        let short = [
            "rule",
            "verdict",
            "victim",
            "final_at_ms",
            "died_ms",
            "triggered_ms",
            "reason",
            "victims",
            "points_each",
        ];
        let kept = fields.filter(|(name, _)| short.contains(&name.as_str()));
        Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
    };
    let shot = |full: &Value| {
        let verdicts: Vec<Value> =
            full["verdicts"].as_array().unwrap().iter().map(verdict).collect();
        json!({ "name": full["name"], "verdicts": verdicts })
    };
    let shots: Vec<Value> = answer["shots"].as_array().unwrap().iter().map(shot).collect();
    let mut short = json!({ "line": line, "shots": shots });
    if !answer["name"].is_null() {
        short["name"] = answer["name"].clone();
    }
    short
}

#[test]
fn verdicts_match_the_complete_answer() {
    let scenarios = scenarios();
    let sound: Vec<(Value, End)> = scenarios
        .into_iter()
        .map(|scenario| (scenario.clone(), judge(&scenario.to_string())))
        .collect();
    let lines: String = sound.iter().map(|(scenario, _)| format!("{scenario}\n")).collect();
    let all = verdicts("2", &lines);
    let (mut n, mut refused, mut words) = (0, 0, Vec::new());
    for (line, ((scenario, whole), short)) in (1..).zip(sound.iter().zip(answers(&all))) {
        if whole.status != Some(0) {
            let message = short["error"]["message"].as_str().unwrap();
            assert_eq!(whole.stderr, format!("lagrange: {message}\n"), "{scenario}");
            refused += 1;
            continue;
        }
        let want = verdicts_of(&whole.json(), line);
        assert_eq!(short, want, "{scenario}");
        for verdict in
            short["shots"].as_array().unwrap().iter().flat_map(|s| s["verdicts"].as_array())
        {
            n += verdict.len();
            words.extend(verdict.iter().map(|v| v["verdict"].as_str().unwrap().to_string()));
        }
    }
    assert_eq!(answers(&all).len(), sound.len());
    assert_eq!(all.status, Some(i32::from(refused > 0)));
    words.sort();
    words.dedup();
    for word in ["hit", "miss", "not fired", "open", "refused", "veto", "void"] {
        assert!(words.iter().any(|known| known == word), "no {word} among {words:?}");
    }
    println!("{n} verdicts of {} scenarios, {refused} refused", sound.len());
}

#[test]
fn invalid_lines_are_refused_and_others_judged() {
    let small = one_line(SMALL);
    let wrong = |from: &str, to: &str| small.replace(from, to).into_bytes();
    let rows: [(&[u8], &str, Value, &str); 9] = [
        (b"", "no json", json!("the scenario"), "the input is empty"),
        (b"garbage", "no json", json!("the scenario"), "line 1 column 1"),
        (b"\xff", "no text", Value::Null, "UTF-8"),
        (b"[]", "wrong value", json!("the list of scenarios"), "an object"),
        (b"{}", "missing", json!("kind"), "shots"),
        (br#"{"kind":"qw-halving"}"#, "wrong value", json!("kind"), "one of shots"),
        (&wrong("50", "0"), "wrong value", json!("tick_ms"), "from 1 to 1000 ms"),
        (&wrong("toward", "tward"), "unknown", json!("shots[0].tward"), "(did you mean toward?)"),
        (&wrong("toward\": 1", "toward\": 0"), "clash", json!("shots[0]"), "its own muzzle"),
    ];
    let long = format!("{}{small}", " ".repeat(4 * 1024 * 1024));
    let mut lines = Vec::new();
    for (line, ..) in &rows {
        lines.extend_from_slice(line);
        lines.extend_from_slice(b"\n");
    }
    lines.extend_from_slice(format!("{small}\r\n{long}\n{small}").as_bytes());
    let end = run(&["judge", "--verdicts", "-"], &lines);
    let answers = answers(&end);
    assert_eq!((end.status, answers.len()), (Some(1), rows.len() + 3));
    assert_eq!(end.stderr, "lagrange: 10 of 12 lines were refused\n");
    for (n, (answer, (line, kind, path, words))) in answers.iter().zip(&rows).enumerate() {
        let line = String::from_utf8_lossy(line);
        assert_eq!(answer["line"], json!(n + 1), "{line}");
        let said = &answer["error"];
        assert_eq!((&said["kind"], &said["path"]), (&json!(kind), path), "{line}: {said}");
        assert!(said["message"].as_str().unwrap().contains(words), "{line}: {said}");
    }
    let [first, long, last] = &answers[rows.len()..] else { panic!("{answers:?}") };
    assert_eq!(long["error"]["kind"], "too long");
    let words = "the line exceeds the limit of 4194304 bytes";
    assert_eq!((&long["line"], &long["error"]["message"]), (&json!(11), &json!(words)));
    assert_eq!((&first["line"], &last["line"]), (&json!(10), &json!(12)));
    assert_eq!(first["shots"], last["shots"]);
    assert_eq!(first["shots"][0]["verdicts"][0]["victim"], "bob");
}

#[test]
fn answers_keep_line_order_on_any_number_of_threads() {
    let scenarios = scenarios();
    let line = |n: usize| {
        let mut scenario = scenarios[n % scenarios.len()].clone();
        scenario["name"] = json!(format!("line {}", n + 1));
        format!("{scenario}\n")
    };
    let lines: String = (0..2000).map(line).collect();
    let of_one = verdicts("1", &lines);
    let answers = answers(&of_one);
    assert_eq!(answers.len(), 2000);
    for (n, answer) in (1..).zip(answers.iter().filter(|answer| answer["error"].is_null())) {
        let line = answer["line"].as_u64().unwrap();
        assert!(line >= n && answer["name"] == format!("line {line}"), "{answer}");
    }
    for threads in ["2", "7"] {
        assert_eq!(verdicts(threads, &lines).stdout, of_one.stdout, "{threads} threads");
    }
}

/// Repeats one line, and counts how often.
struct RepeatedLine(Arc<AtomicUsize>);

impl Read for RepeatedLine {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let line = format!("{}\n", one_line(SMALL));
        let n = into.len() / line.len();
        into[..n * line.len()].copy_from_slice(line.repeat(n).as_bytes());
        self.0.fetch_add(n, Relaxed);
        Ok(n * line.len())
    }
}

/// Accepts a number of answers, and records how far reading was ahead of them.
struct Counted {
    read: Arc<AtomicUsize>,
    written: usize,
    ahead: usize,
}

impl Write for Counted {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.ahead = self.ahead.max(self.read.load(Relaxed) - self.written);
        if self.written > 50_000 {
            return Err(ErrorKind::BrokenPipe.into());
        }
        self.written += text.iter().filter(|byte| **byte == b'\n').count();
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// However long the stream, only a few chunks are read ahead of the answers taken, and a reader
/// that stops ends it without an error.
#[test]
fn reading_ahead_is_bounded() {
    let read = Arc::new(AtomicUsize::new(0));
    let mut output = Counted { read: Arc::clone(&read), written: 0, ahead: 0 };
    let threads = NonZeroUsize::new(2).unwrap();
    let tally = bulk::run(RepeatedLine(read), &mut output, threads).unwrap();
    assert_eq!(tally, bulk::Tally { lines: output.written as u64, refused: 0 });
    // Two chunks of 64 KiB a thread are queued; one is being read and one written.
    let a_piece = 64 * 1024 / (SMALL.len() + 1);
    assert!(output.ahead <= 7 * a_piece, "{} lines ahead, {a_piece} a piece", output.ahead);
}

/// The running program, with its pipes.
struct Judging {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Judging {
    fn start() -> Self {
        let mut child = lagrange(&["judge", "--verdicts"]).stdin(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { stdin: child.stdin.take().unwrap(), stdout, child }
    }

    async fn answer(&mut self) -> String {
        let mut line = String::new();
        within_guard("an answer", self.stdout.read_line(&mut line)).await.unwrap();
        line
    }
}

/// The exit status and standard error.
async fn end(mut child: Child) -> (Option<i32>, String) {
    let mut said = String::new();
    within_guard("the end", child.stderr.take().unwrap().read_to_string(&mut said)).await.unwrap();
    (within_guard("the end", child.wait()).await.unwrap().code(), said)
}

#[tokio::test]
async fn each_line_is_answered_without_waiting_for_the_next() {
    let mut judging = Judging::start();
    for n in 1..=3 {
        judging.stdin.write_all(one_line(SMALL).as_bytes()).await.unwrap();
        judging.stdin.write_all(b"\n").await.unwrap();
        let want = SMALL_ANSWER.replace("\"line\": 1", &format!("\"line\": {n}"));
        assert_eq!(judging.answer().await, format!("{want}\n"));
    }
}

#[tokio::test]
async fn a_closed_reader_ends_it_quietly() {
    let mut judging = Judging::start();
    let lines = format!("{}\n", one_line(SMALL)).repeat(100);
    judging.stdin.write_all(lines.as_bytes()).await.unwrap();
    judging.answer().await;
    let Judging { child, mut stdin, stdout } = judging;
    drop(stdout);
    // As long as the program runs, there is more to read.
    let feed = async { while stdin.write_all(lines.as_bytes()).await.is_ok() {} };
    within_guard("the end of the input", feed).await;
    assert_eq!(end(child).await, (Some(0), String::new()));
}

#[tokio::test]
async fn an_interrupt_ends_it_between_two_lines() {
    let mut judging = Judging::start();
    judging.stdin.write_all(format!("{}\n", one_line(SMALL)).as_bytes()).await.unwrap();
    assert_eq!(judging.answer().await.trim_end(), SMALL_ANSWER);
    signal(&judging.child, "INT").await;
    assert_eq!(judging.answer().await, "");
    assert_eq!(end(judging.child).await, (Some(130), String::new()));
}
