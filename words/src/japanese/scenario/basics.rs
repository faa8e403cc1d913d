//! Scenarios common to all netcodes, in Japanese: latency, hiding it, and the choices of a room.

use crate::scenario::ScenarioWords;

pub(crate) const FREE: ScenarioWords = ScenarioWords {
    title: "自由飛行",
    source: "Lagrange",
    watch: "飛んで、撃ってみてください。3つの画面は同じ瞬間を映しています。あなたの画面、サーバー、\
            相手プレイヤーの画面です。",
    label: "自由に遊べます。何も試されていません。",
};

pub(crate) const LATENCY: ScenarioWords = ScenarioWords {
    title: "遅延: 自機が反応するまでの時間",
    source: "Gambettaの、テンポの速いマルチプレイヤーゲームの記事",
    watch: "pingは200 msで、それを隠すものはありません。1秒後に右へ飛びます。サーバーでは、キー\
            入力が届いたときに自機が動きます。あなたの画面では、サーバーの返事が戻ってきたときに動きます。",
    label: "自機は、キーを押してから約233 ms後に反応します。pingと、少しの待ち時間です。",
};

pub(crate) const PREDICTION: ScenarioWords = ScenarioWords {
    title: "予測: 待たなくてよい機体",
    source: "QuakeWorld、Gambettaのクライアント側予測の記事",
    watch: "pingはどちらの列でも200 msで、キー操作も同じです。Aの自機はサーバーの返事を待ちます。\
            Bではクライアントがサーバーのルールですぐに飛ばし、返事が届いたら比べます。",
    label: "Aの自機は、キーを押してから約233 ms後に反応します。Bでは17 ms後に応え、予測は一度も外れません。",
};

pub(crate) const BUMP: ScenarioWords = ScenarioWords {
    title: "予測: 後ろからぶつけられる",
    source: "Gambettaのサーバーとの照合の記事、Sourceの予測誤差の平滑化",
    watch: "相手の機体が後ろからぶつかりますが、あなたの画面がそれを知るのはあとになってからです。そこで画面はサーバーの状態に戻り、それより新しいコマンドをやり直します。それが残像です。\
            Aの自機はすぐに新しい場所に描かれ、Bではそこまでなめらかに移ります。",
    label: "Aの自機は約44 uワープします。Bではなめらかに移ります。",
};

pub(crate) const INTERPOLATION: ScenarioWords = ScenarioWords {
    title: "補間: 飛び飛びか、過去をなめらかにか",
    source: "Gambettaの、エンティティの補間の記事",
    watch: "相手の機体はあなたのまわりを回り、1秒に10回のスナップショットが、どこにいたかを伝えます。Aでは最新のスナップショットが示す場所に描かれます。Bでは200 ms遅れ\
            て、スナップショットから次のスナップショットへ向かう途中に描かれます。",
    label: "Aの相手の機体は、スナップショットごとに約28 uずつ飛び飛びに動きます。Bではサーバーより約266 ms、72 u後ろをなめらかに動きます。",
};

pub(crate) const SUNK: ScenarioWords = ScenarioWords {
    title: "補間: 岩の中の機体",
    source: "SourceのネットワークについてのValveの記事",
    watch: "相手の機体は岩のまわりを、触れることなく回ります。あなたの画面は、スナップショットから次のスナップショットへ向かう直線の上に、相手の機体を描きます。Aでは1秒に2個、\
            Bでは20個届くので、Aでは機体が角を突っ切ります。",
    label: "Aの機体は、岩の中に約14 u入った所に描かれます。Bではそうなりません。",
};

pub(crate) const JITTER_BUFFER: ScenarioWords = ScenarioWords {
    title: "補間: バッファーの大きさ",
    source: "Fiedlerのスナップショット補間の記事、ValveのSourceのネットワークの記事",
    watch: "スナップショットは届くまでにそれぞれ60〜140 msかかり、2 %は失われます。点の1つ1つがスナップショットで、高いほど遅く届きました。線は補間遅延の効き目です。線より上\
            で届いたものは、描くのに間に合いません。",
    label: "間に合わないスナップショットがあり、相手の機体は止まったり飛んだりします。描かれるのは約116 ms前の姿です。",
};

