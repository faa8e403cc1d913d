//! The notes under the article's sections in Japanese.

use article::source::Source;

use crate::article::{NoteWords, SectionNotes, claim};

pub(crate) const WORDS: NoteWords =
    NoteWords { code: "コードで見る", functions: "実際のコード:", sources: "出典" };

pub(crate) const NOTES: [SectionNotes; 16] = [
    SectionNotes {
        key: "cover",
        code: "マーカーは50 msごとに10個で、450 ms前まで残っています。それより古い姿を見て撃つと、\
               いちばん古いマーカーで判定されます。",
        claims: &[claim(
            Source::EnemyTerritory,
            "サーバーはプレイヤーごとにマーカーのリングを持ち、ショットをそれと照らし合わせます。",
        )],
    },
    SectionNotes {
        key: "message",
        code: "ここでは何も予測しません。画面の機体は、最新のスナップショットにある機体です。",
        claims: &[
            claim(Source::ResponseTimes, "反応が瞬時に感じられる限界は、およそ0.1秒です。"),
            claim(
                Source::LatencyThresholds,
                "マウスを使う人が気づいた遅れは34~137 ms、中央値は54 msでした。",
            ),
            claim(
                Source::HiberniaExpress,
                "ガラスの中の往復は1,000 kmあたり約10 msなので、ロンドンとニューヨークの間の\
                 5,570 kmでは56 msです。速さのために敷かれたケーブルで58.95 msです。",
            ),
            claim(
                Source::InternetLatency,
                "ロンドンとニューヨークの間で実際に測ると70~80 msです。",
            ),
        ],
    },
    SectionNotes {
        key: "prediction",
        code: "状態といっしょに返ってくるのは、どのティックでしょうか。サーバーがこのプレイヤーの\
               コマンドを最後に実行したティックです。クライアントは、それより後のコマンドだけをすべて\
               やり直します。",
        claims: &[
            claim(
                Source::GambettaPrediction,
                "予測と、サーバーがまだ確認していないコマンドのやり直し方です。",
            ),
            claim(
                Source::QuakeWorldPlan,
                "1996年8月の計画です。QuakeWorldのクライアントは、サーバーから返事が来るまで、移動の結果を推測してよいことになりました。",
            ),
            claim(
                Source::QuakeWorldCode,
                "QuakeWorldの予測のしかたです。その後ほとんどすべてのシューターが予測を使っている\
                 というのは、この記事の見方です。",
            ),
        ],
    },
    SectionNotes {
        key: "wrong-prediction",
        code: "計算のほうは、サーバーの状態にすぐ従います。なめらかにするのは絵だけで、消えていく\
               ずれを加えて描きます。",
        claims: &[
            claim(Source::GambettaPrediction, "サーバーの状態に戻り、コマンドをやり直す方法です。"),
            claim(
                Source::SourceNetworking,
                "予測の誤差を、短い時間をかけてなめらかに消す方法です。",
            ),
        ],
    },
    SectionNotes {
        key: "moments",
        code: "画面にある2つの時刻は、どちらもサーバーの時刻ではありません。余裕(margin)は、コマンドが\
               自分のティックよりどれだけ早く届くかです。",
        claims: &[claim(
            Source::Targeting,
            "ネットワークゲームには、自分、サーバー、相手という3つの時間帯があります。",
        )],
    },
    SectionNotes {
        key: "clocks",
        code: "時計のずれは、一度決めたら終わりではありません。サーバーの報告のたびに少しずつ動かし、\
               最近のコマンドのうちいちばん遅いものでも自分のティックに間に合うようにします。",
        claims: &[claim(
            Source::OverwatchNetcode,
            "あるプレイヤーのコマンドが足りなくなると、サーバーはそのクライアントを少し速く進めさせます。",
        )],
    },
    SectionNotes {
        key: "interpolation",
        code: "必要なのは、描く時刻をはさむ2つのスナップショットだけです。最新のものより先は推測に\
               なるので、250 msでやめます。",
        claims: &[
            claim(
                Source::GambettaInterpolation,
                "ほかの機体を、過去の姿でなめらかに描く方法です。",
            ),
            claim(
                Source::SourceNetworking,
                "Sourceは1秒に20回のスナップショットで100 ms待ち、1つ失われても困らないように\
                 しています。",
            ),
            claim(
                Source::SnapshotInterpolation,
                "バッファーがないと、スナップショットが届く間隔のむらで物体がガクガク動きます。",
            ),
        ],
    },
    SectionNotes {
        key: "jitter-buffer",
        code: "時計はいちばん速く届いたスナップショットに合わせます。だから、遅れたものと失われたものは\
               遅延(delay)で補わなければなりません。",
        claims: &[
            claim(
                Source::SnapshotCompression,
                "1秒に10回のスナップショットなら、最短で100 ms、ジッターがあれば150 ms、続けて1つか\
                 2つ失われても耐えるには250 msか350 msが必要です。",
            ),
            claim(
                Source::SourceInterpolation,
                "間隔の2倍、3倍、4倍の遅延で、パケットをいくつまで失っても耐えられるかです。",
            ),
        ],
    },
    SectionNotes {
        key: "late-laser",
        code: "サーバーが見るのは現在です。撃った人に何が見えていたかは関係ありません。",
        claims: &[
            claim(
                Source::Targeting,
                "その図2では、同じショットの結果がコンピューターごとに違います。",
            ),
            claim(
                Source::Schemes,
                "Wolfenstein: ETは、ロケット弾では巻き戻しません。アンチラグの記事をまとめたものです。",
            ),
        ],
    },
    SectionNotes {
        key: "jump",
        code: "足りない距離は1フレームごとに半分になるので、数フレームたてば誰にも違いは見えません。",
        claims: &[claim(Source::Targeting, "その図3が飛び越し、図4が目標に収束するレーザーです。")],
    },
    SectionNotes {
        key: "rewinding",
        code: "どの時刻を狙ったのかは、ショット自身が伝えます。サーバーは上限までそれを信じます。過去を\
               調べるだけで、機体を動かすことはありません。",
        claims: &[
            claim(Source::Bernier, "Half-Lifeのラグ補償と、撃たれる側が払う代償です。"),
            claim(Source::SourceLagCompensation, "Sourceでは初期値も最大値も1秒です。"),
            claim(Source::Unlagged, "Quake IIIのUnlaggedでは約1秒です。"),
            claim(Source::HalfLifeUnlag, "Half-Lifeの初期値は0.5秒です。"),
            claim(
                Source::Cs2dUnlag,
                "CS2Dの初期値は0.2秒、最大値は1秒です。ほとんどのゲームにこうした上限があるというのは、この記事の見方です。",
            ),
        ],
    },
    SectionNotes {
        key: "victim-pays",
        code: "撃った側の遅れには上限があります。そこに撃たれた側の遅れが加わります。自分の画面の自機は\
               サーバーより進んでいて、当たったという知らせが届くにも時間がかかるからです。",
        claims: &[
            claim(
                Source::OverwatchShooter,
                "Overwatchは撃つ側に有利なので、角を曲がったあとで撃たれます。",
            ),
            claim(Source::PeekersAdvantage, "先に姿を現す側を有利にする遅れの合計です。"),
            claim(
                Source::AroundACorner,
                "プレイヤーがどれくらい気づくかの研究で、速さ4 m/sなら250 msという上限は妥当だとされています。",
            ),
        ],
    },
    SectionNotes {
        key: "lockstep",
        code: "コマンドは、それに応じた絵よりn + 1ティック先のためのものです。1つでもコマンドが足りない\
               ティックは、それを待ちます。",
        claims: &[
            claim(
                Source::Archers,
                "コマンドは後のターンで実行され、ゲームの速さはいちばん遅いプレイヤーで決まります。昔からある方式だというのは、この記事の見方です。",
            ),
            claim(
                Source::SnapshotInterpolation,
                "ロックステップでは、ラグのいちばん大きいプレイヤーを全員が待ちます。",
            ),
        ],
    },
    SectionNotes {
        key: "everyone",
        code: "サーバーはどのティックも1回しか計算しません。先へ進み、スナップショットのたびにやり直すのは\
               クライアントだけです。",
        claims: &[claim(
            Source::Ggpo,
            "2人の間のロールバックです。推測で進み、外れたらやり直します。この図のようにサーバーを使うのは\
             このプロジェクトの変種です。",
        )],
    },
    SectionNotes {
        key: "rollback",
        code: "これはGGPOのような、2人が直接つながるロールバックです。図のようにサーバーがあれば、戻るのは\
               クライアントだけで、サーバーがティックをやり直すことはありません。",
        claims: &[claim(
            Source::Ggpo,
            "直接つながる2人のロールバックと入力遅延です。片方だけが戻るのは、このプロジェクトの変種です。",
        )],
    },
    SectionNotes {
        key: "choose",
        code: "どの方式も、2つの問いに答えています。弾はどこにあるのか。そして、目標をどの時刻で\
               調べるのか。",
        claims: &[claim(
            Source::Schemes,
            "一覧にあるすべての方式の正確なルールと、それが公開された場所です。",
        )],
    },
];
