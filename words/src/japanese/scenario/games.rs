//! Scenarios of Wolfenstein: ET, QuakeWorld and Source, in Japanese.

use crate::scenario::ScenarioWords;

const ET_ARTICLE: &str = "Wolfenstein: Enemy Territory 2.60のアンチラグの記事";
const QUAKEWORLD_ARTICLE: &str = "QuakeWorldの予測の記事と、公開されたソースコード";
const SOURCE_ARTICLES: &str = "Sourceのネットワークとラグ補償についてのValveの記事";
const NETWORKING_ARTICLE: &str = "SourceのネットワークについてのValveの記事";

pub(crate) const ET_BIAS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: 1フレーム先",
    source: ET_ARTICLE,
    watch: "あなたのビームは、見えている機体の真ん中を通ります。サーバーは、その機体がどこにいたかを\
            マーカーで覚えていますが、その時刻が1フレームずれています。だから、見えていた場所より先に\
            機体を見つけます。",
    label: "機体は、見えていた場所より約23 u先で判定されます。",
};

pub(crate) const ET_VETO: ScenarioWords = ScenarioWords {
    title: "ET 2.60: 遮蔽物による却下",
    source: ET_ARTICLE,
    watch: "開けた場所に見える機体に当てます。ショットがサーバーに届くころ、機体は岩の陰にいて、最後に決めるのは岩です。",
    label: "あなたと、機体が今いる場所との間に岩があるので、命中は却下されます。",
};

pub(crate) const ET_MAX_FPS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: com_maxfps 20と125",
    source: ET_ARTICLE,
    watch: "サーバーは相手の機体のマーカーを10個残し、そのプレイヤーがコマンドを送るたびに1つ書きます。\
            Aでは1秒に20個、Bでは1秒に125個です。その機体は3分の1秒遅れて見えますが、Bにはそこまで\
            古いマーカーがありません。「保存データ」でマーカーが見えます。",
    label: "同じビームが、1秒に20個のコマンドを送るプレイヤーの機体には当たり、125個を送るプレイヤーの\
            機体からは外れます。",
};

pub(crate) const ET_ZIGZAG: ScenarioWords = ScenarioWords {
    title: "ET: 2つのマーカーの間のジグザグ",
    source: "Wolfenstein: Enemy Territoryのアンチラグの記事と、公開されたソースコード",
    watch: "サーバーは50 msごとに機体のマーカーを書き、2つのマーカーを結ぶ直線の上で機体を探しま\
            す。ここではスナップショットが1秒に60個届くので、本当の飛び方が見えます。機体が向き\
            を変えるときと、岩で跳ね返るときに撃ちます。",
    label: "どちらのビームも命中します。機体は、向きを変えるときは見えていた場所から約0.5 u、跳\
            ね返るときは約6 uの所で判定されます。機体の半径は16 uです。",
};

pub(crate) const HALF_GAP: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: 差の半分",
    source: QUAKEWORLD_ARTICLE,
    watch: "相手の機体が角を曲がります。あなたの画面は、知らせより先にいる時間の半分だけ、最後の推力で機体を飛ばします。角のたびに飛びすぎて、ワープして戻ります。",
    label: "角では、相手の機体が実際の道筋から約29 u外れて描かれます。",
};

pub(crate) const FREEZE: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: 凍りついた機体",
    source: QUAKEWORLD_ARTICLE,
    watch: "pingが1.2秒なので、いつも62個を超えるコマンドが届く途中です。クライアントはそれほど多くは\
            予測しないので、自機はサーバーで飛んでいるのに、あなたの画面では止まっています。",
    label: "自機はあなたの画面で凍りつきます。サーバーでは、そこから約231 u離れています。",
};

pub(crate) const REWIND: ScenarioWords = ScenarioWords {
    title: "Source: 200 msで見えたものと判定されたもの",
    source: SOURCE_ARTICLES,
    watch: "2つの輪郭を比べてください。機体が見えていた場所と、サーバーが判定した場所です。そのとき機体\
            そのものはどこにいるでしょうか。",
    label: "機体は見えていた場所で判定され、ビームは命中します。そのとき機体は約140 u先にいます。",
};

pub(crate) const TELEPORT: ScenarioWords = ScenarioWords {
    title: "Source: 64ユニットと速い機体",
    source: SOURCE_ARTICLES,
    watch: "カタパルトが相手の機体を1,280 u/sを超える速さで飛ばします。1秒に20ティックなら、1ティックに64 uです。Aでは、元のコードどおりのルールがこれをテレポー\
            トと見なし、巻き戻しません。Bでは、復活(リスポーン)だけをテレポートと見なします。",
    label: "同じビームが、64ユニットのルールでは外れ、リスポーンのルールでは命中します。",
};

pub(crate) const CHORDS: ScenarioWords = ScenarioWords {
    title: "Source: 1秒に2個と20個のスナップショットの直線",
    source: SOURCE_ARTICLES,
    watch: "相手の機体は左右に向きを変えます。あなたの画面は、スナップショットから次のスナップショットへ向かう直線の上に、相手の機体を描きます。Aでは1秒に2個、Bでは20個です。\
            サーバーの記録には、機体の本当の道筋があります。「保存データ」で見えます。",
    label: "Aでは、機体は見えている場所から28 uの所で判定され、ビームは外れます。Bでは0.3 uの所で判定\
            され、命中します。",
};

pub(crate) const TICKS_20: ScenarioWords = ScenarioWords {
    title: "元のコードどおりのSource: 1秒に20ティック",
    source: SOURCE_ARTICLES,
    watch: "元のコードどおりのルールは、見ていた時刻をサーバーのティックに丸めます。ここでは1ティックが50 msです。見えていた姿は、2つのティックのちょうど中間でした。",
    label: "機体は320 u/sで飛び、見えていた場所から8 uの所で判定されます。半ティックに飛ぶ距離です。",
};

pub(crate) const TICKS_128: ScenarioWords = ScenarioWords {
    title: "元のコードどおりのSource: 1秒に128ティック",
    source: SOURCE_ARTICLES,
    watch: "同じルールで同じショットを、1ティックが7.8 msのルームで撃ちます。",
    label: "機体は320 u/sで飛び、見えていた場所から1.2 uの所で判定されます。半ティックに飛ぶ距離です。",
};

pub(crate) const INTERPOLATION_LINE: ScenarioWords = ScenarioWords {
    title: "Source: スナップショットが失われても画面ではわからない",
    source: NETWORKING_ARTICLE,
    watch: "1秒に20個のスナップショットが届き、ほかの機体を100 ms遅れて描きます。ティック340.8では、\
            スナップショット340と342の間に描きます。相手プレイヤーは342を失ったので、340と344の間に\
            描きます。",
    label: "あなたは、340から342までの道のりの0.40の所に描きます。342を失った相手プレイヤーは、340から344までの道のりの0.20の所に描きます。",
};

pub(crate) const LISTEN_SERVER: ScenarioWords = ScenarioWords {
    title: "Source: 自分のマシンで動くサーバー",
    source: NETWORKING_ARTICLE,
    watch: "サーバーがあなたのマシンで動いているので、pingは0です。Aでは、それでも相手の機体は\
            補間され、100 ms遅れて描かれます。Bでは最新のスナップショットにある場所に描かれます。",
    label: "相手の機体は320 u/sで飛びます。補間するAでは、サーバーでの位置より32 u後ろに描かれます。\
            届いたままのBでは、サーバーでの位置に描かれます。",
};
