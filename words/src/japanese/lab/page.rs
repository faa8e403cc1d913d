//! The texts that stand in the page of the laboratory, in Japanese: as `web/lab.html` has them.

use crate::lab::page::{
    BarTexts, BeginningTexts, DeskTexts, HelpTexts, LessonsTexts, NetworkTexts, PageText,
    SchemesTexts, ShareTexts, TimeTexts,
};

pub(crate) const fn text(text: PageText) -> &'static str {
    match text {
        PageText::Bar(text) => bar(text),
        PageText::Time(text) => time(text),
        PageText::Help(text) => help(text),
        PageText::Lessons(text) => lessons(text),
        PageText::Schemes(text) => schemes(text),
        PageText::Network(text) => network(text),
        PageText::Desk(text) => desk(text),
        PageText::Share(text) => share(text),
        PageText::Beginning(text) => beginning(text),
    }
}

const fn bar(text: BarTexts) -> &'static str {
    match text {
        BarTexts::Title => "Lagrangeラボ",
        BarTexts::Heading => "ラボ",
        BarTexts::Scenario => "シナリオ",
        BarTexts::CaptureEnd => "キャプチャを閉じる",
        BarTexts::Panels => "パネル",
        BarTexts::Lessons => "レッスン {0}",
        BarTexts::Schemes => "方式 {0}",
        BarTexts::Network => "回線 {0}",
        BarTexts::Desk => "チート {0}",
        BarTexts::DeskHint => "チートの実験台: 嘘をつくプログラム",
        BarTexts::Shots => "ショット {0}",
        BarTexts::Graph => "ネットグラフ {0}",
        BarTexts::Ring => "リング {0}",
        BarTexts::RingHint => "QuakeWorldのコマンドのリング",
        BarTexts::ViewLine => "補間線 {0}",
        BarTexts::ViewLineHint => "補間の時間線",
        BarTexts::Stored => "保存データ {0}",
        BarTexts::StoredHint => {
            "サーバーが機体について保存したもの。1機ずつ順に、またはポインターの下の機体"
        }
        BarTexts::Share => "共有 {0}",
        BarTexts::Help => "ヘルプ {0}",
        BarTexts::Caption => "ここに見えるもの",
        BarTexts::Close => "閉じる {0}",
        BarTexts::GraphName => "ネットグラフ",
        BarTexts::Away => crate::japanese::article::ARTICLE.away,
    }
}

const fn time(text: TimeTexts) -> &'static str {
    match text {
        TimeTexts::RingSlot => "コマンド、古い順",
        TimeTexts::RingSlotHint => {
            "どのスロットの数字を見るか。最新は右端です。直接指してもかまいません。"
        }
        TimeTexts::LanesSay => "レーンの説明",
        TimeTexts::Name => "時間",
        TimeTexts::Restart => "最初から {0}",
        TimeTexts::RestartHint => "同じシードで最初から",
        TimeTexts::FrameBack => "1フレーム戻る",
        TimeTexts::FrameOn => "1フレーム進む",
        TimeTexts::Speed => "速さ",
        TimeTexts::SpeedHint => "速さ: − と + で変えられます",
        TimeTexts::Position => "記録の中の位置",
        TimeTexts::Cue => "決定的な瞬間へ",
        TimeTexts::Take => "自分で操縦する {0}",
        TimeTexts::Swap => "機体を交換 {0}",
    }
}

