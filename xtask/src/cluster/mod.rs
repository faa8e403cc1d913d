//! `cargo xtask cluster`: three servers behind a real HAProxy, with a real NATS server between
//! them, and players who come back. Kills, stops and drains what it started, and prints as a table
//! how long players did not play, and what became of their scores. Run by hand, on Unix: it takes
//! minutes and needs the machine to itself.
//!
//! [`phases`] lists the faults. Each phase is a run of [`load`] of its own, and one row of the
//! [`table`]. [`node`], [`haproxy`] and [`nats`] start the programs, each as a [`process`] that
//! ends with its value; [`http`] asks them how they are.

mod haproxy;
mod http;
mod load;
mod nats;
mod node;
mod phases;
mod process;
mod table;

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::{command, target_dir, tools, tools::Profile};
use haproxy::Haproxy;
use load::Load;
use nats::Nats;
use node::Node;
use phases::Phase;
use process::until;

const NODES: [&str; 3] = ["n1", "n2", "n3"];
/// Features of the server, of those that it has.
const FEATURES: [&str; 2] = ["tls", "cluster"];

/// How many faults a run has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    Full,
    Quick,
}

/// What the nodes know of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coordination {
    /// Nothing: HAProxy's hash alone decides where a room is.
    HashOnly,
    /// What is in the bucket of so many NATS servers.
    Nats { servers: usize },
}

/// What to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    length: Length,
    coordination: Coordination,
}

/// What runs.
struct Cluster {
    nodes: Vec<Node>,
    haproxy: Haproxy,
    nats: Option<Nats>,
    /// The program of the nodes, which also loads them.
    program: PathBuf,
    /// Logs, and what the programs store.
    folder: PathBuf,
}

/// Parses the words after `cluster`.
pub(crate) fn parse(words: &[&str]) -> Option<Request> {
    let mut request =
        Request { length: Length::Full, coordination: Coordination::Nats { servers: 1 } };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--quick" => request.length = Length::Quick,
            "--hash-only" => request.coordination = Coordination::HashOnly,
            "--nats" => {
                let servers = words.next()?.parse().ok().filter(|n| [1, 3].contains(n))?;
                request.coordination = Coordination::Nats { servers };
            }
            _ => return None,
        }
    }
    Some(request)
}

/// Runs all phases and prints their table; false if a value is worse than it must be.
pub(crate) fn run(request: Request) -> Result<bool> {
    let Some(program) = build()? else { return Ok(false) };
    let mut cluster = Cluster::start(request.coordination, program)?;
    println!("logs are in {}", cluster.folder.display());
    println!("{}", table::HEAD);
    let mut is_good = true;
    for phase in phases::all(request) {
        let outcome = cluster.measure(phase).with_context(|| format!("in the phase {phase}"))?;
        println!("{}", table::row(phase, &outcome));
        is_good &= phase.is_within(&outcome);
    }
    Ok(is_good)
}

/// Builds the server without pages. Returns its path; `None` if that failed.
fn build() -> Result<Option<PathBuf>> {
    let mut cargo = command("cargo");
    cargo.args(["build", "--release", "--package=lagrange", "--no-default-features"]);
    let is_built = cargo.arg("--features").arg(FEATURES.join(",")).status()?.success();
    Ok(if is_built { Some(tools::server_path(Profile::Release)?) } else { None })
}

/// Addresses on this machine that are free now.
fn free_addresses<const N: usize>() -> Result<[SocketAddr; N]> {
    let mut addresses = [SocketAddr::from(([127, 0, 0, 1], 0)); N];
    // Held until all are known, so that they differ.
    let mut held = Vec::new();
    for address in &mut addresses {
        let listener = TcpListener::bind(*address)?;
        *address = listener.local_addr()?;
        held.push(listener);
    }
    Ok(addresses)
}

/// An empty folder.
fn empty_folder(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_dir_all(path)?;
    }
    fs::create_dir_all(path).with_context(|| format!("creating {}", path.display()))
}

impl Cluster {
    fn start(coordination: Coordination, program: PathBuf) -> Result<Self> {
        let folder = target_dir()?.join("cluster");
        empty_folder(&folder)?;
        let nats = match coordination {
            Coordination::HashOnly => None,
            Coordination::Nats { servers } => Some(Nats::start(servers, &folder)?),
        };
        let urls = nats.as_ref().map(Nats::urls);
        let nodes = NODES.map(|name| Node::start(name, &program, urls.as_deref(), &folder));
        let nodes = nodes.into_iter().collect::<Result<Vec<_>>>()?;
        let haproxy = Haproxy::start(&nodes, &folder)?;
        Ok(Self { nodes, haproxy, nats, program, folder })
    }

    /// Runs the load through the faults of a phase.
    fn measure(&mut self, phase: Phase) -> Result<load::Outcome> {
        self.wait_for_nodes()?;
        let load = Load::start(&self.program, self.haproxy.address, &self.folder)?;
        self.wait_for_players()?;
        phases::settle();
        for n in 0..phase.times {
            phase.fault.inflict(self).with_context(|| format!("fault {}", n + 1))?;
            self.wait_for_nodes()?;
            self.wait_for_players()?;
            phases::settle();
        }
        load.stop()
    }

    /// Waits until HAProxy passes new connections to every node.
    fn wait_for_nodes(&self) -> Result<()> {
        until("the nodes behind HAProxy", || self.haproxy.are_up(&self.nodes))
    }

    /// Waits until all players have a seat on some node that answers.
    fn wait_for_players(&self) -> Result<()> {
        until("the players", || Ok(self.players() >= load::PLAYERS))
    }

    fn players(&self) -> u32 {
        self.nodes.iter().filter_map(|node| node.players().ok()).sum()
    }

    /// The number of the node with the most players.
    fn busiest_node(&self) -> Result<usize> {
        let players = |nth: &usize| self.nodes.get(*nth).map(Node::players).and_then(Result::ok);
        (0..self.nodes.len()).max_by_key(players).context("there are nodes")
    }

    fn node(&mut self, nth: usize) -> Result<&mut Node> {
        self.nodes.get_mut(nth).context("there is no such node")
    }

    fn nats(&mut self) -> Result<&mut Nats> {
        match &mut self.nats {
            Some(nats) => Ok(nats),
            None => bail!("there is no NATS server"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_say_how_long_and_with_what() {
        let nats = |servers| Coordination::Nats { servers };
        for (words, expected) in [
            (&[][..], Some((Length::Full, nats(1)))),
            (&["--quick", "--nats", "3"], Some((Length::Quick, nats(3)))),
            (&["--hash-only"], Some((Length::Full, Coordination::HashOnly))),
            (&["--nats", "2"], None),
            (&["--nats"], None),
            (&["--slow"], None),
        ] {
            let expected = expected.map(|(length, coordination)| Request { length, coordination });
            assert_eq!(parse(words), expected, "{words:?}");
        }
    }
}
