//! The net graph in Korean.

use alloc::format;

use crate::{
    panels::{GraphCategoryTerms, GraphMarkTerms, GraphRowTerms, GraphWords, Term, term},
    shot_sheet::ClampTexts,
};

pub(crate) const BARS: Term = term(
    "막대",
    "막대 하나가 서버에서 온 패킷 하나이고, 높이는 바이트 수이며, 가장 새것이 오른쪽입니다. 흐린 \
     막대는 늦게 왔거나, 두 번 왔거나, 쓸모가 없던 패킷입니다.",
);

pub(crate) const ROWS: GraphRowTerms = GraphRowTerms {
    FramesPerS: term("프레임", "내 화면이 1초에 보여 주는 프레임 수입니다."),
    Ping: term("핑", "서버까지 갔다가 돌아오는 데 걸리는 시간입니다."),
    In: term("수신", "최근 1초 동안 서버에서 온 패킷과 바이트의 수입니다."),
    Out: term("송신", "최근 1초 동안 내가 보낸 패킷과 바이트의 수입니다."),
    Updates: term(
        "업데이트",
        "최근 1초 동안 온 스냅샷 수입니다. 하나하나가 한 틱의 세계를 보여 줍니다.",
    ),
    Commands: term(
        "명령",
        "최근 1초 동안 내가 보낸 명령 수입니다. 한 패킷에 여러 개가 들어갈 수 있습니다.",
    ),
    Loss: term("손실", "서버가 보냈거나 보내려던 업데이트 가운데 끝내 오지 않은 것의 비율입니다."),
    Choke: term(
        "초크",
        "나에게 보낼 수 있는 양을 넘게 되어 서버가 건너뛴 업데이트(choke)의 비율입니다.",
    ),
    Delay: term("보간 지연", "다른 기체들이 업데이트보다 얼마나 뒤처진 모습으로 보이는지입니다."),
    Margin: term(
        "명령 여유",
        "내 명령이 서버에 얼마나 일찍 닿는지입니다. 0보다 작으면 늦은 것입니다.",
    ),
    Error: term(
        "예측 오차",
        "가장 새로운 소식에 비추어 보면 내 기체의 예측이 얼마나 틀렸는지입니다.",
    ),
    WorstError: term("최대 오차", "지금 보이는 패킷 가운데 가장 큰 예측 오차입니다."),
    Rewind: term(
        "되감기",
        "가장 새로운 내 사격을 판정할 때 서버가 표적을 얼마나 먼 과거까지 보았는지입니다.",
    ),
    Rerun: term(
        "다시 실행",
        "모두 예측할 때, 스냅샷이 올 때마다 모든 기체를 몇 틱이나 다시 실행하는지입니다.",
    ),
    Limit: term("제한", "내 사격이 요청한 순간을 서버가 보지 않은 이유입니다."),
};

pub(crate) const MARKS: GraphMarkTerms = GraphMarkTerms {
    Lost: term("손실", "끝내 오지 않은 업데이트입니다. 빈자리에 가위표가 있습니다."),
    Choked: term("초크", "서버가 건너뛴 업데이트입니다. 빈자리에 동그라미가 있습니다."),
    Full: term(
        "전체 업데이트",
        "다른 스냅샷을 기준으로 삼지 않는 업데이트입니다. 그래프 높이만큼 솟은 옅은 기둥입니다.",
    ),
    Second: term("1초", "이 선에서 다음 1초가 시작됩니다."),
};

/// The bars' colours.
pub(crate) const CATEGORIES: GraphCategoryTerms = GraphCategoryTerms {
    Header: term("헤더", "틱, 확인 응답, 그리고 업데이트가 아닌 모든 메시지입니다."),
    OwnShip: term("나", "내 기체입니다."),
    Ships: term("다른 기체", "내 기체를 뺀 나머지 기체들입니다."),
    Bolts: term("탄", "발사된 탄입니다."),
    Events: term("이벤트", "명중, 격추, 등장입니다."),
    Commands: term("명령", "플레이어들의 명령입니다."),
};

pub(crate) const WORDS: GraphWords = GraphWords {
    none: "없음",
    commands_in: |commands, packets| format!("{commands}/s (패킷 {packets})"),
    limits: ClampTexts {
        Bound: "너무 먼 과거",
        Future: "미래",
        Backwards: "거꾸로 감",
        Implausible: "핑과 안 맞음",
        NotDelayed: "D 시점 아님",
        PingCap: "핑 상한",
    },
    led_elsewhere: |n| {
        format!("서버와 다른 결과가 나온 업데이트: {n}개. 처음부터 새로 시작했습니다.")
    },
    out_of_data: "데이터가 없습니다. 다른 기체들은 추측한 것입니다.",
    below_one_update: |ms| {
        format!("보간 지연이 업데이트 간격인 {ms} ms보다 짧아서 데이터가 바닥납니다.")
    },
    below_two_updates: |ms| {
        format!("보간 지연이 업데이트 간격의 두 배인 {ms} ms보다 짧아서, 하나만 잃어도 드러납니다.")
    },
};
