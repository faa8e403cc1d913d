//! The net graph in Japanese.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::wire::bits::Category;

use crate::{
    panels::{GraphMark, GraphRow, GraphText, GraphWarning, Term, term},
    shot_sheet::ClampTexts,
};

/// What the bars are called and mean.
pub(crate) const BARS: Term = term(
    "棒",
    "1本の棒がサーバーからの1つのパケットで、最新は右端、高さはバイト数です。\
     薄い棒は、遅れたもの、2回届いたもの、使われなかったものです。",
);

/// What a row is called and means.
pub(crate) const fn row(row: GraphRow) -> Term {
    match row {
        GraphRow::FramesPerS => term("fps", "画面が1秒に表示するフレームの数です。"),
        GraphRow::Ping => term("ping値", "あなたとサーバーの間の往復時間です。"),
        GraphRow::In => term("受信", "直近の1秒にサーバーから届いた、パケットの数とバイト数です。"),
        GraphRow::Out => term("送信", "直近の1秒にあなたが送った、パケットの数とバイト数です。"),
        GraphRow::Updates => term(
            "更新",
            "直近の1秒に届いたスナップショットの数です。どれも1つのティックの世界を表します。",
        ),
        GraphRow::Commands => term(
            "コマンド",
            "直近の1秒に送ったコマンドの数と、カッコ内はパケットの数です。\
             1つのパケットに複数入ることがあります。",
        ),
        GraphRow::Loss => term(
            "ロス",
            "サーバーが送った、または送ろうとした更新のうち、届かなかったものの割合です。",
        ),
        GraphRow::Choke => {
            term("チョーク", "あなたに送れる量を超えるため、サーバーが間引いた更新の割合です。")
        }
        GraphRow::Delay => {
            term("補間遅延", "ほかの機体を、届いた更新よりどれだけ過去の姿で見ているかです。")
        }
        GraphRow::Margin => term(
            "余裕",
            "コマンドの余裕です。コマンドがどれだけ早めにサーバーに届くかで、\
             0より小さければ遅れています。",
        ),
        GraphRow::Error => {
            term("予測誤差", "最新の知らせから見て、自機がどれだけずれていたかです。")
        }
        GraphRow::WorstError => {
            term("最大誤差", "表示されているパケットの中で、いちばん大きい予測誤差です。")
        }
        GraphRow::Rewind => term(
            "巻き戻し",
            "あなたの最新のショットについて、\
             サーバーがほかの機体をどれだけさかのぼって調べたかです。",
        ),
        GraphRow::Rerun => term(
            "やり直し",
            "全員を予測するとき、スナップショットが届くたびにやり直す、全機体のティックの数です。",
        ),
        GraphRow::Limit => {
            term("時刻の修正", "ショットが求めた時刻を、サーバーが調べなかった理由です。")
        }
    }
}

/// What a mark is called and means.
pub(crate) const fn mark(mark: GraphMark) -> Term {
    match mark {
        GraphMark::Lost => term("ロス", "届かなかった更新です。棒のない所に×印で示します。"),
        GraphMark::Choked => {
            term("チョーク", "サーバーが間引いた更新です。棒のない所に○印で示します。")
        }
        GraphMark::Full => term(
            "完全な更新",
            "ほかの更新を土台にしない、完全な更新です。グラフと同じ高さの淡い柱で示します。",
        ),
        GraphMark::Second => term("秒の区切り", "この線から次の1秒が始まります。"),
    }
}

/// What a colour of the bars is called and means.
pub(crate) const fn category(category: Category) -> Term {
    match category {
        Category::Header => {
            term("ヘッダー", "ティック、確認応答、それに更新以外のすべてのメッセージです。")
        }
        Category::OwnShip => term("自機", "あなた自身の機体です。"),
        Category::Ships => term("ほかの機体", "自機以外の機体です。"),
        Category::Bolts => term("弾", "発射されたショットです。"),
        Category::Events => term("イベント", "命中、撃墜、登場です。"),
        Category::Commands => term("コマンド", "プレイヤーのコマンドです。"),
    }
}

/// Why the server did not look where a shot asked it to.
const LIMITS: ClampTexts = ClampTexts {
    Bound: "古すぎる",
    Future: "未来の時刻",
    Backwards: "逆戻り",
    Implausible: "pingと不一致",
    NotDelayed: "Dと不一致",
    PingCap: "pingの上限",
};

/// A figure that is none or has a word in it.
pub(crate) fn text(text: GraphText) -> String {
    match text {
        GraphText::None => "なし",
        GraphText::CommandsIn { commands, packets } => {
            return format!("{commands}/s({packets}個)");
        }
        GraphText::Limit(clamp) => LIMITS.of(clamp),
    }
    .to_string()
}

/// What is wrong.
pub(crate) fn warning(warning: GraphWarning) -> String {
    match warning {
        GraphWarning::LedElsewhere(n) => {
            format!("サーバーと食い違う結果になった更新: {n}個。最初から受け取り直しました。")
        }
        GraphWarning::OutOfData => "データ切れ: ほかの機体は推測です。".to_string(),
        GraphWarning::BelowOneUpdate { ms } => {
            format!("補間遅延が更新1回分の{ms} msより短く、データが切れます。")
        }
        GraphWarning::BelowTwoUpdates { ms } => {
            format!("補間遅延が更新2回分の{ms} msより短く、1回のロスが画面に出ます。")
        }
    }
}
