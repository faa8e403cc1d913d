//! The questions that the article asks, in Korean.

use crate::article::{AskWords, QuestionWords, question};

pub(crate) const WORDS: AskWords = AskWords {
    before: "해 보기 전에:",
    guess: "추측해 보기",
    show: "바로 보기",
    right: "맞았습니다.",
    wrong: "아닙니다.",
    answer: "답:",
    laboratory: "실험실에서 보기 ▸",
    too_long: "이 비행은 링크에 담기에는 너무 깁니다. 비행 없이 경기 열기 ▸",
};

pub(crate) const COVER: QuestionWords = question(
    "핑이 0 ms여도 빔이 맞을까요?",
    ["맞는다", "빗나간다"],
    "맞습니다. 0 ms라도 조준하는 화면은 조금 오래된 모습입니다.",
);

pub(crate) const MESSAGE: QuestionWords = question(
    "핑이 0 ms이면 내 기체는 얼마나 빨리 반응할까요?",
    ["곧바로", "약 33 ms 뒤에"],
    "약 33 ms 뒤입니다. 거리가 없어도 틱과 스냅샷과 화면을 기다립니다.",
);

pub(crate) const PREDICTION: QuestionWords = question(
    "핑이 600 ms이면 B의 기체는 얼마나 빨리 반응할까요?",
    ["다음 프레임에서", "약 600 ms 뒤에"],
    "다음 프레임입니다. 예측된 기체는 핑이 얼마든 기다리지 않습니다.",
);

pub(crate) const WRONG_PREDICTION: QuestionWords = question(
    "핑이 400 ms이면 내 기체는 얼마나 보정될까요?",
    ["약 45 u, 앞과 같다", "약 95 u"],
    "약 95 u입니다. 핑이 두 배면 다시 실행할 명령도 두 배입니다.",
);

pub(crate) const MOMENTS: QuestionWords = question(
    "핑이 0 ms이면 화면의 두 기체는 같은 순간의 모습일까요?",
    ["그렇다", "아니다"],
    "아닙니다. 그래도 약 130 ms 차이가 납니다.",
);

pub(crate) const INTERPOLATION: QuestionWords = question(
    "지연이 50 ms여도 B의 기체는 매끄럽게 움직일까요?",
    ["매끄럽게 움직인다", "뚝뚝 끊긴다"],
    "뚝뚝 끊깁니다. 스냅샷 간격이 100 ms라서 다음 것이 아직 오지 않았습니다.",
);

pub(crate) const JITTER_BUFFER: QuestionWords = question(
    "버퍼가 400 ms이면 늦게 오는 스냅샷이 있을까요?",
    ["없다", "있다"],
    "없습니다. 하지만 보이는 상대 기체는 적어도 400 ms 전의 모습입니다.",
);

pub(crate) const LATE_LASER: QuestionWords = question(
    "핑이 0 ms이면 맞을까요, 빗나갈까요?",
    ["맞는다", "빗나간다"],
    "빗나갑니다. 핑이 없어도 조준하는 화면은 오래된 모습입니다.",
);

pub(crate) const JUMP: QuestionWords = question(
    "핑이 400 ms이면 탄은 얼마나 앞에서 나타날까요?",
    ["약 130 u, 앞과 같다", "약 220 u"],
    "약 220 u입니다. 핑의 절반 동안 탄이 날아가는 거리만큼 건너뜁니다.",
);

pub(crate) const REWINDING: QuestionWords = question(
    "서버가 400 ms까지만 되돌아본다면 맞을까요, 빗나갈까요?",
    ["맞는다", "빗나간다"],
    "맞습니다. 보이던 모습은 400 ms보다 최근 것이었습니다.",
);

pub(crate) const LOCKSTEP: QuestionWords = question(
    "24틱 앞선 명령을 보내면 내 기체는 얼마나 빨리 반응할까요?",
    ["약 320 ms 뒤, 앞과 같다", "약 420 ms 뒤"],
    "약 420 ms 뒤입니다. 세계가 제 속도로 돌기 시작하면 틱을 더해도 지연만 늘어납니다.",
);

pub(crate) const EVERYONE: QuestionWords = question(
    "핑이 600 ms이면 상대 기체는 얼마나 튈까요?",
    ["약 50 u", "약 100 u"],
    "약 50 u입니다. 화면은 어느 정도까지만 앞을 추측하고, 모자라는 만큼 상대 기체를 늦게 그립니다.",
);

pub(crate) const CHOOSE: QuestionWords = question(
    "핑이 600 ms여도 B에서 탄이 명중할까요?",
    ["맞는다", "빗나간다"],
    "빗나갑니다. Lagrange는 400 ms까지만 되돌아보는데, 보이던 모습은 그보다 오래되었습니다.",
);

pub(crate) const CLOCKS: QuestionWords = question(
    "여유가 100 ms이면 늦게 오는 명령이 있을까요?",
    ["없다", "있다"],
    "없습니다. 명령 여유가 갑자기 생긴 지연보다 길기 때문입니다. 하지만 화면은 언제나 그만큼 더 앞을 예측해야 합니다.",
);

pub(crate) const VICTIM_PAYS: QuestionWords = question(
    "핑이 600 ms이면 A에서 바위 뒤의 기체가 맞을까요?",
    ["맞는다", "무사하다"],
    "무사합니다. 보이던 모습은 서버가 되돌아보는 한도보다 오래되었습니다. 이번에는 쏜 쪽이 손해를 봅니다.",
);

pub(crate) const ROLLBACK: QuestionWords = question(
    "입력 지연이 4틱이면 상대 기체가 튀는 거리는 어떻게 될까요?",
    ["줄어든다", "그대로다"],
    "줄어듭니다. 그 4틱 동안 일어나는 일은 더 이상 짐작하지 않아도 됩니다.",
);
