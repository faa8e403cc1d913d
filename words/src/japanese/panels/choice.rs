//! The choices of the netcode in Japanese: a way goes in, what it is called comes out.

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
        HitRule::Present => "現在の位置: 補償なし",
        HitRule::EtPerCommand => "ET: コマンドごとのマーカー",
        HitRule::EtPerFrame => "ET: フレームごとのマーカー",
        HitRule::SourceExact => "Source: 64ユニットのルール",
        HitRule::SourceLives => "Source: リスポーンのルール",
        HitRule::Deferred => "遅延同期: あとで合わせる",
        HitRule::Targeting => "ターゲティング: サーバーが決める",
        HitRule::Claim => "撃った人の申告: サーバーが検証する",
        HitRule::Lagrange => "Lagrange: 見えたとおり、上限つき",
        HitRule::Unverified => "撃った人の申告: 誰も検証しない",
    }
}

const fn push_rule(way: PushRule) -> &'static str {
    match way {
        PushRule::Fixed => "設定どおり",
        PushRule::HalfLatency => "遅延の半分",
    }
}

const fn bolt_path(way: BoltPath) -> &'static str {
    match way {
        BoltPath::Muzzle => "砲口から出る",
        BoltPath::Jump => "飛び越す",
        BoltPath::FastForward => "早送りする",
        BoltPath::ConvergeSeed => "元の記事どおりに収束",
        BoltPath::ConvergeTimed => "時間に基づいて収束",
        BoltPath::Converge => "収束して追いつく",
    }
}

const fn cover_veto(way: CoverVeto) -> &'static str {
    match way {
        CoverVeto::Off => "なし",
        CoverVeto::Beams => "ビーム",
        CoverVeto::All => "ビームと弾",
    }
}

const fn piercing(way: Piercing) -> &'static str {
    match way {
        Piercing::Off => "命中で終わる",
        Piercing::On => "機体を突き抜ける",
    }
}

const fn ramming(way: Ramming) -> &'static str {
    match way {
        Ramming::Mutual => "両方が跳ね返る",
        Ramming::RammerOnly => "体当たりした側だけ跳ね返る",
    }
}

const fn command_policy(way: CommandPolicy) -> &'static str {
    match way {
        CommandPolicy::RepeatLast => "直前を繰り返し、遅れたものは捨てる",
        CommandPolicy::RunOnNext => "待って、次のパケットで実行する",
        CommandPolicy::Bank => "24ティックまでためておく",
        CommandPolicy::Lockstep => "ロックステップ: 全員のコマンドを待つ",
    }
}

const fn own_ship(way: OwnShip) -> &'static str {
    match way {
        OwnShip::Predict => "予測する",
        OwnShip::Wait => "サーバーを待つ",
    }
}

const fn correction_mode(way: CorrectionMode) -> &'static str {
    match way {
        CorrectionMode::Off => "なし",
        CorrectionMode::Linear => "徐々に消す",
        CorrectionMode::Snap => "すばやく合わせる",
    }
}

const fn remote_view(way: RemoteView) -> &'static str {
    match way {
        RemoteView::Raw => "最新のスナップショット",
        RemoteView::Interpolate => "補間する",
        RemoteView::QuakeWorld => "時刻の差の半分だけ進める",
        RemoteView::Chase => "最新の位置を追う",
        RemoteView::Delayed => "Dだけ遅らせる",
        RemoteView::Predicted => "全員を予測する",
    }
}

const fn curve(way: Curve) -> &'static str {
    match way {
        Curve::Linear => "直線",
        Curve::Hermite => "曲線",
    }
}

const fn rate_rule(way: RateRule) -> &'static str {
    match way {
        RateRule::QuakeWorld => "QuakeWorld: 200バイトまで先行",
        RateRule::Source => "Source: 1パケットずつ",
    }
}

const fn bolt_view(way: BoltView) -> &'static str {
    match way {
        BoltView::Late => "遅れて出る",
        BoltView::Jump => "飛び越す",
        BoltView::ConvergeSeed => "元の記事どおりに収束",
        BoltView::ConvergeTimed => "時間に基づいて収束",
        BoltView::Converge => "収束して追いつく",
    }
}