const fn help(text: HelpTexts) -> &'static str {
    match text {
        HelpTexts::Name => "ヘルプ",
        HelpTexts::About => {
            "ルームも、3人のプレイヤーも、その間の6本の回線も、このページの中で1つの時計に従って動いています。だから3つの画面は、ネットワーク越しのプログラムには映せないもの\
            を映します。あなたの画面、サーバー、相手プレイヤーの画面の、同じ瞬間です。線が、同じ機体どうし、同じ弾どうしを結びます。"
        }
        HelpTexts::KeysFly => "{0}{1}{2}{3}または矢印キー",
        HelpTexts::Fly => "飛ぶ。シナリオの操縦を引き継ぐ",
        HelpTexts::KeysAim => "マウスまたは{0}{1}、{2}、{3}",
        HelpTexts::Aim => "狙う、レーザー、ビーム",
        HelpTexts::Play => "再生、一時停止",
        HelpTexts::Frames => "1フレーム戻る、進む",
        HelpTexts::Cue => "タイムバーに印のある、決定的な瞬間へ。もう一度押すと、そこから先へ",
        HelpTexts::Speed => "遅く、速く。1/100まで",
        HelpTexts::Restart => "同じシードで最初から",
        HelpTexts::Swap => "機体を交換し、もう1機を操縦する",
        HelpTexts::Maximise => "マウスの下の画面を広げる",
        HelpTexts::KeysSchemes => "{0}から{1}",
        HelpTexts::Schemes => "方式。{0}で2つを比べる",
        HelpTexts::Lessons => "レッスン、前へ、次へ",
        HelpTexts::Drawers => "方式、回線、ショット、ネットグラフ、共有",
        HelpTexts::Desk => "チートの実験台: 嘘をつくプログラムと、各ルームが数えたもの",
        HelpTexts::Ring => "リング: どのコマンドが送られ、確認され、やり直されたか",
        HelpTexts::ViewLine => "補間線: ほかの機体がどのスナップショットの間に描かれるか",
        HelpTexts::Ghosts => "残像",
        HelpTexts::PointAtShip => "機体を指す、または {0}",
        HelpTexts::Stored => "サーバーが保存したもの。{0}で次の機体へ",
        HelpTexts::ClickBolt => "弾をクリック",
        HelpTexts::WhyHit => "なぜ当たったか、外れたか",
        HelpTexts::CloseOpen => "開いているものを閉じる",
        HelpTexts::CuesWanted => "{0}決定的な瞬間に遅くして待つ",
        HelpTexts::Legend => {
            "{0}今のサーバー{1} {2}撃ったときに見えたもの{3} {4}サーバーが判定したもの"
        }
        HelpTexts::Strip => {
            "画面の下の帯では、点の1つ1つがパケットです。時間が左から右へ流れる間に、送り手から受け手へ上っていきます。失われたものは途中で消え、遅れたものは縁の下で黄色く待ち\
            ます。"
        }
        HelpTexts::PlayOnline => "オンラインで遊ぶ",
    }
}

const fn lessons(text: LessonsTexts) -> &'static str {
    match text {
        LessonsTexts::Name => "レッスン",
        LessonsTexts::ExampleName => "時間の線の上の1 sと5 sの2つの点と、その中間の3 sの棒",
        LessonsTexts::Example => {
            "Wolfenstein: ETの記事の例です。サーバーには1 sと5 sのマーカーがあり、コマンドは3 sを求めます。ちょうど中間なので、機体も中間に\
            います。機体を指すか{0}を押すと、ここで保存されたものが見えます。"
        }
        LessonsTexts::DoThis => "やってみる",
        LessonsTexts::WatchThat => "注目する所",
        LessonsTexts::Article => "記事で読む",
        LessonsTexts::Back => "前へ {0}",
        LessonsTexts::Next => "次へ {0}",
        LessonsTexts::All => "すべてのレッスン",
    }
}

const fn schemes(text: SchemesTexts) -> &'static str {
    match text {
        SchemesTexts::Name => "方式",
        SchemesTexts::About => {
            "ネットコードの方式とは、メッセージにかかる時間をゲームがどう隠すかです。2つを並べて動かしてみましょう。操作もパケットも同じで、ルールだけが違います。"
        }
        SchemesTexts::Columns => "列",
        SchemesTexts::Presets => "プリセット",
        SchemesTexts::Alternatives => "比べる相手",
        SchemesTexts::Choices => "この方式の選択",
        SchemesTexts::ShotLine => "{0}ショットの行",
        SchemesTexts::RoomPart => "ルームが決めること",
        SchemesTexts::PlayerPart => "各プレイヤーが決めること",
        SchemesTexts::PlayerHint => "全プレイヤーが見るものと送るもの。",
    }
}

