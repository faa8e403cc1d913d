//! `lagrange judge`: a scenario in JSON goes in, what the schemes say of it in JSON comes out.
//!
//! Here are the JSON, its fields and their bounds; every rule is a function of [`shared::scheme`].
//! A file holds one object or a list of them; an object's `kind` says which question it asks.

mod deferred;
mod error;
mod et;
mod fields;
mod interpolation;
mod json;
mod lag_compensation;
mod limits;
mod links;
mod past;
mod poses;
mod quakeworld;
mod rules;
mod shots;
mod targeting;
mod timeline;
mod verdict;

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

pub use self::error::JudgeError;
use self::{
    fields::{Node, Object},
    json::Json,
    limits::{INPUT_BYTES_MAX, SCENARIOS_MAX},
};

/// What answers a kind of question.
type Answer = fn(&Node) -> Result<Json, JudgeError>;

/// Every kind of question and what answers it.
const KINDS: &[(&str, Answer)] = &[
    ("deferred", deferred::deferred),
    ("deferred-messages", deferred::messages),
    ("et-markers", et::markers),
    ("qw-choke", quakeworld::choke),
    ("qw-extrapolation", quakeworld::extrapolation),
    ("qw-halving", quakeworld::halving),
    ("qw-latency", quakeworld::latency),
    ("qw-net-drop", quakeworld::net_drop),
    ("qw-replay", quakeworld::replay),
    ("shots", shots::shots),
    ("source-64-units", lag_compensation::sixty_four_units),
    ("source-clock", links::clock),
    ("source-interpolation", interpolation::interpolation),
    ("source-lag", lag_compensation::lag),
    ("source-movement", links::movement),
    ("source-send", links::send),
    ("source-smoothing", interpolation::smoothing),
    ("targeting-convergence", targeting::convergence),
    ("targeting-displacement", targeting::displacement),
];

/// Fields that every scenario may have.
const FIELDS_OF_ALL: [&str; 3] = ["kind", "name", "exact"];

/// Reads a scenario file; `-` is the standard input.
///
/// # Errors
/// When it cannot be read, is too large, or is no UTF-8.
pub fn read(path: &Path) -> Result<String, JudgeError> {
    let name = if path == Path::new("-") {
        "the standard input".to_string()
    } else {
        path.display().to_string()
    };
    let mut text = String::new();
    // One byte more than is allowed tells a file that is too large.
    let most = INPUT_BYTES_MAX + 1;
    let read = if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_string(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_string(&mut text))
    };
    match read {
        Ok(n) if n as u64 > INPUT_BYTES_MAX => Err(JudgeError::TooLarge { name }),
        Ok(_) => Ok(text),
        Err(source) => Err(JudgeError::Unreadable { name, source }),
    }
}

/// Judges the scenarios of a text. The answer to a list is a list.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn judge(text: &str) -> Result<String, JudgeError> {
    let json = Json::parse(text)?;
    let root = Node::root(&json);
    let answer = if root.is_list() {
        let scenarios = root.list(1, SCENARIOS_MAX)?;
        Json::List(scenarios.iter().map(answer).collect::<Result<_, _>>()?)
    } else {
        answer(&root)?
    };
    Ok(answer.to_string())
}

fn answer(scenario: &Node) -> Result<Json, JudgeError> {
    let kinds: Vec<(&str, (&str, Answer))> =
        KINDS.iter().map(|(kind, answer)| (*kind, (*kind, *answer))).collect();
    let (kind, answer) = match scenario.peek("kind") {
        Some(node) => node.choice(&kinds)?,
        // So that what is no object is told so.
        None => return Err(open(scenario, &[])?.missing("kind", &names(KINDS))),
    };
    let name = scenario.peek("name").map(|node| node.name()).transpose()?;
    let Json::Object(mut fields) = answer(scenario)? else {
        return Ok(Json::Null);
    };
    if let Some(name) = name {
        fields.insert(0, ("name".to_string(), name.into()));
    }
    fields.insert(0, ("kind".to_string(), kind.into()));
    Ok(Json::Object(fields))
}

fn names(kinds: &[(&str, Answer)]) -> String {
    let names: Vec<&str> = kinds.iter().map(|(kind, _)| *kind).collect();
    format!("one of {}", names.join(", "))
}

/// A scenario as an object of these fields, besides those of all.
fn open<'a>(scenario: &Node<'a>, fields: &[&str]) -> Result<Object<'a>, JudgeError> {
    scenario.object(&[&FIELDS_OF_ALL, fields].concat())
}
