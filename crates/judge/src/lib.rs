//! `lagrange judge`: a scenario in JSON goes in, what the schemes say of it in JSON comes out.
//!
//! Here are the JSON, its fields and their bounds; every rule is a function of [`shared::judge`] or
//! [`shared::schemes`]. A file holds one object or a list of them; an object's `kind` says which
//! question it asks. Or it is a recording of the page: then the shots in it are answered for. Or a
//! stream has a scenario on every line, and the verdicts alone are wanted: [`bulk`].
#![forbid(unsafe_code)]

mod aim;
pub mod bulk;
mod chunks;
mod deferred;
mod effects;
mod effort;
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

use self::{
    effort::Effort,
    error::shown,
    fields::{Node, Object},
    json::Json,
    limits::{INPUT_BYTES_MAX, OUTPUT_BYTES_MAX, SCENARIOS_MAX},
};
pub use self::{error::JudgeError, limits::THREADS_MAX};
use recordings::OtherKind;

/// What answers a kind of question.
type Answer = fn(&Node) -> Result<Json, JudgeError>;

/// Every kind of question and what answers it.
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

/// Fields that every scenario may have.
const FIELDS_OF_ALL: [&str; 3] = ["kind", "name", "exact"];

/// Reads a scenario or a recording; `-` is the standard input.
///
/// # Errors
/// When it cannot be read, or is too large.
pub fn read(source: &str) -> Result<Vec<u8>, JudgeError> {
    let name = name_of(source)?;
    match recordings::read(source) {
        Ok(bytes) if !SealedFile::claims(&bytes) && bytes.len() > INPUT_BYTES_MAX => {
            Err(JudgeError::TooLarge { name })
        }
        Ok(bytes) => Ok(bytes),
        Err(source) => Err(JudgeError::Unreadable { name, source }),
    }
}

/// Opens a stream of scenarios for [`bulk::run`]; `-` is the standard input.
///
/// # Errors
/// When it cannot be read.
pub fn stream(source: &str) -> Result<Box<dyn io::Read + Send>, JudgeError> {
    let name = name_of(source)?;
    recordings::open(source).map_err(|source| JudgeError::Unreadable { name, source })
}

/// A file as errors name it; a link is none.
fn name_of(source: &str) -> Result<String, JudgeError> {
    if recordings::is_link(source) {
        return Err(JudgeError::Other { name: shown(source), source: OtherKind::Link });
    }
    Ok(recordings::name_of(source))
}

/// Judges what was read from a source: the scenarios of a text, or the shots of a recording. The
/// answer to a list is a list.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn judge(source: &str, bytes: &[u8]) -> Result<String, JudgeError> {
    if SealedFile::claims(bytes) {
        return recording::judge(bytes).map(|answer| answer.to_string());
    }
    let json = Json::read(&recordings::name_of(source), bytes)?;
    let effort = Effort::whole();
    let root = Node::root(&json, &effort);
    if !root.is_list() {
        return answer(&root).map(|answer| answer.to_string());
    }
    let (mut answers, mut bytes) = (Vec::new(), 0);
    for scenario in root.list(1, SCENARIOS_MAX)? {
        let answer = answer(&scenario)?;
        bytes += answer.to_string().len();
        if bytes > OUTPUT_BYTES_MAX {
            return Err(JudgeError::LongAnswer { path: scenario.path });
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
        None => return Err(scenario.lacks("kind", &listed(KINDS))),
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

/// A scenario as an object of these fields, besides those of all.
fn open<'a>(scenario: &Node<'a>, fields: &[&str]) -> Result<Object<'a>, JudgeError> {
    scenario.object(&[&FIELDS_OF_ALL, fields].concat())
}
