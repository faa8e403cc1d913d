//! What stands beside the settings of the netcode, in Japanese.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::{netcode::rates::RateCap, wire::message::Access};

use crate::{
    language::Language,
    panels::{NetcodeNote, PictureAgeStatement},
};

/// What stands beside the settings.
pub(crate) fn note(note: NetcodeNote) -> String {
    match note {
        NetcodeNote::Access(Access::May, _) => {
            "これらは変更できます。ルームの全員にすぐ反映されます。".to_string()
        }
        NetcodeNote::Access(Access::Public, _) => {
            "ここは公開ルームです。ほかの人がいる間、ルールは変えられません。".to_string()
        }
        NetcodeNote::Access(Access::FirstOnly { .. }, first) => {
            format!("ルームのルールを変えられるのは、最初に来た{first}だけです。")
        }
        NetcodeNote::Messages { shots, hits } => {
            let both = u64::from(shots) + u64::from(hits);
            format!(
                "ショット{shots}発にメッセージは{shots}個です。\
                 「撃った」と「当たった」の2回に分けて伝えると、{both}個になります。"
            )
        }
        NetcodeNote::Cut { setting, rate, by } => {
            let whose = match by {
                RateCap::Room => "このルームのルールにより",
                RateCap::Server => "このサーバーの運営者の設定により",
                RateCap::TickRate => "ルームの1ティックに1つまでなので",
            };
            let rate = Language::Japanese.setting_value(setting, rate.into());
            format!("{whose}、{rate}になります。")
        }
        NetcodeNote::Picture(picture) => {
            let PictureAgeStatement { age_ms, limit_ms, is_ping_cap } = picture;
            let kind = if is_ping_cap { "pingの上限" } else { "上限" };
            let meaning = if picture.is_beyond() {
                ": ショットは、見えている姿より後の時刻で判定されます"
            } else {
                ""
            };
            format!("見えている姿は{age_ms} ms前 · {kind}{limit_ms} ms{meaning}")
        }
        NetcodeNote::LaboratoryOnly(way) => format!("{way}(ラボのみ)"),
        NetcodeNote::PresetHas(preset, value) => {
            format!("{}の値は「{value}」", super::preset::TITLES.of(preset))
        }
    }
}
