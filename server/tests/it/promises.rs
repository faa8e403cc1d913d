//! The document of promises names existing tests and has a row for each threat.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of the table below a heading, as cells.
fn table(document: &str, heading: &str) -> Vec<Vec<String>> {
    let text = read(document);
    let (_, section) = text.split_once(&format!("## {heading}\n")).expect("there is the heading");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with("| "));
    rows.skip(1)
        .map(|row| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_string()).collect())
        .collect()
}

#[test]
fn every_promise_names_existing_tests() {
    let promises = table("docs/reliability.md", "Promises");
    for row in &promises {
        let tests: Vec<&str> = row[1].split('`').filter(|text| text.contains("::")).collect();
        assert!(!tests.is_empty(), "{row:?}");
        for test in tests {
            let (path, name) = test.split_once("::").unwrap();
            assert!(read(path).contains(&format!("fn {name}(")), "{test}");
        }
    }
    for threat in table("SECURITY.md", "Who attacks, and with what") {
        assert!(promises.iter().any(|row| row[0] == threat[0]), "no test for {threat:?}");
    }
}

/// A name is untrusted text, so no page uses an API that parses markup from text.
#[test]
fn no_page_parses_text_as_markup() {
    let mut folders = ["client-wasm/src", "lab-wasm/src", "referee-page/src", "web-ui/src", "web"]
        .map(PathBuf::from)
        .to_vec();
    let mut n_files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
                continue;
            }
            let is_code = path.extension().is_some_and(|ending| ending == "rs" || ending == "js");
            if !is_code {
                continue;
            }
            n_files += 1;
            let text = read(path.to_str().unwrap()).to_lowercase();
            for word in [
                "innerhtml",
                "inner_html",
                "outerhtml",
                "outer_html",
                "insertadjacenthtml",
                "insert_adjacent_html",
                "document.write",
                "domparser",
                "createcontextualfragment",
            ] {
                assert!(!text.contains(word), "{word} in {}", path.display());
            }
        }
    }
    assert!(n_files > 50, "{n_files}");
}
