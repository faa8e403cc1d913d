//! A link that can be cut: a relay on this machine between the pages and their server, which takes
//! all of its connections away at once, and passes new ones on as before.
use std::net::Ipv4Addr;

use anyhow::Result;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::server::Server;

/// A running relay; dropping it cuts everything.
#[derive(Debug)]
pub struct Relay {
    address: String,
    accepting: JoinHandle<()>,
    /// How often it was cut.
    cuts: watch::Sender<u32>,
}

impl Relay {
    /// Starts one before a server, on a free port.
    pub async fn start(server: &Server) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = format!("http://{}", listener.local_addr()?);
        let (cuts, cut) = watch::channel(0);
        let accepting = tokio::spawn(accept(listener, server.address().into(), cut));
        Ok(Self { address, accepting, cuts })
    }

    /// The address of a path that begins with `/`.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Takes away all connections that there are.
    pub fn cut(&self) {
        self.cuts.send_modify(|n| *n += 1);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, server: String, cut: watch::Receiver<u32>) {
    // A listener of this machine fails when the test has no files left, which its pages tell.
    while let Ok((page, _)) = listener.accept().await {
        tokio::spawn(pass_on(page, server.clone(), cut.clone()));
    }
}

/// Passes on both ways until an end closes or the link is cut.
async fn pass_on(mut page: TcpStream, server: String, mut cut: watch::Receiver<u32>) {
    cut.mark_unchanged();
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let _ = (page.set_nodelay(true), server.set_nodelay(true));
    tokio::select! {
        _ = copy_bidirectional(&mut page, &mut server) => {}
        _ = cut.changed() => {}
    }
}
