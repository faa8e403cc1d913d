//! The controls of a simulated link, in Japanese.

use shared::wire::conditions::{Condition, LinkMode};

use crate::panels::CarrierText;

/// What a bandwidth of 0 is.
pub(crate) const NO_BOUND: &str = "制限なし";

/// A text of the list of how losses show.
pub(crate) const fn carrier(text: CarrierText) -> &'static str {
    match text {
        CarrierText::Title => "伝送方式",
        CarrierText::Hint => {
            "ストリーム(TCPなど)は失われたものを待ち、\
             データグラム(UDPなど)は待たずに先へ進みます。"
        }
        CarrierText::Mode(LinkMode::Stream) => "ストリーム: 遅れても全部届く",
        CarrierText::Mode(LinkMode::Datagram) => "データグラム: 失われたまま",
    }
}

/// What a condition is called.
pub(crate) const fn title(condition: Condition) -> &'static str {
    match condition {
        Condition::Latency => "遅延",
        Condition::Jitter => "ジッター",
        Condition::Loss => "ロス",
        Condition::Burst => "連続ロス",
        Condition::BurstLength => "連続時間",
        Condition::Duplicate => "重複",
        Condition::Reorder => "順序逆転",
        Condition::Bandwidth => "帯域幅",
    }
}
