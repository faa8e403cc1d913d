//! Judges one line of a bulk stream: a `shots` scenario becomes a line of verdicts or an error
//! line.

use std::error::Error as _;

use super::{
    error::JudgeError, fields::Node, json::Json, limits::INPUT_BYTES_MAX,
    lookup_budget::LookupBudget, shots,
};

/// The only kind of question with verdicts.
const KIND: &str = "shots";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineResult {
    Judged,
    Rejected,
}

/// Judges a line and appends the answer line.
pub(super) fn judge(number: u64, line: &[u8], out: &mut String) -> LineResult {
    match verdicts(number, line) {
        Ok(answer) => {
            end_line(&answer, out);
            LineResult::Judged
        }
        Err(error) => reject(number, &error, out),
    }
}

/// Appends an error line.
pub(super) fn reject(number: u64, error: &JudgeError, out: &mut String) -> LineResult {
    let (kind, path) = error.kind_and_path();
    let error = Json::object([
        ("kind", kind.into()),
        ("path", path.into()),
        ("message", message(error).into()),
    ]);
    end_line(&numbered(number).with("error", error), out);
    LineResult::Rejected
}

fn verdicts(number: u64, line: &[u8]) -> Result<Json, JudgeError> {
    if line.len() > INPUT_BYTES_MAX {
        return Err(JudgeError::LineTooLong);
    }
    let json = Json::read("the line", line)?;
    // Every line is a document of its own, with a full budget.
    let lookup_budget = LookupBudget::for_file();
    let scenario = Node::root(&json, &lookup_budget);
    match scenario.peek("kind") {
        Some(kind) => kind.choice(&[(KIND, ())])?,
        None => return Err(scenario.missing_field("kind", KIND)),
    }
    let mut answer = numbered(number);
    if let Some(name) = scenario.peek("name") {
        answer = answer.with("name", name.name()?);
    }
    Ok(answer.with("shots", shots::verdicts(&scenario)?))
}

/// An answer that starts with the line number, from 1.
fn numbered(number: u64) -> Json {
    Json::object([("line", Json::Number(number as f64))])
}

fn end_line(answer: &Json, out: &mut String) {
    answer.write_compact(out);
    out.push('\n');
}

/// An error with its causes, as the program prints it.
fn message(error: &JudgeError) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message = format!("{message}: {error}");
        cause = error.source();
    }
    message
}
