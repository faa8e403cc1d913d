//! The cheater's desk in Korean.

use alloc::{format, string::String};

use lab::{
    cheaters_desk::{Counter, LieResult},
    setup::COLUMN_LETTERS,
};
use shared::schemes::claims::ClaimRefusal;

use crate::{
    figures::whole_ms,
    korean::lab::panes::PLAYERS,
    lab::{DeskNumbers, DeskText, LieWords},
};

pub(crate) const FALSE_CLAIM: LieWords = LieWords {
    title: "거짓 주장",
    tries: "레이저가 어디로 날아가든 모두 맞았다고 주장합니다.",
    against: "주장을 믿는 서버가 아니라면, 기체가 어디에 있었는지 서버가 직접 봅니다.",
    number: ["누구의 기체", "주장이 거부되는 이유를 보세요."],
    waits: "아직 없습니다. 레이저를 기다립니다.",
};

pub(crate) const BACKWARDS_VIEW: LieWords = LieWords {
    title: "거꾸로 가는 시점",
    tries: "나중 사격일수록 더 오래된 모습을 보고 겨눴다고 말합니다.",
    against: "시점은 결코 거꾸로 가지 않습니다. 더 오래된 시점은 앞선 시점으로 올려집니다.",
    number: ["", ""],
    waits: "아직 없습니다. 두 번째 사격을 기다립니다.",
};

pub(crate) const NO_COOLDOWN: LieWords = LieWords {
    title: "재사용 대기 없음",
    tries: "포가 식을 필요가 없는 것처럼 명령마다 방아쇠를 다시 당깁니다.",
    against: "재사용 대기 시간은 서버가 직접 셉니다.",
    number: ["", ""],
    waits: "아직 없습니다. 레이저를 기다립니다.",
};

pub(crate) const BURST: LieWords = LieWords {
    title: "쌓아 둔 명령",
    tries: "명령을 쌓아 두고, 두 배로 늘려서 한꺼번에 보냅니다.",
    against: "어떤 명령도 두 번 실행되거나 제 틱보다 먼저 실행되지 않으며, 늦은 명령은 저축해 둔 \
              틱이 있는 곳에서만 실행됩니다.",
    number: ["쌓아 두는 시간", "한 틱에 실행된 가장 많은 명령 수를 보세요."],
    waits: "아직 없습니다. 기체가 추력을 내기 시작하기를 기다립니다.",
};

pub(crate) const OLD_VIEW: LieWords = LieWords {
    title: "오래된 시점",
    tries: "사격마다 오래전의 모습을 보고 겨눴다고 말합니다.",
    against: "시점은 회선으로 설명되는 데까지, 또는 한계까지 옮겨집니다.",
    number: ["얼마나 오래된", "인정된 가장 오래된 시점을 보세요."],
    waits: "아직 없습니다. 사격을 기다립니다.",
};

pub(crate) const LATE_ECHO: LieWords = LieWords {
    title: "늦은 응답",
    tries: "회선이 느린 것처럼 서버의 탐침에 늦게 답합니다.",
    against: "한계 말고는 없습니다. 늦은 답은 느린 회선과 구별되지 않습니다.",
    number: ["얼마나 늦게", "핑이 그만큼 늘어나는 것을 보세요."],
    waits: "아직 없습니다. 1~2초에 한 번 오는 탐침을 기다립니다.",
};

pub(crate) const NUMBERS: DeskNumbers = DeskNumbers {
    ticks: |n| format!("{n}틱"),
    hits: |n| format!("명중 {n}"),
    shots: |n| format!("사격 {n}"),
    max_in_tick: |n| format!("한 틱의 명령 {n}"),
};

