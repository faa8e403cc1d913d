//! `lagrange dist`: what is in the folder, and which folders it leaves alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Extensions of files that refer to others by their names in quotes.
const TEXTS: [&str; 3] = [".html", ".css", ".js"];
/// Extensions of what they refer to.
const NAMED: [&str; 6] = [".html", ".css", ".js", ".wasm", ".svg", ".png"];

fn dist(folder: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lagrange"));
    command.arg("dist").arg(folder).args(more).output().unwrap()
}

/// Every file of a folder and of those in it, by its path from there.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let within = self::files(&entry.path()).into_iter();
            files.extend(within.map(|(within, bytes)| (format!("{name}/{within}"), bytes)));
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// The file to which a name leads from another one.
fn from(file: &str, named: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in named.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{file} names {named}, beyond the folder"),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
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
    names.collect()
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
            assert!(files.contains_key(&from(name, named)), "{name} names {named}");
            n += 1;
        }
    }
    assert!(n > 14, "only {n} names");
    let pages: Vec<&String> = files.keys().filter(|name| name.ends_with(".html")).collect();
    let articles = ["learn/index.html", "learn/ja/index.html", "learn/ko/index.html"];
    assert_eq!(pages, [&["embed/index.html", "index.html"][..], &articles].concat());
    for page in pages {
        for absolute in ["href=\"/", "src=\"/", "http:", "https:", "play-online"] {
            assert!(!text(&files, page).contains(absolute), "{page}: {absolute}");
        }
    }
}

#[test]
fn pages_in_folders_name_their_parts_above_them() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let files = files(scratch.path());
    let within = files.keys().filter(|name| name.contains('/'));
    let mut n = 0;
    for name in within {
        assert!(name.ends_with("/index.html"), "{name}");
        let up = "../".repeat(name.matches('/').count());
        let named = quoted(text(&files, name));
        let text = text(&files, name);
        let links = text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for link in links.filter(|link| !link.starts_with('#')) {
            assert!(link.starts_with(&up), "{name}: {link}");
        }
        assert!(named.iter().all(|part| part.starts_with(&up)), "{name}: {named:?}");
        n += named.len();
    }
    assert!(n >= 3, "only {n} names");
    // The frame's script finds the element beside itself.
    let script = files.keys().find(|name| name.starts_with("embed-") && name.ends_with(".js"));
    assert_eq!(quoted(text(&files, script.unwrap())), ["./lagrange-figure.js"]);
}

#[test]
fn the_element_is_a_package() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let files = files(scratch.path());
    let package: serde_json::Value = serde_json::from_slice(&files["package.json"]).unwrap();
    assert_eq!(package["name"], "lagrange-figure");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(package["license"], "MIT OR Apache-2.0");
    assert_eq!(package["type"], "module");
    for way in ["main", "exports"] {
        assert_eq!(package[way], "./lagrange-figure.js");
    }
    let listed: Vec<&str> =
        package["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let needed = quoted(text(&files, "lagrange-figure.js")).into_iter();
    let needed = needed.map(|name| name.trim_start_matches("./")).chain(["lagrange-figure.js"]);
    for name in needed {
        assert!(listed.contains(&name) && files.contains_key(name), "{name}: {listed:?}");
    }
    assert_eq!(listed.len(), 4, "{listed:?}");
}

#[test]
fn each_worker_keeps_all_that_its_page_needs_and_nothing_else() {
    let scratch = TempDir::new().unwrap();
    assert!(dist(scratch.path(), &[]).status.success());
    let files = files(scratch.path());
    let own = ["index.html", "sw.js", ".lagrange-dist", "package.json"];
    // Workers load what they share themselves.
    let others = ["embed", "learn", "figure", "lagrange-figure.js", "worker-"];
    let of_others = |name: &str| others.iter().any(|start| name.starts_with(start));
    let parts: Vec<&str> = files
        .keys()
        .map(String::as_str)
        .filter(|name| !own.contains(name) && !of_others(name))
        .collect();
    let kept_by = |worker: &str| {
        let kept = quoted(text(&files, worker)).into_iter();
        let mut kept: Vec<&str> = kept.filter(|name| !name.starts_with("./worker-")).collect();
        kept.sort_unstable();
        kept
    };
    assert_eq!(kept_by("sw.js"), parts);
    let shared = ["icon-", "figure_client", "figure-", "lagrange-figure.js"];
    let of_article = |name: &&str| {
        let page = name.starts_with("learn-") && *name != "learn-sw.js";
        page || shared.iter().any(|start| name.starts_with(start))
    };
    let article: Vec<&str> = files.keys().map(String::as_str).filter(of_article).collect();
    assert_eq!(kept_by("learn-sw.js"), article);
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
    let link = "<a id=\"play-online\" href=\"https://play.example/?a=1&amp;b=2\"";
    assert!(text(&files, "index.html").contains(link));
    assert_ne!(text(&files, "sw.js"), without, "another page is another version");
    let article = text(&files, "learn/index.html");
    assert!(article.contains("<a href=\"https://play.example/?a=1&amp;b=2\">"));
    assert!(article.contains("<a href=\"../\">"), "the laboratory");
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
    fs::create_dir_all(folder.join("old/er")).unwrap();
    fs::write(folder.join("old/er/index.html"), "old").unwrap();
    let absolute = outside.display().to_string();
    let listed = fs::read_to_string(&list).unwrap() + "old.js\nold/er/index.html\n../outside\n..\n";
    let listed = listed + "embed/../../outside\n" + &absolute + "\n";
    fs::write(&list, listed).unwrap();
    assert!(dist(&folder, &[]).status.success());
    fs::remove_file(folder.join("mine.txt")).unwrap();
    assert_eq!(files(&folder), first);
    assert!(!folder.join("old").exists(), "what is empty goes too");
    assert!(outside.exists(), "nothing outside is touched");
}
