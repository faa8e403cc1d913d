//! The program in a child process.
use std::net::SocketAddr;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::within_guard;

/// A running program; killed on drop.
pub(crate) struct Program {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
}

/// The program with these arguments and without the settings of the environment.
pub(crate) fn lagrange(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lagrange"));
    command.args(args).kill_on_drop(true);
    for variable in ["LAGRANGE_LISTEN", "LAGRANGE_SEATS", "LAGRANGE_TICK_RATE", "RUST_LOG"] {
        command.env_remove(variable);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Program {
    pub(crate) async fn start(args: &[&str]) -> Self {
        Self::spawn(lagrange(args)).await
    }

    /// Starts it, and reads its address after `http://` in its first line.
    pub(crate) async fn spawn(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        within_guard("the first line", stdout.read_line(&mut line)).await.unwrap();
        let address = line.strip_prefix("Lagrange is at http://").unwrap();
        let address = address.strip_suffix("/\n").unwrap().parse().unwrap();
        Self { child, address }
    }
}

/// Sends a signal to a process.
pub(crate) async fn signal(child: &Child, signal: &str) {
    let pid = child.id().unwrap().to_string();
    let kill = Command::new("kill").args(["-s", signal, &pid]).status().await;
    assert!(kill.unwrap().success());
}
