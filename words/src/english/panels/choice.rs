//! Names of the netcode choices in English, from their tables in `shared`.

use crate::panels::ChoiceValue;

pub(crate) fn title(way: ChoiceValue) -> &'static str {
    match way {
        ChoiceValue::HitRule(way) => way.title(),
        ChoiceValue::CoverVeto(way) => way.title(),
        ChoiceValue::BoltPath(way) => way.title(),
        ChoiceValue::Ramming(way) => way.title(),
        ChoiceValue::CommandPolicy(way) => way.title(),
        ChoiceValue::OwnShip(way) => way.title(),
        ChoiceValue::CorrectionMode(way) => way.title(),
        ChoiceValue::RemoteView(way) => way.title(),
        ChoiceValue::Curve(way) => way.title(),
        ChoiceValue::BoltView(way) => way.title(),
        ChoiceValue::RateRule(way) => way.title(),
        ChoiceValue::PushRule(way) => way.title(),
        ChoiceValue::Piercing(way) => way.title(),
    }
}
