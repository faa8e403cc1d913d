//! The state shared by all parts of one server.
use std::sync::Arc;

use axum::body::Bytes;
use tokio::sync::watch;

use crate::awake::Awake;
use crate::cached::Cached;
use crate::clock::Clock;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::per_address::PerAddress;
use crate::proxies::Proxies;
use crate::rooms::Rooms;

pub(crate) struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) shutdown: Shutdown,
    /// Held by each WebSocket: how many there are.
    pub(crate) web_sockets: Arc<()>,
    pub(crate) clock: Clock,
    /// Use and limits of each address.
    pub(crate) addresses: PerAddress,
    /// Proxies whose forwarded addresses are trusted.
    pub(crate) proxies: Proxies,
    /// The clock that timeouts are measured with.
    pub(crate) awake: Arc<Awake>,
    /// The text of `/metrics`.
    pub(crate) metrics_text: Cached<Bytes>,
    /// The texts of `/limits`: the page, and JSON.
    pub(crate) limits_texts: Cached<[Bytes; 2]>,
    /// The answer of `/api/rooms`.
    pub(crate) room_list: Cached<Bytes>,
}

/// How far the server has come. Any number of tasks may wait for its end.
pub(crate) struct Shutdown(watch::Sender<Life>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Life {
    Serving,
    /// Its rooms move to another server.
    Draining,
    /// Every connection is closed.
    Ending,
}

impl App {
    pub(crate) fn new(config: Config) -> Arc<Self> {
        let config = Arc::new(config);
        let metrics = match config.cluster {
            Some(_) => Metrics::of_cluster(),
            None => Metrics::new(),
        };
        let metrics = Arc::new(metrics);
        let (clock, awake) = (Clock::start(), Arc::new(Awake::new()));
        Arc::new(Self {
            rooms: Rooms::new(config.clone(), metrics.clone(), clock),
            addresses: PerAddress::new(&config, clock, awake.clone()),
            proxies: Proxies::new(&config.trusted_proxies),
            config,
            metrics,
            web_sockets: Arc::default(),
            shutdown: Shutdown(watch::Sender::new(Life::Serving)),
            clock,
            awake,
            metrics_text: Cached::default(),
            limits_texts: Cached::default(),
            room_list: Cached::default(),
        })
    }
}

impl Shutdown {
    pub(crate) fn begin_drain(&self) {
        self.0.send_replace(Life::Draining);
    }

    pub(crate) fn begin(&self) {
        self.0.send_replace(Life::Ending);
    }

    /// Whether no new clients should come.
    pub(crate) fn is_begun(&self) -> bool {
        *self.0.borrow() > Life::Serving
    }

    pub(crate) fn is_ending(&self) -> bool {
        *self.0.borrow() == Life::Ending
    }

    /// Waits until the server is ending.
    pub(crate) async fn wait(&self) {
        // The sender lives as long as `self`.
        let _ = self.0.subscribe().wait_for(|life| *life == Life::Ending).await;
    }
}
