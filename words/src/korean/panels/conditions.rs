//! The controls of a simulated link, in Korean.

use shared::wire::conditions::{Condition, LinkMode};

use crate::panels::CarrierText;

/// What a bandwidth of 0 is.
pub(crate) const NO_BOUND: &str = "제한 없음";

/// A text of the list of how losses show.
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

/// What a condition is called.
pub(crate) const fn title(condition: Condition) -> &'static str {
    match condition {
        Condition::Latency => "지연 시간",
        Condition::Jitter => "지터",
        Condition::Loss => "손실",
        Condition::Burst => "연속 손실",
        Condition::BurstLength => "연속 길이",
        Condition::Duplicate => "중복",
        Condition::Reorder => "순서 바뀜",
        Condition::Bandwidth => "대역폭",
    }
}
