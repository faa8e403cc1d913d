//! Scenarios of lying clients, in Japanese.

use crate::scenario::ScenarioWords;

const SOURCE: &str = "SourceのネットワークについてのValveの記事。チートをするプロキシに触れている";

pub(crate) const CLAIM: ScenarioWords = ScenarioWords {
    title: "嘘つきが命中を申告する",
    source: "この嘘を警告している、ターゲティングと遅延同期の記事",
    watch: "500 u離れた機体とは別の方へ撃ち、プログラムは、どのレーザーもその機体に当たったと申告します。\
            Aのサーバーは申告を調べます。Bのサーバーは信じます。",
    label: "Aでは、機体が500 u離れていたので、申告はすべて拒否されます。Bでは、最初のレーザーの1.2秒後の9発目で撃墜になります。",
};

pub(crate) const BACKWARDS: ScenarioWords = ScenarioWords {
    title: "嘘つきの見た時刻が逆戻りする",
    source: SOURCE,
    watch: "2回撃ちます。2発目について、プログラムは、最初に撃ったときより古い時刻を見たと言います。",
    label: "Bのサーバーは、2発目の見た時刻が1発目より古くなることを許しません。嘘は333 msを求め、得たのは167 ms、つまり2発の間の時間です。",
};

pub(crate) const COOLDOWN: ScenarioWords = ScenarioWords {
    title: "嘘つきがクールダウンなしで撃つ",
    source: SOURCE,
    watch: "できるだけ速く7回撃ちます。Bでは、クールダウンがないかのように、プログラムがその間のすべての\
            コマンドで引き金を引きます。",
    label: "AでもBでも7発の弾が出ます。サーバーがクールダウンを守るので、嘘は何も得ません。",
};

pub(crate) const BURST: ScenarioWords = ScenarioWords {
    title: "嘘つきがコマンドをためて、2倍送る",
    source: SOURCE,
    watch: "加速を始めるとき、プログラムはコマンドを40ティック分ためて2倍に増やし、まとめて送ります。Aの\
            ルームは遅れたコマンドを捨てます。BのルームはSourceのように、そのためのティックをためて\
            あります。",
    label: "Aの自機は1ティックに1つのコマンドを実行し、何も得ません。Bでは1ティックに25個、つまり自分の\
            分と、ためてあった24個を実行します。",
};

pub(crate) const OLD_VIEW: ScenarioWords = ScenarioWords {
    title: "嘘つきがもっと古い時刻を見たと言う",
    source: SOURCE,
    watch: "真上の、0.4秒前に機体がいた場所へビームを撃ちます。Bでは、プログラムが1秒前の時刻を見たと言います。",
    label: "ビームはAでもBでも外れます。サーバーは、回線で説明がつく古さの時刻しか信じません。嘘が得る\
            のは機体の進路の26 uで、400 msの上限が許す79 uではありません。",
};

pub(crate) const LATE_ECHO: ScenarioWords = ScenarioWords {
    title: "嘘つきがサーバーのプローブに遅れて答える",
    source: "ターゲティングの記事。サーバーがpingをプローブ(測定用の信号)で測る",
    watch: "あなたの弾は、コマンドがサーバーに届くまでの時間に飛ぶ分だけ、砲口より先から始まります。サーバー\
            はその時間を、プローブにどれだけ遅れて答えたかから求めます。Bではプログラムが200 ms遅れて\
            答えます。",
    label: "Bの弾はさらに90 u先から始まります。200 msの半分に弾が飛ぶ距離です。サーバーには見分けが\
            つきません。",
};
