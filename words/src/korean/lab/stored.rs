//! What a server has stored of a ship, in Korean.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::judge::rule_table::TargetPoses;

use crate::{
    figures::share,
    korean::person,
    lab::{StoredText, StoredUse},
};

pub(crate) const fn poses(from: TargetPoses) -> &'static str {
    match from {
        TargetPoses::Present => "틱",
        TargetPoses::Drawn => "스냅샷",
        TargetPoses::Records(_) => "기록",
        TargetPoses::Markers(_) => "마커",
    }
}

pub(crate) fn how(used: StoredUse) -> String {
    match used {
        StoredUse::Between(fraction) => format!("둘 사이의 {} 지점", share(fraction)),
        StoredUse::One => "하나를 그대로 씀".to_string(),
        StoredUse::None => "아무것도 쓰지 않음".to_string(),
    }
}

pub(crate) fn text(text: &StoredText) -> String {
    match text {
        StoredText::OfShip { ship, from, used } => {
            format!("{}: {}, {}", person::ship(ship), poses(*from), how(*used))
        }
        StoredText::NothingUsed { ship } => format!(
            "{}: 저장된 것을 쓰지 않고, 빔은 지금 있는 자리에서 만납니다",
            person::ship(ship)
        ),
        StoredText::Example { from, used } => format!("{}, {}", poses(*from), how(*used)),
        StoredText::PointAtShip => "기체를 가리키면 저장된 것이 보입니다.".to_string(),
        StoredText::NoSuchShip => "저장된 것이 없습니다. 그 기체는 이 경기에 없습니다.".to_string(),
        StoredText::NotInCapture => "서버에 저장된 것은 캡처에 들어 있지 않습니다.".to_string(),
    }
}
