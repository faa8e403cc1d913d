//! The end of the article in Korean.

use alloc::{format, string::String};

use crate::article::{Change, EndWords, PayerRow, PayerTexts};

pub(crate) const WORDS: EndWords = EndWords {
    payers: "누가 대가를 치르는가",
    payers_intro: "공짜인 방식은 없습니다. 이 게임의 방식마다 누가 대가를 치르는지 모았습니다. ‘선행’은 내 \
                   화면의 내 기체가 서버보다 얼마나 앞선 순간에 있는지를 말합니다.",
    columns: PayerRow {
        scheme: "방식",
        waits: "누가 기다리는가",
        misses: "누가 못 맞히는가",
        behind_cover: "누가 엄폐물 뒤에서 맞는가",
        believed: "서버는 누구를 믿는가",
    },
    glossary: "용어",
    changed: "마지막 수정: {0}",
    link_to: "‘{0}’ 링크",
    score: "{1}개 중 {0}개 해결",
    solved: "해결함",
};

pub(crate) const PAYERS: PayerTexts = PayerTexts {
    Nothing: &PayerRow {
        scheme: "보상 없음",
        waits: "나. 내 기체가 핑만큼 늦게 반응합니다.",
        misses: "나. 지연 전부만큼 앞을 겨누지 않으면 빗나갑니다.",
        behind_cover: "아무도 맞지 않습니다. 내 기체는 서버에 있는 그대로 보입니다.",
        believed: "아무도 믿지 않습니다.",
    },
    Jump: &PayerRow {
        scheme: "건너뛰기",
        waits: "아무도 기다리지 않습니다.",
        misses: "나. 화면의 모습이 오래된 만큼 앞을 겨누지 않으면 빗나갑니다.",
        behind_cover: "나. 내 선행만큼 더.",
        believed: "서버의 측정에 대한 내 응답. 늦게 답하면 이득을 봅니다.",
    },
    Targeting: &PayerRow {
        scheme: "타기팅",
        waits: "아무도 기다리지 않습니다.",
        misses: "나. 화면의 모습이 오래된 만큼 앞을 겨누지 않으면 빗나갑니다.",
        behind_cover: "나. 내 선행만큼 더.",
        believed: "서버의 측정에 대한 내 응답. 늦게 답하면 이득을 봅니다.",
    },
    QuakeWorld: &PayerRow {
        scheme: "QuakeWorld",
        waits: "내 탄. 핑만큼 늦게 나타납니다.",
        misses: "나. 핑만큼 앞을 겨누지 않거나 상대가 방향을 틀면 빗나갑니다.",
        behind_cover: "나. 내 선행만큼 더.",
        believed: "아무도 믿지 않습니다.",
    },
    EnemyTerritory: &PayerRow {
        scheme: "Wolfenstein: ET",
        waits: "내 탄. 핑만큼 늦게 나타납니다.",
        misses: "빔은 450 ms까지 누구나 맞힙니다. 탄은 지연 전부만큼 앞을 겨누지 않으면 빗나갑니다.",
        behind_cover: "빔에 맞는 쪽. 최대 450 ms에 선행만큼 더. ET 2.60에서는 엄폐물 때문에 그 명중이 \
                       기각될 수 있습니다.",
        believed: "쏜 쪽이 본 순간. 450 ms 전까지.",
    },
    Source: &PayerRow {
        scheme: "Source",
        waits: "내 탄. 핑만큼 늦게 나타납니다.",
        misses: "1초까지 누구나 맞힙니다.",
        behind_cover: "나. 최대 1초에 내 선행만큼 더.",
        believed: "쏜 쪽이 본 순간. 서버가 잰 값과의 차이가 0.2초 이내이면 믿습니다.",
    },
    Lagrange: &PayerRow {
        scheme: "Lagrange",
        waits: "아무도 기다리지 않습니다.",
        misses: "400 ms까지 누구나 맞힙니다.",
        behind_cover: "나. 최대 400 ms에 내 선행만큼 더.",
        believed: "쏜 쪽이 본 순간. 회선으로 설명되는 만큼 믿습니다.",
    },
    DelayedSync: &PayerRow {
        scheme: "지연 동기화",
        waits: "명중. 모든 화면에서 탄이 거기까지 갈 때까지 잠정적입니다.",
        misses: "메시지가 걸리는 시간이 D보다 짧은 동안에는 누구나 맞힙니다.",
        behind_cover: "나. 탄이 도착했을 때 남아 있는 D 동안.",
        believed: "아무도 믿지 않습니다. D는 모두에게 같습니다.",
    },
    Lockstep: &PayerRow {
        scheme: "록스텝",
        waits: "모두. 가장 느린 플레이어를 기다립니다.",
        misses: "나. 핑과 상관없이 n + 1틱의 움직임만큼 빗나갑니다.",
        behind_cover: "아무도 맞지 않습니다. 모든 화면이 같은 틱을 보여 줍니다.",
        believed: "아무도 믿지 않습니다. 다만 모두가 계속 보내야 합니다.",
    },
    PredictEveryone: &PayerRow {
        scheme: "모두 예측하기",
        waits: "아무도 기다리지 않습니다.",
        misses: "나. 상대가 막 방향을 틀었을 때 빗나갑니다.",
        behind_cover: "나. 내 선행만큼 더.",
        believed: "아무도 믿지 않습니다. 명중은 서버가 정합니다.",
    },
};

pub(crate) const CHANGES: [Change; 3] = [
    Change {
        date: "2026-11-29",
        text: "절마다 코드와 출처를 더했고, 대가의 표와 용어, 해결한 과제의 기록, 밝은 색을 더했습니다.",
    },
    Change { date: "2026-11-27", text: "모든 문장을 다시 썼습니다." },
    Change {
        date: "2026-11-25", text: "그림과 과제가 있는 열두 절을 공개했습니다."
    },
];

/// A date as people write it.
pub(crate) fn date(date: &str) -> String {
    let mut parts = date.split('-').map(|part| part.trim_start_matches('0'));
    match (parts.next(), parts.next(), parts.next()) {
        (Some(year), Some(month), Some(day)) => format!("{year}년 {month}월 {day}일"),
        _ => date.into(),
    }
}
