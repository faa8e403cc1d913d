//! Replays, in Korean.

use alloc::{
    format,
    string::{String, ToString},
};

use forensics::shot_end::EndKind;

use crate::game::{Offset, OffsetFrom, ReplayWords};

pub(super) const WORDS: ReplayWords = ReplayWords {
    title: "리플레이",
    you_were_here: "내가 있던 자리",
    server_had_you_here: "서버가 가진 내 위치",
    server_had_you_where_you_were: "서버가 가진 위치도 여기",
    saw_you_here: |shooter| format!("{shooter}의 화면 속 나"),
    saw_you_where_you_were: |shooter| format!("{shooter}의 화면에도 여기"),
    you_saw_it_here: "내가 본 자리",
    server_had_it_here: |end| format!("{end}: 서버가 가진 위치"),
    server_had_it_where_you_saw_it: |end| format!("{end}: 서버의 위치도 내가 본 자리"),
    apart: |u, ms| {
        let time = ms.map_or_else(String::new, |ms| format!(" · {ms} ms 늦음"));
        format!("{u} u{time}")
    },
    place,
    saw_you: |shooter, place| format!("{shooter}의 화면에서 나는 {place}에 있었습니다."),
    server_had_you: |place| format!("서버에서 나는 {place}에 있었습니다."),
    server_had: |end, target, place| {
        format!("{end}: 서버에서 {target}의 기체는 {place}에 있었습니다.")
    },
    ended: |end| format!("{end}."),
    near_none: |end| format!("{end}: 사격 가까이에 아무도 없었습니다."),
    end,
    went_by_what_was_seen: |shooter| match shooter {
        Some(shooter) => format!("서버는 {shooter}의 화면에 보인 대로 판정했습니다."),
        None => "서버는 내가 본 대로 판정했습니다.".to_string(),
    },
    went_part_of_the_way: |shooter| match shooter {
        Some(shooter) => {
            format!("서버는 {shooter}의 화면에 보인 순간까지 다 되감지는 않았습니다.")
        }
        None => "서버는 내가 본 순간까지 다 되감지는 않았습니다.".to_string(),
    },
    went_by_servers_time: "서버는 되감지 않고, 자신의 현재 시각으로 판정했습니다.",
    went_by_shared_delay: "모두가 다른 기체들을 같은 지연으로 보고, 서버도 그 지연으로 \
                           판정했습니다.",
};

const fn end(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "아직 판정되지 않음",
        EndKind::Open => "명중, 아직 취소될 수 있음",
        EndKind::Hit => "명중",
        EndKind::Undone => "명중, 취소됨",
        EndKind::Refused => "명중 거부",
        EndKind::Miss => "빗나감",
        EndKind::Veto => "엄폐물에 막혀 기각",
        EndKind::Void => "무효",
    }
}

fn place(off: Option<Offset>, from: OffsetFrom) -> String {
    const SIDES: [&str; 8] =
        ["오른쪽", "오른쪽 아래", "아래쪽", "왼쪽 아래", "왼쪽", "왼쪽 위", "위쪽", "오른쪽 위"];
    let from = match from {
        OffsetFrom::WhereYouWentDown => "격추된 자리",
        OffsetFrom::WhereYouSawIt => "내가 본 자리",
    };
    off.map_or_else(
        || from.into(),
        |Offset { half_ships, u, eighth }| {
            format!(
                "{from}에서 {} {}({u} u) 떨어진 곳",
                side_of(SIDES[eighth % 8]),
                ship_widths(half_ships)
            )
        },
    )
}

fn side_of(side: &str) -> String {
    let particle = if side.ends_with("쪽") { "으로" } else { "로" };
    format!("{side}{particle}")
}

pub(super) fn ship_widths(halves: u32) -> String {
    match halves {
        0 => "기체 폭의 절반도 안 되게".into(),
        1 => "기체 폭의 절반쯤".into(),
        2 => "기체 폭만큼".into(),
        3 => "기체 폭의 1.5배쯤".into(),
        _ => format!("기체 폭의 {}배쯤", halves / 2),
    }
}
