//! The real server, on a free port of this machine.
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};

use crate::process::Process;

/// How long a server may take to send its clients away.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// A running `lagrange`.
#[derive(Debug)]
pub struct Server {
    address: String,
    args: Vec<String>,
    process: Process,
}

/// How a server is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// By a signal that lets it say goodbye.
    Asked,
    /// At once, as by a crash.
    Killed,
}

impl Server {
    /// Starts a server with arguments besides `--listen`. It is ready when it has printed a line
    /// with its address, `http://…`.
    pub fn start(args: &[&str]) -> Result<Self> {
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        let (process, address) = serve("127.0.0.1:0", &args)?;
        Ok(Self { address, args, process })
    }

    /// Stops it.
    pub fn stop(&mut self, stop: Stop) -> Result<()> {
        if stop == Stop::Asked {
            self.process.ask_to_end()?;
            ensure!(self.process.ends_within(STOP_TIMEOUT), "the server does not stop");
        }
        self.process.end();
        Ok(())
    }

    /// Starts another one at the address of the one that was stopped.
    pub fn start_again(&mut self) -> Result<()> {
        let listen = self.address.trim_start_matches("http://").to_string();
        (self.process, self.address) = serve(&listen, &self.args)?;
        Ok(())
    }

    /// The address of a path that begins with `/`.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }
}

/// Starts the program at an address and returns where it says it is.
fn serve(listen: &str, args: &[String]) -> Result<(Process, String)> {
    let mut command = Command::new(binary()?);
    command.args(["--listen", listen]).args(args);
    Process::start(&mut command, address)
}

/// Has the program write the laboratory into a folder.
pub fn write_dist(folder: &Path) -> Result<()> {
    let status = Command::new(binary()?).arg("dist").arg(folder).status()?;
    ensure!(status.success(), "the laboratory was not written");
    Ok(())
}

/// What `lagrange replay` says of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// How it ended: 0 where every state was as the recording says.
    pub status: Option<i32>,
    /// Its lines.
    pub said: String,
}

/// Has the program replay a link.
pub fn replay(link: &str) -> Result<Replayed> {
    let output = Command::new(binary()?).args(["replay", link]).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(Replayed { status: output.status.code(), said })
}

fn binary() -> Result<PathBuf> {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/lagrange");
    let binary = env::var_os("LAGRANGE_BIN").map_or_else(|| built.into(), PathBuf::from);
    ensure!(
        binary.is_file(),
        "there is no {}; build it by `cargo build --release`, or run `cargo xtask test`",
        binary.display()
    );
    Ok(binary)
}

/// The address in a line, without a slash at its end.
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
