//! The players of the laboratory, and what stands above the panes, in Korean.

use alloc::format;

use crate::lab::{LabPlayerTexts, PaneNameTexts, PaneWords};

pub(crate) const PLAYERS: LabPlayerTexts =
    LabPlayerTexts { You: "나", Other: "상대", Third: "세 번째" };

pub(crate) const WORDS: PaneWords = PaneWords {
    names: PaneNameTexts { You: "나", Server: "서버", OtherPlayer: "상대 플레이어" },
    you: "나",
    lying: "거짓말 중",
    lying_about: |lie| format!("거짓말 중 ({lie})"),
    tick: |tick| format!("틱 {tick}"),
    moments: |own, others| format!("나 {own} ms, 다른 기체 {others} ms"),
    all_the_room: "이 칸만 크게 보기, 또는 세 칸 모두 보기",
    all_the_room_for: |pane| format!("{pane}: 이 칸만 크게 보기"),
    same_place: "같은 자리",
    server: "서버",
};
