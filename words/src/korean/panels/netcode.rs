//! What stands beside the settings of the netcode, in Korean.

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
            "이 설정은 바꿀 수 있습니다. 바꾸면 방의 모두에게 곧바로 적용됩니다.".to_string()
        }
        NetcodeNote::Access(Access::Public, _) => {
            "공개된 방입니다. 다른 플레이어가 있는 동안에는 규칙을 바꿀 수 없습니다.".to_string()
        }
        NetcodeNote::Access(Access::FirstOnly { .. }, first) => {
            format!("가장 먼저 들어온 {first}만 방의 규칙을 바꿀 수 있습니다.")
        }
        NetcodeNote::Messages { shots, hits } => {
            let both = u64::from(shots) + u64::from(hits);
            format!(
                "사격 {shots}발에 메시지 {shots}개입니다. ‘쐈다’와 ‘맞았다’를 따로 알리면 \
                 {both}개가 됩니다."
            )
        }
        NetcodeNote::Cut { setting, rate, by } => {
            let whose = match by {
                RateCap::Room => "이 방의 규칙에 따른 값입니다",
                RateCap::Server => "이 서버의 운영자가 정한 값입니다",
                RateCap::TickRate => "방의 틱마다 하나씩입니다",
            };
            let rate = Language::Korean.setting_value(setting, rate.into());
            format!("실제로 받는 것은 {rate}입니다. {whose}.")
        }
        NetcodeNote::Picture(picture) => {
            let PictureAgeStatement { age_ms, limit_ms, is_ping_cap } = picture;
            let kind = if is_ping_cap { "핑 상한" } else { "한계" };
            let meaning = if picture.is_beyond() {
                ": 내 사격은 내가 본 것보다 나중의 순간으로 판정됩니다"
            } else {
                ""
            };
            format!("내가 보는 모습 {age_ms} ms 전 · {kind} {limit_ms} ms{meaning}")
        }
        NetcodeNote::LaboratoryOnly(way) => format!("{way} (실험실 전용)"),
        NetcodeNote::PresetHas(preset, value) => {
            format!("{}의 값: “{value}”", super::preset::TITLES.of(preset))
        }
    }
}
