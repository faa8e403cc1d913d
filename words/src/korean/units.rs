//! The unit of the arena, in Korean.

use alloc::{format, string::String};

use shared::sim::rules::SHIP_RADIUS_U;

/// What a u is.
pub(crate) fn about() -> String {
    format!(
        "거리는 경기장의 단위인 u로 나타냅니다. 기체의 폭은 {:.0} u입니다.",
        2.0 * SHIP_RADIUS_U
    )
}