pub(crate) const fn counter(counter: Counter) -> &'static str {
    match counter {
        Counter::Lies => "프로그램이 한 거짓말",
        Counter::Commands => "도착한 명령",
        Counter::Executed => "그중 실행된 명령",
        Counter::StandIns => "오지 않은 명령을 대신해 실행",
        Counter::Late => "거부: 너무 늦거나 남은 틱이 없음",
        Counter::Early => "거부: 너무 이름",
        Counter::MaxInTick => "한 틱에 실행된 가장 많은 명령 수",
        Counter::Way => "기체가 난 거리",
        Counter::Triggers => "방아쇠를 당기는 명령",
        Counter::Shots => "나간 사격",
        Counter::Hits => "명중",
        Counter::OldestClaimed => "주장한 가장 오래된 시점",
        Counter::OldestUsed => "인정된 가장 오래된 시점",
        Counter::ViewsBackwards => "옮겨진 시점: 거꾸로 감",
        Counter::ViewsImplausible => "옮겨진 시점: 그럴듯하지 않음",
        Counter::ViewsBound => "옮겨진 시점: 한계를 넘음",
        Counter::ViewsOtherwise => "옮겨진 시점: 그 밖의 이유",
        Counter::Claims => "주장한 명중",
        Counter::ClaimsRefused => "그중 거부된 주장",
        Counter::RoundTrip => "측정된 핑",
    }
}

/// The result of a lie in a column.
pub(crate) fn came_to(came: LieResult) -> String {
    match came {
        LieResult::ClaimsRefused { n_refused, n_claims, last } => {
            let why = last.map(|why| format!(" {}", refused(why))).unwrap_or_default();
            format!("주장 {n_claims}개 가운데 {n_refused}개가 거부되었습니다.{why}")
        }
        LieResult::ViewsMoved { n_moved, n_shots } => {
            format!("시점 {n_shots}개 가운데 {n_moved}개가 옮겨졌습니다.")
        }
        LieResult::ShotsLeft { n_triggers, n_shots } => {
            format!("명령 {n_triggers}개가 방아쇠를 당기고, {n_shots}발이 나갑니다.")
        }
        LieResult::CommandsRefused { n_refused, max_in_tick } => {
            format!("명령 {n_refused}개가 거부되었고, 한 틱에 최대 {max_in_tick}개입니다.")
        }
        LieResult::Measured { round_trip: Some(round_trip) } => {
            format!("서버가 잰 핑은 {} ms입니다.", whole_ms(round_trip))
        }
        LieResult::Measured { round_trip: None } => "서버가 아직 아무것도 재지 못했습니다.".into(),
    }
}

/// Why the server refused a program's claim.
fn refused(why: ClaimRefusal) -> String {
    match why {
        ClaimRefusal::TooFar { distance } => {
            format!("기체가 사격에서 {} u 떨어져 있었습니다.", distance / 256)
        }
        ClaimRefusal::BeyondBound { ms } => {
            format!("기체를 본 것은 {ms} ms 전이고, 이는 한계를 넘습니다.")
        }
        ClaimRefusal::UnknownShot => "그런 사격이 없습니다.".into(),
        ClaimRefusal::Decided => "그 사격은 이미 판정이 끝났습니다.".into(),
        ClaimRefusal::NotReached => "사격이 그곳까지 갔을 리 없습니다.".into(),
        ClaimRefusal::LifeOver => "맞았다는 기체는 그때 이미 격추된 뒤였습니다.".into(),
        ClaimRefusal::Shielded => "보호막이 기체를 지켜 주었습니다.".into(),
        ClaimRefusal::Gone => "그 기체가 그곳에 없습니다.".into(),
        ClaimRefusal::Cover => "이제 엄폐물이 가로막고 있습니다.".into(),
        ClaimRefusal::Ally => "같은 편 기체입니다.".into(),
    }
}

pub(crate) fn text(text: DeskText) -> String {
    let letter = |column: usize| COLUMN_LETTERS.get(column).copied().unwrap_or_default();
    match text {
        DeskText::Honest => "정직".into(),
        DeskText::OnlyInSecond => "B에서만".into(),
        DeskText::Everywhere => "모든 곳에서".into(),
        DeskText::MoreThanFirst => "A와 비교해서".into(),
        DeskText::ChooseOnlyInSecond => "보려면 ‘B에서만’을 고르세요".into(),
        DeskText::WhatRoomsCount(player) => {
            format!("각 방이 센 ‘{}’의 기록", PLAYERS.of(player))
        }
        DeskText::LiesIn(column) => format!("{}: 거짓말", letter(column)),
        DeskText::HonestIn(column) => format!("{}: 정직", letter(column)),
    }
}
