//! `lagrange dist`: what is in the folder, and which folders it leaves alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Extensions of files that refer to others by their names in quotes.
const TEXTS: [&str; 3] = [".html", ".css", ".js"];
/// Extensions of what they refer to.
const NAMED: [&str; 5] = [".html", ".css", ".js", ".wasm", ".svg"];

fn dist(folder: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lagrange"));
    command.arg("dist").arg(folder).args(more).output().unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let named = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()));
    named.collect()
}

fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    std::str::from_utf8(&files[name]).unwrap()
}

/// The file names that stand in quotes.
fn quoted(text: &str) -> Vec<&str> {
    let pieces = text.split(['"', '\'', '`']);
    let names = pieces.filter(|piece| {
        let plain = !piece.is_empty() && !piece.contains([' ', '\n', ':']);
        // A wasm knows its JavaScript by a name that is no file's.
        let is_import = piece.ends_with("_bg.js");
        plain && !is_import && NAMED.iter().any(|extension| piece.ends_with(extension))
    });
    names.map(|name| name.trim_start_matches("./")).collect()
}

#[test]
fn every_name_in_its_files_is_a_file_of_the_folder() {
    let scratch = TempDir::new().unwrap();
    let folder = scratch.path().join("a/b");
    let output = dist(&folder, &[]);
    assert!(output.status.success(), "{output:?}");
    let files = files(&folder);
    let mut n = 0;
    for name in files.keys().filter(|name| TEXTS.iter().any(|end| name.ends_with(end))) {
        for named in quoted(text(&files, name)) {
            assert!(files.contains_key(named), "{name} names {named}");
            n += 1;
        }
    }
    assert!(n > 14, "only {n} names");
    let page = text(&files, "index.html");
    for absolute in ["href=\"/", "src=\"/", "http:", "https:", "play-online"] {
        assert!(!page.contains(absolute), "{absolute}");
    }
}

#[test]
fn the_worker_keeps_all_that_the_page_needs_and_nothing_else() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let files = files(scratch.path());
    let own = ["index.html", "sw.js", ".lagrange-dist"];
    let parts: Vec<&str> =
        files.keys().map(String::as_str).filter(|name| !own.contains(name)).collect();
    let mut kept = quoted(text(&files, "sw.js"));
    kept.sort_unstable();
    assert_eq!(kept, parts);
    assert!(parts.iter().any(|part| part.starts_with("lab_client_bg-")), "{parts:?}");
    assert!(!parts.iter().any(|part| part.starts_with("client_bg-")), "{parts:?}");
}

#[test]
fn the_link_to_the_game_leads_where_it_is_told() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let without = text(&files(scratch.path()), "sw.js").to_string();
    let output = dist(scratch.path(), &["--play-at", "https://play.example/?a=1&b=2"]);
    assert!(output.status.success(), "{output:?}");
    let files = files(scratch.path());
    let link = "<a id=\"play-online\" href=\"https://play.example/?a=1&amp;b=2\">Play online</a>";
    assert!(text(&files, "index.html").contains(link));
    assert_ne!(text(&files, "sw.js"), without, "another page is another version");
}

#[test]
fn a_folder_of_somebody_elses_is_left_alone() {
    let scratch = TempDir::new().unwrap();
    let precious = scratch.path().join("index.html");
    fs::write(&precious, "precious").unwrap();
    let output = dist(scratch.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("holds other files") && said.lines().count() == 1, "{said}");
    assert_eq!(files(scratch.path()).len(), 1);
    assert_eq!(fs::read(&precious).unwrap(), b"precious");
    // A file is no folder.
    let output = dist(&precious, &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn its_own_folder_is_written_anew_without_what_is_old() {
    let scratch = TempDir::new().unwrap();
    let folder = scratch.path().join("lab");
    assert!(dist(&folder, &[]).status.success());
    let first = files(&folder);
    let list = folder.join(".lagrange-dist");
    let outside = scratch.path().join("outside");
    fs::write(&outside, "outside").unwrap();
    fs::write(folder.join("old.js"), "old").unwrap();
    fs::write(folder.join("mine.txt"), "mine").unwrap();
    let listed = fs::read_to_string(&list).unwrap() + "old.js\n../outside\n..\n";
    fs::write(&list, listed).unwrap();
    assert!(dist(&folder, &[]).status.success());
    fs::remove_file(folder.join("mine.txt")).unwrap();
    assert_eq!(files(&folder), first);
    assert!(outside.exists(), "nothing outside is touched");
}
