//! Checks the table of mechanisms in docs/schemes.md: every row gives its source, where it is seen,
//! and the test that covers it, and all of these exist.

use std::{fs, path::Path};

use lab::scenario::Scenario;
use shared::netcode::setting::Setting;

const DOCUMENT: &str = include_str!("../../../../docs/schemes.md");
const JUDGE: &str = include_str!("../../../../docs/judge.md");

/// The rows, cell by cell.
fn rows() -> Vec<Vec<&'static str>> {
    let lines = DOCUMENT.lines().skip_while(|line| !line.starts_with("| mechanism |"));
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// The code spans of a cell.
fn named(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The source text of every test in this folder.
fn tests() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Whether a name exists: a scenario, a question, a setting, a key or an option.
fn is_there(name: &str) -> bool {
    if let Some(question) = name.strip_prefix("judge ") {
        return JUDGE.contains(&format!("[`{question}`](#{question})"));
    }
    let setting = name.split_once('=').map_or(name, |(key, _)| key);
    name.chars().count() == 1
        || name.starts_with("--")
        || name == "not_told_of"
        || Scenario::of_key(name).is_some()
        || Setting::of_key(setting).is_some()
}

#[test]
fn every_mechanism_has_a_source_a_place_and_a_test() {
    let (rows, tests) = (rows(), tests());
    assert!(rows.len() > 50, "{} rows", rows.len());
    for row in rows {
        let [mechanism, source, seen, test] = row[..] else { panic!("{row:?}") };
        assert!([mechanism, source, seen].iter().all(|cell| cell.len() > 2), "{row:?}");
        for name in named(seen) {
            assert!(is_there(name), "{mechanism}: no file {name}");
        }
        let test = named(test).next().unwrap_or_else(|| panic!("{mechanism}: no test"));
        assert!(tests.contains(&format!("]\nfn {test}(")), "{mechanism}: there is no test {test}");
    }
    for scenario in Scenario::ALL.into_iter().filter(|scenario| *scenario != Scenario::Free) {
        let key = format!("`{}`", scenario.key());
        assert!(DOCUMENT.contains(&key), "the document does not name {key}");
    }
}
