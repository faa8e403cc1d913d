//! The sheet that looks into a shot, in Japanese.

use alloc::{format, string::String};

use forensics::sentence::Separation;
use shared::schemes::clamp::Clamp;

use crate::shot_sheet::{SheetNote, SheetText};

pub(crate) const fn text(text: SheetText) -> &'static str {
    match text {
        SheetText::Older => "前のショット",
        SheetText::Newer => "次のショット",
        SheetText::Save => "このショットを保存",
        SheetText::CopyLink => "リンクをコピー",
        SheetText::Export => "書き出す",
        SheetText::ExportHint => "lagrange judge用のJSON",
        SheetText::Close => "閉じる",
        SheetText::Play => "再生",
        SheetText::Shots => "ショット",
        SheetText::Schemes => "各方式ならどう判定したか",
        SheetText::Age => "ショットの経過時間",
        SheetText::Picture => {
            "同じ瞬間を、撃った人の画面、サーバー、撃たれた人の画面で見たもの。その下はショットの3つの\
             時刻。"
        }
        SheetText::Copied => "コピーしました。",
        SheetText::SelectAndCopy => "選択してコピーしてください:",
        SheetText::YourView => "あなたに見えたもの",
        SheetText::ServersView => "サーバーが判定したもの",
        SheetText::TheirView => "相手に見えたもの",
        SheetText::ShootersView => "撃った人に見えたもの",
        SheetText::TargetsView => "撃たれた人に見えたもの",
        SheetText::WorkedOut => "サーバーの知っていることから計算",
        SheetText::NobodyNear => "ショットの近くに機体はいなかった",
        SheetText::BotWithoutScreen => "ボットに画面はない",
        SheetText::ScreenUnknown => "この画面に何が映っていたかはわからない",
        SheetText::Judged => "判定",
        SheetText::YouSaw => "あなたが見た",
        SheetText::TheySaw => "相手が見た",
        SheetText::Now => "今",
        SheetText::You => "あなた",
        SheetText::YourTimes => "あなたのショットの3つの時刻、撃ってからのms",
        SheetText::TheirTimes => "相手のショットの3つの時刻、撃ってからのms",
        SheetText::TimesUnit => "撃ってからのms",
        SheetText::YourCommand => "あなたのコマンド",
        SheetText::TheirCommand => "相手のコマンド",
        SheetText::ServerTick => "サーバーのティック",
        SheetText::ViewJudged => "判定した時刻",
        SheetText::ViewYouSaw => "あなたが見た時刻",
        SheetText::ViewTheySaw => "相手が見た時刻",
        SheetText::NewestSnapshot => "最新のスナップショット",
        SheetText::Bound => "上限",
        SheetText::TimesOnly => {
            "サーバーが知らせるのは使った時刻だけで、機体がどこにいたかではない"
        }
    }
}

pub(crate) const fn note(note: SheetNote) -> &'static str {
    match note {
        SheetNote::NoShotYet => {
            "あなたに関わるショットはまだありません。撃つか、撃たれるかしてから、もう一度試してください。"
        }
        SheetNote::ReportComing => "このショットについてのサーバーの報告を待っています。",
        SheetNote::InFlight => "まだ飛んでいます。サーバーはこのショットをまだ判定していません。",
        SheetNote::MatchGoesOn => "試合は続いていて、自機は惰性で飛んでいます。",
        SheetNote::RecordUntilReport => {
            "試合は続いていて、自機は惰性で飛んでいます。見えているのは、ショットの記録と、あなたの画面に\
             映ったものです。サーバーの報告はまだ届いていません。"
        }
        SheetNote::RecordOnly => {
            "試合は続いていて、自機は惰性で飛んでいます。見えているのは、ショットの記録と、あなたの画面に\
             映ったものです。サーバーにはもう報告がありません。"
        }
        SheetNote::SchemesComing => {
            "まだわかりません。サーバーはショットの時間が終わってから計算します。あと1～2秒です。"
        }
        SheetNote::SchemesForgotten => {
            "わかりません。サーバーはショットが調べられたときにこれを計算し、各プレイヤーについて、この1分の\
             最新32発を覚えています。"
        }
        SheetNote::NothingComes => {
            "このショットには結果がありません。この試合では引き金が引かれませんでした。"
        }
        SheetNote::CaptureEnds => {
            "このキャプチャは、このショットについて何かが知らされる前に終わります。"
        }
        SheetNote::TimeStandsStill => "時間は止まっています。",
        SheetNote::PlayedAhead => {
            "時間は止まっています。ショットの結果は、先に進めて調べたものです。"
        }
        SheetNote::SchemesNotAsked => {
            "わかりません。プレイヤーがこのショットを調べなかったので、各方式ならどう判定したかをサーバーは\
             伝えませんでした。"
        }
        SheetNote::RunFull => {
            "わかりません。ショットの時間が終わる前に、実行記録がいっぱいになりました。"
        }
    }
}

pub(crate) const fn clamp(clamp: Clamp) -> &'static str {
    match clamp {
        Clamp::Bound => "見た時刻を上限に合わせた",
        Clamp::Future => "見た時刻をショットに合わせた",
        Clamp::Backwards => "見た時刻を直した: 逆戻りしない",
        Clamp::Implausible => "見た時刻を往復時間に合わせた",
        Clamp::NotDelayed => "見た時刻を共通の遅延に合わせた",
        Clamp::PingCap => "見た時刻をpingの上限に合わせた",
    }
}

pub(crate) fn apart(apart: Separation) -> String {
    match apart {
        Separation::Same { .. } => "同じ場所".into(),
        Separation::Off { off_u } => format!("差{off_u:.1} u"),
    }
}

pub(crate) fn nth(nth: usize, of: usize) -> String {
    format!("{of}件中{nth}件目")
}
