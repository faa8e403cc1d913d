//! Names of the netcode choices in Japanese.

use shared::netcode::choices::{
    BoltPath, BoltView, CommandPolicy, CorrectionMode, CoverVeto, Curve, HitRule, OwnShip,
    Piercing, PushRule, Ramming, RateRule, RemoteView,
};

use crate::panels::ChoiceValue;

pub(crate) const fn title(way: ChoiceValue) -> &'static str {
    match way {
        ChoiceValue::HitRule(HitRule::Present) => "現在の位置: 補償なし",
        ChoiceValue::HitRule(HitRule::EtPerCommand) => "ET: コマンドごとのマーカー",
        ChoiceValue::HitRule(HitRule::EtPerFrame) => "ET: フレームごとのマーカー",
        ChoiceValue::HitRule(HitRule::SourceExact) => "Source: 64ユニットのルール",
        ChoiceValue::HitRule(HitRule::SourceByLifeId) => "Source: リスポーンのルール",
        ChoiceValue::HitRule(HitRule::DelayedSync) => "遅延同期: あとで合わせる",
        ChoiceValue::HitRule(HitRule::Targeting) => "ターゲティング: サーバーが決める",
        ChoiceValue::HitRule(HitRule::Claim) => "撃った人の申告: サーバーが検証する",
        ChoiceValue::HitRule(HitRule::Lagrange) => "Lagrange: 見えたとおり、上限つき",
        ChoiceValue::HitRule(HitRule::Unverified) => "撃った人の申告: 誰も検証しない",
        ChoiceValue::CoverVeto(CoverVeto::Off) => "なし",
        ChoiceValue::CoverVeto(CoverVeto::Beams) => "ビーム",
        ChoiceValue::CoverVeto(CoverVeto::All) => "ビームと弾",
        ChoiceValue::BoltPath(BoltPath::Muzzle) => "砲口から出る",
        ChoiceValue::BoltPath(BoltPath::Jump) => "飛び越す",
        ChoiceValue::BoltPath(BoltPath::FastForward) => "早送りする",
        ChoiceValue::BoltPath(BoltPath::ConvergeAsPublished) => "元の記事どおりに収束",
        ChoiceValue::BoltPath(BoltPath::ConvergeTimed) => "時間に基づいて収束",
        ChoiceValue::BoltPath(BoltPath::Converge) => "収束して追いつく",
        ChoiceValue::Ramming(Ramming::Mutual) => "両方が跳ね返る",
        ChoiceValue::Ramming(Ramming::RammerOnly) => "体当たりした側だけ跳ね返る",
        ChoiceValue::CommandPolicy(CommandPolicy::RepeatLast) => {
            "直前を繰り返し、遅れたものは捨てる"
        }
        ChoiceValue::CommandPolicy(CommandPolicy::RunOnNext) => "待って、次のパケットで実行する",
        ChoiceValue::CommandPolicy(CommandPolicy::Bank) => "24ティックまでためておく",
        ChoiceValue::CommandPolicy(CommandPolicy::Lockstep) => {
            "ロックステップ: 全員のコマンドを待つ"
        }
        ChoiceValue::OwnShip(OwnShip::Predict) => "予測する",
        ChoiceValue::OwnShip(OwnShip::Wait) => "サーバーを待つ",
        ChoiceValue::CorrectionMode(CorrectionMode::Off) => "なし",
        ChoiceValue::CorrectionMode(CorrectionMode::Linear) => "徐々に消す",
        ChoiceValue::CorrectionMode(CorrectionMode::Snap) => "すばやく合わせる",
        ChoiceValue::RemoteView(RemoteView::Raw) => "最新のスナップショット",
        ChoiceValue::RemoteView(RemoteView::Interpolate) => "補間する",
        ChoiceValue::RemoteView(RemoteView::QuakeWorld) => "時刻の差の半分だけ進める",
        ChoiceValue::RemoteView(RemoteView::Chase) => "最新の位置を追う",
        ChoiceValue::RemoteView(RemoteView::Delayed) => "Dだけ遅らせる",
        ChoiceValue::RemoteView(RemoteView::Predicted) => "全員を予測する",
        ChoiceValue::Curve(Curve::Linear) => "直線",
        ChoiceValue::Curve(Curve::Hermite) => "曲線",
        ChoiceValue::BoltView(BoltView::Late) => "遅れて出る",
        ChoiceValue::BoltView(BoltView::Jump) => "飛び越す",
        ChoiceValue::BoltView(BoltView::ConvergeAsPublished) => "元の記事どおりに収束",
        ChoiceValue::BoltView(BoltView::ConvergeTimed) => "時間に基づいて収束",
        ChoiceValue::BoltView(BoltView::Converge) => "収束して追いつく",
        ChoiceValue::RateRule(RateRule::QuakeWorld) => "QuakeWorld: 200バイトまで先行",
        ChoiceValue::RateRule(RateRule::Source) => "Source: 1パケットずつ",
        ChoiceValue::PushRule(PushRule::Fixed) => "設定どおり",
        ChoiceValue::PushRule(PushRule::HalfLatency) => "遅延の半分",
        ChoiceValue::Piercing(Piercing::Off) => "命中で終わる",
        ChoiceValue::Piercing(Piercing::On) => "機体を突き抜ける",
    }
}
