//! `lagrange judge`: answers JSON scenarios with the verdicts of the schemes, as JSON.
//!
//! This crate parses and bounds the JSON; every rule is a function in [`shared::judge`] or
//! [`shared::schemes`]. The input is an object or a list of objects, whose `kind` selects the
//! question; or a recording of the page, whose shots are then judged; or a stream with one scenario
//! per line, of which only the verdicts are printed: [`bulk`].
#![forbid(unsafe_code)]

mod aim;
pub mod bulk;
mod chunks;
mod deferred;
mod effects;
mod error;
mod et;
mod fairness;
mod fields;
mod interpolation;
mod json;
mod lag_compensation;
mod limits;
mod line;
mod links;
mod lockstep;
mod lookup_budget;
mod names;
mod past;
mod player_links;
mod poses;
mod predict;
mod quakeworld;
mod recording;
mod rules;
mod scenario_shot;
mod shots;
mod targeting;
mod text;
mod timeline;
mod verdict;

use std::io;

use capture::capture_file::SealedFile;

pub use self::{error::JudgeError, limits::THREADS_MAX};
use self::{
    error::shown,
    fields::{Node, Object},
    json::Json,
    limits::{INPUT_BYTES_MAX, OUTPUT_BYTES_MAX, SCENARIOS_MAX},
    lookup_budget::LookupBudget,
};
use recordings::OtherKind;

/// The handler of one kind of question.
type Answer = fn(&Node) -> Result<Json, JudgeError>;

/// Every kind of question and its handler.
const KINDS: &[(&str, Answer)] = &[
    ("deferred", deferred::deferred),
    ("deferred-messages", deferred::messages),
    ("deferred-told", deferred::notification_delays),
    ("et-markers", et::markers),
    ("minimum-lag", fairness::minimum_lag),
    ("peeker", fairness::peeker),
    ("lockstep", lockstep::lockstep),
    ("predict-jump", predict::jump),
    ("predict-run", predict::gap),
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

/// Fields allowed in every scenario.
const FIELDS_OF_ALL: [&str; 3] = ["kind", "name", "exact"];

/// Reads a scenario or recording; `-` is standard input.
///
/// # Errors
/// When it cannot be read, or is too large.
pub fn read(source: &str) -> Result<Vec<u8>, JudgeError> {
    let name = name_of(source)?;
    match recordings::read(source) {
        Ok(bytes) if !SealedFile::has_magic(&bytes) && bytes.len() > INPUT_BYTES_MAX => {
            Err(JudgeError::TooLarge { name })
        }
        Ok(bytes) => Ok(bytes),
        Err(source) => Err(JudgeError::Unreadable { name, source }),
    }
}

/// Opens a stream of scenarios for [`bulk::run`]; `-` is standard input.
///
/// # Errors
/// When it cannot be read.
pub fn stream(source: &str) -> Result<Box<dyn io::Read + Send>, JudgeError> {
    let name = name_of(source)?;
    recordings::open(source).map_err(|source| JudgeError::Unreadable { name, source })
}

/// The source's name in errors; a link is rejected.
fn name_of(source: &str) -> Result<String, JudgeError> {
    if recordings::is_link(source) {
        return Err(JudgeError::Other { name: shown(source), source: OtherKind::Link });
    }
    Ok(recordings::name_of(source))
}

/// Judges the scenarios of a text, or the shots of a recording. A list gets a list of answers.
///
/// # Errors
/// The first error in it.
pub fn judge(source: &str, bytes: &[u8]) -> Result<String, JudgeError> {
    if SealedFile::has_magic(bytes) {
        return recording::judge(bytes).map(|answer| answer.to_string());
    }
    let json = Json::read(&recordings::name_of(source), bytes)?;
    let lookup_budget = LookupBudget::for_file();
    let root = Node::root(&json, &lookup_budget);
    if !root.is_list() {
        return answer(&root).map(|answer| answer.to_string());
    }
    let (mut answers, mut bytes) = (Vec::new(), 0);
    for scenario in root.list(1, SCENARIOS_MAX)? {
        let answer = answer(&scenario)?;
        bytes += answer.to_string().len();
        if bytes > OUTPUT_BYTES_MAX {
            return Err(JudgeError::OutputTooLong { path: scenario.path });
        }
        answers.push(answer);
    }
    Ok(Json::List(answers).to_string())
}

fn answer(scenario: &Node) -> Result<Json, JudgeError> {
    let kinds: Vec<(&str, (&str, Answer))> =
        KINDS.iter().map(|(kind, answer)| (*kind, (*kind, *answer))).collect();
    let (kind, answer) = match scenario.peek("kind") {
        Some(node) => node.choice(&kinds)?,
        None => return Err(scenario.missing_field("kind", &listed(KINDS))),
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

fn listed(kinds: &[(&str, Answer)]) -> String {
    let names: Vec<&str> = kinds.iter().map(|(kind, _)| *kind).collect();
    format!("one of {}", names.join(", "))
}

/// A scenario as an object of these fields and [`FIELDS_OF_ALL`].
fn parse_fields<'a>(scenario: &Node<'a>, fields: &[&str]) -> Result<Object<'a>, JudgeError> {
    scenario.object(&[&FIELDS_OF_ALL, fields].concat())
}
