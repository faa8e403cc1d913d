//! A value of any netcode choice, from its setting and number.

use shared::netcode::{
    choices::{
        BoltPath, BoltView, CommandPolicy, CorrectionMode, CoverVeto, Curve, HitRule, OwnShip,
        Piercing, PushRule, Ramming, RateRule, RemoteView,
    },
    setting::Setting,
};

/// A value of one of the netcode choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChoiceValue {
    HitRule(HitRule),
    CoverVeto(CoverVeto),
    BoltPath(BoltPath),
    Ramming(Ramming),
    CommandPolicy(CommandPolicy),
    OwnShip(OwnShip),
    CorrectionMode(CorrectionMode),
    RemoteView(RemoteView),
    Curve(Curve),
    BoltView(BoltView),
    RateRule(RateRule),
    PushRule(PushRule),
    Piercing(Piercing),
}

impl ChoiceValue {
    /// The value with a number; `None` if the setting is no choice, or has no such number.
    pub(crate) fn of(setting: Setting, n: u32) -> Option<Self> {
        match setting {
            Setting::HitRule => HitRule::from_number(n).map(Self::HitRule),
            Setting::CoverVeto => CoverVeto::from_number(n).map(Self::CoverVeto),
            Setting::BoltPath => BoltPath::from_number(n).map(Self::BoltPath),
            Setting::Ramming => Ramming::from_number(n).map(Self::Ramming),
            Setting::Commands => CommandPolicy::from_number(n).map(Self::CommandPolicy),
            Setting::OwnShip => OwnShip::from_number(n).map(Self::OwnShip),
            Setting::Correction => CorrectionMode::from_number(n).map(Self::CorrectionMode),
            Setting::Remote => RemoteView::from_number(n).map(Self::RemoteView),
            Setting::Curve => Curve::from_number(n).map(Self::Curve),
            Setting::Bolts => BoltView::from_number(n).map(Self::BoltView),
            Setting::RateRule => RateRule::from_number(n).map(Self::RateRule),
            Setting::PushRule => PushRule::from_number(n).map(Self::PushRule),
            Setting::Piercing => Piercing::from_number(n).map(Self::Piercing),
            _ => None,
        }
    }
}
