//! What every part of one server shares.
use std::sync::Arc;

use tokio::sync::watch;

use crate::awake::Awake;
use crate::clock::Clock;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::rooms::Rooms;

/// One server.
pub(crate) struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) shutdown: Shutdown,
    /// What patience is measured by.
    pub(crate) awake: Arc<Awake>,
}

/// Whether the server is ending; everybody who waits may wait for this too.
pub(crate) struct Shutdown(watch::Sender<bool>);

impl App {
    pub(crate) fn new(config: Config) -> Arc<Self> {
        let config = Arc::new(config);
        let metrics = Arc::new(Metrics::new());
        Arc::new(Self {
            rooms: Rooms::new(config.clone(), metrics.clone(), Clock::start()),
            config,
            metrics,
            shutdown: Shutdown(watch::Sender::new(false)),
            awake: Arc::new(Awake::new()),
        })
    }
}

impl Shutdown {
    pub(crate) fn begin(&self) {
        self.0.send_replace(true);
    }

    /// Waits until the server is ending.
    pub(crate) async fn wait(&self) {
        // The sender lives as long as `self`.
        let _ = self.0.subscribe().wait_for(|ending| *ending).await;
    }
}
