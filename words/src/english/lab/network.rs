//! The drawer of the network in English.

use alloc::{format, string::String};

use lab::{network::Network, path::Path, setup::Controller};
use shared::wire::{codec::CodecId, conditions::Condition};

use crate::lab::SnapshotSize;

pub(crate) const fn network(network: Network) -> &'static str {
    match network {
        Network::Perfect => "Perfect",
        Network::Lan => "LAN",
        Network::Cable => "Cable",
        Network::WiFi => "Wi-Fi",
        Network::Mobile => "Mobile",
        Network::Transatlantic => "Transatlantic",
        Network::Satellite => "Satellite",
        Network::Modem => "28.8 modem",
    }
}

pub(crate) const fn condition_hint(condition: Condition) -> &'static str {
    match condition {
        Condition::Latency => "Watch the threads: they grow longer.",
        Condition::Jitter => "Watch the dots: some climb faster than others.",
        Condition::Loss => "Watch the crosses: a stream waits for them, datagrams go on.",
        Condition::Burst => "How often many packets in a row are lost. Watch the gaps.",
        Condition::BurstLength => "Watch the others: they fade while their data stays away.",
        Condition::Duplicate => "Datagrams only. Nothing should happen at all.",
        Condition::Reorder => "Datagrams only. Watch dots overtake each other.",
        Condition::Bandwidth => "Watch the packets queue, and your latency with them.",
    }
}

pub(crate) fn controller(controller: &Controller) -> &'static str {
    match controller {
        Controller::You => "You",
        Controller::Bot => "A bot",
        Controller::Script(script) => Path::of(script).map_or("A script", path),
    }
}

const fn path(path: Path) -> &'static str {
    match path {
        Path::Still => "Stands still",
        Path::Crossing => "Crosses",
        Path::Circling => "Circles",
        Path::Strafing => "Strafes",
        Path::Peeking => "Peeks out and back",
    }
}

pub(crate) const fn codec(codec: CodecId) -> &'static str {
    match codec {
        CodecId::Replay => "Commands, replayed",
        CodecId::Fields => "Fields off the expected course",
        CodecId::Buckets => "Differences, in four sizes",
        CodecId::Packed => "Everything, packed in bits",
        CodecId::Postcard => "Everything, in whole bytes",
    }
}

pub(crate) fn snapshot_size(size: SnapshotSize) -> String {
    match size {
        SnapshotSize::NoneCame => "none came".into(),
        SnapshotSize::Measured { each_tenths, bytes_per_s } => {
            format!("{}.{} B, {bytes_per_s} B/s", each_tenths / 10, each_tenths % 10)
        }
    }
}
