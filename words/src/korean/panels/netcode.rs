//! Notes beside the netcode settings, in Korean.

use alloc::format;

use crate::panels::NetcodeWords;

pub(crate) const WORDS: NetcodeWords = NetcodeWords {
    may: "이 설정은 바꿀 수 있습니다. 바꾸면 방의 모두에게 곧바로 적용됩니다.",
    public: "공개된 방입니다. 다른 플레이어가 있는 동안에는 규칙을 바꿀 수 없습니다.",
    first_only: |first| format!("가장 먼저 들어온 {first}만 방의 규칙을 바꿀 수 있습니다."),
    messages: |shots, both| {
        format!(
            "사격 {shots}발에 메시지 {shots}개입니다. ‘쐈다’와 ‘맞았다’를 따로 알리면 {both}개가 \
             됩니다."
        )
    },
    cut: |rate, whose| format!("실제로 받는 것은 {rate}입니다. {whose}."),
    by_room: "이 방의 규칙에 따른 값입니다",
    by_server: "이 서버의 운영자가 정한 값입니다",
    by_tick_rate: "방의 틱마다 하나씩입니다",
    picture: |age_ms, kind, limit_ms, meaning| {
        format!("내가 보는 모습 {age_ms} ms 전 · {kind} {limit_ms} ms{meaning}")
    },
    rewind: |age_ms, kind, limit_ms| format!("{age_ms} ms · {kind} {limit_ms} ms"),
    rewind_beyond: |age_ms, kind, limit_ms| format!("{age_ms} ms 필요 · {kind} {limit_ms} ms"),
    ping_cap: "핑 상한",
    bound: "한계",
    beyond: ": 내 사격은 내가 본 것보다 나중의 순간으로 판정됩니다",
    laboratory_only: |way| format!("{way} (실험실 전용)"),
    preset_has: |preset, value| format!("{preset}의 값: “{value}”"),
};
