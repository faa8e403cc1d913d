//! The house rules that no compiler knows: the files of the repository go in, every breach comes
//! out with its place. Runs first in `cargo xtask test`. Each rule is a function of one file, so
//! that the tests below can show that it is able to fail.

mod files;

use std::{fs, path::Path};

use files::collect;

const MAX_LINES: usize = 600;
const MAX_COLUMNS: usize = 100;

/// The layers of `shared`, each of which uses only those before it.
const LAYERS: [&str; 12] = [
    "base", "sim", "pilot", "netcode", "history", "schemes", "judge", "report", "wire", "room",
    "client", "lab",
];

/// The two ends of a game, which never see each other.
const APART: [&str; 2] = ["room", "client"];

/// The crates of the browser and of the rules, each with those of the workspace that it may use:
/// pages, what they share, rules, and none beside itself.
const CRATES: [(&str, &[&str]); 6] = [
    ("shared", &[]),
    ("words", &["shared"]),
    ("web-ui", &["shared", "words"]),
    ("client-wasm", &["shared", "words", "web-ui"]),
    ("lab-wasm", &["shared", "words", "web-ui"]),
    ("lab-page", &["lab-wasm", "web-ui"]),
];

/// Names that say nothing of what a file holds.
const VAGUE: [&str; 5] = ["utils", "common", "helpers", "manager", "misc"];

/// What is never left behind; in halves, so that this file passes.
const LEFTOVERS: [(&str, &str); 5] =
    [("to", "do!"), ("unimple", "mented!"), ("db", "g!"), ("FIX", "ME"), ("XX", "X")];

/// A file: its path from the root, with `/`, and its text.
#[derive(Clone, Copy)]
struct File<'a> {
    path: &'a str,
    text: &'a str,
}

impl File<'_> {
    fn has_extension(self, extensions: &[&str]) -> bool {
        extensions.iter().any(|extension| self.path.ends_with(&format!(".{extension}")))
    }

    fn is_source(self) -> bool {
        self.has_extension(&["rs", "js", "css"])
    }

    /// Its layer of `shared`, where it is in one: `wire` of `shared/src/wire/bits.rs`.
    fn layer(self) -> Option<String> {
        let inside = self.path.strip_prefix("shared/src/")?.trim_end_matches(".rs");
        let layer = inside.split('/').next()?;
        (layer != "lib").then(|| layer.to_string())
    }

    /// Its lines of code with their numbers: without comments that have a line of their own.
    fn code(self) -> impl Iterator<Item = (usize, String)> {
        let lines: Vec<String> = self.text.lines().map(str::to_string).collect();
        let numbered = lines.into_iter().enumerate().map(|(n, line)| (n + 1, line));
        numbered.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    fn breach(self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path)
    }
}

/// A rule: a file goes in, its breaches come out.
type Rule = fn(File) -> Vec<String>;

const RULES: [Rule; 13] = [
    begins_with_a_header,
    is_not_too_long,
    has_no_long_lines,
    shared_is_pure,
    layers_look_up_only,
    crates_look_up_only,
    is_named_for_what_it_holds,
    leaves_nothing_behind,
    forbids_unsafe_code,
    takes_versions_from_the_workspace,
    says_what_dependencies_are_for,
    says_units,
    says_sources,
];

#[test]
fn the_repository_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ is in the root");
    let mut files = Vec::new();
    collect(root, "", &["rs", "js", "css", "toml"], &mut files).expect("source can be read");
    assert!(files.len() > 10, "the repository was not found at {}", root.display());
    let files = files.iter().map(|(path, text)| File { path, text });
    let breaches: Vec<String> =
        files.flat_map(|file| RULES.iter().flat_map(move |rule| rule(file))).collect();
    assert!(breaches.is_empty(), "{} breaches\n{}", breaches.len(), breaches.join("\n"));
}

/// Ends of names that say a unit.
const UNITS: [&str; 11] = [
    "_MS",
    "_U",
    "_HZ",
    "_PX",
    "_BYTES",
    "_BITS",
    "_TICKS",
    "_FRAMES",
    "_PERMILLE",
    "_U_PER_S",
    "_S",
];

