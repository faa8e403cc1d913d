//! The controls of a simulated link, in English.

use shared::wire::conditions::LinkMode;

use crate::panels::CarrierText;

/// Shown for a bandwidth of 0.
pub(crate) const NO_BOUND: &str = "no limit";

/// A text of the carrier list.
pub(crate) const fn carrier(text: CarrierText) -> &'static str {
    match text {
        CarrierText::Title => "carrier",
        CarrierText::Hint => {
            "A stream (like TCP) waits for what was lost; datagrams (like UDP) go on without it."
        }
        CarrierText::Mode(LinkMode::Stream) => "stream: late, but complete",
        CarrierText::Mode(LinkMode::Datagram) => "datagrams: on time, or lost",
    }
}
