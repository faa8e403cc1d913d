//! The figures of Wolfenstein: ET 2.60, in Japanese.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "Wolfenstein: Enemy Territory 2.60のアンチラグの記事";

pub(super) const BIAS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: 1フレーム先",
    source: SOURCE,
    watch: "あなたのビームは、見えている機体の真ん中を通ります。サーバーは、その機体がどこにいたかを\
            マーカーで覚えていますが、その時刻が1フレームずれています。だから、見えていた場所より先に\
            機体を見つけます。",
    label: "機体は、見えていた場所より約23 u先で判定されます。",
};

pub(super) const VETO: ScenarioWords = ScenarioWords {
    title: "ET 2.60: 遮蔽物による却下",
    source: SOURCE,
    watch: "開けた場所に見える機体に当てます。ショットがサーバーに届くころ、機体は岩の陰にいて、最後に決めるのは岩です。",
    label: "あなたと、機体が今いる場所との間に岩があるので、命中は却下されます。",
};

pub(super) const MAX_FPS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: com_maxfps 20と125",
    source: SOURCE,
    watch: "サーバーは相手の機体のマーカーを10個残し、そのプレイヤーがコマンドを送るたびに1つ書きます。\
            Aでは1秒に20個、Bでは1秒に125個です。その機体は3分の1秒遅れて見えますが、Bにはそこまで\
            古いマーカーがありません。「保存データ」でマーカーが見えます。",
    label: "同じビームが、1秒に20個のコマンドを送るプレイヤーの機体には当たり、125個を送るプレイヤーの\
            機体からは外れます。",
};

pub(super) const ZIGZAG: ScenarioWords = ScenarioWords {
    title: "ET: 2つのマーカーの間のジグザグ",
    source: "Wolfenstein: Enemy Territoryのアンチラグの記事と、公開されたソースコード",
    watch: "サーバーは50 msごとに機体のマーカーを書き、2つのマーカーを結ぶ直線の上で機体を探しま\
            す。ここではスナップショットが1秒に60個届くので、本当の飛び方が見えます。機体が向き\
            を変えるときと、岩で跳ね返るときに撃ちます。",
    label: "どちらのビームも命中します。機体は、向きを変えるときは見えていた場所から約0.5 u、跳\
            ね返るときは約6 uの所で判定されます。機体の半径は16 uです。",
};
