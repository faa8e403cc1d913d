//! The release server on a core of its own, killed on drop. Runs loads against it and returns their
//! results.
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::cores::{Cores, Role};
use crate::command;

/// A running server.
pub(super) struct BenchServer<'a> {
    process: Child,
    program: &'a Path,
    cores: Option<&'a Cores>,
    /// As `127.0.0.1:8080`.
    address: String,
}

/// The most seats that it allows a room, unless an option lifts the limit.
pub(super) fn seats_max(program: &Path) -> Result<u32> {
    // Too many, so that the error names the range.
    let output = command(program).args(["--seats", "65535"]).output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    last_of_range(&text).with_context(|| format!("no limit of seats in the error: {text}"))
}

/// The last number of a range as `1..=1024`.
fn last_of_range(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("..=")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

impl<'a> BenchServer<'a> {
    /// Starts one on a free local port.
    pub(super) fn start(
        program: &'a Path,
        cores: Option<&'a Cores>,
        options: &[&str],
    ) -> Result<Self> {
        let mut command = Cores::pinned(cores, program, Role::Server);
        command.args(["--listen", "127.0.0.1:0", "--seed", "1"]).args(options);
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let address = address(&line).map(str::to_string);
        let mut server = Self { process, program, cores, address: String::new() };
        server.address = address.with_context(|| format!("no address in {line:?}"))?;
        Ok(server)
    }

    /// Runs a load, and returns its result lines. It is a result too if every bot was disconnected,
    /// but an error if nothing was measured.
    pub(super) fn load(&mut self, options: &[&str]) -> Result<Vec<Value>> {
        let mut command = Cores::pinned(self.cores, self.program, Role::Bots);
        command.args(["load", "--url", &format!("ws://{}", self.address)]).args(options);
        if options.contains(&"--floor")
            && let Some(cores) = self.cores
        {
            command.args(["--floor-core", &cores.server.to_string()]);
        }
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        let text = String::from_utf8(output.stdout)?;
        let lines: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        ensure!(!lines.is_empty(), "nothing was measured: {}", output.status);
        if let Some(status) = self.process.try_wait()? {
            bail!("the server exited: {status}");
        }
        Ok(lines)
    }
}

impl Drop for BenchServer<'_> {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The address in a server's line `Lagrange is at http://127.0.0.1:8080/`.
fn address(line: &str) -> Option<&str> {
    line.trim_end().strip_suffix('/')?.split_once("http://").map(|(_, address)| address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_output_is_parsed() {
        let text =
            "error: invalid value '65535' for '--seats <N>': 65535 is not in 1..=512; larger";
        assert_eq!(last_of_range(text), Some(512));
        assert_eq!(last_of_range("error: unexpected argument\n"), None);
        assert_eq!(address("Lagrange is at http://127.0.0.1:8080/\n"), Some("127.0.0.1:8080"));
        assert_eq!(address("port 8080 is in use\n"), None);
    }
}
