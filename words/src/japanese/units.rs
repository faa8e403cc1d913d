//! The unit of the arena, in Japanese.

use alloc::{format, string::String};

use shared::sim::rules::SHIP_RADIUS_U;

/// What a u is.
pub(crate) fn about() -> String {
    format!("距離の単位はuです。機体の幅は{:.0} uです。", 2.0 * SHIP_RADIUS_U)
}
