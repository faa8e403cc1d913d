//! A child process that runs until dropped. Its output is searched for the line that reports
//! readiness, and passed on.
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

/// Time limit for a program to become ready, on a busy machine.
const READY_TIMEOUT: Duration = Duration::from_secs(60);

/// A running program, killed when dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts a program without waiting for its output, which is passed on.
    pub(crate) fn spawn(command: &mut Command) -> Result<Self> {
        let name = command.get_program().display().to_string();
        let child = command.stdin(Stdio::null()).spawn();
        Ok(Self { child: child.with_context(|| format!("starting {name}"))? })
    }

    /// Starts a program and waits for the first output line for which `find` returns a value.
    pub(crate) fn start<T: Send + 'static>(
        command: &mut Command,
        find: impl Fn(&str) -> Option<T> + Send + 'static,
    ) -> Result<(Self, T)> {
        let name = command.get_program().display().to_string();
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut process = Self { child: child.with_context(|| format!("starting {name}"))? };
        let output = process.child.stdout.take().context("its output is piped")?;
        let (found, ready) = mpsc::channel();
        thread::spawn(move || read(output, &find, &found));
        let ready = ready.recv_timeout(READY_TIMEOUT);
        Ok((process, ready.with_context(|| format!("{name} did not report that it is ready"))?))
    }

    pub(crate) fn end(&mut self) {
        // Both fail only if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends it a signal: `TERM` asks it to exit, as a service manager does.
    pub(crate) fn signal(&self, name: &str) -> Result<()> {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        ensure!(sent.context("starting kill")?.success(), "cannot send it {name}");
        Ok(())
    }

    /// Whether it exits on its own within a time limit.
    pub(crate) fn ends_within(&mut self, limit: Duration) -> bool {
        const STEP: Duration = Duration::from_millis(10);
        for _ in 0..limit.as_millis() / STEP.as_millis() {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(STEP);
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads to the end, even after the wait: a full pipe would block the program.
fn read<T>(output: ChildStdout, find: impl Fn(&str) -> Option<T>, found: &mpsc::Sender<T>) {
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        if let Some(value) = find(&line) {
            let _ = found.send(value);
        }
        eprintln!("{line}");
    }
}
