//! The quality of the connection and the simulated link, in Japanese.

use alloc::format;

use crate::game::LinkWords;

pub(super) const WORDS: LinkWords = LinkWords {
    qualities: ["、良好", "、普通", "、不良"],
    busy: "サーバー混雑",
    overloaded: "サーバー過負荷",
    prediction_frozen: |commands| {
        format!("予測停止中: {commands}個以上のコマンドに応答がありません")
    },
    each_way: |link, carrier| format!("シミュレーション: 片道{link}{carrier}"),
    up_and_down: |up, down, carrier| format!("シミュレーション: 上り{up}、下り{down}{carrier}"),
    datagrams: "、データグラム",
    loss: |percent| format!("・ロス{percent}"),
    up_hints: [
        "命中に注目してください。確定が遅れます。",
        "自機に注目してください。遅すぎたコマンドのせいで引き戻されます。",
        "自機に注目してください。ストリームでは止まり、データグラムではガクガクします。",
    ],
    down_hints: [
        "残像に注目してください。ほかの機体が、見えている場所からさらに離れます。",
        "ほかの機体に注目してください。データが届かない間は薄くなります。",
        "ほかの機体に注目してください。欠けた分が多すぎると飛び飛びに動きます。",
    ],
};
