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
    listed_friend: "誰かと対戦",
    listed_friend_hint: "2人用の公開ルームです。誰かが参加したらラウンドが始まります",
    listed_room: "新しい公開ルーム",
    listed_room_hint: "ルーム名はランダムです。一覧に表示され、誰でも参加できます",
};
