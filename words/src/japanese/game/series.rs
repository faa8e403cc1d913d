//! What follows a round, in Japanese.

use alloc::{format, string::String, vec::Vec};

use crate::game::SeriesWords;

pub(super) const WORDS: SeriesWords = SeriesWords {
    revenge: "リベンジ",
    next_round: "次のラウンド",
    next_series: "次のシリーズ",
    wants_revenge: |player| format!("{player}がリベンジを望んでいます。"),
    wants_another: |player| format!("{player}がもう1ラウンド望んでいます。"),
    players_want_another: |n, of| format!("{of}人中{n}人がもう1ラウンド望んでいます。"),
    waiting_for: |player| format!("{player}を待っています。"),
    waiting_for_players: |n| format!("{n}人を待っています。"),
    you: "あなた",
    state: |best_of, won| {
        let won: Vec<String> = won.iter().map(|(name, won)| format!("{name} {won}")).collect();
        format!("{best_of}本勝負 · {}", won.join("、"))
    },
    you_win_round: "ラウンドはあなたの勝ち",
    wins_round: |winner| format!("ラウンドは{winner}の勝ち"),
    next_decides: "次のラウンドで決まります。",
    you_win: "シリーズはあなたの勝ち",
    wins: |winner| format!("シリーズは{winner}の勝ち"),
    round: |winner, kills, rival_kills| {
        format!("{} {kills} : {rival_kills}", winner.unwrap_or("あなた"))
    },
    drawn_round: |kills, rival_kills| format!("引き分け {kills} : {rival_kills}"),
    other_side: "相手の陣営",
    record: |other, won, lost| format!("{other}とのシリーズ: {won}勝{lost}敗。"),
    next_in: |seconds| format!("次のシリーズまで{seconds}秒"),
};
