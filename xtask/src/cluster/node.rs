//! One server of the cluster, which can be killed and started again under its name and address.
use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context, Result};

use super::process::{Process, Program, until};
use super::{free_addresses, http};

/// A room has seats for its players, and for some who are away. Rooms have 10 s to move.
const FIXED_ARGS: [&str; 10] = [
    "--trusted-proxy",
    "127.0.0.1",
    "--per-address",
    "0",
    "--drain",
    "10s",
    "--bots",
    "0",
    "--seats",
    "16",
];

/// A node.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) name: &'static str,
    pub(super) address: SocketAddr,
    admin: SocketAddr,
    program: Program,
    process: Process,
}

impl Node {
    /// Starts a node on free ports. The NATS servers are `None` for one that knows no others.
    pub(super) fn start(
        name: &'static str,
        path: &Path,
        nats: Option<&str>,
        folder: &Path,
    ) -> Result<Self> {
        let [address, admin] = free_addresses()?;
        let mut args: Vec<String> = FIXED_ARGS.map(String::from).into();
        args.extend(["--node".into(), name.into(), "--listen".into(), address.to_string()]);
        args.extend(["--admin".into(), admin.to_string()]);
        args.extend(match nats {
            Some(urls) => ["--cluster".into(), urls.into()],
            // All have the same folder.
            None => ["--state".into(), folder.join("scores").display().to_string()],
        });
        let program = Program { path: path.into(), args, log: folder.join(format!("{name}.log")) };
        let node = Self { name, address, admin, process: program.start()?, program };
        node.wait_until_ready()?;
        Ok(node)
    }

    /// Starts it again.
    pub(super) fn restart(&mut self) -> Result<()> {
        self.process = self.program.start()?;
        self.wait_until_ready()
    }

    pub(super) fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Players who are on it.
    pub(super) fn players(&self) -> Result<u32> {
        let metrics = http::get(self.admin, "/metrics")?.body;
        let value = metrics.lines().find_map(|line| line.strip_prefix("lagrange_players "));
        Ok(value.context("it counts no players")?.parse()?)
    }

    fn wait_until_ready(&self) -> Result<()> {
        let is_ready = || Ok(http::get(self.address, "/readyz").is_ok_and(|a| a.status == 200));
        until(&format!("{}, whose log is {}", self.name, self.program.log.display()), is_ready)
    }
}
