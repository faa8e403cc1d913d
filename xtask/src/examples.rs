//! `cargo xtask examples`: builds and runs the programs in the folders `examples` of the crates
//! below, and compares the output of each with the text file beside it; `GOLDEN_UPDATE=1` rewrites
//! the texts. A step of `cargo xtask test`, which counts each program as a test.
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::{command, target_dir};

/// The folders of programs and texts, from the root of the workspace. The names of programs differ
/// across folders, since cargo builds all of them into one.
const FOLDERS: [&str; 4] = [
    "crates/integration-tests/examples",
    "crates/link-emulator/examples",
    "crates/range-coder/examples",
    "crates/referee/examples",
];
/// The most differing lines to show for one program.
const SHOWN_MAX: usize = 10;

/// A program and its place.
struct Example {
    folder: &'static str,
    name: String,
}

impl Example {
    /// The path of its text, from the root.
    fn text(&self) -> String {
        format!("{}/{}.txt", self.folder, self.name)
    }
}

/// Runs all of them; false if the output of one differs.
pub(crate) fn run() -> Result<bool> {
    let examples = find_all()?;
    build(&examples)?;
    println!("running {} examples", examples.len());
    let mut n_failed = 0;
    for example in &examples {
        let name = &example.name;
        match check(example) {
            Ok(()) => println!("example {name} ... ok"),
            Err(error) => {
                n_failed += 1;
                println!("example {name} ... FAILED\n{error:#}\n");
            }
        }
    }
    let (word, n_passed) = (if n_failed == 0 { "ok" } else { "FAILED" }, examples.len() - n_failed);
    println!("test result: {word}. {n_passed} passed; {n_failed} failed");
    Ok(n_failed == 0)
}

/// The programs of all folders, by folder and name.
fn find_all() -> Result<Vec<Example>> {
    let mut examples = Vec::new();
    for folder in FOLDERS {
        let names = names(&crate::root().join(folder))?;
        ensure!(!names.is_empty(), "no programs in {folder}");
        examples.extend(names.into_iter().map(|name| Example { folder, name }));
    }
    Ok(examples)
}

/// The names of the programs in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".rs").map(str::to_string));
    }
    names.sort();
    Ok(names)
}

/// Compiles them as the step `native` does: for the same packages, which decide the features of
/// dependencies, and in the same profile. After that step only the programs are left to compile.
fn build(examples: &[Example]) -> Result<()> {
    let mut cargo = command("cargo");
    cargo.args(["build", "--workspace", "--exclude=xtask", "--no-default-features"]);
    cargo.args(examples.iter().map(|example| format!("--example={}", example.name)));
    ensure!(cargo.status()?.success(), "cannot build the examples");
    Ok(())
}

/// Runs a program; the error shows where its output differs from its text.
fn check(example: &Example) -> Result<()> {
    let file = format!("{}{}", example.name, env::consts::EXE_SUFFIX);
    let program = target_dir()?.join("debug").join("examples").join(file);
    let output = command(&program).output().with_context(|| program.display().to_string())?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}\n{stderr}", output.status);
    let printed = String::from_utf8(output.stdout).context("its output is not valid UTF-8")?;
    let text = example.text();
    let path = crate::root().join(&text);
    if env::var_os("GOLDEN_UPDATE").is_some_and(|update| !update.is_empty()) {
        return fs::write(path, printed).context(text);
    }
    let expected = fs::read_to_string(path).with_context(|| {
        format!(
            "cannot read {text}; `GOLDEN_UPDATE=1 cargo xtask examples` writes it from\n{printed}"
        )
    })?;
    let difference = difference(&expected, &printed);
    ensure!(
        difference.is_empty(),
        "its output differs from {text}:\n{difference}\
         To accept it, run `GOLDEN_UPDATE=1 cargo xtask examples`."
    );
    Ok(())
}

/// The lines in which two texts differ, expected and actual; empty if none does.
fn difference(expected: &str, printed: &str) -> String {
    let (mut want, mut got) = (expected.split('\n'), printed.split('\n'));
    let (mut text, mut n_differ) = (String::new(), 0);
    for line in 1.. {
        let (want, got) = match (want.next(), got.next()) {
            (None, None) => break,
            lines => lines,
        };
        if want != got {
            n_differ += 1;
            if n_differ <= SHOWN_MAX {
                let [want, got] = [want, got].map(|text| text.unwrap_or("(nothing)"));
                // Writing to a string cannot fail.
                let _ = writeln!(text, "line {line}\n  expected {want}\n  printed  {got}");
            }
        }
    }
    if n_differ > SHOWN_MAX {
        let _ = writeln!(text, "and {} more lines", n_differ - SHOWN_MAX);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_both_lines() {
        let line = |n, want, got| format!("line {n}\n  expected {want}\n  printed  {got}\n");
        for (expected, printed, want) in [
            ("", "", String::new()),
            ("a\nb\n", "a\nb\n", String::new()),
            ("a\nb\n", "a\nc\n", line(2, "b", "c")),
            ("a\n", "a", line(2, "", "(nothing)")),
            ("a\n", "a\nb\n", line(2, "", "b") + &line(3, "(nothing)", "")),
        ] {
            assert_eq!(difference(expected, printed), want, "{expected:?} {printed:?}");
        }
        let long = difference("", &"a\n".repeat(SHOWN_MAX + 2));
        assert!(long.ends_with("\nand 3 more lines\n"), "{long}");
    }

    #[test]
    fn every_example_has_its_text() {
        let examples = find_all().unwrap();
        assert!(examples.len() >= 4, "there are {}", examples.len());
        for example in examples {
            assert!(crate::root().join(example.text()).is_file(), "{}", example.name);
        }
    }
}
