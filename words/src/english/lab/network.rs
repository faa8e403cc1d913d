//! The network drawer in English.

use crate::{
    lab::{CodecTexts, ControllerWords, NetworkTexts, PathTexts},
    panels::ConditionTexts,
};

pub(crate) const NETWORKS: NetworkTexts = NetworkTexts {
    Perfect: "Perfect",
    Lan: "LAN",
    Cable: "Cable",
    WiFi: "Wi-Fi",
    Mobile: "Mobile",
    Transatlantic: "Transatlantic",
    Satellite: "Satellite",
    Modem: "28.8 modem",
};

pub(crate) const CONDITION_HINTS: ConditionTexts = ConditionTexts {
    Latency: "Watch the threads get longer.",
    Jitter: "Watch the dots: some climb faster than others.",
    Loss: "Watch the crosses: a stream waits for what was lost, datagrams go on.",
    Burst: "How often many packets in a row are lost. Watch the gaps.",
    BurstLength: "Watch the others fade while no data arrives.",
    Duplicate: "Datagrams only. You should notice nothing at all.",
    Reorder: "Datagrams only. Watch dots overtake each other.",
    Bandwidth: "Watch the packets queue, and your latency with them.",
};

pub(crate) const CODECS: CodecTexts = CodecTexts {
    Replay: "Commands, to replay",
    Fields: "Only what differs from the forecast",
    Buckets: "Differences, in four sizes",
    Packed: "Everything, packed in bits",
    Postcard: "Everything, in whole bytes",
};

pub(crate) const CONTROLLERS: ControllerWords = ControllerWords {
    you: "You",
    bot: "A bot",
    script: "A script",
    paths: PathTexts {
        Still: "Stands still",
        Crossing: "Crosses",
        Circling: "Circles",
        Strafing: "Strafes",
        Peeking: "Peeks out and back",
    },
};

pub(crate) const NO_SNAPSHOT: &str = "none yet";
