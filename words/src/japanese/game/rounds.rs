//! Rounds, in Japanese.

use alloc::{format, string::String};

use super::replay::ship_widths;
use crate::game::RoundWords;

pub(super) const WORDS: RoundWords = RoundWords {
    waiting: "待機中",
    your_round_point: "あなたのラウンドポイント",
    your_match_point: "あなたのマッチポイント",
    round_point: |holder| format!("{holder}のラウンドポイント"),
    match_point: |holder| format!("{holder}のマッチポイント"),
    next_kill_wins: "次のキルで勝ち",
    overtime: "延長: 次のキルで勝ち",
    of_goal: |goal| format!("/ {goal}"),
    over: "ラウンド終了",
    last_shots: "飛んでいるショットはまだ有効です。",
    you_win: "あなたの勝ち",
    a_draw: "引き分け",
    wins: |winner| format!("{winner}の勝ち"),
    place: |place, of, score| format!("{of}機中{place}位: {score}"),
    bot_level: |before, now, highest| {
        let from = if before == now { String::new() } else { format!("{before} → ") };
        format!("ボットのレベル {from}{now} / {highest}")
    },
    own_best: |kills, time| format!("自己ベスト: {time}で{kills}キル。"),
    new_own_best: |kills, time| format!("自己ベスト更新: {time}で{kills}キル!"),
    room_best: |name, kills, time| format!("このルームの最高記録: {name}、{time}で{kills}キル。"),
    best_shot: |weapon, victim, half_ships| {
        format!("{victim}に{weapon}が命中、距離は{}", ship_widths(half_ships))
    },
    own_disputed_shot: |weapon, target, half_ships| {
        let apart = ship_widths(half_ships);
        format!("{target}へのあなたの{weapon}は無効: サーバーでの位置から{apart}離れた所で判定")
    },
    disputed_shot: |weapon, shooter, half_ships| {
        let apart = ship_widths(half_ships);
        format!("{shooter}の{weapon}: サーバーでのあなたの位置から{apart}離れた所で命中")
    },
    next_in: |seconds| format!("次のラウンドまで{seconds}秒"),
};
