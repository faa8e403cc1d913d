//! Turns a scenario's measured outcome into sentences, in Korean.

pub(crate) mod liars;
pub(crate) mod network;
pub(crate) mod screens;
pub(crate) mod shots;

use alloc::{format, string::String};

use lab::outcome::OutcomeUnit;

use crate::{figures::SHIP_WIDTH_U, outcome::OutcomeFrame};

pub(crate) const FRAME: OutcomeFrame = OutcomeFrame {
    expected: "예상:",
    came_out: "결과:",
    came_as_expected: "✓ 예상대로입니다.",
    came_otherwise: "≠ 예상과 다릅니다.",
    printed_as_expected: "예상대로",
    printed_otherwise: "예상과 다르게",
    printed_in_b: ", B에서",
    printed_nothing: "시나리오가 말하는 일이 일어나지 않았습니다",
};

/// Suffix of a number in this unit, with the space before it, if any.
pub(crate) const fn unit(unit: OutcomeUnit) -> &'static str {
    match unit {
        OutcomeUnit::U => " u",
        OutcomeUnit::Ms => " ms",
        OutcomeUnit::HitPoints => "점",
        OutcomeUnit::Shots => "발",
        OutcomeUnit::Ticks => "틱",
        OutcomeUnit::OfTheWay => " 지점",
    }
}

pub(crate) fn about_units() -> String {
    format!("거리는 경기장의 단위인 u로 나타냅니다. 기체의 폭은 {SHIP_WIDTH_U:.0} u입니다.")
}

pub(crate) fn runs_past_end(frame: u32) -> String {
    format!(
        "실행이 시나리오의 끝(프레임 {frame})을 지나 계속됩니다. 스크립트는 처음부터 다시 \
         시작합니다"
    )
}