/// A number that `shared` is set by says what it is: by the end of its name, or in its doc.
fn says_units(file: File) -> Vec<String> {
    if !file.path.starts_with("shared/src/") || !file.path.ends_with(".rs") {
        return Vec::new();
    }
    let numbers = ["u8", "u16", "u32", "u64", "usize", "i32", "i64", "f32", "Micros", "Tick"];
    let lines: Vec<&str> = file.text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    let mut breaches = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let Some((_, rest)) = line
            .split_once("const ")
            .filter(|(head, _)| head.is_empty() || head.starts_with("pub"))
        else {
            continue;
        };
        let Some((name, rest)) = rest.split_once(": ") else { continue };
        let kind = rest.split(' ').next().unwrap_or_default();
        // One doc stands for the constants right below it, too.
        let above = lines[..n]
            .iter()
            .rev()
            .find(|line| !line.contains("const ") || line.starts_with("///"));
        let documented = above.is_some_and(|line| line.starts_with("///"));
        let named = UNITS.iter().any(|unit| name.ends_with(unit));
        if numbers.contains(&kind) && !documented && !named {
            breaches.push(file.breach(n + 1, &format!("`{name}` says no unit")));
        }
    }
    breaches
}

/// Whose rules the schemes are: each file names its source in its header.
fn says_sources(file: File) -> Vec<String> {
    let scheme = file.path.starts_with("shared/src/schemes/") && !file.path.ends_with("mod.rs");
    let header: String = file.text.lines().take_while(|line| line.starts_with("//!")).collect();
    let sources =
        ["Quake", "Enemy Territory", "ET", "Source", "Targeting", "article", "elayed sync", "GGPO"];
    let named = sources.iter().any(|source| header.contains(source));
    if scheme && !named { vec![file.breach(1, "names no source")] } else { Vec::new() }
}

