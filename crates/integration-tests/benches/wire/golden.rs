//! Compares the measured lines with the golden file; each line that differs is a failure.

use std::fs;

use crate::table;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bench/wire.tsv");
/// Columns that identify a line.
const KEYS: usize = 3;

/// Compares lines with the golden file. With `GOLDEN_UPDATE=1`, and if all lines were measured,
/// writes it instead.
pub(crate) fn hold(lines: &[String], all: bool, failures: &mut Vec<String>) -> Result<(), String> {
    if std::env::var_os("GOLDEN_UPDATE").is_some() {
        if !all {
            return Err("the golden file must cover all workloads and rates".into());
        }
        let text = format!("{}\n{}\n", table::HEADER.replace('|', "\t"), lines.join("\n"));
        return fs::write(FILE, text).map_err(|error| format!("{FILE}: {error}"));
    }
    let golden = fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?;
    for line in lines {
        let want = golden.lines().find(|golden| key(golden) == key(line));
        if want != Some(line.as_str()) {
            failures.push(match want {
                Some(want) => format!("not what it was:\n  was {want}\n  is  {line}"),
                None => format!("not in the golden file: {line}"),
            });
        }
    }
    for gone in golden.lines().skip(1).filter(|_| all) {
        if !lines.iter().any(|line| key(line) == key(gone)) {
            failures.push(format!("only in the golden file: {gone}"));
        }
    }
    Ok(())
}

fn key(line: &str) -> Vec<&str> {
    let about = line.starts_with('#');
    line.split('\t').take(if about { 1 } else { KEYS }).collect()
}
