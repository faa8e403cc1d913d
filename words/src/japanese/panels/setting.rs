//! The settings of the netcode in Japanese: what each is called, and what to watch for when it is
//! moved.

use shared::netcode::setting::Setting;

/// What a setting is called.
pub(crate) const fn title(setting: Setting) -> &'static str {
    match setting {
        Setting::HitRule => "命中判定",
        Setting::CoverVeto => "遮蔽物による却下",
        Setting::BoltPath => "弾の判定位置",
        Setting::PathGain => "弾の判定の係数k",
        Setting::RewindBound => "巻き戻しの上限",
        Setting::Delay => "遅延D",
        Setting::ClaimTolerance => "申告の許容誤差",
        Setting::Ramming => "体当たり",
        Setting::Commands => "遅れたコマンド",
        Setting::OwnShip => "自機",
        Setting::Push => "予測する時間",
        Setting::Correction => "誤差の補正",
        Setting::CorrectionTime => "補正の時間",
        Setting::Remote => "ほかの機体",
        Setting::Curve => "補間の経路",
        Setting::Interpolation => "補間遅延",
        Setting::InterpolationRatio => "遅延のスナップショット数",
        Setting::Extrapolation => "外挿の上限",
        Setting::ChaseGain => "追跡の係数k",
        Setting::Bolts => "弾の描画",
        Setting::BoltGain => "弾の描画の係数k",
        Setting::UpdateRate => "更新レート",
        Setting::CommandRate => "コマンドレート",
        Setting::ByteRate => "バイトレート",
        Setting::RateRule => "間引きのルール",
        Setting::DeltaWindow => "差分の範囲",
        Setting::MarkerRate => "マーカーのレート",
        Setting::Margin => "コマンドの余裕",
        Setting::Backups => "予備のコマンド",
        Setting::UpdateRateMin => "更新レートの下限",
        Setting::UpdateRateMax => "更新レートの上限",
        Setting::ByteRateMin => "バイトレートの下限",
        Setting::ByteRateMax => "バイトレートの上限",
        Setting::PushRule => "予測する時間の決め方",
        Setting::MinimumLag => "最低ラグ",
        Setting::InputDelay => "入力遅延(ティック)",
        Setting::Rerun => "やり直すティックの上限",
        Setting::LockstepTicks => "ロックステップのn(ティック)",
        Setting::Piercing => "当たった弾",
        Setting::PingCap => "pingの上限",
    }
}

