//! Fixed texts of the shot sheet, in Japanese.

use alloc::{format, string::String};

use forensics::sentence::Separation;

use crate::shot_sheet::{ClampTexts, SheetNotes, SheetTexts};

pub(crate) const TEXTS: SheetTexts = SheetTexts {
    Older: "前のショット",
    Newer: "次のショット",
    Save: "このショットを保存",
    CopyLink: "リンクをコピー",
    Export: "書き出す",
    ExportHint: "lagrange judge用のJSON",
    Close: "閉じる",
    Play: "再生",
    Shots: "ショット",
    Schemes: "各方式ならどう判定したか",
    Age: "ショットの経過時間",
    Picture: "同じ瞬間を、撃った人の画面、サーバー、撃たれた人の画面で見たもの。その下はショットの3\
              つの時刻。",
    Copied: "コピーしました。",
    SelectAndCopy: "選択してコピーしてください:",
    YourView: "あなたに見えたもの",
    ServersView: "サーバーが判定したもの",
    TheirView: "相手に見えたもの",
    ShootersView: "撃った人に見えたもの",
    TargetsView: "撃たれた人に見えたもの",
    WorkedOut: "サーバーの知っていることから計算",
    NobodyNear: "ショットの近くに機体はいなかった",
    BotWithoutScreen: "ボットに画面はない",
    ScreenUnknown: "この画面に何が映っていたかはわからない",
    Judged: "判定",
    YouSaw: "あなたが見た",
    TheySaw: "相手が見た",
    Now: "今",
    You: "あなた",
    YourTimes: "あなたのショットの3つの時刻、撃ってからのms",
    TheirTimes: "相手のショットの3つの時刻、撃ってからのms",
    TimesUnit: "撃ってからのms",
    YourCommand: "あなたのコマンド",
    TheirCommand: "相手のコマンド",
    ServerTick: "サーバーのティック",
    ViewJudged: "判定した時刻",
    ViewYouSaw: "あなたが見た時刻",
    ViewTheySaw: "相手が見た時刻",
    NewestSnapshot: "最新のスナップショット",
    Bound: "上限",
    Elsewhere: "≈ その方式なら的は別の場所に描かれ、狙いも変わっていたはずです。",
    TimesOnly: "サーバーが知らせるのは使った時刻だけで、機体がどこにいたかではない",
};

pub(crate) const NOTES: SheetNotes = SheetNotes {
    NoShotYet: "あなたに関わるショットはまだありません。撃つか、撃たれるかしてから、もう一度試して\
                ください。",
    ReportComing: "このショットについてのサーバーの報告を待っています。",
    InFlight: "まだ飛んでいます。サーバーはこのショットをまだ判定していません。",
    MatchGoesOn: "試合は続いていて、自機は惰性で飛んでいます。",
    RecordUntilReport: "試合は続いていて、自機は惰性で飛んでいます。見えているのは、ショットの記録\
                        と、あなたの画面に映ったものです。サーバーの報告はまだ届いていません。",
    RecordOnly: "試合は続いていて、自機は惰性で飛んでいます。見えているのは、ショットの記録と、あな\
                 たの画面に映ったものです。サーバーにはもう報告がありません。",
    SchemesComing: "まだわかりません。サーバーはショットの時間が終わってから計算します。あと1～2秒\
                    です。",
    SchemesForgotten: "わかりません。サーバーはショットが調べられたときにこれを計算し、各プレイヤー\
                       について、この1分の最新32発を覚えています。",
    NothingComes: "このショットには結果がありません。この試合では引き金が引かれませんでした。",
    CaptureEnds: "このキャプチャは、このショットについて何かが知らされる前に終わります。",
    TimeStandsStill: "時間は止まっています。",
    PlayedAhead: "時間は止まっています。ショットの結果は、先に進めて調べたものです。",
    SchemesNotAsked: "わかりません。プレイヤーがこのショットを調べなかったので、各方式ならどう判定\
                      したかをサーバーは伝えませんでした。",
    RunFull: "わかりません。ショットの時間が終わる前に、実行記録がいっぱいになりました。",
};

pub(crate) const CLAMPS: ClampTexts = ClampTexts {
    Bound: "見た時刻を上限に合わせた",
    Future: "見た時刻をショットに合わせた",
    Backwards: "見た時刻を直した: 逆戻りしない",
    Implausible: "見た時刻をpingに合わせた",
    NotDelayed: "見た時刻を共通の遅延に合わせた",
    PingCap: "見た時刻をpingの上限に合わせた",
};

pub(crate) fn apart(apart: Separation) -> String {
    match apart {
        Separation::Same { .. } => "同じ場所".into(),
        Separation::Off { off_u } => format!("差{off_u:.1} u"),
    }
}

pub(crate) fn nth(nth: usize, of: usize) -> String {
    format!("{of}件中{nth}件目")
}
