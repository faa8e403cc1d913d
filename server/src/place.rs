//! A connection's place among all that are served at the same time.
use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::tally::Tally;

/// A connection's place among all; whoever serves the connection keeps it until the end.
#[derive(Clone)]
pub(crate) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
    _tally: Arc<Tally>,
}

impl Place {
    pub(crate) fn new(permit: OwnedSemaphorePermit, app: &App) -> Self {
        let tally = Tally::of(&app.metrics.connections);
        Self { _permit: permit.into(), _tally: tally.into() }
    }
}
