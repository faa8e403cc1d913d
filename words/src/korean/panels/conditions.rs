//! The controls of a simulated link, in Korean.

use shared::wire::conditions::LinkMode;

use crate::panels::{CarrierText, ConditionTexts};

/// Shown for a bandwidth of 0.
pub(crate) const NO_BOUND: &str = "제한 없음";

/// A text of the carrier list.
pub(crate) const fn carrier(text: CarrierText) -> &'static str {
    match text {
        CarrierText::Title => "전송 방식",
        CarrierText::Hint => {
            "TCP 같은 스트림은 잃어버린 것을 기다리고, UDP 같은 데이터그램은 그것 없이 계속 갑니다."
        }
        CarrierText::Mode(LinkMode::Stream) => "스트림: 늦지만 온전함",
        CarrierText::Mode(LinkMode::Datagram) => "데이터그램: 잃은 채 계속",
    }
}

pub(crate) const TITLES: ConditionTexts = ConditionTexts {
    Latency: "지연 시간",
    Jitter: "지터",
    Loss: "손실",
    Burst: "연속 손실",
    BurstLength: "연속 길이",
    Duplicate: "중복",
    Reorder: "순서 바뀜",
    Bandwidth: "대역폭",
};
