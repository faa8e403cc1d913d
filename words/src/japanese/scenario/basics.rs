//! The first three ideas of a netcode, in Japanese.

use crate::scenario_words::ScenarioWords;

pub(super) const LATENCY: ScenarioWords = ScenarioWords {
    title: "遅延: 自機が反応するまでの時間",
    source: "Gambettaの、テンポの速いマルチプレイヤーゲームの記事",
    watch: "往復時間は200 msで、それを隠すものはありません。1秒後に右へ飛びます。サーバーでは、キー\
            入力が届いたときに自機が動きます。あなたの画面では、サーバーの返事が戻ってきたときに動きます。",
    label: "自機は、キーを押してから約233 ms後に反応します。往復時間と、少しの待ち時間です。",
};

pub(super) const PREDICTION: ScenarioWords = ScenarioWords {
    title: "予測: 待たなくてよい機体",
    source: "QuakeWorld、Gambettaのクライアント側予測の記事",
    watch: "往復時間はどちらの列でも200 msで、キー操作も同じです。Aの自機はサーバーの返事を待ちます。\
            Bではクライアントがサーバーのルールですぐに飛ばし、返事が届いたら比べます。",
    label: "Aの自機は、キーを押してから約233 ms後に反応します。Bでは17 ms後に応え、予測は一度も外れません。",
};

pub(super) const INTERPOLATION: ScenarioWords = ScenarioWords {
    title: "補間: 飛び飛びか、過去をなめらかにか",
    source: "Gambettaの、エンティティの補間の記事",
    watch: "相手の機体はあなたのまわりを回り、1秒に10回のスナップショットが、どこにいたかを伝えます。Aでは最新のスナップショットが示す場所に描かれます。Bでは200 ms遅れ\
            て、スナップショットから次のスナップショットへ向かう途中に描かれます。",
    label: "Aの相手の機体は、スナップショットごとに約28 uずつ飛び飛びに動きます。Bではサーバーより約266 ms、72 u後ろをなめらかに動きます。",
};