#[test]
fn every_decision_says_where_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ is in the root");
    let exists = |path: &str| root.join(path).exists();
    let pages = fs::read_dir(root.join("docs/decisions")).expect("decisions are written down");
    let mut breaches = Vec::new();
    for page in pages {
        let path = page.expect("its name can be read").path();
        if path.file_name().is_some_and(|name| name != "README.md") {
            let text = fs::read_to_string(&path).expect("text");
            let lost = unplaced(&text, exists);
            breaches.extend(lost.iter().map(|what| format!("{}: {what}", path.display())));
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

/// The decisions of a page that are not told in three lines (what, why, where), and the places
/// named that are not there. Paths begin in the root or in `shared/src/`.
fn unplaced(page: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lost = Vec::new();
    for decision in page.split("\n- ").skip(1) {
        let lines: Vec<&str> = decision.trim_end().lines().collect();
        let [what, _, place] = lines[..] else {
            lost.push(format!("not three lines: {}", lines[0]));
            continue;
        };
        let Some(paths) = place.trim_start().strip_prefix("Where: ") else {
            lost.push(format!("says not where: {what}"));
            continue;
        };
        for path in paths.split(", ").map(|path| path.trim_matches('`')) {
            if !exists(path) && !exists(&format!("shared/src/{path}")) {
                lost.push(format!("there is no {path}"));
            }
        }
    }
    lost
}

#[test]
fn a_decision_without_a_place_is_found() {
    let exists = |path: &str| path == "shared/src/a.rs" || path == "b/";
    let page = |decision: &str| format!("# Page\n\n- {decision}\n");
    for (decision, want) in [
        ("**What.**\n  Why.\n  Where: `a.rs`, `b/`", vec![]),
        ("**What.**\n  Why.\n  Where: `a.rs`, `c.rs`", vec!["there is no c.rs"]),
        ("**What.**\n  Why.\n  In `a.rs`", vec!["says not where: **What.**"]),
        ("**What.** Why.\n  Where: `a.rs`", vec!["not three lines: **What.** Why."]),
    ] {
        assert_eq!(unplaced(&page(decision), exists), want, "{decision}");
    }
}

fn begins_with_a_header(file: File) -> Vec<String> {
    let missing = file.has_extension(&["rs"]) && !file.text.starts_with("//! ");
    missing.then(|| file.breach(1, "begins without a `//!` header")).into_iter().collect()
}

fn is_not_too_long(file: File) -> Vec<String> {
    let lines = file.text.lines().count();
    let what = format!("has {lines} lines; {MAX_LINES} are the most");
    let long = file.is_source() && lines > MAX_LINES;
    long.then(|| file.breach(lines, &what)).into_iter().collect()
}

fn has_no_long_lines(file: File) -> Vec<String> {
    let mut breaches = Vec::new();
    for (n, line) in file.text.lines().enumerate() {
        let columns = line.chars().count();
        if file.is_source() && columns > MAX_COLUMNS {
            let what = format!("has {columns} columns; {MAX_COLUMNS} are the most");
            breaches.push(file.breach(n + 1, &what));
        }
    }
    breaches
}

/// No clock, no platform, no order that differs between runs. (The compiler knows `no_std`, but
/// a test module brings std back for its whole crate.)
fn shared_is_pure(file: File) -> Vec<String> {
    const BANNED: [&str; 4] = ["cfg(target_arch", "HashMap", "Instant", "SystemTime"];
    let mut breaches = Vec::new();
    let mut in_tests = file.path.ends_with("/tests.rs");
    for (n, line) in file.code().filter(|_| file.path.starts_with("shared/src/")) {
        in_tests |= line.trim_start().starts_with("#[cfg(test)]");
        for banned in BANNED.into_iter().filter(|banned| holds_word(&line, banned)) {
            breaches.push(file.breach(n, &format!("`{banned}` in shared, which is pure")));
        }
        if !in_tests && holds_word(&line, "std::") {
            breaches.push(file.breach(n, "`std::` in shared; use `core::` or `alloc::`"));
        }
    }
    breaches
}

fn layers_look_up_only(file: File) -> Vec<String> {
    let Some(own) = file.layer() else {
        return Vec::new();
    };
    let Some(own_rank) = LAYERS.iter().position(|layer| *layer == own) else {
        return vec![file.breach(1, &format!("`{own}` is no layer of shared"))];
    };
    let code: String = file.code().map(|(n, line)| format!("\n{n}\t{line}")).collect();
    let mut breaches = Vec::new();
    for (at, used) in layers_used(&code) {
        let rank = LAYERS.iter().position(|layer| *layer == used);
        let apart = own != used && APART.contains(&own.as_str()) && APART.contains(&used.as_str());
        if apart || rank.is_some_and(|rank| rank > own_rank) {
            let line = code[..at].rsplit('\n').next().and_then(|line| line.split('\t').next());
            let line = line.and_then(|n| n.parse().ok()).unwrap_or_default();
            breaches.push(file.breach(line, &format!("the layer `{own}` uses `{used}`")));
        }
    }
    breaches
}

/// The first names after `crate::`, also in braces, and after `super::`, with their places.
fn layers_used(code: &str) -> Vec<(usize, String)> {
    let mut used = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let rest = &code[at + start.len()..];
            match rest.strip_prefix('{') {
                Some(group) => used.extend(heads(group).into_iter().map(|head| (at, head))),
                None => used.push((at, identifier(rest))),
            }
        }
    }
    used
}

/// The first name of every path of a group: `a` and `b` of `a::{c, d}, b::e}`.
fn heads(group: &str) -> Vec<String> {
    let mut heads = vec![String::new()];
    let mut depth = 0_u32;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(String::new()),
            _ if depth == 0 && heads.last().is_some_and(String::is_empty) && c.is_alphabetic() => {
                heads.pop();
                heads.push(identifier(&group[at..]));
            }
            _ => {}
        }
    }
    heads
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn is_named_for_what_it_holds(file: File) -> Vec<String> {
    let mut names = file.path.split('/').map(|name| name.split('.').next().unwrap_or(name));
    let vague = names.find(|name| VAGUE.contains(name));
    vague.map(|name| file.breach(1, &format!("`{name}` says nothing"))).into_iter().collect()
}