pub(crate) const CLOCK_STEP: ScenarioWords = ScenarioWords {
    title: "時計: 途中で遅くなる回線",
    source: "Fiedlerのネットワーク物理の記事、ValveのSourceのネットワークの記事",
    watch: "コマンドがちょうど間に合うように、あなたの時計はサーバーより進んでいます。1.7 s後、コマンドが届くまでの時間が80 ms延びます。線は時計がどれだけ進んでいるかです。時計\
            は追いつくまで速く進み、飛ぶことはありません。",
    label: "時計は約533 msで追いつき、それまで間に合わないコマンドが出ます。",
};

pub(crate) const STREAM_STALL: ScenarioWords = ScenarioWords {
    title: "ストリームが止まり、まとめて届く",
    source: "失われたパケットを、TCPが(したがってどのWebSocketも)どう扱うか",
    watch: "あなたと3人目のプレイヤーは、同じだけパケットを失います。あなたにはストリームで届きます。1つ失われると、送り直されるまで後のものがすべて待ち、それから一度に届きます。\
            その間、相手の機体は推測で飛び続け、止まり、ワープします。",
    label: "あなたへのスナップショットは約4分の1秒止まり、それから一度に届きます。データグラムで届く3人目\
            のプレイヤーでは、そうなりません。",
};

pub(crate) const WHO_FIRST: ScenarioWords = ScenarioWords {
    title: "どちらが先に撃つか",
    source: "ロケットが補償されないWolfenstein: Enemy Territoryと、最低ラグ",
    watch: "あなたのpingは200 ms、相手プレイヤーは40 msです。2人とも同じものを見て、すぐに弾を撃ちます。Bのルームには200 msの最低ラグがあり、相手プレイヤー\
            のコマンドを待たせます。",
    label: "Aでは、相手プレイヤーの弾があなたの弾より約150 ms早く出ます。弾が135 u飛ぶ時間です。Bでは\
            どちらも1ティック以内に出ます。",
};

pub(crate) const WHO_FIRST_BEAM: ScenarioWords = ScenarioWords {
    title: "どちらが先に撃つか、ビームの場合",
    source: "Wolfenstein: Enemy Territoryと、最低ラグ",
    watch: "2人は3回、同じものを見てすぐにビームを撃ちます。機体は3本のビームで落ちます。Aでは相手プレイヤーの3本目があなたのより先に実行されます。Bでは両方が同時に実行され\
            ます。",
    label: "Aでは先に落とされるので、あなたの3本目のビームは出ません。Bでは2機とも落とされます。",
};

pub(crate) const PEEKER: ScenarioWords = ScenarioWords {
    title: "ピーカーズアドバンテージ(覗く側の有利)",
    source: "自社のシューターのピーカーズアドバンテージについてのRiotの記事",
    watch: "あなたは岩の陰から出ます。相手プレイヤーに見えるあなたの姿は遅れているので、射線が通るのは、あなたの画面のほうが先です。",
    label: "射線が見えるのは、画面の上の2つの数字の合計だけ早くなります。あなたがサーバーよりどれだけ先に\
            いるかと、相手プレイヤーがあなたをどれだけサーバーより後ろに描くかです。",
};

pub(crate) const FAVOUR_DEFENDER: ScenarioWords = ScenarioWords {
    title: "守る側を優先する",
    source: "Overwatchの開発者の説明。守る側が実際にしたとサーバーで確認できる行動を優先する",
    watch: "カタパルトが相手の機体を岩の向こうへ飛ばします。Aの弾は、見えていたものに当たります。Bでは岩が\
            機体を救います。今では弾と機体の間に岩があるからです。",
    label: "同じ弾がAでは命中し、Bでは却下されます。弾と、機体が今いる場所との間に岩があるからです。",
};

pub(crate) const PING_CAP: ScenarioWords = ScenarioWords {
    title: "pingの上限",
    source: "あるpingまでは補償し、それを超える人には先を狙わせるサーバー",
    watch: "両方の列で同じビームを撃ちます。Aでは見えていたとおりに判定されます。Bでは、補間遅延を除いて\
            150 msまでの古さの姿しか認められません。あなたの姿はそれより古いので、超えた時間に機体が飛んだ\
            距離だけ外れます。",
    label: "Aではビームが命中します。Bでは、上限を超えた分の時間に機体が飛んだ距離だけ外れます。",
};
