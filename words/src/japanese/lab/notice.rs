//! What the laboratory says for a while, in Japanese. Errors of `shared` say themselves in English,
//! behind a sentence that says what failed.

use alloc::{
    format,
    string::{String, ToString},
};

use lab::run_playback::RunFull;
use shared::base::limits::{LAB_INPUTS_MAX, RUN_FRAMES_MAX};

use crate::lab::{Notice, Refused};

pub(crate) fn notice(notice: Notice) -> String {
    match notice {
        Notice::AsCaptured => "これはキャプチャです。見ることはできますが、変えることはできません。",
        Notice::RunFull(full) => return run_full(full),
        Notice::OtherBuild => {
            "このリンクは別のビルドで作られました。元の試合と違うことがあります。"
        }
        Notice::OlderLink => {
            "このリンクは古いバージョンで作られました。試合が同じかどうかは比べられません。"
        }
        Notice::FileIsRun => "このファイルは実行記録です。ルーム全体を再生します。",
        Notice::FileIsOlderRun => {
            "このファイルは実行記録です。ルーム全体を再生します。古いバージョンで作られたので、試合が同じかどうかは比べられません。"
        }
        Notice::FileIsCapture => {
            "このファイルはキャプチャです。オンラインの試合で1人のプレイヤーが受け取ったものです。"
        }
        Notice::CaptureHasNoLink => "キャプチャはリンクにできません。ファイルを渡してください。",
        Notice::NoLink(error) => {
            return format!("リンクを作れません: {error} 代わりに実行記録をファイルとして保存してください。長さに制限はありません。");
        }
        Notice::Copied => "コピーしました。",
        Notice::SelectAndCopy => "リンクを選択してコピーしてください。",
        Notice::SelectTextAndCopy => "テキストを選択してコピーしてください。",
        Notice::NothingToCopy => "コピーできるリンクがありません。その下を見てください。",
        Notice::CaptureIsFile => "これはキャプチャです。そのファイルは、あなたが開いたものです。",
        Notice::FullUpdateWait { ms } => {
            return format!("完全な更新は1秒に1回までです。あと{ms} ms待ってください。");
        }
        Notice::RunSaved { name, bytes } => return format!("実行記録、{bytes}バイト: {name}。"),
        Notice::ShotExported { name, bytes } => {
            return format!(
                "{name}、{bytes}バイト。lagrange judge {name}で、各方式の判定をもう一度見られます。"
            );
        }
        Notice::NotSaved => "このブラウザーではファイルを保存できません。",
        Notice::NotWritten(error) => return format!("実行記録をファイルにできません: {error}。"),
        Notice::ShotNotKnown => "このショットに必要なことがすべてわかる前に、実行記録がいっぱいになりました。",
    }
    .to_string()
}

fn run_full(full: RunFull) -> String {
    let most = match full {
        RunFull::Frames => format!("{RUN_FRAMES_MAX}フレーム"),
        RunFull::Inputs => format!("{LAB_INPUTS_MAX}件の入力"),
    };
    format!(
        "実行記録がいっぱいです。上限の{most}に達しました。続けるには最初からやり直してください。"
    )
}

pub(crate) fn refusal(refusal: Refused) -> String {
    match refusal {
        Refused::Run(error) => format!("これは実行できません: {error}。"),
        Refused::Link(error) => format!("リンクを開けませんでした: {error}"),
        Refused::File(error) => format!("ファイルを開けませんでした: {error}。"),
        Refused::Capture(error) => format!("ファイルを開けませんでした: {error}。"),
    }
}
