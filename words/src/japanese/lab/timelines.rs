//! The command ring and the snapshot line in Japanese.

use alloc::format;

use shared::schemes::quakeworld::{FREEZE_AT, RING};

use crate::lab::timelines::{MOST_REPLAYED, SlotStateTexts, TimelineTexts, TimelineWords};

pub(crate) const TEXTS: TimelineTexts = TimelineTexts {
    RingTitle: "QuakeWorldの64フレームのリング",
    RingHint: "最新の64個のコマンドが1つずつの箱に入り、最新は右端です。下の番号はスロットで、コマ\
               ンドのティックを64で割った余りです。どのフレームも、最後に確認された状態から始めて、\
               その後のコマンドをやり直します。遅延は、スロットの受信時刻から送信時刻を引いたもので\
               す。公開された記事では引き算が逆に書かれていますが、それでは0より小さくなります。",
    Empty: "空",
    Acknowledged: "確認済み",
    Replayed: "今やり直し",
    Sent: "送信済み",
    Frozen: "凍りつき",
    LineTitle: "補間の時間線",
    LineHint: "縦の印はスナップショットとそのティック、×印は届かなかったものです。ほかの機体は描画\
               時刻の姿で描かれます。描画時刻はクライアントの時刻より遅延の分だけ後ろで、前後の2つ\
               のスナップショットの間の、そこに書かれた割合の所です。斜線の所では、もっと新しいスナ\
               ップショットがないので、ほかの機体をまっすぐ進めています。",
    Snapshot: "スナップショット",
    Missing: "届かず",
    Pair: "組",
    Extrapolated: "外挿",
    Client: "クライアント",
    Render: "描画",
};

pub(crate) const WORDS: TimelineWords = TimelineWords {
    open: |n| format!("未確認のコマンド{n}個"),
    frozen: |open| {
        format!(
            "凍りつき: {open}。{FREEZE_AT}個で予測が止まるので、やり直すのは多くても{MOST_REPLAYED}\
             個です。{RING}個のリングには、やり直しの最初の状態を残しておかなければなりません。"
        )
    },
    replays: |open, replayed| {
        format!(
            "{open}。このフレームでは、最大{MOST_REPLAYED}個のうち{replayed}個をやり直しました。"
        )
    },
    replays_none: |open| format!("{open}。やり直したものはなく、機体はサーバーを待っています。"),
    never_freezes: |open, replayed| {
        format!(
            "{open}。{replayed}個をやり直しました。{FREEZE_AT}個で凍りつくのはQuakeWorldだけです。"
        )
    },
    freezes_at: || format!("{FREEZE_AT}個で凍りつく"),
    slot: |number| format!("スロット{number}"),
    slot_with: |number, command| format!("スロット{number}、コマンド{command}"),
    no_command: "空です。コマンドは作られていません。",
    not_sent: "作られ、まだ送られていません。",
    received: |at, sent, latency_ms| format!("受信{at} − 送信{sent} = 遅延{latency_ms} ms。"),
    with_later: |sent| format!("{sent}に送信され、後のものと一緒に確認されました。"),
    waits: |sent, ago_ms, state| format!("{sent}、つまり{ago_ms} ms前に送信。{state}。"),
    states: SlotStateTexts {
        Empty: "空",
        Acknowledged: "確認済み",
        Sent: "未確認、やり直さず",
        Replayed: "未確認、このフレームでやり直し",
        Frozen: "未確認、凍りつき",
    },
    estimate: |ms| format!("推定値は{ms} msで、標本ごとに1 msずつ増えます。"),
    no_answer: "返事のあったスロットはまだありません。",
    no_snapshot: "スナップショットはまだありません。",
    newest: |tick| format!("ほかの機体を描く元は、最新のスナップショット {tick}です。"),
    flown_on: |tick| format!("ほかの機体を進める元は、最新のスナップショット {tick}です。"),
    chased: |tick| format!("ほかの機体が追うのは、最新のスナップショット {tick}です。"),
    run_on: |tick| {
        format!("ほかの機体をあなたのティックまで進める元は、最新のスナップショット {tick}です。")
    },
    one: |tick| format!("ほかの機体は、スナップショット{tick}のとおりに描かれています。"),
    pair: |older, newer, share| {
        format!("ほかの機体は、{older}から{newer}までの道のりの{share}の所に描かれています。")
    },
    missing: |ticks| format!("{ticks}は届きませんでした。"),
    extrapolated: |tick, ms| {
        format!(
            "データ切れ: {tick}より新しいものがないので、ほかの機体をまっすぐ進めています。今で\
             {ms} msです。"
        )
    },
    held: |tick, ms| {
        format!(
            "データ切れ: {tick}より新しいものがありません。{ms} msを過ぎたので、ほかの機体は進んだ\
             所で止めています。"
        )
    },
    interpolated: |client, render, ms| {
        format!("クライアントの時刻{client}、描画{render}: {ms} ms後ろです。")
    },
    not_interpolated: |client| format!("クライアントの時刻{client}: 補間していません。"),
};
