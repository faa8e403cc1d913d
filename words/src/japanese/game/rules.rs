//! The netcode in force and the room's rules, in Japanese.

use alloc::format;

use shared::{
    netcode::preset::Preset, report::shot_report::ReportRefusal, schemes::claims::ClaimRefusal,
};

use crate::game::RuleWords;

pub(super) const WORDS: RuleWords = RuleWords {
    your_part: |preset| format!("{preset}(あなたの分だけ)"),
    changed: |preset| format!("{preset}(変更あり)"),
    own_mix: "独自の組み合わせ",
    tag,
    comma: "、",
    and_more: |n| format!("、ほか{n}件"),
    room_keeps: |settings| format!("ルームが変えない設定: {settings}。"),
    not_changed: "ルームのルールは変わりませんでした。もう一度試してください。",
    no_such_value: "ルームではその値を使えないため、ルールはそのままです。",
    laboratory_only: "その値はラボでしか使えないため、ルールはそのままです。",
    full_update_wait: |seconds| {
        format!("完全な更新は送られたばかりです。次はあと{seconds}秒待ってください。")
    },
    no_report,
    no_hit,
    you_changed: |changes| format!("ルールを変えました: {changes}。"),
    changed_by: |player, changes| format!("{player}がルールを変えました: {changes}。"),
    restored: |changes| format!("ここは公開ルームなので、元のルールに戻りました: {changes}。"),
    see_the_same_way: |key| format!("{key}を押すと、あなたの画面も同じ方式になります。"),
    plays_by: |netcode| {
        format!("プレイするネットコード: {netcode}。新しいルームなら、ルームもこれに従います。")
    },
    room_keeps_rules: |preset| {
        format!("あなたの画面は「{preset}」になりました。ルームのルールはそのままです。")
    },
    open_private_room: |preset| format!("「{preset}」でプライベートルームを開く"),
};

const fn tag(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Et260 => ("ET 2.60", "2.60"),
        Preset::EtReleased => ("ET", "ET"),
        Preset::QuakeWorld => ("QW", "QW"),
        Preset::Source => ("Source", "Src"),
        Preset::DelayedSync => ("遅延", "遅延"),
        Preset::Targeting => ("タゲ", "タゲ"),
        Preset::Nothing => ("図2", "図2"),
        Preset::Jump => ("図3", "図3"),
        Preset::Lagrange => ("Lagr.", "Lag"),
    }
}

const fn no_report(why: ReportRefusal) -> &'static str {
    match why {
        ReportRefusal::Unknown => {
            "サーバーはこのショットを撃っていません。その前に撃墜されていたか、コマンドが届くのが\
             遅すぎました。"
        }
        ReportRefusal::TooOld => "サーバーはもうそのショットを覚えていません。",
        ReportRefusal::NotYours => "あなたのショットでも、あなたへのショットでもありません。",
        ReportRefusal::Busy => "一度に調べるショットが多すぎます。もう一度試してください。",
    }
}

const fn no_hit(why: ClaimRefusal) -> &'static str {
    match why {
        ClaimRefusal::UnknownShot => {
            "命中は認められませんでした。サーバーにそのようなショットはありません。"
        }
        ClaimRefusal::Decided => "命中は認められませんでした。ショットの判定はもう出ていました。",
        ClaimRefusal::BeyondBound { .. } => {
            "命中は認められませんでした。巻き戻しの上限より前のことです。"
        }
        ClaimRefusal::NotReached => {
            "命中は認められませんでした。ショットはまだそこに着いていませんでした。"
        }
        ClaimRefusal::TooFar { .. } => {
            "命中は認められませんでした。サーバーでは、その機体は別の場所にいました。"
        }
        ClaimRefusal::LifeOver => "命中は認められませんでした。その機体はもう撃墜されていました。",
        ClaimRefusal::Shielded => "命中は認められませんでした。シールドに守られていました。",
        ClaimRefusal::Gone => "命中は認められませんでした。その機体はもういません。",
        ClaimRefusal::Ally => "命中は認められませんでした。その機体は味方です。",
        ClaimRefusal::Cover => "命中は認められませんでした。今では遮蔽物がさえぎっています。",
    }
}
