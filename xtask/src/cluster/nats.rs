//! NATS servers with JetStream, alone or as three, and what is done to them.
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::process::{Process, Program, until};
use super::{free_addresses, http};
use crate::tools;

/// The stream behind the bucket in which nodes keep their claims.
const STREAM: &str = "KV_lag_rooms";
/// Where the answer to a request is sent.
const INBOX: &str = "_INBOX.xtask";
/// Timeout of an answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The running servers.
#[derive(Debug)]
pub(super) struct Nats {
    servers: Vec<Server>,
}

/// One of them, which can be killed and started again with what it has stored.
#[derive(Debug)]
struct Server {
    name: String,
    address: SocketAddr,
    monitor: SocketAddr,
    program: Program,
    process: Process,
}

impl Nats {
    /// Starts one server or three, and waits until they store.
    pub(super) fn start(n: usize, folder: &Path) -> Result<Self> {
        let path = tools::nats_server()?;
        let addresses: [SocketAddr; 9] = free_addresses()?;
        let places: Vec<_> = addresses.chunks(3).take(n).collect();
        let routes: Vec<_> = places.iter().map(|of| format!("nats://{}", of[2])).collect();
        let mut servers = Vec::new();
        for (nth, of) in places.iter().enumerate() {
            let name = format!("nats{}", nth + 1);
            let store = folder.join(&name).display().to_string();
            let of_server = ["-a", "127.0.0.1", "-p", &of[0].port().to_string()].map(String::from);
            let of_store =
                ["-js", "-sd", &store, "-m", &of[1].port().to_string()].map(String::from);
            let mut args = [&of_server[..], &of_store].concat();
            if n > 1 {
                let route = format!("nats://{}", of[2]);
                let words = ["-cluster", &route, "-cluster_name", "lagrange", "-n", &name];
                args.extend(words.map(String::from));
                args.extend(["-routes".into(), routes.join(",")]);
            }
            let log = folder.join(format!("{name}.log"));
            let program = Program { path: path.clone(), args, log };
            let (address, monitor, process) = (of[0], of[1], program.start()?);
            servers.push(Server { name, address, monitor, program, process });
        }
        let nats = Self { servers };
        nats.wait_until_healthy()?;
        Ok(nats)
    }

    /// Their addresses, as a node's option has them.
    pub(super) fn urls(&self) -> String {
        let urls = self.servers.iter().map(|server| format!("nats://{}", server.address));
        urls.collect::<Vec<_>>().join(",")
    }

    /// Kills the first server, which is all of them if there is one.
    pub(super) fn kill_first(&mut self) -> Result<()> {
        self.server(0)?.process.kill();
        Ok(())
    }

    /// Kills the server that leads the stream.
    pub(super) fn kill_leader(&mut self) -> Result<usize> {
        let leader = self.leader()?;
        self.server(leader)?.process.kill();
        Ok(leader)
    }

    /// Starts a server again, and waits until all store.
    pub(super) fn restart(&mut self, nth: usize) -> Result<()> {
        let server = self.server(nth)?;
        server.process = server.program.start()?;
        self.wait_until_healthy()
    }

    /// Deletes the stream, and with it all that nodes claimed.
    pub(super) fn empty(&self) -> Result<()> {
        let first = self.servers.first().context("there are servers")?;
        let answer = ask(first.address, &format!("$JS.API.STREAM.DELETE.{STREAM}"))?;
        ensure!(answer["success"] == true, "the stream is not deleted: {answer}");
        Ok(())
    }

    fn server(&mut self, nth: usize) -> Result<&mut Server> {
        self.servers.get_mut(nth).context("there is no such server")
    }

    fn wait_until_healthy(&self) -> Result<()> {
        let is_healthy =
            |server: &Server| http::get(server.monitor, "/healthz").is_ok_and(|a| a.status == 200);
        until("NATS", || Ok(self.servers.iter().all(is_healthy)))
    }

    /// Which server leads the stream, by what any of them says.
    fn leader(&self) -> Result<usize> {
        for server in &self.servers {
            let known = http::get(server.monitor, "/jsz?streams=true")?.body;
            if let Some(name) = leader_of(&serde_json::from_str(&known)?) {
                let leads = |server: &Server| server.name == name;
                return self.servers.iter().position(leads).context("it is none of these");
            }
        }
        bail!("nobody leads {STREAM}")
    }
}

/// The leader of the stream, by the name of its server.
fn leader_of(known: &Value) -> Option<String> {
    let accounts = known["account_details"].as_array()?;
    let mut streams = accounts.iter().filter_map(|of| of["stream_detail"].as_array()).flatten();
    let stream = streams.find(|stream| stream["name"] == STREAM)?;
    stream["cluster"]["leader"].as_str().map(String::from)
}

/// Sends an empty request over a connection of its own. The protocol has a line for each command,
/// and the answer is the payload after a line `MSG`.
fn ask(address: SocketAddr, subject: &str) -> Result<Value> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let options = r#"{"verbose":false,"pedantic":false,"lang":"rust","version":"0"}"#;
    write!(stream, "CONNECT {options}\r\nSUB {INBOX} 1\r\nPUB {subject} {INBOX} 0\r\n\r\n")?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(line) = lines.next() {
        let line = line?;
        if line.starts_with("MSG ") {
            let payload = lines.next().context("the answer has no payload")??;
            return Ok(serde_json::from_str(&payload)?);
        }
        ensure!(!line.starts_with("-ERR"), "NATS refuses {subject}: {line}");
    }
    bail!("NATS does not answer to {subject}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leader_is_that_of_the_stream() {
        let stream =
            |name, leader| serde_json::json!({ "name": name, "cluster": { "leader": leader } });
        let known = serde_json::json!({ "account_details": [
            { "name": "a" },
            { "stream_detail": [stream("KV_other", "nats1"), stream(STREAM, "nats2")] },
        ] });
        assert_eq!(leader_of(&known).as_deref(), Some("nats2"));
        assert_eq!(leader_of(&serde_json::json!({})), None);
    }
}
