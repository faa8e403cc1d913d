//! What a server has stored of a ship, in Korean.

use alloc::format;

use crate::{korean::person, lab::StoredWords};

pub(crate) const WORDS: StoredWords = StoredWords {
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
