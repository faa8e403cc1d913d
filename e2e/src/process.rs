//! A program that runs beside the test, until it is dropped: what it prints is searched for the
//! one line that says it is ready, and passed on.
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

/// How long a program may take to be ready, on a busy machine.
const READY_TIMEOUT: Duration = Duration::from_secs(60);

/// A running program, killed when dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts a program and waits for the line of its output in which `find` finds something.
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
        Ok((process, ready.with_context(|| format!("{name} did not say that it is ready"))?))
    }

    /// Ends it at once.
    pub(crate) fn end(&mut self) {
        // Both fail only for a process that has ended, which is what they are for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends it a signal: `TERM` asks it to end, as a service manager does.
    pub(crate) fn signal(&self, name: &str) -> Result<()> {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        ensure!(sent.context("starting kill")?.success(), "it could not be sent {name}");
        Ok(())
    }

    /// Whether it ends by itself within a time.
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

/// Reads to the end, even when nobody waits any more: a full pipe would stop the program.
fn read<T>(output: ChildStdout, find: impl Fn(&str) -> Option<T>, found: &mpsc::Sender<T>) {
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        if let Some(value) = find(&line) {
            let _ = found.send(value);
        }
        eprintln!("{line}");
    }
}
