//! The controls of a simulated link, in Japanese.

use shared::wire::conditions::LinkMode;

use crate::panels::{CarrierText, ConditionTexts};

/// Shown for a bandwidth of 0.
pub(crate) const NO_BOUND: &str = "制限なし";

/// A text of the carrier list.
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

pub(crate) const TITLES: ConditionTexts = ConditionTexts {
    Latency: "遅延",
    Jitter: "ジッター",
    Loss: "ロス",
    Burst: "連続ロス",
    BurstLength: "連続時間",
    Duplicate: "重複",
    Reorder: "順序逆転",
    Bandwidth: "帯域幅",
};
