//! A child process that runs until dropped and writes its output to a file, and waiting.
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::command;

/// How long anything may take.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Between two looks.
const POLL_PERIOD: Duration = Duration::from_millis(20);

/// A program with its arguments, to be started once or again.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) args: Vec<String>,
    /// The file to which it appends its output.
    pub(super) log: PathBuf,
}

/// A running program, killed when dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
}

impl Program {
    pub(super) fn start(&self) -> Result<Process> {
        let name = self.path.display();
        let log = File::options().create(true).append(true).open(&self.log)?;
        let mut command = command(&self.path);
        command.args(&self.args).stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        Ok(Process { child: command.spawn().with_context(|| format!("starting {name}"))? })
    }
}

impl Process {
    /// Ends it as SIGKILL does.
    pub(super) fn kill(&mut self) {
        // Both fail only if it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends it a signal.
    pub(super) fn signal(&self, name: &str) -> Result<()> {
        signal(self.child.id(), name)
    }

    /// Waits until it has ended.
    pub(super) fn wait(&mut self) -> Result<()> {
        until("the end of a process", || Ok(self.child.try_wait()?.is_some()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Sends a signal to a process.
pub(super) fn signal(id: u32, name: &str) -> Result<()> {
    let sent = Command::new("kill").args(["-s", name, &id.to_string()]).status();
    ensure!(sent.context("starting kill")?.success(), "cannot send {name}");
    Ok(())
}

/// Waits until a condition holds.
pub(super) fn until(what: &str, mut holds: impl FnMut() -> Result<bool>) -> Result<()> {
    let begun = Instant::now();
    while !holds()? {
        ensure!(begun.elapsed() < TIMEOUT, "waited {TIMEOUT:?} for {what}");
        sleep(POLL_PERIOD);
    }
    Ok(())
}
