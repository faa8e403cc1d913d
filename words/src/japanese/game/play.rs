//! What is said during play, in Japanese.

use alloc::{format, string::String};

use crate::game::PlayWords;

pub(super) const WORDS: PlayWords = PlayWords {
    you: "あなた",
    joined: |player| format!("{player}が参加しました。"),
    left: |player| format!("{player}が退出しました。"),
    is_back: |player| format!("{player}が戻りました。"),
    away: |player, seconds| format!("{player}の接続が切れました。席は{seconds}秒間そのままです。"),
    shot_down: |killer, victim| format!("{killer}が{victim}を撃墜"),
    you_shot_down: |victim| format!("あなたが{victim}を撃墜"),
    you_were_shot_down: |killer| format!("{killer}があなたを撃墜"),
    look_into_shot: "このショットを調べる",
    truce: "ボットは、あなたが動くか撃つまで攻撃してきません。最長で1分です。",
    refunded: |points| format!("耐久が{points}戻りました。先に別の機体に当たっていました。"),
    points_back: |points| format!("+{points} 回復"),
    hit_undone: |victim| {
        format!("{victim}への命中は取り消されました。ショットは先に別の機体に当たっていました。")
    },
    stalled: |seconds| format!("サーバーが{seconds}秒止まりました。試合は止まった所から続きます。"),
    shot_you_down: |killer, weapon, side| {
        let from = side.map_or_else(String::new, |side| format!("{side}から"));
        format!("{killer}に{from}{weapon}で撃墜されました。")
    },
    sides: ["右", "右下", "下", "左下", "左", "左上", "上", "右上"],
    back_in: |seconds| format!("復帰まで{seconds}秒"),
    back_soon: "まもなく復帰",
    watch_again: "もう一度見る",
    why: "なぜ?",
    own_room: "あなたのプライベートルームです。リンクを送って招待しましょう。",
    waiting_for_friend: "相手が来たらラウンドが始まります。",
    waiting_beside_bot: "相手が来たらラウンドが始まります。それまではボットが相手です。",
    only_with_link: "このリンクを持っている人だけが入れます。",
    listed: "このルームは公開中です。参加画面の一覧から誰でも入れます。",
    shared_title: "Lagrange: ブラウザーで遊べる宇宙の撃ち合い",
    copied: "コピーしました。",
    select_and_copy: "リンクを選択してコピーしてください。",
    saved: |file, bytes, special| format!("保存しました: {file}、{bytes}バイト{special}。"),
    capture_full: "、キャプチャの上限いっぱい",
    opens_at_shot: "。ラボのページに落とすと、このショットから開きます",
    not_saved: "このブラウザーではファイルを保存できません。",
    not_written: |error| format!("キャプチャをファイルにできません: {error}。"),
};
