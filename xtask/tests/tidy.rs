//! House rules that the compiler, clippy, rustfmt and typos do not check. Each rule is a function
//! from a file to its breaches; all of them run over the repository first in `cargo xtask test`.

mod files;

use std::{fs, path::Path};

use files::collect;

const MAX_COLUMNS: usize = 100;

/// The layers of `shared`; each uses only those before it.
const LAYERS: [&str; 11] = [
    "base", "sim", "pilot", "netcode", "history", "schemes", "judge", "report", "wire", "room",
    "client",
];

/// The two ends of a game, which never use each other.
const APART: [&str; 2] = ["room", "client"];

/// Crates that run the same natively and in wasm, to the bit: no IO, no clock, no platform.
const PURE: [&str; 9] = [
    "shared/",
    "crates/article/",
    "crates/capture/",
    "crates/directory/",
    "crates/forensics/",
    "crates/lab/",
    "crates/link-emulator/",
    "crates/range-coder/",
    "crates/testkit/",
];

/// A file: its path from the root, with `/`, and its text.
#[derive(Clone, Copy)]
struct File<'a> {
    path: &'a str,
    text: &'a str,
}

impl File<'_> {
    /// Its layer of `shared`, if it is in one: `wire` of `shared/src/wire/bits.rs`.
    fn layer(self) -> Option<String> {
        let inside = self.path.strip_prefix("shared/src/")?.trim_end_matches(".rs");
        let layer = inside.split('/').next()?;
        (layer != "lib").then(|| layer.to_string())
    }

    /// Its lines of code with their numbers, without comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let numbered = self.text.lines().enumerate().map(|(n, line)| (n + 1, line));
        numbered.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    fn violation(self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path)
    }
}

/// From a file to its breaches.
type Rule = fn(File) -> Vec<String>;

const RULES: [Rule; 8] = [
    begins_with_a_header,
    has_no_long_lines,
    pure_crates_are_pure,
    layers_look_up_only,
    takes_versions_from_the_workspace,
    says_what_dependencies_are_for,
    says_units,
    says_sources,
];

#[test]
fn the_repository_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ is in the root");
    let mut files = Vec::new();
    collect(root, "", &["rs", "js", "css", "toml"], &mut files).expect("source is readable");
    for pure in PURE {
        let lib = format!("{pure}src/lib.rs");
        assert!(files.iter().any(|(path, _)| *path == lib), "there is no {lib}");
    }
    let files = files.iter().map(|(path, text)| File { path, text });
    let violations: Vec<String> =
        files.flat_map(|file| RULES.iter().flat_map(move |rule| rule(file))).collect();
    assert!(violations.is_empty(), "{} breaches\n{}", violations.len(), violations.join("\n"));
}

fn begins_with_a_header(file: File) -> Vec<String> {
    let missing = file.path.ends_with(".rs") && !file.text.starts_with("//! ");
    missing.then(|| file.violation(1, "begins without a `//!` header")).into_iter().collect()
}

/// rustfmt leaves comments and long strings alone.
fn has_no_long_lines(file: File) -> Vec<String> {
    let lines = file.text.lines().enumerate().map(|(n, line)| (n + 1, line.chars().count()));
    let long = lines.filter(|(_, n)| *n > MAX_COLUMNS && !file.path.ends_with(".toml"));
    long.map(|(line, n)| file.violation(line, &format!("{n} columns; {MAX_COLUMNS} is the limit")))
        .collect()
}

