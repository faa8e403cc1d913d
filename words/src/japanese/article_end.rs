//! The end of the article in Japanese.

use alloc::{format, string::String};

use crate::article::{Change, EndWords, PayerRow, PayerTexts};

pub(crate) const WORDS: EndWords = EndWords {
    payers: "代償を払うのは誰か",
    payers_intro: "代償のない方式はありません。このゲームの方式それぞれで、誰が代償を払うのかをまとめ\
                   ました。「先行」とは、自分の画面の自機がサーバーよりどれだけ先の時刻にいるかです。",
    columns: PayerRow {
        scheme: "方式",
        waits: "誰が待つか",
        misses: "誰が外すか",
        behind_cover: "誰が物陰で撃たれるか",
        believed: "サーバーは誰を信じるか",
    },
    glossary: "用語",
    changed: "最終更新: {0}",
    link_to: "「{0}」へのリンク",
    score: "{1}問中{0}問を解きました",
    solved: "解決済み",
};

pub(crate) const PAYERS: PayerTexts = PayerTexts {
    Nothing: &PayerRow {
        scheme: "補償なし",
        waits: "あなた。自機はpingの分だけ遅れて反応します。",
        misses: "あなた。遅れの全部の分だけ先を狙わなければ外れます。",
        behind_cover: "誰も撃たれません。自機は、サーバーにいるとおりの場所に見えます。",
        believed: "誰も信じません。",
    },
    Jump: &PayerRow {
        scheme: "飛び越し",
        waits: "誰も待ちません。",
        misses: "あなた。見えている姿の古さの分だけ先を狙わなければ外れます。",
        behind_cover: "あなた。先行の時間だけ。",
        believed: "サーバーの測定への返事。遅く返すと得をします。",
    },
    Targeting: &PayerRow {
        scheme: "ターゲティング",
        waits: "誰も待ちません。",
        misses: "あなた。見えている姿の古さの分だけ先を狙わなければ外れます。",
        behind_cover: "あなた。先行の時間だけ。",
        believed: "サーバーの測定への返事。遅く返すと得をします。",
    },
    QuakeWorld: &PayerRow {
        scheme: "QuakeWorld",
        waits: "あなたの弾。pingの分だけ遅れて現れます。",
        misses: "あなた。pingの分だけ先を狙わないとき、そして相手が向きを変えたときに外れます。",
        behind_cover: "あなた。先行の時間だけ。",
        believed: "誰も信じません。",
    },
    EnemyTerritory: &PayerRow {
        scheme: "Wolfenstein: ET",
        waits: "あなたの弾。pingの分だけ遅れて現れます。",
        misses: "ビームなら、450 msまでは誰も外しません。弾なら、遅れの全部の分だけあなたが外します。",
        behind_cover: "ビームを受ける側。最大で450 msに先行を加えた時間。ET 2.60では、遮蔽物がその命中を却下する\
                       ことがあります。",
        believed: "撃った人が見た時刻。450 ms前まで。",
    },
    Source: &PayerRow {
        scheme: "Source",
        waits: "あなたの弾。pingの分だけ遅れて現れます。",
        misses: "1秒までは誰も外しません。",
        behind_cover: "あなた。最大で1秒に先行を加えた時間。",
        believed: "撃った人が見た時刻。サーバーの測った値との差が0.2秒以内なら信じます。",
    },
    Lagrange: &PayerRow {
        scheme: "Lagrange",
        waits: "誰も待ちません。",
        misses: "400 msまでは誰も外しません。",
        behind_cover: "あなた。最大で400 msに先行を加えた時間。",
        believed: "撃った人が見た時刻。回線から説明のつく範囲で信じます。",
    },
    DelayedSync: &PayerRow {
        scheme: "遅延同期",
        waits: "命中。弾がどの画面でもそこに届くまでは仮のものです。",
        misses: "メッセージにかかる時間がDより短い間は、誰も外しません。",
        behind_cover: "あなた。弾が届いたときに残っているDの時間。",
        believed: "誰も信じません。Dは全員に同じです。",
    },
    Lockstep: &PayerRow {
        scheme: "ロックステップ",
        waits: "全員。いちばん遅いプレイヤーを待ちます。",
        misses: "あなた。pingに関係なく、動きのn + 1ティック分だけ外れます。",
        behind_cover: "誰も撃たれません。どの画面も同じティックを映します。",
        believed: "誰も信じません。ただし、全員が送り続けなければなりません。",
    },
    PredictEveryone: &PayerRow {
        scheme: "全員を予測する",
        waits: "誰も待ちません。",
        misses: "あなた。相手が向きを変えた直後に外れます。",
        behind_cover: "あなた。先行の時間だけ。",
        believed: "誰も信じません。命中はサーバーが決めます。",
    },
};

pub(crate) const CHANGES: [Change; 3] = [
    Change {
        date: "2026-11-29",
        text: "各節のコードと出典、代償の表、用語、解いた問題の記録、明るい配色を加えました。",
    },
    Change { date: "2026-11-27", text: "すべての文を書き直しました。" },
    Change { date: "2026-11-25", text: "図と問題のある12の節を公開しました。" },
];

/// A date as people write it.
pub(crate) fn date(date: &str) -> String {
    let mut parts = date.split('-').map(|part| part.trim_start_matches('0'));
    match (parts.next(), parts.next(), parts.next()) {
        (Some(year), Some(month), Some(day)) => format!("{year}年{month}月{day}日"),
        _ => date.into(),
    }
}
