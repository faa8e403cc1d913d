//! Notes beside the netcode settings, in Japanese.

use alloc::format;

use crate::panels::NetcodeWords;

pub(crate) const WORDS: NetcodeWords = NetcodeWords {
    may: "これらは変更できます。ルームの全員にすぐ反映されます。",
    public: "ここは公開ルームです。ほかの人がいる間、ルールは変えられません。",
    first_only: |first| format!("ルームのルールを変えられるのは、最初に来た{first}だけです。"),
    messages: |shots, both| {
        format!(
            "ショット{shots}発にメッセージは{shots}個です。「撃った」と「当たった」の2回に分けて伝\
             えると、{both}個になります。"
        )
    },
    cut: |rate, whose| format!("{whose}、{rate}になります。"),
    by_room: "このルームのルールにより",
    by_server: "このサーバーの運営者の設定により",
    by_tick_rate: "ルームの1ティックに1つまでなので",
    picture: |age_ms, kind, limit_ms, meaning| {
        format!("見えている姿は{age_ms} ms前 · {kind}{limit_ms} ms{meaning}")
    },
    rewind: |age_ms, kind, limit_ms| format!("{age_ms} ms · {kind}{limit_ms} ms"),
    rewind_beyond: |age_ms, kind, limit_ms| format!("{age_ms} ms必要 · {kind}{limit_ms} ms"),
    ping_cap: "pingの上限",
    bound: "上限",
    beyond: ": ショットは、見えている姿より後の時刻で判定されます",
    laboratory_only: |way| format!("{way}(ラボのみ)"),
    preset_has: |preset, value| format!("{preset}の値は「{value}」"),
};
