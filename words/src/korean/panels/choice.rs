//! Names of the netcode choices in Korean.

use shared::netcode::choices::{
    BoltPath, BoltView, CommandPolicy, CorrectionMode, CoverVeto, Curve, HitRule, OwnShip,
    Piercing, PushRule, Ramming, RateRule, RemoteView,
};

use crate::panels::ChoiceValue;

pub(crate) const fn title(way: ChoiceValue) -> &'static str {
    match way {
        ChoiceValue::HitRule(HitRule::Present) => "현재: 보상 없음",
        ChoiceValue::HitRule(HitRule::EtPerCommand) => "ET: 명령마다 마커",
        ChoiceValue::HitRule(HitRule::EtPerFrame) => "ET: 프레임마다 마커",
        ChoiceValue::HitRule(HitRule::SourceExact) => "Source: 64유닛 규칙",
        ChoiceValue::HitRule(HitRule::SourceByLifeId) => "Source: 목숨 규칙",
        ChoiceValue::HitRule(HitRule::DelayedSync) => "지연 동기화: 나중에 합의",
        ChoiceValue::HitRule(HitRule::Targeting) => "타기팅: 서버가 정함",
        ChoiceValue::HitRule(HitRule::Claim) => "주장: 쏜 쪽이 말하고 서버가 확인",
        ChoiceValue::HitRule(HitRule::Lagrange) => "Lagrange: 내가 본 것, 한계까지",
        ChoiceValue::HitRule(HitRule::Unverified) => "주장: 쏜 쪽이 말하고 확인 없음",
        ChoiceValue::CoverVeto(CoverVeto::Off) => "끔",
        ChoiceValue::CoverVeto(CoverVeto::Beams) => "빔",
        ChoiceValue::CoverVeto(CoverVeto::All) => "빔과 탄",
        ChoiceValue::BoltPath(BoltPath::Muzzle) => "포구에서 시작",
        ChoiceValue::BoltPath(BoltPath::Jump) => "앞으로 건너뜀",
        ChoiceValue::BoltPath(BoltPath::FastForward) => "앞으로 빨리 감음",
        ChoiceValue::BoltPath(BoltPath::ConvergeAsPublished) => "수렴, 글에 적힌 대로",
        ChoiceValue::BoltPath(BoltPath::ConvergeTimed) => "수렴, 시간 기준",
        ChoiceValue::BoltPath(BoltPath::Converge) => "수렴해서 따라잡음",
        ChoiceValue::Ramming(Ramming::Mutual) => "둘 다 튕김",
        ChoiceValue::Ramming(Ramming::RammerOnly) => "들이받은 쪽만 튕김",
        ChoiceValue::CommandPolicy(CommandPolicy::RepeatLast) => {
            "마지막 것을 되풀이, 늦은 것은 버림"
        }
        ChoiceValue::CommandPolicy(CommandPolicy::RunOnNext) => "기다렸다가 다음 패킷 때 실행",
        ChoiceValue::CommandPolicy(CommandPolicy::Bank) => "24틱까지 저축",
        ChoiceValue::CommandPolicy(CommandPolicy::Lockstep) => "록스텝: 틱마다 모두를 기다림",
        ChoiceValue::OwnShip(OwnShip::Predict) => "예측함",
        ChoiceValue::OwnShip(OwnShip::Wait) => "서버를 기다림",
        ChoiceValue::CorrectionMode(CorrectionMode::Off) => "끔",
        ChoiceValue::CorrectionMode(CorrectionMode::Linear) => "서서히 사라짐",
        ChoiceValue::CorrectionMode(CorrectionMode::Snap) => "한 틱 만에 맞춤",
        ChoiceValue::RemoteView(RemoteView::Raw) => "가장 새로운 스냅샷",
        ChoiceValue::RemoteView(RemoteView::Interpolate) => "보간함",
        ChoiceValue::RemoteView(RemoteView::QuakeWorld) => "차이의 절반만큼 앞",
        ChoiceValue::RemoteView(RemoteView::Chase) => "가장 새로운 위치를 뒤쫓음",
        ChoiceValue::RemoteView(RemoteView::Delayed) => "D만큼 지연",
        ChoiceValue::RemoteView(RemoteView::Predicted) => "모두 예측함",
        ChoiceValue::Curve(Curve::Linear) => "직선",
        ChoiceValue::Curve(Curve::Hermite) => "곡선",
        ChoiceValue::BoltView(BoltView::Late) => "늦게 나감",
        ChoiceValue::BoltView(BoltView::Jump) => "앞으로 건너뜀",
        ChoiceValue::BoltView(BoltView::ConvergeAsPublished) => "수렴, 글에 적힌 대로",
        ChoiceValue::BoltView(BoltView::ConvergeTimed) => "수렴, 시간 기준",
        ChoiceValue::BoltView(BoltView::Converge) => "수렴해서 따라잡음",
        ChoiceValue::RateRule(RateRule::QuakeWorld) => "QuakeWorld: 200바이트까지 앞서 보냄",
        ChoiceValue::RateRule(RateRule::Source) => "Source: 패킷 하나씩",
        ChoiceValue::PushRule(PushRule::Fixed) => "설정한 대로",
        ChoiceValue::PushRule(PushRule::HalfLatency) => "지연 시간의 절반",
        ChoiceValue::Piercing(Piercing::Off) => "맞은 기체에서 끝남",
        ChoiceValue::Piercing(Piercing::On) => "뚫고 계속 날아감",
    }
}
