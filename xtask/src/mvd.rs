//! `cargo xtask mvd`: reads recordings of QuakeWorld servers that somebody has, prints what is in
//! them, and compares the tables with given ones. Recordings are matches of people, so none is kept
//! here: a file is known by its SHA-256.

use std::fs;

use anyhow::{Context, Result};
use mvd::{Ids, Tables};
use sha2::{Digest, Sha256};

/// Rows that are shown of those that differ.
const SHOWN: usize = 5;

/// A recording, and the tables that it should equal: of poses and of shots.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Recording<'a> {
    path: &'a str,
    tables: Option<[&'a str; 2]>,
}

/// Parses the arguments after `mvd`: files, each of which `--equal POSES SHOTS` may follow.
pub(crate) fn parse<'a>(words: &[&'a str]) -> Option<Vec<Recording<'a>>> {
    let mut recordings: Vec<Recording<'a>> = Vec::new();
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        if word == "--equal" {
            let tables = &mut recordings.last_mut()?.tables;
            if tables.replace([words.next()?, words.next()?]).is_some() {
                return None;
            }
        } else if word.starts_with("--") {
            return None;
        } else {
            recordings.push(Recording { path: word, tables: None });
        }
    }
    Some(recordings)
}

/// Reads the recordings; false if one cannot be read or a table differs.
pub(crate) fn run(recordings: &[Recording<'_>]) -> Result<bool> {
    if recordings.is_empty() {
        println!("not run: give it recordings");
    }
    let mut passed = true;
    for recording in recordings {
        passed &= check(recording)?;
    }
    Ok(passed)
}

fn check(recording: &Recording<'_>) -> Result<bool> {
    let Recording { path, tables: given } = *recording;
    let bytes = fs::read(path).with_context(|| format!("reading {path}"))?;
    println!("{path}\n  sha256 {}", hexadecimal(&Sha256::digest(&bytes)));
    let tables = match ::mvd::read(&bytes) {
        Ok(tables) => tables,
        Err(error) => {
            println!("  cannot be read: {error}");
            return Ok(false);
        }
    };
    print_counts(&tables);
    let Some([poses, shots]) = given else { return Ok(true) };
    let (mut of_poses, mut of_shots) = (Vec::new(), Vec::new());
    tables.write_poses(&mut of_poses, Ids::Slots)?;
    tables.write_shots(&mut of_shots, Ids::Slots)?;
    let pairs = [("poses", poses, of_poses), ("shots", shots, of_shots)];
    let mut passed = true;
    for (name, path, read) in pairs {
        let given = fs::read_to_string(path).with_context(|| format!("reading {path}"))?;
        passed &= compare(name, &given, &String::from_utf8(read)?);
    }
    Ok(passed)
}

fn print_counts(tables: &Tables) {
    let notes = tables.notes;
    let minutes = f64::from(notes.duration_ms) / 60_000.0;
    let (players, poses, shots) = (tables.n_players(), tables.poses.len(), tables.shots.len());
    println!("  {players} players, {minutes:.1} minutes, {poses} poses");
    let hits = if notes.has_damage { tables.hits().to_string() } else { "unknown".into() };
    println!("  {shots} shots, hits: {hits}; on what is no player: {}", notes.n_damage_to_others);
    if !notes.is_complete {
        println!("  it ends before the server closed it");
    }
}

/// Compares tables row by row, whatever ends a row, and prints how they differ.
fn compare(name: &str, given: &str, read: &str) -> bool {
    let [given, read] = [given, read].map(|text| text.lines().collect::<Vec<_>>());
    let n = given.len().max(read.len());
    let row = |rows: &[&str], n: usize| rows.get(n).copied().unwrap_or("nothing").to_string();
    let differing: Vec<_> = (0..n).filter(|n| given.get(*n) != read.get(*n)).collect();
    if differing.is_empty() {
        println!("  {name}: equal, {} rows", n.saturating_sub(1));
        return true;
    }
    println!("  {name}: {} of {n} lines differ", differing.len());
    for n in differing.into_iter().take(SHOWN) {
        println!("    line {}: given {}\n      read {}", n + 1, row(&given, n), row(&read, n));
    }
    false
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_files_with_tables() {
        let plain = |path| Recording { path, tables: None };
        let with = |path| Recording { path, tables: Some(["p", "s"]) };
        for (words, want) in [
            (&[][..], Some(vec![])),
            (&["a", "b"], Some(vec![plain("a"), plain("b")])),
            (&["a", "--equal", "p", "s", "b"], Some(vec![with("a"), plain("b")])),
            (&["--equal", "p", "s"], None),
            (&["a", "--equal", "p"], None),
            (&["a", "--equal", "p", "s", "--equal", "p", "s"], None),
            (&["a", "--equals"], None),
        ] {
            assert_eq!(parse(words), want, "{words:?}");
        }
    }

    #[test]
    fn tables_are_compared_by_rows() {
        assert!(compare("poses", "a\r\nb\r\n", "a\nb\n"));
        assert!(!compare("poses", "a\nb\n", "a\nc\n"));
        assert!(!compare("poses", "a\nb\n", "a\n"));
    }

    /// The digest of nothing, as published with the algorithm (FIPS 180-4).
    #[test]
    fn a_digest_is_hexadecimal() {
        let digest = hexadecimal(&Sha256::digest(b""));
        assert_eq!(digest, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