/// Except in tests, the compiler refuses `std`, and clippy refuses clocks and std float functions
/// (`clippy.toml`). That leaves code for one platform, and test modules that bring std back.
fn pure_crates_are_pure(file: File) -> Vec<String> {
    const BANNED: [&str; 5] = ["cfg(target_arch", "HashMap", "HashSet", "Instant", "SystemTime"];
    let is_rust = file.path.ends_with(".rs");
    let Some(crate_dir) = PURE.into_iter().find(|pure| is_rust && file.path.starts_with(pure))
    else {
        return Vec::new();
    };
    let mut violations = Vec::new();
    if file.path == format!("{crate_dir}src/lib.rs") {
        let attributes = ["#![no_std]", "#![forbid(unsafe_code)]"];
        let missing = attributes.into_iter().filter(|attribute| !file.text.contains(attribute));
        violations
            .extend(missing.map(|attribute| file.violation(1, &format!("lacks `{attribute}`"))));
    }
    for (n, line) in file.code() {
        let banned = BANNED.into_iter().filter(|banned| contains_word(line, banned));
        violations
            .extend(banned.map(|banned| file.violation(n, &format!("`{banned}` is not pure"))));
    }
    violations
}

fn layers_look_up_only(file: File) -> Vec<String> {
    let Some(own) = file.layer() else { return Vec::new() };
    let Some(own_rank) = LAYERS.iter().position(|layer| *layer == own) else {
        return vec![file.violation(1, &format!("`{own}` is no layer of shared"))];
    };
    let code: String = file.code().map(|(n, line)| format!("\n{n}\t{line}")).collect();
    let mut violations = Vec::new();
    for (at, used) in layers_used(&code) {
        let rank = LAYERS.iter().position(|layer| *layer == used);
        let apart = own != used && APART.contains(&own.as_str()) && APART.contains(&used.as_str());
        if apart || rank.is_some_and(|rank| rank > own_rank) {
            let line = code[..at].rsplit('\n').next().and_then(|line| line.split('\t').next());
            let line = line.and_then(|n| n.parse().ok()).unwrap_or_default();
            violations.push(file.violation(line, &format!("the layer `{own}` uses `{used}`")));
        }
    }
    violations
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

/// Whether a text contains a word, not only inside a longer one.
fn contains_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(part) && !after.starts_with(part)
    })
}

/// A separate workspace declares its versions in one place too.
fn takes_versions_from_the_workspace(file: File) -> Vec<String> {
    let mut violations = Vec::new();
    for (n, section, line) in toml_lines(file) {
        // A table `[dependencies.name]` would be a second way to write a dependency.
        let list = section.ends_with("dependencies") && section != "workspace.dependencies";
        let table = section.contains("dependencies.");
        let entry = line.contains('=') && !line.starts_with([' ', '"', ']', '[']);
        if table || (list && entry && !line.contains("workspace = true")) {
            violations.push(file.violation(n, "a dependency is not `workspace = true`"));
        }
    }
    violations
}

fn says_what_dependencies_are_for(file: File) -> Vec<String> {
    let mut violations = Vec::new();
    let mut commented = false;
    for (n, section, line) in toml_lines(file) {
        let entry = line.contains('=') && !line.starts_with([' ', '"', ']', '#', '[']);
        let own = line.contains("path =");
        if section == "workspace.dependencies" && entry && !own && !commented && !line.contains('#')
        {
            violations.push(file.violation(n, "no comment says what this dependency is for"));
        }
        commented = line.starts_with('#');
    }
    violations
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

/// Suffixes of names that give a unit.
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

/// A numeric constant in `shared` gives its unit in its suffix, or has a doc.
fn says_units(file: File) -> Vec<String> {
    if !file.path.starts_with("shared/src/") {
        return Vec::new();
    }
    let numbers = ["u8", "u16", "u32", "u64", "usize", "i32", "i64", "f32", "Micros", "Tick"];
    let lines: Vec<&str> = file.text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    let mut violations = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let constant = line.split_once("const ");
        let Some((_, rest)) =
            constant.filter(|(head, _)| head.is_empty() || head.starts_with("pub"))
        else {
            continue;
        };
        let Some((name, rest)) = rest.split_once(": ") else { continue };
        let kind = rest.split(' ').next().unwrap_or_default();
        // A doc also covers the constants right below it.
        let above = lines[..n]
            .iter()
            .rev()
            .find(|line| !line.contains("const ") || line.starts_with("///"));
        let documented = above.is_some_and(|line| line.starts_with("///"));
        let named = UNITS.iter().any(|unit| name.ends_with(unit));
        if numbers.contains(&kind) && !documented && !named {
            violations.push(file.violation(n + 1, &format!("`{name}` says no unit")));
        }
    }
    violations
}

