//! `lagrange judge`, the program itself: the published numbers of every scheme, the documents'
//! examples, and scenarios that are no good.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and says what it measured"
)]

use std::{
    collections::BTreeSet,
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::Value;

/// How a run ended.
struct End {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

impl End {
    /// What was printed of a sound scenario.
    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""));
        serde_json::from_str(&self.stdout).expect("JSON is printed")
    }
}

/// Runs `lagrange judge` with this on its standard input.
fn judge_bytes(argument: &str, input: &[u8]) -> End {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lagrange"))
        .args(["judge", argument])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // One that does not read all of it ends early: that is for the test to see, not this.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    End {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn judge(scenario: &str) -> End {
    judge_bytes("-", scenario.as_bytes())
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// The published numbers: scheme, what is given, what is printed, the scenario, and what to expect
/// at which place of the answer.
fn vectors() -> Vec<Value> {
    let path = root().join("server/tests/judge/vectors.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Whether a value is what is printed: a number within half a unit of the last printed digit.
fn is_as_printed(got: &Value, printed: &Value) -> bool {
    let Some((number, want)) =
        printed.as_str().and_then(|text| Some((text, text.parse::<f64>().ok()?)))
    else {
        return got == printed;
    };
    let digits = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    // A breath more, for numbers whose last digit is a rounded half.
    let tolerance = 0.5 * 0.1_f64.powi(digits as i32) + 1e-9;
    got.as_f64().is_some_and(|got| (got - want).abs() <= tolerance)
}

#[test]
fn every_published_number_comes_out() {
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
