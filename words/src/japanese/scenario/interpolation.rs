//! Source's figure of interpolation, and a server on the player's own machine, in Japanese.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "SourceのネットワークについてのValveの記事";

pub(super) const LINE: ScenarioWords = ScenarioWords {
    title: "Source: スナップショットが失われても画面ではわからない",
    source: SOURCE,
    watch: "1秒に20個のスナップショットが届き、ほかの機体を100 ms遅れて描きます。ティック340.8では、\
            スナップショット340と342の間に描きます。相手プレイヤーは342を失ったので、340と344の間に\
            描きます。",
    label: "あなたは、340から342までの道のりの0.40の所に描きます。342を失った相手プレイヤーは、340から344までの道のりの0.20の所に描きます。",
};

pub(super) const LISTEN_SERVER: ScenarioWords = ScenarioWords {
    title: "Source: 自分のマシンで動くサーバー",
    source: SOURCE,
    watch: "サーバーがあなたのマシンで動いているので、往復時間は0です。Aでは、それでも相手の機体は\
            補間され、100 ms遅れて描かれます。Bでは最新のスナップショットにある場所に描かれます。",
    label: "相手の機体は320 u/sで飛びます。補間するAでは、サーバーでの位置より32 u後ろに描かれます。\
            届いたままのBでは、サーバーでの位置に描かれます。",
};