const fn network(text: NetworkTexts) -> &'static str {
    match text {
        NetworkTexts::Name => "回線",
        NetworkTexts::About => {
            "6本の回線がすべてこのページの中にあります。各プレイヤーの上りと下りです。変更は、これから送られるものに効きます。"
        }
        NetworkTexts::Codec => "スナップショットの中身",
        NetworkTexts::CodecHint => {
            "サーバーが全員に伝えるもの。試合は最初から始まります。バイト数とネットグラフに注目してください。"
        }
        NetworkTexts::WhoseLinks => "誰の回線か",
        NetworkTexts::You => "あなた",
        NetworkTexts::Other => "相手",
        NetworkTexts::Third => "3人目",
        NetworkTexts::Kinds => "回線の種類",
        NetworkTexts::WayUp => "上り: サーバーへ、片道",
        NetworkTexts::WayDown => "下り: サーバーから、片道",
        NetworkTexts::FullUpdate => "完全な更新を求める",
        NetworkTexts::FullUpdateHint => {
            "次のスナップショットは、ほかの更新を土台にせず、すべてを伝えます。ネットグラフでは高く淡い柱です。1秒に1回までです。"
        }
        NetworkTexts::WhoFlies => "誰が操縦するか",
        NetworkTexts::Controllers => "この機体を誰が操縦するか",
    }
}

const fn desk(text: DeskTexts) -> &'static str {
    match text {
        DeskTexts::Name => "チートの実験台",
        DeskTexts::About => {
            "プログラムは、プレイヤーが送るものを変えられます。選ぶと試合が最初から始まります。"
        }
        DeskTexts::Programs => "誰のプログラムか",
        DeskTexts::Columns => "どこで嘘をつくか",
        DeskTexts::Lies => "何をするか",
        DeskTexts::Tries => "企み",
        DeskTexts::Against => "対策",
        DeskTexts::Came => "結果",
        DeskTexts::Gains => "得たもの",
        DeskTexts::Counters => "すべてのカウンター",
    }
}

const fn share(text: ShareTexts) -> &'static str {
    match text {
        ShareTexts::Shots => "ショット",
        ShareTexts::NoShot => {
            "まだショットがありません。引き金を引くか、シナリオを再生してください。"
        }
        ShareTexts::Name => "共有",
        ShareTexts::About => {
            "このリンクは、まさにこの瞬間を、別のブラウザーで1ビットも違わずに開きます。操縦の内容と、ここで調べたショットが入っています。"
        }
        ShareTexts::Copy => "コピー",
        ShareTexts::AsFigure => "図として",
        ShareTexts::Figure => {
            "あなたのページに、要素またはiframeで入れられます。今見えているシナリオとプリセットの{0}です。それ以外の設定や操縦は入りません。"
        }
        ShareTexts::FigureAlone => "図だけ",
        ShareTexts::CopyElement => "要素をコピー",
        ShareTexts::CopyIframe => "iframeをコピー",
        ShareTexts::AsFile => "ファイルとして",
        ShareTexts::Run => {
            "実行記録: 外から来たすべてのもの。{0}が再生し、{1}がショットを判定します。"
        }
        ShareTexts::SaveRun => "この実行記録を保存",
        ShareTexts::OpenFile => "ファイルを開く{0}",
        ShareTexts::Drop => {
            "ページのどこかにファイルを落としても開けます。実行記録か、オンラインの試合のキャプチャです。"
        }
    }
}

const fn beginning(text: BeginningTexts) -> &'static str {
    match text {
        BeginningTexts::Name => "どこから始めますか",
        BeginningTexts::About => {
            "ネットワークのゲームでは、あなたに見えるもの、サーバーが持っているもの、相手プレイヤーに見えるものは、3つの異なる時刻です。ここではその3つが並んでいて、時間を止め\
            ることもできます。"
        }
        BeginningTexts::Learn => "学ぶ",
        BeginningTexts::LearnHint => {
            "短いレッスンが10個。遅延から巻き戻しまで、考え方を1つずつ。または記事「{0}」を読む。"
        }
        BeginningTexts::Article => "シューターはラグをどう隠すのか",
        BeginningTexts::Try => "試す",
        BeginningTexts::TryHint => "100 msの回線で2機のボットと戦い、回線をもっと悪くする。",
        BeginningTexts::Shot => "ショットを調べる",
        BeginningTexts::ShotHint => {
            "岩のせいで却下された命中。三者それぞれに何が見えたのか、9つのルールはどう判定するのか。"
        }
        BeginningTexts::Dismiss => "見て回る {0}",
        BeginningTexts::Panic => "ラボが自身のエラーで止まりました。",
        BeginningTexts::PanicHint => {
            "再読み込みで再開します。また起こるようなら、次の内容を報告してください:"
        }
        BeginningTexts::Reload => "再読み込み",
    }
}