/// The one file that may have unsafe code, below a root that denies it to all others.
const UNSAFE: (&str, &str) = ("server/src/lib.rs", "server/src/heap_trim.rs");

/// The root of a library or a program, and of what builds one, has no unsafe code below it.
fn forbids_unsafe_code(file: File) -> Vec<String> {
    let is_root = ["src/lib.rs", "src/main.rs", "build.rs"]
        .iter()
        .any(|end| file.path.strip_suffix(end).is_some_and(|head| head.ends_with('/')));
    let (root, exempt) = UNSAFE;
    let word = if file.path == root { "deny" } else { "forbid" };
    let says = file.text.lines().any(|line| line == format!("#![{word}(unsafe_code)]"));
    let has_any = file.path != exempt
        && file.path.starts_with("server/src/")
        && file.text.contains("(unsafe_code, ");
    if (is_root && !says) || has_any {
        vec![file.breach(1, "forbids no unsafe code")]
    } else {
        Vec::new()
    }
}

fn leaves_nothing_behind(file: File) -> Vec<String> {
    let mut breaches = Vec::new();
    for (n, line) in file.text.lines().enumerate() {
        for (head, tail) in LEFTOVERS {
            let word = format!("{head}{tail}");
            if file.is_source() && holds_word(line, &word) {
                breaches.push(file.breach(n + 1, &format!("`{word}` is left behind")));
            }
        }
    }
    breaches
}

/// Whether a text holds a word, and not only inside of a longer one.
fn holds_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let open = word.ends_with(part) && after.starts_with(part);
        !before.ends_with(part) && !open
    })
}

fn takes_versions_from_the_workspace(file: File) -> Vec<String> {
    let mut breaches = Vec::new();
    if !file.path.ends_with("/Cargo.toml") {
        return breaches;
    }
    for (n, section, line) in toml_lines(file) {
        // A table of its own, `[dependencies.name]`, is a second way to write what has one.
        // A workspace of its own says its versions in one place too.
        let list = section.ends_with("dependencies") && section != "workspace.dependencies";
        let table = section.contains("dependencies.");
        let entry = line.contains('=') && !line.starts_with([' ', '"', ']', '[']);
        let workspace = line.contains("workspace = true");
        if table || (list && entry && !workspace) {
            breaches.push(file.breach(n, "a dependency is not `workspace = true`"));
        }
    }
    breaches
}

fn crates_look_up_only(file: File) -> Vec<String> {
    let known = |name: &str| CRATES.iter().find(|(known, _)| *known == name);
    let user = file.path.strip_suffix("/Cargo.toml").and_then(known);
    let Some((user, used)) = user else { return Vec::new() };
    let mut breaches = Vec::new();
    for (n, section, line) in toml_lines(file) {
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        let depends = section.ends_with("dependencies") && known(name).is_some();
        if depends && !used.contains(&name) {
            breaches.push(file.breach(n, &format!("`{user}` may not use `{name}`")));
        }
    }
    breaches
}

fn says_what_dependencies_are_for(file: File) -> Vec<String> {
    let mut breaches = Vec::new();
    let mut commented = false;
    for (n, section, line) in toml_lines(file) {
        let entry = line.contains('=') && !line.starts_with([' ', '"', ']', '#', '[']);
        let own = line.contains("path =");
        let said = commented || line.contains('#');
        if section == "workspace.dependencies" && entry && !own && !said {
            breaches.push(file.breach(n, "no comment says what this dependency is for"));
        }
        commented = line.starts_with('#');
    }
    breaches
}

/// The lines of a manifest with their numbers and the table they are in.
fn toml_lines<'a>(file: File<'a>) -> impl Iterator<Item = (usize, &'a str, &'a str)> {
    let lines = if file.path.ends_with("Cargo.toml") { file.text } else { "" }.lines();
    let mut section = "";
    lines.enumerate().map(move |(n, line)| {
        if let Some(header) = line.strip_prefix('[') {
            section = header.split(']').next().unwrap_or_default();
        }
        (n + 1, section, line)
    })
}

