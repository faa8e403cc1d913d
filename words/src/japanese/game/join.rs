//! The join screen's offers, in Japanese.

use alloc::format;

use crate::game::JoinWords;

pub(super) const WORDS: JoinWords = JoinWords {
    bots_follow: "あなたに合わせる",
    bot_ranks: ["訓練生", "パイロット", "ベテラン", "エース", "レジェンド"],
    single_rounds: "1ラウンドずつ",
    best_of: |rounds| format!("{rounds}本勝負"),
    usual_bots: "いつものボット",
    bots: |n| if n == 0 { "ボットなし".into() } else { format!("ボット{n}機") },
    bots_of_rank: |bots, rank| format!("{bots}、{rank}"),
    no_sides: "個人戦",
    sides: |[first, second]| format!("ping {first}対{second} ms"),
};
