//! What delayed synchronisation is compared with, in Japanese.

use crate::scenario_words::ScenarioWords;

pub(super) const LOCKSTEP: ScenarioWords = ScenarioWords {
    title: "ロックステップ: いちばん遅い人が全員を決める",
    source: "遅延同期の記事、1つ目の比較対象",
    watch: "ここには映っていない3人目のプレイヤーの往復時間は300 msです。どのティックも、その\
            プレイヤーのコマンドを待ちます。だから全員の世界がその速さで進み、自機が応えるのも\
            そのプレイヤーと同じだけ遅くなります。",
    label: "世界は1秒に約22ティックで進み、自機は約0.3秒後に反応します。",
};

pub(super) const DIABLO: ScenarioWords = ScenarioWords {
    title: "Diabloのやり方: まず「撃った」、あとで「当たった」",
    source: "遅延同期の記事、2つ目の比較対象",
    watch: "4発目のあとで飛び去る機体に、10発撃ちます。Aでは命中に2つのメッセージが必要です。1つは\
            「撃った」、あとに来るもう1つが「当たった」です。Bでは最初の1つだけで、どの画面もそこから\
            命中を計算します。",
    label: "Aは14個、Bは10個のメッセージを使います。Aの相手プレイヤーが命中を知るのは、Bより約0.25秒後です。",
};

pub(super) const PREDICT_EVERYONE: ScenarioWords = ScenarioWords {
    title: "全員を予測する: ラグはないが、ワープする",
    source: "サーバーがあるときのロールバックの姿。元になったGGPOにはサーバーがない",
    watch: "どちらの機体も、あなたの最新のコマンドのティックで描かれます。相手の機体が向きを変えるたびに、\
            知らせが届くまで、画面は前の推力のまま飛ばし続けます。",
    label: "自機はすぐに反応し、相手の機体は向きを変える所で約26 uワープします。",
};
