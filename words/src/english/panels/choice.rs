//! The choices of the netcode in English, from their tables: a way goes in, what it is called comes
//! out.

use crate::panels::Way;

/// What a way is called.
pub(crate) fn title(way: Way) -> &'static str {
    match way {
        Way::HitRule(way) => way.title(),
        Way::CoverVeto(way) => way.title(),
        Way::BoltPath(way) => way.title(),
        Way::Ramming(way) => way.title(),
        Way::CommandPolicy(way) => way.title(),
        Way::OwnShip(way) => way.title(),
        Way::CorrectionMode(way) => way.title(),
        Way::RemoteView(way) => way.title(),
        Way::Curve(way) => way.title(),
        Way::BoltView(way) => way.title(),
        Way::RateRule(way) => way.title(),
        Way::PushRule(way) => way.title(),
        Way::Piercing(way) => way.title(),
    }
}
