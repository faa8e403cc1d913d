//! Scenarios from the article on targeting, its four figures and its last problem, in Japanese.

use crate::scenario::ScenarioWords;

const LAST_PROBLEM: &str = "ネットワーク対戦の宇宙シューターのターゲティングの記事、最後の問題";

pub(crate) const ZONES: ScenarioWords = ScenarioWords {
    title: "3つの時刻",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図1",
    watch: "2機が並んで飛びます。あなたの画面では、自機はサーバーでの位置より先に、相手の機体は後ろに\
            います。",
    label: "自分はサーバーより約0.13秒先の姿、相手の機体は約0.2秒前の姿で見えます。",
};

pub(crate) const LATE_MISS: ScenarioWords = ScenarioWords {
    title: "遅れるレーザー",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図2",
    watch: "見えているものを正確に狙います。しかし弾が出るのは、コマンドがサーバーに届いてからです。そのときには、機体はもう見えていた場所にいません。",
    label: "弾が通りすぎるとき、機体は約146 u先にいます。弾は外れます。",
};

pub(crate) const OUT_OF_NOWHERE: ScenarioWords = ScenarioWords {
    title: "どこからともなく現れるレーザー",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図3",
    watch: "あなたの画面では、弾は砲口から出ます。相手プレイヤーの画面では、砲口よりずっと先から\
            始まります。",
    label: "相手プレイヤーの画面では、あなたの弾は砲口の約128 u先から始まります。",
};

pub(crate) const CONVERGE: ScenarioWords = ScenarioWords {
    title: "収束: 追いつく弾",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図4",
    watch: "あなたの弾は、どの画面でも砲口から始まります。ほかの画面では、あなたの画面での位置に追いつく\
            まで、速く飛びます。",
    label: "相手プレイヤーの画面でも、弾は砲口から始まります。追いついて、命中します。",
};

pub(crate) const MODEM: ScenarioWords = ScenarioWords {
    title: "モデムでの収束",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図4を28.8モデムで",
    watch: "図4と同じ場面ですが、機体は遅めで、2人のプレイヤーとサーバーの間はどちらも28.8モデムです。\
            片道90 ms、ジッターは最大20 ms、パケットは100個に1個が失われます。それでも弾は砲口から始まり、\
            追いつきます。最初のコマンドが回線で遅れたときに備えて、1秒後にもう一度撃ちます。ここで数える\
            のは最初の弾です。",
    label: "弾は追いついて、命中します。あなたの回線が1秒に運ぶのは、下りが約560バイト、上りが約\
            310バイトです。それぞれ3200バイトまで運べます。",
};

pub(crate) const TWO_ALIENS: ScenarioWords = ScenarioWords {
    title: "ターゲティング: 一列に並ぶ2機の宇宙人",
    source: LAST_PROBLEM,
    watch: "あなたの画面では、弾が手前の機体に当たります。Aではあなたの申告が認められます。Bではサーバーが決めます。サーバーではその機体がもう先にいるので、弾は横を通りすぎて後\
            ろの機体に届きます。",
    label: "あなたの申告が認められる所では、手前の機体に当たります。サーバーが決める所では、後ろの機体です。",
};

pub(crate) const HUNDREDTH_PART: ScenarioWords = ScenarioWords {
    title: "ターゲティング: 道のりの100分の1",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、「/100」",
    watch: "弾が目標点を追います。1フレームごとに、そこまでの道のりの一部を進みます。k = 1のAでは半分、\
            k = 99のBでは100分の1です。Bの弾は最大で99フレーム分の動きだけ遅れ、追いつきません。",
    label: "弾が機体に出会うのは、k = 1では15フレーム後、k = 99では60フレーム後です。そのとき2つ目の弾は、道のりの約4分の1まで来ています。",
};

pub(crate) const BOTH_AGAINST_ONE: ScenarioWords = ScenarioWords {
    title: "ターゲティング: 1発のレーザーで2機の宇宙人",
    source: LAST_PROBLEM,
    watch: "ここでは弾が機体を突き抜けて飛びます。あなたの画面では2機に当たります。Aではあなたの申告が認められます。Bではサーバーが決め、サーバーでは手前の機体がもう先にいます。",
    label: "あなたの申告が認められる所では、1発の弾が2機に当たります。サーバーが決める所では、後ろの機体だけに当たります。",
};

pub(crate) const THREE_SPEEDS: ScenarioWords = ScenarioWords {
    title: "ターゲティング: 3台のマシン、3つの速さ",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、目標点のずらし",
    watch: "あなたのコマンドはサーバーまで60 ms、そこからの知らせは相手プレイヤーまで90 msかかり\
            ます。どのマシンでも弾は砲口から始まり、あなたの画面の弾に追いつかなければなりません\
            。知るのが遅いマシンほど、弾は初めに速く飛びます。",
    label: "弾の最初の100 msの速さは、あなたの画面では900 u/s、サーバーでは約1780 u/s、相手プレ\
            イヤーの画面では約2680 u/sです。",
};
