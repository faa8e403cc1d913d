//! How much it takes to tell one shot, from the trigger to the sheet that looks into it: a list of
//! files goes in, types and lines of each stage come out. The list is kept by hand beside this
//! crate, so that whoever moves a file says where its part of the telling went; a path or a name
//! in it that is nowhere is an error.

use std::{collections::BTreeSet, fs, ops::RangeInclusive};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    modules::Forest,
    source::{LineCounts, Source},
    types::{TypeFound, impl_lines, types_of},
    workspace::Workspace,
};

/// The list, from the root of the workspace.
pub const LIST: &str = "xtask/structure/one-shot.txt";

/// The stages of a shot, in their order, each with the part of the program that it counts to.
pub const STAGES: [(&str, Part); 11] = [
    ("fired", Part::Core),
    ("shot", Part::Core),
    ("judged", Part::Core),
    ("applied", Part::Core),
    ("explained", Part::Core),
    ("schemes", Part::Core),
    ("told", Part::Core),
    ("kept", Part::Core),
    ("shown", Part::Core),
    ("sheet", Part::Pages),
    ("picture", Part::Pages),
];

/// The word before an enum that says what became of a shot.
const OUTCOME: &str = "outcome";

/// A part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `shared`.
    Core,
    /// The crates of the browser.
    Pages,
}

/// An entry of the list: a file, or some types of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// One of [`STAGES`], or the word for enums.
    pub stage: String,
    /// From the root of the workspace; the last part may hold one `*`.
    pub path: String,
    /// Only these types with their `impl` blocks; empty: the whole file.
    pub names: Vec<String>,
}

/// What a file, or a part of one, adds to a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// One of [`STAGES`].
    pub stage: &'static str,
    /// The file, and the types of it where it is not all of it.
    pub what: String,
    /// The types' names, in the order of their lines.
    pub types: Vec<String>,
    /// Its lines.
    pub lines: LineCounts,
}

/// An enum that says what became of a shot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeEnum {
    pub name: String,
    /// Its file.
    pub file: String,
    /// How many variants it has.
    pub n_variants: usize,
}

/// What one shot takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneShot {
    /// In the order of the stages, then of the list.
    pub shares: Vec<Share>,
    /// In the order of the list.
    pub outcomes: Vec<OutcomeEnum>,
}

/// Measures the list of a workspace.
///
/// # Errors
/// When the list cannot be read, or names what is nowhere.
pub fn measure(workspace: &Workspace, forest: &Forest) -> Result<OneShot> {
    let text = fs::read_to_string(workspace.root.join(LIST)).context(LIST)?;
    measure_list(&parse(&text).context(LIST)?, forest).context(LIST)
}

/// Reads a list: on each line a stage, a path and maybe `: name, name`; after `#` what it is.
///
/// # Errors
/// When a line is no such thing.
pub fn parse(text: &str) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let (said, what) = line.split_once('#').unwrap_or((line, ""));
        if said.trim().is_empty() {
            continue;
        }
        ensure!(!what.trim().is_empty(), "line {}: nothing after # says what it is", n + 1);
        let (place, names) = said.split_once(':').unwrap_or((said, ""));
        let words: Vec<&str> = place.split_whitespace().collect();
        let [stage, path] = words[..] else { bail!("line {}: no stage and path", n + 1) };
        let known = stage == OUTCOME || STAGES.iter().any(|(name, _)| *name == stage);
        ensure!(known, "line {}: `{stage}` is no stage", n + 1);
        let names = names.split(',').map(|name| name.trim().to_string());
        let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        ensure!(stage != OUTCOME || !names.is_empty(), "line {}: which enum?", n + 1);
        entries.push(Entry { stage: stage.to_string(), path: path.to_string(), names });
    }
    Ok(entries)
}

/// Measures the entries of a list.
///
/// # Errors
/// When one names what is nowhere.
pub fn measure_list(entries: &[Entry], forest: &Forest) -> Result<OneShot> {
    let (mut shares, mut outcomes) = (Vec::new(), Vec::new());
    let mut counted = BTreeSet::new();
    for entry in entries {
        let sources = matching(forest, &entry.path);
        ensure!(!sources.is_empty(), "{} does not exist", entry.path);
        for source in sources {
            if entry.stage == OUTCOME {
                outcomes.extend(enums(source, &entry.names)?);
                continue;
            }
            let share = share(source, entry)?;
            for name in &share.types {
                let key = (source.path.clone(), name.clone());
                ensure!(counted.insert(key), "{}: `{name}` is counted twice", source.path);
            }
            shares.push(share);
        }
    }
    let rank = |share: &Share| STAGES.iter().position(|(name, _)| *name == share.stage);
    shares.sort_by_key(rank);
    Ok(OneShot { shares, outcomes })
}

/// The files that a path of the list stands for.
fn matching<'a>(forest: &'a Forest, path: &str) -> Vec<&'a Source> {
    let Some((before, behind)) = path.split_once('*') else {
        return forest.sources.get(path).into_iter().collect();
    };
    let fits = |name: &str| {
        let star = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
        star.is_some_and(|star| !star.contains('/'))
    };
    forest.sources.values().filter(|source| fits(&source.path)).collect()
}

fn share(source: &Source, entry: &Entry) -> Result<Share> {
    let stage = STAGES.iter().map(|(name, _)| *name).find(|name| *name == entry.stage);
    let stage = stage.with_context(|| format!("`{}` is no stage", entry.stage))?;
    let all = types_of(source);
    if entry.names.is_empty() {
        let types = all.into_iter().map(|found| found.name).collect();
        let lines = LineCounts::of(&source.lines);
        return Ok(Share { stage, what: source.path.clone(), types, lines });
    }
    let mut lines = LineCounts::default();
    for name in &entry.names {
        let found = the_type(source, &all, name)?;
        let own: RangeInclusive<usize> = found.lines.clone();
        lines.add(source.count(own));
        for block in impl_lines(source, name) {
            lines.add(source.count(block));
        }
    }
    let what = format!("{}: {}", source.path, entry.names.join(", "));
    Ok(Share { stage, what, types: entry.names.clone(), lines })
}

fn enums(source: &Source, names: &[String]) -> Result<Vec<OutcomeEnum>> {
    let all = types_of(source);
    let outcome = |name: &String| {
        let found = the_type(source, &all, name)?;
        ensure!(found.keyword == "enum", "{}: `{name}` is no enum", source.path);
        let (file, n_variants) = (source.path.clone(), found.n_variants);
        Ok(OutcomeEnum { name: name.clone(), file, n_variants })
    };
    names.iter().map(outcome).collect()
}

fn the_type<'a>(source: &Source, all: &'a [TypeFound], name: &str) -> Result<&'a TypeFound> {
    let found = all.iter().find(|found| found.name == name);
    found.with_context(|| format!("{} has no type `{name}`", source.path))
}
