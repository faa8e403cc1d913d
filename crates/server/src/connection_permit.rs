//! A connection's reservation in the limit on all connections.
use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::per_address::share::Part;
use crate::tally::Tally;

/// A connection's reservation; whatever serves the connection holds it until the end.
#[derive(Clone)]
pub(crate) struct ConnectionPermit {
    _reservation: Arc<Reservation>,
}

struct Reservation {
    _permit: OwnedSemaphorePermit,
    /// Of its address's share; `None` for a trusted proxy, whose connections belong to no single
    /// address.
    _part: Option<Part>,
    _tally: Tally,
}

impl ConnectionPermit {
    pub(crate) fn new(permit: OwnedSemaphorePermit, part: Option<Part>, app: &App) -> Self {
        let tally = Tally::of(&app.metrics.connections);
        let reservation = Reservation { _permit: permit, _part: part, _tally: tally };
        Self { _reservation: reservation.into() }
    }
}
