//! The real server, on a free port of this machine.
use std::env;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::process::Process;

/// Time limit for a server to disconnect its clients.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit for an answer with its metrics.
const METRICS_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Server {
    address: String,
    /// Where it serves its metrics, if not at its address.
    admin: Option<String>,
    args: Vec<String>,
    binary: PathBuf,
    process: Process,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// By a signal, so that it can close its connections properly.
    Asked,
    /// At once, like a crash.
    Killed,
}

impl Server {
    /// Starts a server with arguments besides `--listen`. It is ready when it has printed a line
    /// with its address, `http://…`.
    pub fn start(args: &[&str]) -> Result<Self> {
        Self::start_build(binary()?, args)
    }

    /// Starts a server as it runs behind a proxy of this machine, which it trusts: this machine is
    /// limited like others, and metrics are served at another address.
    pub fn start_behind_proxy(args: &[&str]) -> Result<Self> {
        let admin = free_address()?.to_string();
        let proxied = ["--trusted-proxy", "127.0.0.1", "--limit-loopback", "--admin", &admin];
        let server = Self::start(&[&proxied, args].concat())?;
        Ok(Self { admin: Some(admin), ..server })
    }

    /// Starts a server of another build.
    pub fn start_build(binary: PathBuf, args: &[&str]) -> Result<Self> {
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        let (process, address) = serve(&binary, &free_address()?.to_string(), &args)?;
        Ok(Self { address, admin: None, args, binary, process })
    }

    /// Asks it to exit, without waiting for that.
    pub fn ask_to_stop(&self) -> Result<()> {
        self.process.signal("TERM")
    }

    pub fn stop(&mut self, stop: Stop) -> Result<()> {
        if stop == Stop::Asked {
            self.process.signal("TERM")?;
            ensure!(self.process.ends_within(STOP_TIMEOUT), "the server does not stop");
        }
        self.process.end();
        Ok(())
    }

    /// The value of one of its metrics.
    pub fn metric(&self, name: &str) -> Result<u64> {
        let answer = self.get("/metrics", "text/plain")?;
        let value = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).with_context(|| format!("no {name}: {answer}"))
    }

    /// How much of one of its limits is in use, by the name in `/limits`.
    pub fn in_use(&self, bound: &str) -> Result<u64> {
        let answer = self.get("/limits", "application/json")?;
        let limits = answer.split_once("\r\n\r\n").map(|(_, body)| serde_json::from_str(body));
        let limits: Value = limits.context("no answer")??;
        let found = limits.as_array().into_iter().flatten().find(|limit| limit["bound"] == bound);
        let now = found.and_then(|limit| limit["now"].as_u64());
        now.with_context(|| format!("no {bound}: {limits}"))
    }

    /// The answer of the address that serves its metrics, with its headers.
    fn get(&self, path: &str, accept: &str) -> Result<String> {
        let host = self.admin.as_deref().unwrap_or_else(|| self.address());
        let mut connection = TcpStream::connect(host)?;
        connection.set_read_timeout(Some(METRICS_TIMEOUT))?;
        write!(
            connection,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: {accept}\r\nConnection: close\r\n\r\n"
        )?;
        let mut answer = String::new();
        connection.read_to_string(&mut answer)?;
        Ok(answer)
    }

    /// Whether it takes new clients.
    pub fn is_ready(&self) -> Result<bool> {
        Ok(self.get("/readyz", "text/plain")?.starts_with("HTTP/1.1 200"))
    }

    /// Suspends its process, as on a machine that sleeps, until [`Self::resume`].
    pub fn suspend(&self) -> Result<()> {
        self.process.signal("STOP")
    }

    /// Resumes the suspended process.
    pub fn resume(&self) -> Result<()> {
        self.process.signal("CONT")
    }

    /// Starts another one at the address of the stopped one.
    pub fn restart(&mut self) -> Result<()> {
        let listen = self.address().to_string();
        (self.process, self.address) = serve(&self.binary, &listen, &self.args)?;
        Ok(())
    }

    /// Its socket address, for connections without HTTP: `127.0.0.1:20000`.
    pub fn address(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    /// The address of a path that begins with `/`.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }
}

/// A free address that stays free while the server is stopped: systems assign ports from 32,768 up
/// to outgoing connections, which browsers open all the time. Two test runs start their search at
/// different ports, and two tests of a run never try the same port.
pub(crate) fn free_address() -> Result<SocketAddr> {
    const PORTS: Range<u16> = 20_000..32_000;
    static TRIED: AtomicUsize = AtomicUsize::new(0);
    let own = process::id() as usize;
    let free = |_| {
        let n = own.wrapping_add(TRIED.fetch_add(1, Ordering::Relaxed)) % PORTS.len();
        let port = PORTS.start + n as u16;
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok()?.local_addr().ok()
    };
    (0..PORTS.len()).find_map(free).context("no port is free")
}

/// Starts the program at an address. Returns the address that it prints.
fn serve(binary: &Path, listen: &str, args: &[String]) -> Result<(Process, String)> {
    let mut command = Command::new(binary);
    command.args(["--listen", listen]).args(args);
    // No round ends in the middle of a test that is not about rounds.
    command.env("LAGRANGE_ROUNDS", "endless");
    Process::start(&mut command, address)
}

/// Makes the program write the laboratory into a folder.
pub fn write_dist(folder: &Path) -> Result<()> {
    let status = Command::new(binary()?).arg("dist").arg(folder).status()?;
    ensure!(status.success(), "the laboratory was not written");
    Ok(())
}

/// The output of `lagrange replay`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayOutput {
    /// Exit status: 0 if every state matched the recording.
    pub status: Option<i32>,
    /// Its lines.
    pub stdout: String,
}

/// Replays a link with the program.
pub fn replay(link: &str) -> Result<ReplayOutput> {
    printed(Command::new(binary()?).args(["replay", link]))
}

/// Judges a file with the program.
pub fn judge(file: &Path) -> Result<ReplayOutput> {
    printed(Command::new(binary()?).arg("judge").arg(file))
}

fn printed(command: &mut Command) -> Result<ReplayOutput> {
    let output = command.output()?;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(ReplayOutput { status: output.status.code(), stdout })
}

fn binary() -> Result<PathBuf> {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/debug/lagrange");
    let binary = env::var_os("LAGRANGE_BIN").map_or_else(|| built.into(), PathBuf::from);
    ensure!(
        binary.is_file(),
        "no server at {}; build it with `cargo xtask test build`",
        binary.display()
    );
    Ok(binary)
}

/// The address in a line, without its trailing slash.
fn address(line: &str) -> Option<String> {
    let start = line.find("http://")?;
    let address = line[start..].split_whitespace().next()?;
    Some(address.trim_end_matches(['/', '.', ',']).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_address_in_a_line() {
        for (line, expected) in [
            ("Lagrange: http://127.0.0.1:4080/ (Ctrl-C ends it)", Some("http://127.0.0.1:4080")),
            ("listening on http://[::1]:9", Some("http://[::1]:9")),
            ("listening", None),
        ] {
            assert_eq!(address(line).as_deref(), expected, "{line}");
        }
    }
}
