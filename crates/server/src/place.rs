//! A connection's place among all that are served at the same time.
use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::per_address::share::Part;
use crate::tally::Tally;

/// A connection's place among all; whoever serves the connection keeps it until the end.
#[derive(Clone)]
pub(crate) struct Place {
    _held: Arc<HeldPlace>,
}

struct HeldPlace {
    _permit: OwnedSemaphorePermit,
    /// Of its address's share; a trusted proxy's connections are no one address's.
    _part: Option<Part>,
    _tally: Tally,
}

impl Place {
    pub(crate) fn new(permit: OwnedSemaphorePermit, part: Option<Part>, app: &App) -> Self {
        let tally = Tally::of(&app.metrics.connections);
        let held = HeldPlace { _permit: permit, _part: part, _tally: tally };
        Self { _held: held.into() }
    }
}