/// Clippy reads the settings of a package, or else those of the root, but never both.
#[test]
fn clippy_knows_the_same_settings_everywhere() {
    let root = include_str!("../../clippy.toml").lines();
    let shared = include_str!("../../shared/clippy.toml");
    let missing: Vec<&str> = root.filter(|line| !shared.lines().any(|s| s == *line)).collect();
    assert!(missing.is_empty(), "shared/clippy.toml lacks {missing:?}");
}

/// Asserts that a rule finds these lines of a file, and no others.
fn check_rule(rule: Rule, path: &str, text: &str, expected: &[usize]) {
    let breaches = rule(File { path, text });
    let line = |breach: &String| breach.split(':').nth(1).and_then(|n| n.parse::<usize>().ok());
    let lines: Vec<usize> = breaches.iter().filter_map(line).collect();
    assert_eq!(lines, expected, "{path}:\n{text}\n{breaches:?}");
}

#[test]
fn rules_on_form_can_fail() {
    check_rule(begins_with_a_header, "a.rs", "//! What it is.\n", &[]);
    check_rule(begins_with_a_header, "server/build.rs", "use std::fs;\n", &[1]);
    check_rule(begins_with_a_header, "a.js", "start();\n", &[]);

    check_rule(is_not_too_long, "a.rs", &"\n".repeat(600), &[]);
    check_rule(is_not_too_long, "a.css", &"\n".repeat(601), &[601]);

    check_rule(has_no_long_lines, "a.rs", &format!("\n{}\n", "é".repeat(100)), &[]);
    check_rule(has_no_long_lines, "a.js", &format!("\n{}\n", "e".repeat(101)), &[2]);

    check_rule(is_named_for_what_it_holds, "shared/src/wire/bits.rs", "", &[]);
    check_rule(is_named_for_what_it_holds, "shared/src/misc/bits.rs", "", &[1]);
    check_rule(is_named_for_what_it_holds, "server/src/utils.rs", "", &[1]);

    check_rule(leaves_nothing_behind, "a.rs", "let todo = 1; XXXL; mtodo!", &[]);
    check_rule(forbids_unsafe_code, "server/src/main.rs", "//! It.\nmod cli;\n", &[1]);
    check_rule(forbids_unsafe_code, "server/build.rs", "//! It.\n// forbid(unsafe_code)\n", &[1]);
    check_rule(forbids_unsafe_code, "shared/src/lib.rs", "//! It.\n#![forbid(unsafe_code)]\n", &[]);
    check_rule(forbids_unsafe_code, "shared/src/lib.rs", "//! It.\n#![deny(unsafe_code)]\n", &[1]);
    check_rule(forbids_unsafe_code, "server/src/lib.rs", "//! It.\n#![deny(unsafe_code)]\n", &[]);
    let allows = "#[allow(unsafe_code, reason = \"so\")]\n";
    check_rule(forbids_unsafe_code, "server/src/heap_trim.rs", allows, &[]);
    check_rule(forbids_unsafe_code, "server/src/clock.rs", allows, &[1]);
    check_rule(forbids_unsafe_code, "shared/tests/allocations.rs", "//! It.\n", &[]);

    for (head, tail) in LEFTOVERS {
        check_rule(leaves_nothing_behind, "a.js", &format!("\n  {head}{tail} x"), &[2]);
    }
}

#[test]
fn rules_on_units_and_sources_can_fail() {
    let text = "//! It.\n\nconst N: u32 = 3;\n/// Times a second.\nconst RATE: u32 = 60;\n\
                pub const LONG_MS: i64 = 1;\nconst NAME: &str = \"\";\n";
    check_rule(says_units, "shared/src/sim/a.rs", text, &[3]);
    check_rule(says_units, "server/src/a.rs", text, &[]);
    check_rule(says_sources, "shared/src/schemes/a.rs", text, &[1]);
    check_rule(says_sources, "shared/src/schemes/a.rs", "//! As Source does it.\n", &[]);
    check_rule(says_sources, "shared/src/sim/a.rs", text, &[]);
}

