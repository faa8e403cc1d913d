//! The network drawer in Korean.

use crate::{
    lab::{CodecTexts, ControllerWords, NetworkTexts, PathTexts},
    panels::ConditionTexts,
};

pub(crate) const NETWORKS: NetworkTexts = NetworkTexts {
    Perfect: "완벽",
    Lan: "LAN",
    Cable: "케이블",
    WiFi: "Wi-Fi",
    Mobile: "모바일",
    Transatlantic: "대서양 횡단",
    Satellite: "위성",
    Modem: "28.8 모뎀",
};

pub(crate) const CONDITION_HINTS: ConditionTexts = ConditionTexts {
    Latency: "연결선을 보세요. 점점 길어집니다.",
    Jitter: "점을 보세요. 어떤 점은 더 빨리 올라갑니다.",
    Loss: "가위표를 보세요. 스트림은 기다리고, 데이터그램은 계속 갑니다.",
    Burst: "패킷 여러 개를 연달아 잃는 빈도입니다. 빈틈을 보세요.",
    BurstLength: "다른 기체를 보세요. 데이터가 오지 않는 동안 흐려집니다.",
    Duplicate: "데이터그램에만 해당합니다. 아무 일도 없어야 합니다.",
    Reorder: "데이터그램에만 해당합니다. 점들이 서로 앞지르는 것을 보세요.",
    Bandwidth: "패킷이 줄을 서는 것을 보세요. 지연 시간도 함께 늘어납니다.",
};

pub(crate) const CODECS: CodecTexts = CodecTexts {
    Replay: "명령, 다시 실행함",
    Fields: "예상한 경로를 벗어난 필드",
    Buckets: "차이, 네 가지 크기로",
    Packed: "전부, 비트로 묶어서",
    Postcard: "전부, 온전한 바이트로",
};

pub(crate) const CONTROLLERS: ControllerWords = ControllerWords {
    you: "나",
    bot: "봇",
    script: "스크립트",
    paths: PathTexts {
        Still: "멈춰 있기",
        Crossing: "가로지르기",
        Circling: "맴돌기",
        Strafing: "좌우로 움직이기",
        Peeking: "내다보고 돌아가기",
    },
};

pub(crate) const NO_SNAPSHOT: &str = "아직 오지 않음";
