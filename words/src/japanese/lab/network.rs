//! The network drawer in Japanese.

use crate::{
    lab::{CodecTexts, ControllerWords, NetworkTexts, PathTexts},
    panels::ConditionTexts,
};

pub(crate) const NETWORKS: NetworkTexts = NetworkTexts {
    Perfect: "完璧",
    Lan: "LAN",
    Cable: "ケーブル",
    WiFi: "Wi-Fi",
    Mobile: "モバイル",
    Transatlantic: "大西洋横断",
    Satellite: "衛星",
    Modem: "28.8モデム",
};

pub(crate) const CONDITION_HINTS: ConditionTexts = ConditionTexts {
    Latency: "線に注目してください。長くなります。",
    Jitter: "点に注目してください。速く上るものと遅く上るものがあります。",
    Loss: "×印に注目してください。ストリームはそれを待ち、データグラムは先へ進みます。",
    Burst: "続けて多くのパケットが失われる頻度です。空白に注目してください。",
    BurstLength: "ほかの機体に注目してください。データが届かない間は薄くなります。",
    Duplicate: "データグラムだけに効きます。何も起こらないはずです。",
    Reorder: "データグラムだけに効きます。点が追い越し合うのに注目してください。",
    Bandwidth: "パケットが並び、それとともに遅延が増えるのに注目してください。",
};

pub(crate) const CODECS: CodecTexts = CodecTexts {
    Replay: "コマンドをやり直す",
    Fields: "予想から外れた値",
    Buckets: "差分を4つの大きさで",
    Packed: "すべてをビットに詰めて",
    Postcard: "すべてをバイト単位で",
};

pub(crate) const CONTROLLERS: ControllerWords = ControllerWords {
    you: "あなた",
    bot: "ボット",
    script: "台本",
    paths: PathTexts {
        Still: "止まっている",
        Crossing: "横切る",
        Circling: "回る",
        Strafing: "左右に動く",
        Peeking: "覗いて戻る",
    },
};

pub(crate) const NO_SNAPSHOT: &str = "まだ届いていない";
