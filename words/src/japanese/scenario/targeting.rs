//! The last problem of the article on targeting, in Japanese.

use crate::scenario_words::ScenarioWords;

const LAST_PROBLEM: &str = "ネットワーク対戦の宇宙シューターのターゲティングの記事、最後の問題";

pub(super) const TWO_ALIENS: ScenarioWords = ScenarioWords {
    title: "ターゲティング: 一列に並ぶ2機の宇宙人",
    source: LAST_PROBLEM,
    watch: "あなたの画面では、弾が手前の機体に当たります。Aではあなたの申告が認められます。Bではサーバーが決めます。サーバーではその機体がもう先にいるので、弾は横を通りすぎて後\
            ろの機体に届きます。",
    label: "あなたの申告が認められる所では、手前の機体に当たります。サーバーが決める所では、後ろの機体です。",
};

pub(super) const HUNDREDTH_PART: ScenarioWords = ScenarioWords {
    title: "ターゲティング: 道のりの100分の1",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、「/100」",
    watch: "弾が目標点を追います。1フレームごとに、そこまでの道のりの一部を進みます。k = 1のAでは半分、\
            k = 99のBでは100分の1です。Bの弾は最大で99フレーム分の動きだけ遅れ、追いつきません。",
    label: "弾が機体に出会うのは、k = 1では15フレーム後、k = 99では60フレーム後です。そのとき2つ目の弾は、道のりの約4分の1まで来ています。",
};

pub(super) const BOTH_AGAINST_ONE: ScenarioWords = ScenarioWords {
    title: "ターゲティング: 1発のレーザーで2機の宇宙人",
    source: LAST_PROBLEM,
    watch: "ここでは弾が機体を突き抜けて飛びます。あなたの画面では2機に当たります。Aではあなたの申告が認められます。Bではサーバーが決め、サーバーでは手前の機体がもう先にいます。",
    label: "あなたの申告が認められる所では、1発の弾が2機に当たります。サーバーが決める所では、後ろの機体だけに当たります。",
};

pub(super) const THREE_SPEEDS: ScenarioWords = ScenarioWords {
    title: "ターゲティング: 3台のマシン、3つの速さ",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、目標点のずらし",
    watch: "あなたのコマンドはサーバーまで60 ms、そこからの知らせは相手プレイヤーまで90 msかかり\
            ます。どのマシンでも弾は砲口から始まり、あなたの画面の弾に追いつかなければなりません\
            。知るのが遅いマシンほど、弾は初めに速く飛びます。",
    label: "弾の最初の100 msの速さは、あなたの画面では900 u/s、サーバーでは約1780 u/s、相手プレ\
            イヤーの画面では約2680 u/sです。",
};
