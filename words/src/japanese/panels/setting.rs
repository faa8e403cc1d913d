//! The netcode settings in Japanese: names, and what to watch for when each changes.

use crate::panels::SettingTexts;

pub(crate) const TITLES: SettingTexts = SettingTexts {
    HitRule: "命中判定",
    CoverVeto: "遮蔽物による却下",
    BoltPath: "弾の判定位置",
    PathGain: "弾の判定の係数k",
    RewindBound: "巻き戻しの上限",
    Delay: "遅延D",
    ClaimTolerance: "申告の許容誤差",
    Ramming: "体当たり",
    Commands: "遅れたコマンド",
    OwnShip: "自機",
    Push: "予測する時間",
    Correction: "誤差の補正",
    CorrectionTime: "補正の時間",
    Remote: "ほかの機体",
    Curve: "補間の経路",
    Interpolation: "補間遅延",
    InterpolationRatio: "遅延のスナップショット数",
    Extrapolation: "外挿の上限",
    ChaseGain: "追跡の係数k",
    Bolts: "弾の描画",
    BoltGain: "弾の描画の係数k",
    UpdateRate: "更新レート",
    CommandRate: "コマンドレート",
    ByteRate: "バイトレート",
    RateRule: "間引きのルール",
    DeltaWindow: "差分の範囲",
    MarkerRate: "マーカーのレート",
    Margin: "コマンドの余裕",
    Backups: "予備のコマンド",
    UpdateRateMin: "更新レートの下限",
    UpdateRateMax: "更新レートの上限",
    ByteRateMin: "バイトレートの下限",
    ByteRateMax: "バイトレートの上限",
    PushRule: "予測する時間の決め方",
    MinimumLag: "最低ラグ",
    InputDelay: "入力遅延(ティック)",
    Rerun: "やり直すティックの上限",
    LockstepTicks: "ロックステップのn(ティック)",
    Piercing: "当たった弾",
    PingCap: "pingの上限",
};

/// What to watch for when a setting changes.
pub(crate) const HINTS: SettingTexts = SettingTexts {
    HitRule: "紫の輪郭に注目してください。あなたのショットが判定される場所です。",
    CoverVeto: "遮蔽物に隠れたばかりの機体をビームで撃ってみてください。却下があれば、隠れた瞬間か\
                ら守られます。",
    BoltPath: "pingの高いプレイヤーの弾が、どこから当たり始めるかに注目してください。",
    PathGain: "大きくすると、元の記事どおりに収束する弾が目標点からさらに引き離されます。",
    RewindBound: "長くすると、ラグの大きい人に見えたものがより多く認められ、あなたは遮蔽物に隠れた\
                  あとも長い間撃たれます。",
    Delay: "ほかの機体をこれだけ過去の姿で描きます。命中もその間は仮のものです。",
    ClaimTolerance: "申告された命中が、サーバー自身の履歴からどれだけ離れていてもよいかです。",
    Ramming: "誰かに体当たりしてみてください。跳ね返るのは誰でしょうか。",
    Commands: "コマンドの余裕より大きいジッターを加えてください。損をするのは、あなたでしょうか、あ\
               なたを狙う人でしょうか。",
    OwnShip: "キーを軽く押してみてください。自機が反応するのは、すぐでしょうか、pingの分だけあとでしょうか。",
    Push: "pingのうちどれだけを予測するかです。なしから全部まで選べます。",
    Correction: "誰かに体当たりして、自機が滑るように動くか、ワープするかに注目してください。",
    CorrectionTime: "長くすると、誤差はなめらかに消えますが、ずれた表示も長く続きます。",
    Remote: "残像を表示すると、各機体がサーバーでの位置からどれだけ離れているかがわかります。",
    Curve: "止まる機体に注目してください。曲線では行きすぎます。",
    Interpolation: "短くすると現在に近づきますが、スナップショットが1つ届かないだけで動きがガクッと\
                    します。",
    InterpolationRatio: "スナップショットの届く間隔が長くても、少なくともこの個数分の遅延を取りま\
                         す。1つ失われても画面ではわかりません。",
    Extrapolation: "知らせが届かないとき、機体を推測で飛ばし続ける時間です。",
    ChaseGain: "0なら時間に基づいて追い、追いつきます。1以上なら元の記事どおりに追い、kフレーム遅れ\
                ます。",
    Bolts: "レーザーが誰かの砲口を出る所に注目してください。遅れて出る(自分のものも)、先に行きすぎ\
            る、追いつく、のどれでしょうか。",
    BoltGain: "大きくすると、元の記事どおりに収束する弾がさらに遅れます。",
    UpdateRate: "1秒にあなたへ届くスナップショットの数です。少ないとバイト数は減り、間をつなぐ直線\
                 が長くなります。",
    CommandRate: "あなたが1秒に送るパケットの数です。少ないと、コマンドは送られるまで長く待ちま\
                  す。",
    ByteRate: "戦闘に足りないほど小さいと、スナップショットが間引かれ、チョークとして数えられま\
               す。",
    RateRule: "バイトレートを小さくして、それぞれのルールが間引くスナップショットの数に注目してくだ\
               さい。",
    DeltaWindow: "何個前までのスナップショットを差分の土台にできるかです。0なら、直近の2秒のどれで\
                  も使えます。",
    MarkerRate: "あなたのcom_maxfpsです。「ET: コマンドごとのマーカー」では、何秒分になるかに関係な\
                 く、あなたのマーカーを10個残します。",
    Margin: "コマンドがどれだけ早めに届くかです。ジッターに備えられますが、その分ラグが増えます。",
    Backups: "前のパケットのコマンドを、各パケットにいくつ入れ直すかです。失われた分を補います。",
    UpdateRateMin: "1秒あたりのスナップショットをこれより少なく求めても、この数だけ届きます。",
    UpdateRateMax: "1秒あたりのスナップショットをこれより多く求めても、この数までしか届きません。",
    ByteRateMin: "これより小さく求めても、この値になります。",
    ByteRateMax: "これより大きく求めても、この値になります。収まらない分はチョークになります。",
    PushRule: "遅延の半分にすると、自機の反応は遅れますが、推測は半分ですみます。",
    MinimumLag: "pingの低い人も、これだけ高いかのように待ちます。サーバーに近いというだけで先に撃てる人はいなくなります。",
    InputDelay: "全員を予測するときに効きます。自機の反応は遅れますが、推測する分が減ります。",
    Rerun: "全員を予測するときに効きます。あなたのpingに対して少なすぎると、ほかの機体が遅れて描かれます。",
    LockstepTicks: "ロックステップのときに効きます。遅い回線があるほど多く要ります。必要以上に増や\
                    すと、全員の反応が遅くなります。",
    Piercing: "一列に並んだ2機を撃ってみてください。1発の弾が両方に当たるでしょうか。",
    PingCap: "見えている姿が、補間遅延よりどれだけ古くてもよいかです。pingがこれを超えたら先を狙ってください(1000で無効)。",
};
