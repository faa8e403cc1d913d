//! A link that can be cut, or lead to another server: a TCP relay between the pages and their
//! server. A cut closes all of its connections at once; new ones are relayed as before.
use std::net::Ipv4Addr;

use anyhow::Result;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::server::Server;

/// A running relay; dropping it closes all connections.
#[derive(Debug)]
pub struct Relay {
    address: String,
    /// Where new connections lead.
    server: watch::Sender<String>,
    accepting: JoinHandle<()>,
    /// Number of cuts.
    cuts: watch::Sender<u32>,
}

impl Relay {
    /// Starts a relay to a server, on a free port.
    pub async fn start(server: &Server) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = format!("http://{}", listener.local_addr()?);
        let (cuts, cut) = watch::channel(0);
        let (server, to) = watch::channel(server.address().to_string());
        let accepting = tokio::spawn(accept(listener, to, cut));
        Ok(Self { address, server, accepting, cuts })
    }

    /// The address of a path that begins with `/`.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Relays new connections to another server, as a proxy does when the first is not ready.
    pub fn lead_to(&self, server: &Server) {
        self.server.send_replace(server.address().into());
    }

    /// Closes all current connections.
    pub fn cut(&self) {
        self.cuts.send_modify(|n| *n += 1);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, server: watch::Receiver<String>, cut: watch::Receiver<u32>) {
    // Accepting fails only if the test is out of file descriptors, which shows in its pages.
    while let Ok((page, _)) = listener.accept().await {
        let server = server.borrow().clone();
        tokio::spawn(pass_on(page, server, cut.clone()));
    }
}

/// Relays both directions until an end closes or the link is cut.
async fn pass_on(mut page: TcpStream, server: String, mut cut: watch::Receiver<u32>) {
    cut.mark_unchanged();
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let _ = (page.set_nodelay(true), server.set_nodelay(true));
    tokio::select! {
        _ = copy_bidirectional(&mut page, &mut server) => {}
        _ = cut.changed() => {}
    }
}
