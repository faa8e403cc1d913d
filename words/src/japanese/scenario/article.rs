//! The four figures of the article on targeting, in Japanese.

use crate::scenario_words::ScenarioWords;

pub(super) const ZONES: ScenarioWords = ScenarioWords {
    title: "3つの時刻",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図1",
    watch: "2機が並んで飛びます。あなたの画面では、自機はサーバーでの位置より先に、相手の機体は後ろに\
            います。",
    label: "自分はサーバーより約0.13秒先の姿、相手の機体は約0.22秒前の姿で見えます。",
};

pub(super) const LATE_MISS: ScenarioWords = ScenarioWords {
    title: "遅れるレーザー",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図2",
    watch: "見えているものを正確に狙います。しかし弾が出るのは、コマンドがサーバーに届いてからです。そのときには、機体はもう見えていた場所にいません。",
    label: "弾が通りすぎるとき、機体は約146 u先にいます。弾は外れます。",
};

pub(super) const OUT_OF_NOWHERE: ScenarioWords = ScenarioWords {
    title: "どこからともなく現れるレーザー",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図3",
    watch: "あなたの画面では、弾は砲口から出ます。相手プレイヤーの画面では、砲口よりずっと先から\
            始まります。",
    label: "相手プレイヤーの画面では、あなたの弾は砲口の約128 u先から始まります。",
};

pub(super) const CONVERGE: ScenarioWords = ScenarioWords {
    title: "収束: 追いつく弾",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図4",
    watch: "あなたの弾は、どの画面でも砲口から始まります。ほかの画面では、あなたの画面での位置に追いつく\
            まで、速く飛びます。",
    label: "相手プレイヤーの画面でも、弾は砲口から始まります。追いついて、命中します。",
};

pub(super) const MODEM: ScenarioWords = ScenarioWords {
    title: "モデムでの収束",
    source: "ネットワーク対戦の宇宙シューターのターゲティングの記事、図4を28.8モデムで",
    watch: "図4と同じ場面ですが、機体は遅めで、2人のプレイヤーとサーバーの間はどちらも28.8モデムです。\
            片道90 ms、ジッターは最大20 ms、パケットは100個に1個が失われます。それでも弾は砲口から始まり、\
            追いつきます。最初のコマンドが回線で遅れたときに備えて、1秒後にもう一度撃ちます。ここで数える\
            のは最初の弾です。",
    label: "弾は追いついて、命中します。あなたの回線が1秒に運ぶのは、下りが約560バイト、上りが約\
            310バイトです。それぞれ3200バイトまで運べます。",
};
