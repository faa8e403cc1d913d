//! Runs the program with arguments and standard input, and captures its output and exit status.
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

/// The result of a run of the program.
pub(crate) struct End {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl End {
    /// The standard output of a successful run, as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""));
        serde_json::from_str(&self.stdout).unwrap()
    }
}

/// Runs the program with this standard input.
pub(crate) fn run(args: &[&str], input: &[u8]) -> End {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lagrange"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // In parallel with reading, which the program may wait for. A program that exits before
        // reading everything is for the test to judge.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    End {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
