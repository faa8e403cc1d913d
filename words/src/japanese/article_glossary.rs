//! The article's terms, explained in Japanese.

use crate::article::GlossaryEntry;

pub(crate) const GLOSSARY: [GlossaryEntry; 25] = [
    GlossaryEntry {
        term: "ping",
        words: &["ping"],
        text: "メッセージがサーバーに届き、返事が戻るまでの時間です。往復時間ともいいます。",
    },
    GlossaryEntry {
        term: "latency",
        words: &["遅延(レイテンシ)", "ラグ"],
        text: "操作してから、その結果が画面に出るまでの時間です。pingに、メッセージを送る前や描く前に待つ時間を足したものです。プレイヤーはラグと呼びま\
               す。",
    },
    GlossaryEntry {
        term: "jitter",
        words: &["ジッター"],
        text: "メッセージにかかる時間が、1つごとにどれだけばらつくかです。",
    },
    GlossaryEntry {
        term: "loss",
        words: &["パケットロス"],
        text: "送ったメッセージのうち、届かなかったものの割合です。",
    },
    GlossaryEntry {
        term: "tick",
        words: &["ティック"],
        text: "世界の計算1回分で、ここでは1/60秒です。クライアントもサーバーも同じ番号で数えます。",
    },
    GlossaryEntry {
        term: "user command",
        words: &["コマンド"],
        text: "1ティック分の操作です。推力、旋回、発射が入っていて、ティックの番号が付いています。",
    },
    GlossaryEntry {
        term: "command margin",
        words: &["余裕(margin)", "コマンドの余裕"],
        text: "コマンドが自分のティックよりどれだけ早くサーバーに届くかです。0より小さければ間に合っていません。",
    },
    GlossaryEntry {
        term: "lead",
        words: &["先行"],
        text: "自分の画面の自機が、サーバーよりどれだけ先の時刻にいるかです。往復時間の半分に、\
               コマンドが待つ時間を足したものです。",
    },
    GlossaryEntry {
        term: "predict",
        words: &["予測"],
        text: "あなたのコンピューターが、サーバーより先に自分のコマンドを実行することです。サーバーの状態が届いたら、サーバーがまだ実行していないコマンドを\
               やり直します。",
    },
    GlossaryEntry {
        term: "reconcile",
        words: &["リコンシリエーション(照合)", "照合"],
        text: "予測をサーバーの状態と比べ、サーバーがまだ実行していないコマンドをそこからやり直す\
               ことです。",
    },
    GlossaryEntry {
        term: "correction",
        words: &["補正(correction)", "補正"],
        text: "予測が外れたことを画面で目立たせないためのずれです。すぐに消えていきます。",
    },
    GlossaryEntry {
        term: "snap",
        words: &["スナップ(snap)", "スナップ"],
        text: "ずれを少しずつ消していくのではなく、正しい場所にすぐ機体を描くことです。",
    },
    GlossaryEntry {
        term: "snapshot",
        words: &["スナップショット"],
        text: "あるティックの世界を、サーバーがプレイヤーに送るものです。",
    },
    GlossaryEntry {
        term: "interpolation",
        words: &["補間"],
        text: "機体を2つのスナップショットの間に描くことです。描く時刻は、一定の遅延だけ過去にあります。",
    },
    GlossaryEntry {
        term: "interpolation delay",
        words: &["バッファー", "補間遅延"],
        text: "画面がスナップショットよりどれだけ遅れて描くかです。遅れて届いたものも、これで\
               間に合います。その長さが補間遅延です。",
    },
    GlossaryEntry {
        term: "extrapolation",
        words: &["外挿(extrapolation)", "外挿"],
        text: "最新のスナップショットより先に、それまでと同じように飛び続けたものとして機体を描くことです。これは推測です。",
    },
    GlossaryEntry {
        term: "scheme",
        words: &["方式"],
        text: "ゲームが遅延を隠すためのルール一式です。誰がその代償を払うかも、これで決まります。",
    },
    GlossaryEntry {
        term: "convergence",
        words: &["収束(convergence)", "収束"],
        text: "弾がどの画面でも砲口から出て、はじめは速く飛び、本来の位置に追いつくことです。",
    },
    GlossaryEntry {
        term: "rewind",
        words: &["ラグ補償", "巻き戻し"],
        text: "サーバーが、撃った人の見ていた過去の時刻で目標を調べることです。巻き戻しともいいます。",
    },
    GlossaryEntry {
        term: "rewind limit",
        words: &["巻き戻しの上限"],
        text: "ショットがどれだけ過去までさかのぼれるかの上限です。",
    },
    GlossaryEntry {
        term: "delayed synchronisation",
        words: &["遅延同期"],
        text: "どの画面もほかの機体を一定の時間Dだけ遅らせて描き、ショットもその過去で判定します。最後には、どの画面の結果も一致します。",
    },
    GlossaryEntry {
        term: "lockstep",
        words: &["ロックステップ"],
        text: "全員のコマンドがそろって初めて、ティックを1つ進める方式です。",
    },
    GlossaryEntry {
        term: "re-run",
        words: &["ロールバック"],
        text: "本当は何があったのかがわかったときに、前の状態に戻って、そこからのティックを計算し直すことです。",
    },
    GlossaryEntry {
        term: "input delay",
        words: &["入力遅延"],
        text: "やり直す量を減らすために、コマンドからその結果が画面に出るまでにわざと置くティックです。",
    },
    GlossaryEntry {
        term: "cover veto",
        words: &["守る側に有利な"],
        text: "巻き戻した標的に当たっても、いまの標的とショットの間に遮る物があれば、命中としない規則です。",
    },
];
