//! A connection's reservation in the limit on all connections.
use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::per_address::share::Reservation;
use crate::tally::Tally;

/// A connection's reservation; whatever serves the connection holds it until the end.
#[derive(Clone)]
pub(crate) struct ConnectionPermit {
    _inner: Arc<PermitInner>,
}

struct PermitInner {
    _permit: OwnedSemaphorePermit,
    /// In its address's share; `None` for a trusted proxy, whose connections belong to no single
    /// address.
    _address: Option<Reservation>,
    _tally: Tally,
}

impl ConnectionPermit {
    pub(crate) fn new(
        permit: OwnedSemaphorePermit,
        address: Option<Reservation>,
        app: &App,
    ) -> Self {
        let tally = Tally::new(&app.metrics.connections);
        let inner = PermitInner { _permit: permit, _address: address, _tally: tally };
        Self { _inner: inner.into() }
    }
}
