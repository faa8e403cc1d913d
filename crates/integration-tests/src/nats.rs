//! A real nats-server with JetStream in a child process, on a free port of this machine, for tests
//! of what speaks to one.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot continue fails")]

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

/// Longest time from its start until it is ready.
const READY_MAX: Duration = Duration::from_secs(30);
/// Before its address, in its log.
const LISTENS: &str = "Listening for client connections on ";
/// Before its version, in its log.
const VERSION: &str = "Version:";
/// The oldest version whose JetStream the client understands.
const OLDEST: (u32, u32) = (2, 10);
/// In its log, when JetStream and all clients are served.
const READY: &str = "Server is ready";

/// A nats-server, which keeps its port and its files over a new start. Killed on drop.
#[derive(Debug)]
pub struct NatsServer {
    child: Child,
    address: SocketAddr,
    folder: TempDir,
    settings: Option<PathBuf>,
}

impl NatsServer {
    /// Starts the program that `NATS_SERVER_BIN` names, else the one that is installed, and waits
    /// until it is ready.
    ///
    /// # Panics
    /// If there is none, or it does not start.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(None)
    }

    /// [`start`](Self::start) with a configuration file.
    ///
    /// # Panics
    /// If there is no program, or it does not start.
    #[must_use]
    pub fn start_with(settings: Option<&Path>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings.map(Path::to_path_buf);
        // Port -1 is any free one.
        let (child, address) = spawn(folder.path(), "-1", settings.as_deref());
        Self { child, address, folder, settings }
    }

    /// Where its clients connect.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Kills it: nothing is written or said any more.
    ///
    /// # Panics
    /// If the system does not let it.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again after [`kill`](Self::kill), with the same port and the same files.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_again(&mut self) {
        let (port, settings) = (self.address.port().to_string(), self.settings.as_deref());
        (self.child, self.address) = spawn(self.folder.path(), &port, settings);
    }

    /// Lets it stand still: its connections stay open, and nothing is answered.
    ///
    /// # Panics
    /// If the system does not let it.
    pub fn suspend(&self) {
        signal(&self.child, "STOP");
    }

    /// Lets it go on after [`suspend`](Self::suspend).
    ///
    /// # Panics
    /// If the system does not let it.
    pub fn resume(&self) {
        signal(&self.child, "CONT");
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(folder: &Path, port: &str, settings: Option<&Path>) -> (Child, SocketAddr) {
    let program = env::var_os("NATS_SERVER_BIN").unwrap_or_else(installed);
    let mut command = Command::new(&program);
    command.args(["-js", "-a", "127.0.0.1", "-p", port, "-sd"]).arg(folder);
    if let Some(settings) = settings {
        command.arg("-c").arg(settings);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| {
        panic!(
            "cannot start {program:?}: {error}. Install nats-server {}.{} or later, or set \
             NATS_SERVER_BIN to its path",
            OLDEST.0, OLDEST.1
        )
    });
    let log = child.stderr.take().unwrap();
    let (sender, events) = channel();
    thread::spawn(move || read(log, &sender));
    match events.recv_timeout(READY_MAX) {
        Ok(Ok(address)) => (child, address),
        failed => {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{program:?} does not start: {failed:?}")
        }
    }
}

/// Reads the log to its end, since a full pipe would stop the server. Reports the address when the
/// server is ready, or the log if it never was or the server is too old.
fn read(log: ChildStderr, sender: &Sender<Result<SocketAddr, String>>) {
    let (mut address, mut text) = (None, String::new());
    let mut is_ready = false;
    for line in BufReader::new(log).lines().map_while(Result::ok) {
        if let Some((_, version)) = line.split_once(VERSION)
            && !is_new_enough(version)
        {
            let _ = sender.send(Err(format!("version {} is too old", version.trim())));
        }
        if let Some((_, listens)) = line.split_once(LISTENS) {
            address = listens.trim().parse().ok();
        }
        if let Some(address) = address.filter(|_| !is_ready && line.contains(READY)) {
            is_ready = true;
            let _ = sender.send(Ok(address));
        }
        if !is_ready {
            text.push_str(&line);
            text.push('\n');
        }
    }
    if !is_ready {
        let _ = sender.send(Err(text));
    }
}

/// Whether a version, such as `2.10.4`, is understood.
fn is_new_enough(version: &str) -> bool {
    let mut parts = version.trim().split('.').map(|part| part.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= OLDEST
}

/// The one on the path or, since Debian's is where only the administrator's path leads, that one.
fn installed() -> OsString {
    const NAME: &str = "nats-server";
    let path = env::var_os("PATH").unwrap_or_default();
    let is_on_path = env::split_paths(&path).any(|folder| folder.join(NAME).is_file());
    if is_on_path { NAME.into() } else { Path::new("/usr/sbin").join(NAME).into() }
}

fn signal(child: &Child, signal: &str) {
    let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
}
