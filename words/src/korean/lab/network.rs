//! The drawer of the network in Korean.

use alloc::{format, string::String};

use lab::{network::Network, path::Path, setup::Controller};
use shared::wire::{codec::CodecId, conditions::Condition};

use crate::lab::SnapshotSize;

pub(crate) const fn network(network: Network) -> &'static str {
    match network {
        Network::Perfect => "완벽",
        Network::Lan => "LAN",
        Network::Cable => "케이블",
        Network::WiFi => "Wi-Fi",
        Network::Mobile => "모바일",
        Network::Transatlantic => "대서양 횡단",
        Network::Satellite => "위성",
        Network::Modem => "28.8 모뎀",
    }
}

pub(crate) const fn condition_hint(condition: Condition) -> &'static str {
    match condition {
        Condition::Latency => "연결선을 보세요. 점점 길어집니다.",
        Condition::Jitter => "점을 보세요. 어떤 점은 더 빨리 올라갑니다.",
        Condition::Loss => "가위표를 보세요. 스트림은 기다리고, 데이터그램은 계속 갑니다.",
        Condition::Burst => "패킷 여러 개를 연달아 잃는 빈도입니다. 빈틈을 보세요.",
        Condition::BurstLength => "다른 기체를 보세요. 데이터가 오지 않는 동안 흐려집니다.",
        Condition::Duplicate => "데이터그램에만 해당합니다. 아무 일도 없어야 합니다.",
        Condition::Reorder => "데이터그램에만 해당합니다. 점들이 서로 앞지르는 것을 보세요.",
        Condition::Bandwidth => "패킷이 줄을 서는 것을 보세요. 지연 시간도 함께 늘어납니다.",
    }
}

pub(crate) fn controller(controller: &Controller) -> &'static str {
    match controller {
        Controller::You => "나",
        Controller::Bot => "봇",
        Controller::Script(script) => Path::of(script).map_or("스크립트", path),
    }
}

const fn path(path: Path) -> &'static str {
    match path {
        Path::Still => "멈춰 있기",
        Path::Crossing => "가로지르기",
        Path::Circling => "맴돌기",
        Path::Strafing => "좌우로 움직이기",
        Path::Peeking => "내다보고 돌아가기",
    }
}

pub(crate) const fn codec(codec: CodecId) -> &'static str {
    match codec {
        CodecId::Replay => "명령, 다시 실행함",
        CodecId::Fields => "예상한 경로를 벗어난 필드",
        CodecId::Buckets => "차이, 네 가지 크기로",
        CodecId::Packed => "전부, 비트로 묶어서",
        CodecId::Postcard => "전부, 온전한 바이트로",
    }
}

pub(crate) fn snapshot_size(size: SnapshotSize) -> String {
    match size {
        SnapshotSize::NoneCame => "아직 오지 않음".into(),
        SnapshotSize::Measured { each_tenths, bytes_per_s } => {
            format!("{}.{} B, {bytes_per_s} B/s", each_tenths / 10, each_tenths % 10)
        }
    }
}
