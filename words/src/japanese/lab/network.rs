//! The drawer of the network in Japanese.

use alloc::{format, string::String};

use lab::{network::Network, path::Path, setup::Controller};
use shared::wire::{codec::CodecId, conditions::Condition};

use crate::lab::SnapshotSize;

pub(crate) const fn network(network: Network) -> &'static str {
    match network {
        Network::Perfect => "完璧",
        Network::Lan => "LAN",
        Network::Cable => "ケーブル",
        Network::WiFi => "Wi-Fi",
        Network::Mobile => "モバイル",
        Network::Transatlantic => "大西洋横断",
        Network::Satellite => "衛星",
        Network::Modem => "28.8モデム",
    }
}

pub(crate) const fn condition_hint(condition: Condition) -> &'static str {
    match condition {
        Condition::Latency => "線に注目してください。長くなります。",
        Condition::Jitter => "点に注目してください。速く上るものと遅く上るものがあります。",
        Condition::Loss => {
            "×印に注目してください。ストリームはそれを待ち、データグラムは先へ進みます。"
        }
        Condition::Burst => "続けて多くのパケットが失われる頻度です。空白に注目してください。",
        Condition::BurstLength => {
            "ほかの機体に注目してください。データが届かない間は薄くなります。"
        }
        Condition::Duplicate => "データグラムだけに効きます。何も起こらないはずです。",
        Condition::Reorder => "データグラムだけに効きます。点が追い越し合うのに注目してください。",
        Condition::Bandwidth => "パケットが並び、それとともに遅延が増えるのに注目してください。",
    }
}

pub(crate) fn controller(controller: &Controller) -> &'static str {
    match controller {
        Controller::You => "あなた",
        Controller::Bot => "ボット",
        Controller::Script(script) => Path::of(script).map_or("台本", path),
    }
}

const fn path(path: Path) -> &'static str {
    match path {
        Path::Still => "止まっている",
        Path::Crossing => "横切る",
        Path::Circling => "回る",
        Path::Strafing => "左右に動く",
        Path::Peeking => "覗いて戻る",
    }
}

pub(crate) const fn codec(codec: CodecId) -> &'static str {
    match codec {
        CodecId::Replay => "コマンドをやり直す",
        CodecId::Fields => "予想から外れた値",
        CodecId::Buckets => "差分を4つの大きさで",
        CodecId::Packed => "すべてをビットに詰めて",
        CodecId::Postcard => "すべてをバイト単位で",
    }
}

pub(crate) fn snapshot_size(size: SnapshotSize) -> String {
    match size {
        SnapshotSize::NoneCame => "まだ届いていない".into(),
        SnapshotSize::Measured { each_tenths, bytes_per_s } => {
            format!("{}.{} B, {bytes_per_s} B/s", each_tenths / 10, each_tenths % 10)
        }
    }
}
