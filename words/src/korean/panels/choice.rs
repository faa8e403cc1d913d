//! The choices of the netcode in Korean: a way goes in, what it is called comes out.

use shared::netcode::choices::{
    BoltPath, BoltView, CommandPolicy, CorrectionMode, CoverVeto, Curve, HitRule, OwnShip,
    Piercing, PushRule, Ramming, RateRule, RemoteView,
};

use crate::panels::ChoiceValue;

/// What a way is called.
pub(crate) const fn title(way: ChoiceValue) -> &'static str {
    match way {
        ChoiceValue::HitRule(way) => hit_rule(way),
        ChoiceValue::CoverVeto(way) => cover_veto(way),
        ChoiceValue::BoltPath(way) => bolt_path(way),
        ChoiceValue::Ramming(way) => ramming(way),
        ChoiceValue::CommandPolicy(way) => command_policy(way),
        ChoiceValue::OwnShip(way) => own_ship(way),
        ChoiceValue::CorrectionMode(way) => correction_mode(way),
        ChoiceValue::RemoteView(way) => remote_view(way),
        ChoiceValue::Curve(way) => curve(way),
        ChoiceValue::BoltView(way) => bolt_view(way),
        ChoiceValue::RateRule(way) => rate_rule(way),
        ChoiceValue::PushRule(way) => push_rule(way),
        ChoiceValue::Piercing(way) => piercing(way),
    }
}

const fn hit_rule(way: HitRule) -> &'static str {
    match way {
        HitRule::Present => "현재: 보상 없음",
        HitRule::EtPerCommand => "ET: 명령마다 마커",
        HitRule::EtPerFrame => "ET: 프레임마다 마커",
        HitRule::SourceExact => "Source: 64유닛 규칙",
        HitRule::SourceLives => "Source: 목숨 규칙",
        HitRule::Deferred => "지연 동기화: 나중에 합의",
        HitRule::Targeting => "타기팅: 서버가 정함",
        HitRule::Claim => "주장: 쏜 쪽이 말하고 서버가 확인",
        HitRule::Lagrange => "Lagrange: 내가 본 것, 한계까지",
        HitRule::Unverified => "주장: 쏜 쪽이 말하고 확인 없음",
    }
}

const fn push_rule(way: PushRule) -> &'static str {
    match way {
        PushRule::Fixed => "설정한 대로",
        PushRule::HalfLatency => "지연 시간의 절반",
    }
}

const fn bolt_path(way: BoltPath) -> &'static str {
    match way {
        BoltPath::Muzzle => "포구에서 시작",
        BoltPath::Jump => "앞으로 건너뜀",
        BoltPath::FastForward => "앞으로 빨리 감음",
        BoltPath::ConvergeSeed => "수렴, 글에 적힌 대로",
        BoltPath::ConvergeTimed => "수렴, 시간 기준",
        BoltPath::Converge => "수렴해서 따라잡음",
    }
}

const fn cover_veto(way: CoverVeto) -> &'static str {
    match way {
        CoverVeto::Off => "끔",
        CoverVeto::Beams => "빔",
        CoverVeto::All => "빔과 탄",
    }
}

const fn piercing(way: Piercing) -> &'static str {
    match way {
        Piercing::Off => "맞은 기체에서 끝남",
        Piercing::On => "뚫고 계속 날아감",
    }
}

const fn ramming(way: Ramming) -> &'static str {
    match way {
        Ramming::Mutual => "둘 다 튕김",
        Ramming::RammerOnly => "들이받은 쪽만 튕김",
    }
}

const fn command_policy(way: CommandPolicy) -> &'static str {
    match way {
        CommandPolicy::RepeatLast => "마지막 것을 되풀이, 늦은 것은 버림",
        CommandPolicy::RunOnNext => "기다렸다가 다음 패킷 때 실행",
        CommandPolicy::Bank => "24틱까지 저축",
        CommandPolicy::Lockstep => "록스텝: 틱마다 모두를 기다림",
    }
}

const fn own_ship(way: OwnShip) -> &'static str {
    match way {
        OwnShip::Predict => "예측함",
        OwnShip::Wait => "서버를 기다림",
    }
}

const fn correction_mode(way: CorrectionMode) -> &'static str {
    match way {
        CorrectionMode::Off => "끔",
        CorrectionMode::Linear => "서서히 사라짐",
        CorrectionMode::Snap => "한 틱 만에 맞춤",
    }
}

const fn remote_view(way: RemoteView) -> &'static str {
    match way {
        RemoteView::Raw => "가장 새로운 스냅샷",
        RemoteView::Interpolate => "보간함",
        RemoteView::QuakeWorld => "차이의 절반만큼 앞",
        RemoteView::Chase => "가장 새로운 위치를 뒤쫓음",
        RemoteView::Delayed => "D만큼 지연",
        RemoteView::Predicted => "모두 예측함",
    }
}

const fn curve(way: Curve) -> &'static str {
    match way {
        Curve::Linear => "직선",
        Curve::Hermite => "곡선",
    }
}

const fn rate_rule(way: RateRule) -> &'static str {
    match way {
        RateRule::QuakeWorld => "QuakeWorld: 200바이트까지 앞서 보냄",
        RateRule::Source => "Source: 패킷 하나씩",
    }
}

const fn bolt_view(way: BoltView) -> &'static str {
    match way {
        BoltView::Late => "늦게 나감",
        BoltView::Jump => "앞으로 건너뜀",
        BoltView::ConvergeSeed => "수렴, 글에 적힌 대로",
        BoltView::ConvergeTimed => "수렴, 시간 기준",
        BoltView::Converge => "수렴해서 따라잡음",
    }
}
