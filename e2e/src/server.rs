//! The real server, on a free port of this machine.
use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::process::Process;

/// A running `lagrange`.
#[derive(Debug)]
pub struct Server {
    address: String,
    _process: Process,
}

impl Server {
    /// Starts a server with arguments besides `--listen`. It is ready when it has printed a line
    /// with its address, `http://…`.
    pub fn start(args: &[&str]) -> Result<Self> {
        let binary = binary();
        ensure!(
            binary.is_file(),
            "there is no {}; build it by `cargo build --release`, or run `cargo xtask test`",
            binary.display()
        );
        let mut command = Command::new(binary);
        command.args(["--listen", "127.0.0.1:0"]).args(args);
        let (process, address) = Process::start(&mut command, address)?;
        Ok(Self { address, _process: process })
    }

    /// The address of a path that begins with `/`.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }
}

fn binary() -> PathBuf {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/lagrange");
    env::var_os("LAGRANGE_BIN").map_or_else(|| built.into(), PathBuf::from)
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