/// Each file of the schemes names the source of its rules in its header.
fn says_sources(file: File) -> Vec<String> {
    let scheme = file.path.starts_with("shared/src/schemes/") && !file.path.ends_with("mod.rs");
    let header: String = file.text.lines().take_while(|line| line.starts_with("//!")).collect();
    let sources =
        ["Quake", "Enemy Territory", "ET", "Source", "Targeting", "article", "elayed sync", "GGPO"];
    let named = sources.iter().any(|source| header.contains(source));
    if scheme && !named { vec![file.violation(1, "names no source")] } else { Vec::new() }
}

/// A decision has three lines (what, why, where), and the places it names exist. Paths begin in the
/// root or in `shared/src/`.
#[test]
fn every_decision_names_existing_places() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ is in the root");
    let exists =
        |path: &str| root.join(path).exists() || root.join("shared/src").join(path).exists();
    let mut violations = Vec::new();
    for page in fs::read_dir(root.join("docs/decisions")).expect("decisions are written down") {
        let path = page.expect("its name is readable").path();
        let text = fs::read_to_string(&path).expect("text");
        for decision in text.split("\n- **").skip(1) {
            let lines: Vec<&str> = decision.trim_end().lines().map(str::trim).collect();
            let place = lines.get(2).and_then(|place| place.strip_prefix("Where: "));
            match place.filter(|_| lines.len() == 3) {
                None => violations.push(format!("{}: {}", path.display(), lines[0])),
                Some(paths) => {
                    let paths = paths.split(", ").map(|path| path.trim_matches('`'));
                    violations.extend(paths.filter(|path| !exists(path)).map(str::to_string));
                }
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Clippy reads the settings of a package or of a folder above it, but never both.
#[test]
fn clippy_knows_the_same_settings_everywhere() {
    let root = include_str!("../../clippy.toml").lines();
    let [shared, crates] =
        [include_str!("../../shared/clippy.toml"), include_str!("../../crates/clippy.toml")];
    assert_eq!(shared, crates);
    let missing: Vec<&str> = root.filter(|line| !shared.lines().any(|s| s == *line)).collect();
    assert!(missing.is_empty(), "shared/clippy.toml lacks {missing:?}");
}

/// The rules that guard the determinism of the pure crates find planted breaches.
#[test]
fn impurity_and_upward_dependencies_are_found() {
    let lines = |rule: Rule, path: &str, text: &str| -> Vec<usize> {
        let violations = rule(File { path, text });
        let line = |violation: &String| violation.split(':').nth(1)?.parse().ok();
        violations.iter().filter_map(line).collect()
    };
    for (path, text, expected) in [
        ("crates/lab/src/run.rs", "//! It.\nlet a: HashMap<u8, u8>;", &[2][..]),
        ("shared/src/sim/ship.rs", "#[cfg(target_arch = \"wasm32\")]", &[1]),
        ("crates/capture/src/lib.rs", "#![forbid(unsafe_code)]", &[1]),
        ("shared/src/sim/ship.rs", "let a = InstantReplay::new();", &[]),
        ("server/src/room.rs", "let now = Instant::now();", &[]),
    ] {
        assert_eq!(lines(pure_crates_are_pure, path, text), expected, "{path} {text}");
    }
    for (path, text, expected) in [
        ("shared/src/sim/ship.rs", "\nuse crate::wire::bits;", &[2][..]),
        ("shared/src/sim/ship.rs", "use crate::{base::{rng, time}, judge::shot};", &[1]),
        ("shared/src/client/clock.rs", "use crate::room::Room;", &[1]),
        ("shared/src/room/tick.rs", "use crate::{base::{rng, client}, sim::event};", &[]),
    ] {
        assert_eq!(lines(layers_look_up_only, path, text), expected, "{path} {text}");
    }
}
