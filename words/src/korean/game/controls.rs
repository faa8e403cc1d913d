//! The controls, in Korean.

use alloc::format;

use crate::game::ControlWords;

pub(super) const WORDS: ControlWords = ControlWords {
    first: ["이동", "조준", "발사", "빔"],
    sticks: ["추진", "발사 · 가장자리: 빔"],
    keys: [
        "위로 추진",
        "왼쪽으로 추진",
        "아래로 추진",
        "오른쪽으로 추진",
        "조준 왼쪽으로",
        "조준 오른쪽으로",
        "레이저",
        "빔",
        "점수(누르고 있기)",
        "복수전, 다음 라운드",
        "최근 사격",
        "랙 보기",
        "잔상",
        "넷코드",
        "회선 시뮬레이션",
        "넷 그래프",
        "소리",
        "전체 업데이트",
        "도움말",
    ],
    pad: [
        "레이저",
        "빔",
        "메뉴",
        "점수(누르고 있기)",
        "복수전, 다음 라운드",
        "최근 사격",
        "잔상",
        "랙 보기",
        "다음으로",
        "닫기",
        "넷코드",
        "넷 그래프",
        "소리",
    ],
    press_a_key: "키를 누르세요",
    press_a_button: "버튼을 누르세요",
    press_key_for: |control| format!("‘{control}’에 쓸 키를 누르세요. Esc를 누르면 취소합니다."),
    press_button_for: |control| {
        format!("‘{control}’에 쓸 게임패드 버튼을 누르세요. Esc를 누르면 취소합니다.")
    },
    bound_to: |control, key| format!("‘{control}’에 {key} 입력을 지정했습니다."),
    keeps_another: |other| format!(" ‘{other}’에는 다른 키가 남아 있습니다."),
    swapped_with: |other, key| format!(" 대신 ‘{other}’에는 {key} 입력을 지정했습니다."),
    key_kept: "이 키는 쓸 수 없습니다. 다른 키를 누르세요.",
    bindings_reset: "키와 버튼을 모두 초기화했습니다.",
    settings_reset: "모든 설정을 초기화했습니다.",
    pad_unplugged: "게임패드의 연결이 끊겼습니다. 누르고 있던 것은 놓은 것으로 처리합니다.",
    pad_unknown: "브라우저가 이 게임패드의 버튼 배치를 몰라서 게임에 쓸 수 없습니다.",
    sound_off: "소리를 껐습니다.",
    sound_on: "소리를 켰습니다.",
};
