//! The quality of the connection and the simulated link, in Korean.

use alloc::format;

use crate::game::LinkWords;

pub(super) const WORDS: LinkWords = LinkWords {
    qualities: [", 좋음", ", 보통", ", 나쁨"],
    busy: "서버 혼잡",
    overloaded: "서버 과부하",
    prediction_frozen: |commands| {
        format!("예측 멈춤: 답을 받지 못한 명령이 {commands}개 이상입니다")
    },
    each_way: |link, carrier| format!("시뮬레이션: 편도 {link}{carrier}"),
    up_and_down: |up, down, carrier| {
        format!("시뮬레이션: 올라가는 길 {up}, 내려오는 길 {down}{carrier}")
    },
    datagrams: ", 데이터그램",
    loss: |percent| format!(" · 손실 {percent}"),
    up_hints: [
        "명중을 보세요. 확정이 늦어집니다.",
        "내 기체를 보세요. 너무 늦게 도착한 명령 때문에 뒤로 당겨집니다.",
        "내 기체를 보세요. 스트림에서는 멈칫하고, 데이터그램에서는 덜컥거립니다.",
    ],
    down_hints: [
        "잔상을 보세요. 다른 기체들이 보이는 자리에서 더 멀어집니다.",
        "다른 기체들을 보세요. 데이터가 오지 않는 동안 흐려집니다.",
        "다른 기체들을 보세요. 빠진 것이 너무 많으면 뚝뚝 건너뜁니다.",
    ],
};
