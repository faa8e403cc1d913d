//! The cheater's desk in Japanese.

use alloc::{format, string::String};

use lab::{
    cheaters_desk::{Counter, LieResult},
    setup::COLUMN_LETTERS,
};
use shared::schemes::claims::ClaimRefusal;

use crate::{
    figures::whole_ms,
    japanese::lab::panes::PLAYERS,
    lab::{DeskNumbers, DeskText, LieWords},
};

pub(crate) const FALSE_CLAIM: LieWords = LieWords {
    title: "偽の申告",
    tries: "どこへ飛んでも、すべてのレーザーを命中と申告します。",
    against: "申告を信じるのでなければ、サーバーは機体がいた場所を調べます。",
    number: ["誰の機体か", "申告が拒否される理由に注目してください。"],
    waits: "まだ何もありません。レーザーを待っています。",
};

pub(crate) const BACKWARDS_VIEW: LieWords = LieWords {
    title: "逆戻りする時刻",
    tries: "後のショットほど、古い姿を見て狙ったと言います。",
    against: "見た時刻は逆戻りしません。古いものは、前のものまで引き上げられます。",
    number: ["", ""],
    waits: "まだ何もありません。2発目を待っています。",
};

pub(crate) const NO_COOLDOWN: LieWords = LieWords {
    title: "クールダウンなし",
    tries: "冷やす必要がないかのように、すべてのコマンドで引き金を引きます。",
    against: "サーバーが自分でクールダウンを数えます。",
    number: ["", ""],
    waits: "まだ何もありません。レーザーを待っています。",
};

pub(crate) const BURST: LieWords = LieWords {
    title: "ためたコマンド",
    tries: "コマンドをためて2倍に増やし、まとめて送ります。",
    against: "コマンドは2回実行されず、自分のティックより前にも実行されません。遅れたものは、ティックをためてある場合だけ実行されます。",
    number: ["ためる長さ", "1ティックの最大コマンド数に注目してください。"],
    waits: "まだ何もありません。機体が加速を始めるのを待っています。",
};

pub(crate) const OLD_VIEW: LieWords = LieWords {
    title: "古い時刻",
    tries: "どのショットも、ずっと前の姿を見て狙ったと言います。",
    against: "見た時刻は、回線で説明がつく所か、上限まで動かされます。",
    number: ["どれだけ前か", "認められた最も古い時刻に注目してください。"],
    waits: "まだ何もありません。ショットを待っています。",
};

pub(crate) const LATE_ECHO: LieWords = LieWords {
    title: "遅れた返事",
    tries: "回線が遅いかのように、サーバーのプローブに遅れて答えます。",
    against: "上限のほかには何もありません。遅れた返事は、遅い回線と見分けがつきません。",
    number: ["どれだけ遅れるか", "pingが同じだけ増えるのに注目してください。"],
    waits: "まだ何もありません。1～2秒に1回のプローブを待っています。",
};

pub(crate) const NUMBERS: DeskNumbers = DeskNumbers {
    ticks: |n| format!("{n}ティック"),
    hits: |n| format!("命中{n}"),
    shots: |n| format!("ショット{n}"),
    max_in_tick: |n| format!("1ティックのコマンド{n}"),
};

pub(crate) const fn counter(counter: Counter) -> &'static str {
    match counter {
        Counter::Lies => "プログラムがついた嘘",
        Counter::Commands => "届いたコマンド",
        Counter::Executed => "うち実行されたもの",
        Counter::StandIns => "届かないものの代わりに実行",
        Counter::Late => "拒否: 遅すぎる、または残りティックなし",
        Counter::Early => "拒否: 早すぎる",
        Counter::MaxInTick => "1ティックの最大コマンド数",
        Counter::Way => "機体が飛んだ距離",
        Counter::Triggers => "引き金を引くコマンド",
        Counter::Shots => "出たショット",
        Counter::Hits => "命中",
        Counter::OldestClaimed => "申告された最も古い時刻",
        Counter::OldestUsed => "認められた最も古い時刻",
        Counter::ViewsBackwards => "動かされた時刻: 逆戻り",
        Counter::ViewsImplausible => "動かされた時刻: 説明がつかない",
        Counter::ViewsBound => "動かされた時刻: 上限を超える",
        Counter::ViewsOtherwise => "動かされた時刻: その他",
        Counter::Claims => "申告された命中",
        Counter::ClaimsRefused => "うち拒否されたもの",
        Counter::RoundTrip => "測定したping",
    }
}

/// The result of a lie in a column.
pub(crate) fn came_to(came: LieResult) -> String {
    match came {
        LieResult::ClaimsRefused { n_refused, n_claims, last } => {
            let why = last.map(|why| format!("({})", refused(why))).unwrap_or_default();
            format!("申告{n_claims}件のうち{n_refused}件が拒否されました{why}。")
        }
        LieResult::ViewsMoved { n_moved, n_shots } => {
            format!("時刻{n_shots}件のうち{n_moved}件が動かされました。")
        }
        LieResult::ShotsLeft { n_triggers, n_shots } => {
            format!("コマンド{n_triggers}個が引き金を引き、ショットは{n_shots}発出ました。")
        }
        LieResult::CommandsRefused { n_refused, max_in_tick } => {
            format!("コマンド{n_refused}個が拒否され、1ティックに最大{max_in_tick}個でした。")
        }
        LieResult::Measured { round_trip: Some(round_trip) } => {
            format!("サーバーの測定は{} msです。", whole_ms(round_trip))
        }
        LieResult::Measured { round_trip: None } => "サーバーはまだ何も測っていません。".into(),
    }
}

/// Why the server refused a program's claim.
fn refused(why: ClaimRefusal) -> String {
    match why {
        ClaimRefusal::TooFar { distance } => {
            format!("機体はショットから{} u離れていた", distance / 256)
        }
        ClaimRefusal::BeyondBound { ms } => {
            format!("機体を見たのは{ms} ms前で、上限を超えている")
        }
        ClaimRefusal::UnknownShot => "そのようなショットはない".into(),
        ClaimRefusal::Decided => "ショットの判定はもう出ていた".into(),
        ClaimRefusal::NotReached => "ショットがそこに着いたはずがない".into(),
        ClaimRefusal::LifeOver => "当たった機体はもう撃墜されていた".into(),
        ClaimRefusal::Shielded => "シールドが機体を守っていた".into(),
        ClaimRefusal::Gone => "その機体はいない".into(),
        ClaimRefusal::Cover => "今では遮蔽物がさえぎっている".into(),
        ClaimRefusal::Ally => "味方の機体である".into(),
    }
}

pub(crate) fn text(text: DeskText) -> String {
    let letter = |column: usize| COLUMN_LETTERS.get(column).copied().unwrap_or_default();
    match text {
        DeskText::Honest => "正直".into(),
        DeskText::OnlyInSecond => "Bだけ".into(),
        DeskText::Everywhere => "どこでも".into(),
        DeskText::MoreThanFirst => "Aとの差".into(),
        DeskText::ChooseOnlyInSecond => "「Bだけ」を選ぶと見えます".into(),
        DeskText::WhatRoomsCount(player) => {
            format!("各ルームが数えた「{}」", PLAYERS.of(player))
        }
        DeskText::LiesIn(column) => format!("{}の嘘", letter(column)),
        DeskText::HonestIn(column) => format!("{}の正直", letter(column)),
    }
}
