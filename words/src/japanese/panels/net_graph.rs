//! The net graph in Japanese.

use alloc::format;

use crate::{
    panels::{GraphCategoryTerms, GraphMarkTerms, GraphRowTerms, GraphWords, Term, term},
    shot_sheet::ClampTexts,
};

pub(crate) const BARS: Term = term(
    "棒",
    "1本の棒がサーバーからの1つのパケットで、最新は右端、高さはバイト数です。\
     薄い棒は、遅れたもの、2回届いたもの、使われなかったものです。",
);

pub(crate) const ROWS: GraphRowTerms = GraphRowTerms {
    FramesPerS: term("fps", "画面が1秒に表示するフレームの数です。"),
    Ping: term("ping値", "あなたとサーバーの間の往復時間です。"),
    In: term("受信", "直近の1秒にサーバーから届いた、パケットの数とバイト数です。"),
    Out: term("送信", "直近の1秒にあなたが送った、パケットの数とバイト数です。"),
    Updates: term(
        "更新",
        "直近の1秒に届いたスナップショットの数です。どれも1つのティックの世界を表します。",
    ),
    Commands: term(
        "コマンド",
        "直近の1秒に送ったコマンドの数と、カッコ内はパケットの数です。1つのパケットに複数入ることが\
         あります。",
    ),
    Loss: term(
        "ロス",
        "サーバーが送った、または送ろうとした更新のうち、届かなかったものの割合です。",
    ),
    Choke: term("チョーク", "あなたに送れる量を超えるため、サーバーが間引いた更新の割合です。"),
    Delay: term("補間遅延", "ほかの機体を、届いた更新よりどれだけ過去の姿で見ているかです。"),
    Margin: term(
        "余裕",
        "コマンドの余裕です。コマンドがどれだけ早めにサーバーに届くかで、0より小さければ遅れていま\
         す。",
    ),
    Error: term("予測誤差", "最新の知らせから見て、自機がどれだけずれていたかです。"),
    WorstError: term("最大誤差", "表示されているパケットの中で、いちばん大きい予測誤差です。"),
    Rewind: term(
        "巻き戻し",
        "あなたの最新のショットについて、サーバーがほかの機体をどれだけさかのぼって調べたかです。",
    ),
    Rerun: term(
        "やり直し",
        "全員を予測するとき、スナップショットが届くたびにやり直す、全機体のティックの数です。",
    ),
    Limit: term("時刻の修正", "ショットが求めた時刻を、サーバーが調べなかった理由です。"),
};

pub(crate) const MARKS: GraphMarkTerms = GraphMarkTerms {
    Lost: term("ロス", "届かなかった更新です。棒のない所に×印で示します。"),
    Choked: term("チョーク", "サーバーが間引いた更新です。棒のない所に○印で示します。"),
    Full: term(
        "完全な更新",
        "ほかの更新を土台にしない、完全な更新です。グラフと同じ高さの淡い柱で示します。",
    ),
    Second: term("秒の区切り", "この線から次の1秒が始まります。"),
};

/// The bars' colours.
pub(crate) const CATEGORIES: GraphCategoryTerms = GraphCategoryTerms {
    Header: term("ヘッダー", "ティック、確認応答、それに更新以外のすべてのメッセージです。"),
    OwnShip: term("自機", "あなた自身の機体です。"),
    Ships: term("ほかの機体", "自機以外の機体です。"),
    Bolts: term("弾", "発射されたショットです。"),
    Events: term("イベント", "命中、撃墜、登場です。"),
    Commands: term("コマンド", "プレイヤーのコマンドです。"),
};

pub(crate) const WORDS: GraphWords = GraphWords {
    none: "なし",
    commands_in: |commands, packets| format!("{commands}/s({packets}個)"),
    limits: ClampTexts {
        Bound: "古すぎる",
        Future: "未来の時刻",
        Backwards: "逆戻り",
        Implausible: "pingと不一致",
        NotDelayed: "Dと不一致",
        PingCap: "pingの上限",
    },
    led_elsewhere: |n| {
        format!("サーバーと食い違う結果になった更新: {n}個。最初から受け取り直しました。")
    },
    out_of_data: "データ切れ: ほかの機体は推測です。",
    below_one_update: |ms| format!("補間遅延が更新1回分の{ms} msより短く、データが切れます。"),
    below_two_updates: |ms| {
        format!("補間遅延が更新2回分の{ms} msより短く、1回のロスが画面に出ます。")
    },
};
