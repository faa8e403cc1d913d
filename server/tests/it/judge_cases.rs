//! Public bug reports about the netcode of other games, reduced to scenarios: `lagrange judge` must
//! reach the verdict that the published rules give. The expected values were computed from the
//! rules by hand. Each file in `tests/judge/cases/` names its report.

use std::{fs, path::PathBuf};

use serde_json::Value;

use crate::{
    judge::{is_as_printed, judge},
    support::command::End,
};

/// The cases by file name.
fn cases() -> Vec<(String, Value)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/judge/cases");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    };
    paths.map(read).collect()
}

#[test]
fn public_reports_are_judged_by_the_published_rules() {
    let cases = cases();
    for (name, case) in &cases {
        let End { status, stdout, stderr } = judge(&case["scenarios"].to_string());
        if let Some(refused) = case["refused"].as_str() {
            assert_eq!((status, stdout.as_str()), (Some(2), ""), "{name}");
            assert!(stderr.contains(refused), "{name}: {stderr}");
            continue;
        }
        assert_eq!((status, stderr.as_str()), (Some(0), ""), "{name}");
        let answer: Value = serde_json::from_str(&stdout).unwrap();
        let expect = case["expect"].as_object().unwrap();
        assert!(!expect.is_empty(), "{name}");
        for (place, right) in expect {
            let got = answer.pointer(place).unwrap_or(&Value::Null);
            assert!(is_as_printed(got, right), "{name}, {place}: {got} for {right}\n{answer:#}");
        }
    }
    assert_eq!(cases.len(), 20, "each case is a file");
}
