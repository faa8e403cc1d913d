//! `cargo xtask faults`: plants one fault at a time in a copy of this checkout, runs the tests that
//! must catch it, and reports whether they did. Run by hand after rebuilding tests or the code they
//! cover: each fault compiles a crate and its tests once more.
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::count::Count;
use crate::{command, root, steps, target_dir};

/// Options of `cargo test` that select the tests.
type TestSelection = &'static [&'static str];

/// The tests of the rules, the netcode and the room.
const RULES: TestSelection = &["--package=integration-tests", "--test=it"];
/// The tests of the game's page that need no browser.
const PAGE: TestSelection = &["--package=client-wasm", "--lib"];

/// A fault that a player would notice, and the tests that must catch it.
struct Fault {
    name: &'static str,
    /// From the root.
    file: &'static str,
    /// The original text, which occurs exactly once.
    text: &'static str,
    /// The faulty text that replaces it.
    replacement: &'static str,
    selection: TestSelection,
    /// Prefix of the tests that must fail.
    tests: &'static str,
}

const FAULTS: [Fault; 5] = [
    Fault {
        name: "a judge looks at targets one tick too early",
        file: "shared/src/judge/rule.rs",
        text: "let seen = rewind.at + flown;",
        replacement: "let seen = rewind.at + flown - past.step();",
        selection: RULES,
        tests: "judging::both_judges_say_the_same_under_every_hit_rule",
    },
    Fault {
        name: "snapshots name a command margin that is a tick too long",
        file: "shared/src/room/inbound.rs",
        text: "let early = (clock.at(key) - now)",
        replacement: "let early = (clock.at(key.next()) - now)",
        selection: RULES,
        tests: "axes_link::margin_and_backups_make_room_for_jitter_and_loss",
    },
    Fault {
        name: "requests for reports queue up without a bound",
        file: "shared/src/room/explain/report_requests.rs",
        text: "self.waiting.len() < REPORT_REQUESTS_MAX",
        replacement: "self.waiting.len() < usize::MAX",
        selection: RULES,
        tests: "answers::more_requests_than_a_room_remembers_are_refused",
    },
    Fault {
        name: "a dead ship is hit where it was seen",
        file: "shared/src/judge/hit_test/sweep.rs",
        text: "seen_life != present.life || !present.alive",
        replacement: "seen_life != present.life",
        selection: RULES,
        tests: "judging::both_judges_say_the_same_under_every_hit_rule",
    },
    Fault {
        name: "the game's page loses the key that looks into a shot",
        file: "client-wasm/src/app/keymap.rs",
        text: "        'f' => Action::Shot(ShotAct::Show),\n",
        replacement: "",
        selection: PAGE,
        tests: "app::keymap::",
    },
];

impl Fault {
    /// A text with the fault in it.
    fn plant(&self, text: &str) -> Result<String> {
        let n = text.matches(self.text).count();
        ensure!(n == 1, "{} contains {n} matches instead of one: {}", self.file, self.text.trim());
        Ok(text.replace(self.text, self.replacement))
    }

    /// Plants the fault, runs its tests, and removes it again. Returns how many tests fail.
    fn run_in(&self, checkout: &Checkout) -> Result<u32> {
        let path = checkout.path.join(self.file);
        let sound = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        fs::write(&path, self.plant(&sound)?)?;
        let output = checkout.test(self);
        fs::write(&path, sound)?;
        n_failed(&output?)
    }
}

/// Tries all faults; false if one is not caught.
pub(crate) fn run() -> Result<bool> {
    let checkout = Checkout::copy(root())?;
    println!("first without any fault, since a test that always fails catches nothing");
    for fault in &FAULTS {
        let n = n_failed(&checkout.test(fault)?).with_context(|| fault.tests)?;
        ensure!(n == 0, "without any fault, {} fails", fault.tests);
    }
    let mut all = true;
    for fault in &FAULTS {
        print!("{:<58} ", fault.name);
        io::stdout().flush()?;
        let begun = Instant::now();
        let n = fault.run_in(&checkout);
        let seconds = begun.elapsed().as_secs_f32();
        match n {
            Ok(0) => println!("NOT CAUGHT by {}, {seconds:.1} s", fault.tests),
            Ok(n) => println!("caught by {n}, {seconds:.1} s"),
            Err(ref error) => println!("NOT TRIED: {error:#}"),
        }
        all &= n.is_ok_and(|n| n > 0);
    }
    Ok(all)
}

/// How many tests of a run failed; an error if the tests did not run.
fn n_failed(output: &Output) -> Result<u32> {
    let count = Count::parse(&String::from_utf8_lossy(&output.stdout));
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(count.passed + count.failed > 0, "no test ran\n{said}");
    ensure!(output.status.success() == (count.failed == 0), "{}\n{said}", output.status);
    Ok(count.failed)
}

/// A copy of this checkout, removed when dropped.
struct Checkout {
    path: PathBuf,
    /// Cargo's target directory, kept between runs.
    target: PathBuf,
}

impl Checkout {
    fn copy(from: &Path) -> Result<Self> {
        let target = target_dir()?.join("faults");
        let checkout = Self { path: target.join("checkout"), target };
        if checkout.path.is_dir() {
            fs::remove_dir_all(&checkout.path)?;
        }
        copy_folder(from, &checkout.path)?;
        Ok(checkout)
    }

    fn test(&self, fault: &Fault) -> Result<Output> {
        let mut cargo = command("cargo");
        cargo.current_dir(&self.path).env("CARGO_TARGET_DIR", &self.target).env_remove(steps::LONG);
        cargo.arg("test").args(fault.selection).args(["--", fault.tests]);
        cargo.output().context("starting cargo")
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // The next run removes what cannot be removed now.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Copies a folder without the files of git and cargo.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if name == ".git" || name == "target" || entry.join("CACHEDIR.TAG").exists() {
            continue;
        }
        if entry.is_dir() {
            copy_folder(&entry, &to.join(name))?;
        } else {
            fs::copy(&entry, to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_applies_once() {
        for fault in &FAULTS {
            let text = fs::read_to_string(root().join(fault.file)).expect(fault.file);
            let planted = fault.plant(&text).expect(fault.name);
            assert_ne!(planted, text, "{}", fault.name);
        }
    }

    #[test]
    fn ambiguous_faults_are_refused() {
        let fault = Fault { text: "a < b", replacement: "a <= b", ..FAULTS[0] };
        assert_eq!(fault.plant("if a < b {").ok().as_deref(), Some("if a <= b {"));
        for text in ["", "if a > b {", "a < b && a < b"] {
            assert!(fault.plant(text).is_err(), "{text}");
        }
    }
}
