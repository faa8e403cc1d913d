//! Names of the laboratory's players, texts around the panes, and texts about the poses that the
//! server has stored for a ship, in Korean.

use alloc::{format, string::String};

use crate::{
    korean::person,
    lab::{BarText, LabPlayerTexts, PaneNameTexts, PaneWords, StoredWords},
};

pub(crate) const PLAYERS: LabPlayerTexts =
    LabPlayerTexts { You: "나", Other: "상대", Third: "세 번째" };

pub(crate) const PANES: PaneWords = PaneWords {
    names: PaneNameTexts { You: "나", Server: "서버", OtherPlayer: "상대 플레이어" },
    you: "나",
    lying: "거짓말 중",
    lying_about: |lie| format!("거짓말 중 ({lie})"),
    tick: |tick| format!("틱 {tick}"),
    moments: |own, others| format!("나 {own} ms, 다른 기체 {others} ms"),
    all_the_room: "이 칸만 크게 보기, 또는 세 칸 모두 보기",
    all_the_room_for: |pane| format!("{pane}: 이 칸만 크게 보기"),
    server: "서버",
};

pub(crate) fn bar(text: BarText) -> String {
    match text {
        BarText::Play => "재생".into(),
        BarText::Pause => "일시 정지".into(),
        BarText::LessonPlace { number, of } => format!("레슨 {number}/{of}"),
        BarText::More => "관련 시나리오".into(),
        BarText::NoScheme => "없음".into(),
        BarText::Compare => "비교하기 (B)".into(),
        BarText::EndComparison => "비교 끝내기 (B)".into(),
        BarText::CaptureTitle { room } => format!("‘{room}’ 방의 캡처"),
        BarText::CaptureWatch => {
            "온라인 경기의 한 플레이어가 받은 것을, 그 화면이 그린 대로 보여 줍니다.".into()
        }
        BarText::RingPlace { slot: None, nth, of } => format!("{nth}/{of}"),
        BarText::RingPlace { slot: Some(slot), nth, of } => format!("{slot}, {nth}/{of}"),
    }
}

pub(crate) const STORED: StoredWords = StoredWords {
    ticks: "틱",
    snapshots: "스냅샷",
    records: "기록",
    markers: "마커",
    between: |share| format!("둘 사이의 {share} 지점"),
    one: "하나를 그대로 씀",
    none: "아무것도 쓰지 않음",
    listed: |poses, used| format!("{poses}, {used}"),
    ship: person::ship,
    nothing_used: "저장된 것을 쓰지 않고, 빔은 지금 있는 자리에서 만납니다",
    point_at_ship: "기체를 가리키면 저장된 것이 보입니다.",
    no_such_ship: "저장된 것이 없습니다. 그 기체는 이 경기에 없습니다.",
    not_in_capture: "서버에 저장된 것은 캡처에 들어 있지 않습니다.",
};
