//! Turns a scenario's measured outcome into sentences, in Japanese.

pub(crate) mod liars;
pub(crate) mod network;
pub(crate) mod screens;
pub(crate) mod shots;

use alloc::{format, string::String};

use lab::outcome::OutcomeUnit;

use crate::{figures::SHIP_WIDTH_U, outcome::OutcomeFrame};

pub(crate) const FRAME: OutcomeFrame = OutcomeFrame {
    expected: "予想:",
    came_out: "結果:",
    came_as_expected: "✓ 予想どおりの結果:",
    came_otherwise: "≠ 予想と違う結果:",
    printed_as_expected: "予想どおり",
    printed_otherwise: "予想と違う",
    printed_in_b: "、B",
    printed_nothing: "シナリオが述べることは何も起こりませんでした",
};

/// Suffix of a number in this unit, with the space before it, if any.
pub(crate) const fn unit(unit: OutcomeUnit) -> &'static str {
    match unit {
        OutcomeUnit::U => " u",
        OutcomeUnit::Ms => " ms",
        OutcomeUnit::HitPoints => "点",
        OutcomeUnit::Shots => "発",
        OutcomeUnit::Ticks => "ティック",
        OutcomeUnit::OfTheWay => "の所",
    }
}

pub(crate) fn about_units() -> String {
    format!("距離の単位はuです。機体の幅は{SHIP_WIDTH_U:.0} uです。")
}

pub(crate) fn runs_past_end(frame: u32) -> String {
    format!("実行記録はシナリオの終わり、フレーム{frame}を過ぎて続き、台本が最初から始まります")
}
