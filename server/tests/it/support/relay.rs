//! A relay in front of several servers, which chooses one for each connection.
use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A running relay; stopped on drop.
pub(crate) struct Relay {
    pub(crate) address: SocketAddr,
    run: JoinHandle<()>,
}

impl Relay {
    /// Passes each connection, by its number from 0, to the server that `choose` names.
    pub(crate) async fn start(choose: impl Fn(usize) -> SocketAddr + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let run = tokio::spawn(async move {
            for n in 0.. {
                let (mut near, _) = listener.accept().await.unwrap();
                let to = choose(n);
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(to).await else { return };
                    // Either end may break off.
                    let _ = copy_bidirectional(&mut near, &mut far).await;
                });
            }
        });
        Self { address, run }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.run.abort();
    }
}