#[test]
fn rules_on_shared_can_fail() {
    for (line, expected) in [
        ("use std::fmt;", &[1][..]),
        ("use alloc::collections::BTreeMap;", &[]),
        ("// as std::fmt does", &[]),
        ("let a: HashMap<u8, u8>;", &[1]),
        ("let now = Instant::now();", &[1]),
        ("let now = core::time::SystemTime;", &[1]),
        ("let a = InstantReplay::new();", &[]),
        ("#[cfg(target_arch = \"wasm32\")]", &[1]),
        ("#[cfg(test)]\nuse std::fmt;", &[]),
        ("#[cfg(test)]\nuse std::time::Instant;", &[2]),
    ] {
        check_rule(shared_is_pure, "shared/src/sim/ship.rs", line, expected);
        check_rule(shared_is_pure, "server/src/room.rs", line, &[]);
    }

    for (path, text, expected) in [
        ("sim/ship.rs", "use crate::base::time::Tick;", &[][..]),
        ("sim/ship.rs", "use crate::sim::command;", &[]),
        ("sim/ship.rs", "\nuse crate::wire::bits;", &[2]),
        ("sim.rs", "// see crate::wire\nfn f(a: crate::lab::Seed) {}", &[2]),
        ("sim/ship.rs", "use super::super::room::Room;", &[1]),
        ("sim/ship.rs", "use crate::{base::{rng, time}, judge::shot, Other};", &[1]),
        ("sim/ship.rs", "use crate::{\n    base::{rng, lab},\n    sim::event,\n};", &[]),
        ("client/clock.rs", "use crate::room::Room;", &[1]),
        ("room/inbound.rs", "use crate::client::Client;", &[1]),
        ("lab/harness.rs", "use crate::{client::Client, room::Room};", &[]),
        ("lib.rs", "pub use crate::lab;", &[]),
        ("tools/a.rs", "", &[1]),
    ] {
        check_rule(layers_look_up_only, &format!("shared/src/{path}"), text, expected);
    }
}

#[test]
fn rules_on_dependencies_can_fail() {
    for (text, expected) in [
        ("[package]\nversion = \"1\"\n[dependencies]\nglam.workspace = true\n", &[][..]),
        ("[dependencies]\nglam = { workspace = true, features = [\n  \"a\",\n] }\n", &[]),
        ("[dependencies]\nglam = \"0.34\"\n", &[2]),
        ("[target.'cfg(unix)'.dev-dependencies]\nglam = { version = \"0.34\" }\n", &[2]),
        ("[target.'cfg(a = \"b\")'.dependencies]\nglam.workspace = true\n", &[]),
        ("[build-dependencies.glam]\n", &[1]),
        ("[workspace.dependencies]\nglam = \"0.34\" # Vec2\n", &[]),
    ] {
        check_rule(takes_versions_from_the_workspace, "server/Cargo.toml", text, expected);
        check_rule(takes_versions_from_the_workspace, "Cargo.toml", text, &[]);
    }

    for (path, text, expected) in [
        ("lab-wasm", "[dependencies]\nshared.workspace = true\nweb-ui.workspace = true\n", &[][..]),
        ("lab-wasm", "[dependencies]\nclient-wasm.workspace = true\n", &[2]),
        ("web-ui", "[dev-dependencies]\nclient-wasm = { workspace = true }\n", &[2]),
        ("shared", "[dependencies]\nglam.workspace = true\nweb-ui.workspace = true\n", &[3]),
        ("server", "[dependencies]\nshared.workspace = true\n", &[]),
    ] {
        check_rule(crates_look_up_only, &format!("{path}/Cargo.toml"), text, expected);
    }

    for (text, expected) in [
        ("[workspace.dependencies]\nglam = \"0.34\" # Vec2\n", &[][..]),
        ("[workspace.dependencies]\n# Vec2\nglam = \"0.34\"\n", &[]),
        ("[workspace.dependencies]\nshared = { path = \"shared\" }\n", &[]),
        ("[workspace.dependencies]\n# Vec2\nglam = \"0.34\"\nlibm = \"0.2\"\n", &[4]),
        ("[package]\nversion = \"1\"\n", &[]),
    ] {
        check_rule(says_what_dependencies_are_for, "Cargo.toml", text, expected);
    }
}