/// What to watch for when a setting is moved.
#[allow(clippy::too_many_lines, reason = "a table: an arm for each setting")]
pub(crate) const fn hint(setting: Setting) -> &'static str {
    match setting {
        Setting::HitRule => "紫の輪郭に注目してください。あなたのショットが判定される場所です。",
        Setting::CoverVeto => {
            "遮蔽物に隠れたばかりの機体をビームで撃ってみてください。却下があれば、\
             隠れた瞬間から守られます。"
        }
        Setting::BoltPath => {
            "サーバーから遠いプレイヤーの弾が、どこから当たり始めるかに注目してください。"
        }
        Setting::PathGain => {
            "大きくすると、元の記事どおりに収束する弾が目標点からさらに引き離されます。"
        }
        Setting::RewindBound => {
            "長くすると、ラグの大きい人に見えたものがより多く認められ、\
             あなたは遮蔽物に隠れたあとも長い間撃たれます。"
        }
        Setting::Delay => "ほかの機体をこれだけ過去の姿で描きます。命中もその間は仮のものです。",
        Setting::ClaimTolerance => {
            "申告された命中が、サーバー自身の履歴からどれだけ離れていてもよいかです。"
        }
        Setting::Ramming => "誰かに体当たりしてみてください。跳ね返るのは誰でしょうか。",
        Setting::Commands => {
            "コマンドの余裕より大きいジッターを加えてください。損をするのは、あなたでしょうか、\
             あなたを狙う人でしょうか。"
        }
        Setting::OwnShip => {
            "キーを軽く押してみてください。自機が反応するのは、すぐでしょうか、\
             往復時間のあとでしょうか。"
        }
        Setting::Push => "往復時間のうちどれだけを予測するかです。なしから全部まで選べます。",
        Setting::Correction => {
            "誰かに体当たりして、自機が滑るように動くか、ワープするかに注目してください。"
        }
        Setting::CorrectionTime => {
            "長くすると、誤差はなめらかに消えますが、ずれた表示も長く続きます。"
        }
        Setting::Remote => {
            "残像を表示すると、各機体がサーバーでの位置からどれだけ離れているかがわかります。"
        }
        Setting::Curve => "止まる機体に注目してください。曲線では行きすぎます。",
        Setting::Interpolation => {
            "短くすると現在に近づきますが、\
             スナップショットが1つ届かないだけで動きがガクッとします。"
        }
        Setting::InterpolationRatio => {
            "スナップショットの届く間隔が長くても、少なくともこの個数分の遅延を取ります。\
             1つ失われても画面ではわかりません。"
        }
        Setting::Extrapolation => "知らせが届かないとき、機体を推測で飛ばし続ける時間です。",
        Setting::ChaseGain => {
            "0なら時間に基づいて追い、追いつきます。1以上なら元の記事どおりに追い、\
             kフレーム遅れます。"
        }
        Setting::Bolts => {
            "レーザーが誰かの砲口を出る所に注目してください。遅れて出る(自分のものも)、\
             先に行きすぎる、追いつく、のどれでしょうか。"
        }
        Setting::BoltGain => "大きくすると、元の記事どおりに収束する弾がさらに遅れます。",
        Setting::UpdateRate => {
            "1秒にあなたへ届くスナップショットの数です。少ないとバイト数は減り、\
             間をつなぐ直線が長くなります。"
        }
        Setting::CommandRate => {
            "あなたが1秒に送るパケットの数です。少ないと、\
             コマンドは送られるまで長く待ちます。"
        }
        Setting::ByteRate => {
            "戦闘に足りないほど小さいと、スナップショットが間引かれ、チョークとして数えられます。"
        }
        Setting::RateRule => {
            "バイトレートを小さくして、\
             それぞれのルールが間引くスナップショットの数に注目してください。"
        }
        Setting::DeltaWindow => {
            "何個前までのスナップショットを差分の土台にできるかです。0なら、\
             直近の2秒のどれでも使えます。"
        }
        Setting::MarkerRate => {
            "あなたのcom_maxfpsです。「ET: コマンドごとのマーカー」では、\
             何秒分になるかに関係なく、あなたのマーカーを10個残します。"
        }
        Setting::Margin => {
            "コマンドがどれだけ早めに届くかです。ジッターに備えられますが、その分ラグが増えます。"
        }
        Setting::Backups => {
            "前のパケットのコマンドを、各パケットにいくつ入れ直すかです。失われた分を補います。"
        }
        Setting::UpdateRateMin => {
            "1秒あたりのスナップショットをこれより少なく求めても、この数だけ届きます。"
        }
        Setting::UpdateRateMax => {
            "1秒あたりのスナップショットをこれより多く求めても、この数までしか届きません。"
        }
        Setting::ByteRateMin => "これより小さく求めても、この値になります。",
        Setting::ByteRateMax => {
            "これより大きく求めても、この値になります。収まらない分はチョークになります。"
        }
        Setting::PushRule => "遅延の半分にすると、自機の反応は遅れますが、推測は半分ですみます。",
        Setting::MinimumLag => {
            "サーバーに近い人も、これだけ遠いかのように待ちます。\
             近いというだけで先に撃てる人はいなくなります。"
        }
        Setting::InputDelay => {
            "全員を予測するときに効きます。自機の反応は遅れますが、推測する分が減ります。"
        }
        Setting::Rerun => {
            "全員を予測するときに効きます。あなたの回線に対して少なすぎると、\
             ほかの機体が止まります。"
        }
        Setting::LockstepTicks => {
            "ロックステップのときに効きます。遅い回線があるほど多く要ります。必要以上に増やすと、全員の反応が\
             遅くなります。"
        }
        Setting::Piercing => {
            "一列に並んだ2機を撃ってみてください。1発の弾が両方に当たるでしょうか。"
        }
        Setting::PingCap => {
            "見えている姿は、補間遅延よりこれだけ古くてもかまいません。\
             pingがこれを超えたら先を狙ってください(1000で無効)。"
        }
    }
}
