//! The scores, in Japanese.

use alloc::format;

use crate::game::ScoreWords;

pub(super) const WORDS: ScoreWords = ScoreWords {
    kills: |_| "キル",
    deaths: |_| "デス",
    score: |kills, deaths| format!("{kills}キル、{deaths}デス"),
    in_room: |room| format!("ルーム「{room}」のスコア"),
    bots_at_level: |level| format!(" · ボット: レベル{level}"),
    away: "切断中",
    bot: "ボット",
    away_hint: |seconds| format!("接続が切れています。席は{seconds}秒間そのままです。"),
    aim_assist_legend: "◎ エイムアシストを使用中",
    aim_assist_hint: "エイムアシストを使用中: スティックの照準が機体に引き寄せられます。",
    lag_not_equal: "このプレイヤーのコマンドは、ルームの最低ラグまで待っていません。",
};
