//! Runs the floor's server as a child process, so that its processor time is counted alone. It ends
//! with its parent.
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{self, Command, Stdio};

use anyhow::{Context, Result};

use super::shape::Shape;
use crate::dial::Dialer;
use crate::load::plan::FloorServer;

/// A running child; killed on drop.
pub(super) struct Child {
    process: process::Child,
    address: SocketAddr,
}

impl Child {
    /// Starts one on a free port of this machine and returns its address.
    pub(super) fn start(server: &FloorServer, shape: Shape) -> Result<Self> {
        let mut command = match server.core {
            None => Command::new(&server.program),
            Some(core) => {
                let mut pinned = Command::new("taskset");
                pinned.args(["--cpu-list", &core.to_string()]).arg(&server.program);
                pinned
            }
        };
        command.arg("floor-server").arg(serde_json::to_string(&shape)?);
        // It runs until its input closes, which happens however this program ends.
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().with_context(|| match server.core {
            None => format!("cannot start {}", server.program.display()),
            Some(_) => "cannot start taskset, which pins the floor server to a core".into(),
        })?;
        let mut line = String::new();
        let read = process.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        let address = read.transpose().ok().and_then(|_| line.trim().parse().ok());
        let Some(address) = address else {
            let _ = process.kill();
            let status = process.wait()?;
            anyhow::bail!("the floor server did not print its address: {status}");
        };
        Ok(Self { process, address })
    }

    pub(super) fn dialer(&self) -> Dialer {
        Dialer::at(self.address.into(), self.address)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
