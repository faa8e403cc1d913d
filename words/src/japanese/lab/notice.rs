//! The laboratory's notices in Japanese. Error messages stay in English, after a Japanese sentence
//! on what failed.

use alloc::format;

use capture::limits::RUN_FRAMES_MAX;
use lab::limits::LAB_INPUTS_MAX;

use crate::lab::NoticeWords;

pub(crate) const WORDS: NoticeWords = NoticeWords {
    as_captured: "これはキャプチャです。見ることはできますが、変えることはできません。",
    other_build: "このリンクは別のビルドで作られました。元の試合と違うことがあります。",
    older_link: "このリンクは古いバージョンで作られました。試合が同じかどうかは比べられません。",
    file_is_run: "このファイルは実行記録です。ルーム全体を再生します。",
    file_is_older_run: "このファイルは実行記録です。ルーム全体を再生します。古いバージョンで作られ\
                        たので、試合が同じかどうかは比べられません。",
    file_is_capture: "このファイルはキャプチャです。オンラインの試合で1人のプレイヤーが受け取ったも\
                      のです。",
    capture_has_no_link: "キャプチャはリンクにできません。ファイルを渡してください。",
    no_link: |error| {
        format!(
            "リンクを作れません: {error} 代わりに実行記録をファイルとして保存してください。長さに制\
             限はありません。"
        )
    },
    copied: "コピーしました。",
    select_and_copy: "リンクを選択してコピーしてください。",
    select_text_and_copy: "テキストを選択してコピーしてください。",
    nothing_to_copy: "コピーできるリンクがありません。その下を見てください。",
    capture_is_file: "これはキャプチャです。そのファイルは、あなたが開いたものです。",
    full_update_wait: |ms| format!("完全な更新は1秒に1回までです。あと{ms} ms待ってください。"),
    run_saved: |name, bytes| format!("実行記録、{bytes}バイト: {name}。"),
    shot_exported: |name, bytes| {
        format!(
            "{name}、{bytes}バイト。lagrange judge {name}で、各方式の判定をもう一度見られます。"
        )
    },
    not_saved: "このブラウザーではファイルを保存できません。",
    not_written: |error| format!("実行記録をファイルにできません: {error}。"),
    shot_not_known: "このショットに必要なことがすべてわかる前に、実行記録がいっぱいになりました。",
    run_full: |most| {
        format!(
            "実行記録がいっぱいです。上限の{most}に達しました。続けるには最初からやり直してくださ\
             い。"
        )
    },
    most_frames: || format!("{RUN_FRAMES_MAX}フレーム"),
    most_inputs: || format!("{LAB_INPUTS_MAX}件の入力"),
    not_run: |error| format!("これは実行できません: {error}。"),
    link_not_opened: |error| format!("リンクを開けませんでした: {error}"),
    file_not_opened: |error| format!("ファイルを開けませんでした: {error}。"),
};
