//! The questions that the article asks, in Japanese.

use crate::article::{AskWords, QuestionWords, question};

pub(crate) const WORDS: AskWords = AskWords {
    before: "試す前に:",
    guess: "予想する",
    show: "見てみる",
    right: "当たりです。",
    wrong: "残念。",
    answer: "答え:",
    laboratory: "ラボで見る ▸",
    too_long: "この飛行はリンクには長すぎます。飛行なしで試合を開く ▸",
};

pub(crate) const COVER: QuestionWords = question(
    "pingが0 msでも、ビームは当たるでしょうか。",
    ["当たる", "外れる"],
    "当たります。0 msでも、狙っている画面は少し古いのです。",
);

pub(crate) const MESSAGE: QuestionWords = question(
    "pingが0 msのとき、自機はどれだけ早く反応するでしょうか。",
    ["すぐに", "約33 ms後に"],
    "約33 ms後です。距離がなくても、ティック、スナップショット、画面を待ちます。",
);

pub(crate) const PREDICTION: QuestionWords = question(
    "pingが600 msのとき、Bの自機はどれだけ早く反応するでしょうか。",
    ["次のフレームで", "約600 ms後に"],
    "次のフレームです。予測された機体は、pingがいくつでも待ちません。",
);

pub(crate) const WRONG_PREDICTION: QuestionWords = question(
    "pingが400 msのとき、自機はどれだけ修正されるでしょうか。",
    ["約45 u(前と同じ)", "約95 u"],
    "約95 uです。pingが2倍なら、やり直すコマンドも2倍です。",
);

pub(crate) const MOMENTS: QuestionWords = question(
    "pingが0 msなら、画面の2機は同じ時点の姿でしょうか。",
    ["はい", "いいえ"],
    "いいえ。それでも約130 msずれています。",
);

pub(crate) const INTERPOLATION: QuestionWords = question(
    "遅延が50 msでも、Bの機体はなめらかに動くでしょうか。",
    ["なめらかに動く", "とびとびに動く"],
    "とびとびに動きます。スナップショットは100 ms間隔なので、次のものがまだ届いていません。",
);

pub(crate) const JITTER_BUFFER: QuestionWords = question(
    "バッファーが400 msなら、間に合わないスナップショットはあるでしょうか。",
    ["ない", "ある"],
    "ありません。ただし、見えている相手の機体は400 ms以上前の姿です。",
);

pub(crate) const LATE_LASER: QuestionWords = question(
    "pingが0 msなら、当たるでしょうか、外れるでしょうか。",
    ["当たる", "外れる"],
    "外れます。pingがなくても、狙っている画面は古いのです。",
);

pub(crate) const JUMP: QuestionWords = question(
    "pingが400 msのとき、弾はどれだけ先に現れるでしょうか。",
    ["約130 u(前と同じ)", "約220 u"],
    "約220 uです。pingの半分の間に飛ぶ距離だけ飛び越します。",
);

pub(crate) const REWINDING: QuestionWords = question(
    "サーバーが400 msまでしかさかのぼらないなら、当たるでしょうか、外れるでしょうか。",
    ["当たる", "外れる"],
    "当たります。見えていたのは400 msより新しい姿でした。",
);

pub(crate) const LOCKSTEP: QuestionWords = question(
    "24ティック先のコマンドを送ると、自機はどれだけ早く反応するでしょうか。",
    ["約320 ms後(前と同じ)", "約420 ms後"],
    "約420 ms後です。世界が本来の速さで動き出したら、それ以上のティックは遅れを増やすだけです。",
);

pub(crate) const EVERYONE: QuestionWords = question(
    "pingが600 msのとき、相手の機体はどれだけ跳ぶでしょうか。",
    ["約50 u", "約100 u"],
    "約50 uです。画面が推測するのはある程度先までで、足りない分だけ相手の機体は遅れて描かれます。",
);

pub(crate) const CHOOSE: QuestionWords = question(
    "pingが600 msでも、Bは当たるでしょうか。",
    ["当たる", "外れる"],
    "外れます。Lagrangeがさかのぼるのは400 msまでで、見えていた姿はもっと古いものです。",
);

pub(crate) const CLOCKS: QuestionWords = question(
    "コマンドの余裕が100 msなら、間に合わないコマンドはあるでしょうか。",
    ["ない", "ある"],
    "ありません。余裕のほうが、急な遅れより長いからです。ただし画面は、いつもその分だけ先を予測することになります。",
);

pub(crate) const VICTIM_PAYS: QuestionWords = question(
    "pingが600 msのとき、岩の陰の機体はAで撃たれるでしょうか。",
    ["撃たれる", "無事"],
    "無事です。見えていた姿は、サーバーがさかのぼる限度より古いからです。今度は撃った側が損をします。",
);

pub(crate) const ROLLBACK: QuestionWords = question(
    "入力遅延が4ティックなら、相手の機体の跳びはどうなるでしょうか。",
    ["小さくなる", "変わらない"],
    "小さくなります。その4ティックの間に起こることは、もう推測しなくて済みます。",
);
