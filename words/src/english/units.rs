//! The unit of the arena, in English.

use alloc::{format, string::String};

use shared::sim::rules::SHIP_RADIUS_U;

/// What a u is.
pub(crate) fn about() -> String {
    format!(
        "Distances are in u, the unit of the arena: a ship is {:.0} u wide.",
        2.0 * SHIP_RADIUS_U
    )
}
