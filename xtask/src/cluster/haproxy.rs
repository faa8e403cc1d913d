//! HAProxy in front of the nodes, by `deploy/haproxy.cfg` with its options switched on.
use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Result, ensure};

use super::node::Node;
use super::process::{Process, Program, until};
use super::{free_addresses, http};
use crate::{root, tools};

/// Options in the file that need a certificate in /etc.
const LEFT_OUT: [&str; 2] = [" ssl crt ", " redirect scheme "];
/// What the file must have for this to be the installation that it describes.
const EXPECTED: [&str; 5] =
    ["bind :80", "log /dev/log", "balance url_param room", "use-server", "/readyz"];

/// A running HAProxy.
#[derive(Debug)]
pub(super) struct Haproxy {
    pub(super) address: SocketAddr,
    statistics: SocketAddr,
    _process: Process,
}

impl Haproxy {
    pub(super) fn start(nodes: &[Node], folder: &Path) -> Result<Self> {
        let [address, statistics] = free_addresses()?;
        let written = fs::read_to_string(root().join("deploy").join("haproxy.cfg"))?;
        let servers: Vec<_> = nodes.iter().map(|node| (node.name, node.address)).collect();
        let file = folder.join("haproxy.cfg");
        fs::write(&file, configured(&written, address, statistics, &servers)?)?;
        let args = vec!["-db".into(), "-f".into(), file.display().to_string()];
        let log = folder.join("haproxy.log");
        let process = Program { path: tools::haproxy()?, args, log }.start()?;
        let haproxy = Self { address, statistics, _process: process };
        until("HAProxy", || Ok(haproxy.statistics().is_ok()))?;
        Ok(haproxy)
    }

    /// Whether it takes all of these nodes for healthy.
    pub(super) fn are_up(&self, nodes: &[Node]) -> Result<bool> {
        let statistics = self.statistics()?;
        Ok(nodes.iter().all(|node| is_up(&statistics, node.name)))
    }

    fn statistics(&self) -> Result<String> {
        Ok(http::get(self.statistics, "/statistics;csv")?.body)
    }
}

/// Whether a server is up, by HAProxy's table of statistics: its second column is the name, and
/// its eighteenth the status.
fn is_up(statistics: &str, name: &str) -> bool {
    statistics.lines().any(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        cells.get(1) == Some(&name) && cells.get(17) == Some(&"UP")
    })
}

/// The file for these servers: with its options, its own servers replaced, and statistics.
fn configured(
    written: &str,
    address: SocketAddr,
    statistics: SocketAddr,
    servers: &[(&str, SocketAddr)],
) -> Result<String> {
    for text in EXPECTED {
        ensure!(written.contains(text), "deploy/haproxy.cfg lacks {text:?}");
    }
    let mut text = String::new();
    for line in written.lines() {
        let directive = line.trim_start();
        let option = directive.strip_prefix('#').filter(|rest| !rest.starts_with([' ', '#']));
        let directive = option.unwrap_or(directive);
        let is_left_out = directive.starts_with('#')
            || option.is_some_and(|option| LEFT_OUT.iter().any(|out| option.contains(out)))
            || directive.starts_with("server ")
            || directive.starts_with("use-server ");
        if !is_left_out {
            let directive = directive.replace("bind :80", &format!("bind {address}"));
            text += &directive.replace("log /dev/log local0", "log stderr format raw local0 err");
            text.push('\n');
        }
    }
    // The backend is the last section.
    for (name, address) in servers {
        text += &format!("use-server {name} if {{ var(txn.node) -m str {name} }}\n");
        text += &format!("server {name} {address}\n");
    }
    text +=
        &format!("frontend statistics\nbind {statistics}\nstats enable\nstats uri /statistics\n");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_gets_its_options_and_the_nodes() {
        let written = fs::read_to_string(root().join("deploy").join("haproxy.cfg")).unwrap();
        let [address, statistics, node] = [1, 2, 3].map(|port| ([127, 0, 0, 1], port).into());
        let text = configured(&written, address, statistics, &[("n1", node)]).unwrap();
        for line in [
            "bind 127.0.0.1:1",
            "balance url_param room",
            "hash-type consistent",
            "default-server check inter 500ms fall 2 rise 1",
            "use-server n1 if { var(txn.node) -m str n1 }",
            "server n1 127.0.0.1:3",
        ] {
            assert!(text.lines().any(|own| own == line), "{line:?} in\n{text}");
        }
        assert!(!text.contains("8080") && !text.contains("ssl") && !text.contains("/dev/log"));
    }

    #[test]
    fn a_server_is_up_by_its_row() {
        let row = |name, status| format!("lagrange,{name},0,0,1,2,,9,0,0,,0,,0,0,0,0,{status},1,1");
        let statistics = [row("n1", "UP"), row("n2", "DOWN"), row("n3", "UP 1/2")].join("\n");
        assert!(is_up(&statistics, "n1"));
        assert!(
            !is_up(&statistics, "n2") && !is_up(&statistics, "n3") && !is_up(&statistics, "n4")
        );
    }
}
