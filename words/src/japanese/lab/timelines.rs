//! The pictures of time in Japanese.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::{
    base::time::{Micros, Tick},
    client::{
        command_ring::{CommandRing, Freezing, Slot, SlotState},
        view_line::{DrawnFrom, ViewLine},
    },
    netcode::choices::RemoteView,
    schemes::quakeworld::{FREEZE_AT, RING},
};

use crate::{
    figures::{seconds, share, whole_ms},
    lab::timelines::{SlotDetail, TimelineTexts, missing_between},
};

pub(crate) const TEXTS: TimelineTexts = TimelineTexts {
    RingTitle: "QuakeWorldの64フレームのリング",
    RingHint: "最新の64個のコマンドが1つずつの箱に入り、最新は右端です。下の番号はスロットで、コマ\
               ンドのティックを64で割った余りです。どのフレームも、最後に確認された状態から始めて、\
               その後のコマンドをやり直します。遅延は、スロットの受信時刻から送信時刻を引いたもので\
               す。公開された記事では引き算が逆に書かれていますが、それでは0より小さくなります。",
    Empty: "空",
    Acknowledged: "確認済み",
    Replayed: "今やり直し",
    Sent: "送信済み",
    Frozen: "凍りつき",
    LineTitle: "補間の時間線",
    LineHint: "縦の印はスナップショットとそのティック、×印は届かなかったものです。ほかの機体は描画\
               時刻の姿で描かれます。描画時刻はクライアントの時刻より遅延の分だけ後ろで、前後の2つ\
               のスナップショットの間の、そこに書かれた割合の所です。斜線の所では、もっと新しいスナ\
               ップショットがないので、ほかの機体をまっすぐ進めています。",
    Snapshot: "スナップショット",
    Missing: "届かず",
    Pair: "組",
    Extrapolated: "外挿",
    Client: "クライアント",
    Render: "描画",
};

pub(crate) fn ring(ring: &CommandRing, told: SlotDetail) -> String {
    let said = replays(ring);
    let numbers = match told {
        SlotDetail::Nothing => return said,
        SlotDetail::Asked(slot) => of_slot(slot, ring.now),
        SlotDetail::Newest(slot) => {
            let (numbers, estimate) = (of_slot(slot, ring.now), whole_ms(ring.estimate));
            format!("{numbers}推定値は{estimate} msで、標本ごとに1 msずつ増えます。")
        }
        SlotDetail::NoAnswer => "返事のあったスロットはまだありません。".to_string(),
    };
    format!("{said}{numbers}")
}

/// What the ring does in this frame.
fn replays(ring: &CommandRing) -> String {
    let open = format!("未確認のコマンド{}個", ring.unacknowledged);
    let (most, replayed) = (FREEZE_AT - 1, ring.replayed);
    match ring.freezing {
        Freezing::Now => format!(
            "凍りつき: {open}。{FREEZE_AT}個で予測が止まるので、やり直すのは多くても{most}個です。{RING}個のリングには、やり直しの最初の状態を残し\
            ておかなければなりません。"
        ),
        Freezing::No => {
            format!("{open}。このフレームでは、最大{most}個のうち{replayed}個をやり直しました。")
        }
        Freezing::Never if replayed == 0 && ring.unacknowledged > 0 => {
            format!("{open}。やり直したものはなく、機体はサーバーを待っています。")
        }
        Freezing::Never => format!(
            "{open}。{replayed}個をやり直しました。{FREEZE_AT}個で凍りつくのはQuakeWorldだけです。"
        ),
    }
}

pub(crate) fn slot(slot: &Slot) -> String {
    let number = slot.number;
    match slot.state {
        SlotState::Empty => format!("スロット{number}"),
        _ => format!("スロット{number}、コマンド{}", slot.key.0),
    }
}

pub(crate) fn freezes_at() -> String {
    format!("{FREEZE_AT}個で凍りつく")
}

/// What is known of a slot.
fn of_slot(of: &Slot, now: Micros) -> String {
    let name = slot(of);
    if of.state == SlotState::Empty {
        return format!("{name}: 空です。コマンドは作られていません。");
    }
    let Some(sent_at) = of.sent else {
        return format!("{name}: 作られ、まだ送られていません。");
    };
    let sent = seconds(sent_at);
    match (of.received, of.latency()) {
        (Some(received), Some(latency)) => format!(
            "{name}: 受信{} − 送信{sent} = 遅延{} ms。",
            seconds(received),
            whole_ms(latency)
        ),
        _ if of.state == SlotState::Acknowledged => {
            format!("{name}: {sent}に送信され、後のものと一緒に確認されました。")
        }
        _ => format!(
            "{name}: {sent}、つまり{} ms前に送信。{}。",
            whole_ms(now - sent_at),
            in_a_word(of.state)
        ),
    }
}

const fn in_a_word(state: SlotState) -> &'static str {
    match state {
        SlotState::Empty => "空",
        SlotState::Acknowledged => "確認済み",
        SlotState::Sent => "未確認、やり直さず",
        SlotState::Replayed => "未確認、このフレームでやり直し",
        SlotState::Frozen => "未確認、凍りつき",
    }
}

pub(crate) fn view_line(line: &ViewLine) -> String {
    let (drawn, client_time) = (drawn(line), seconds(line.client_time));
    match line.model {
        RemoteView::Interpolate | RemoteView::Delayed => format!(
            "{drawn}クライアントの時刻{client_time}、描画{}: {} ms後ろです。",
            seconds(line.render_time),
            whole_ms(line.delay())
        ),
        RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase | RemoteView::Predicted => {
            format!("{drawn}クライアントの時刻{client_time}: 補間していません。")
        }
    }
}

fn drawn(line: &ViewLine) -> String {
    match line.drawn_from {
        DrawnFrom::Nothing => "スナップショットはまだありません。".to_string(),
        DrawnFrom::Newest(Tick(tick)) => format!("{} {tick}です。", of_newest(line.model)),
        DrawnFrom::One(Tick(tick)) => {
            format!("ほかの機体は、スナップショット{tick}のとおりに描かれています。")
        }
        DrawnFrom::Pair { older, newer, fraction } => format!(
            "ほかの機体は、{1}から{2}までの道のりの{0}の所に描かれています。{3}",
            share(fraction),
            older.0,
            newer.0,
            missing(line, older, newer)
        ),
        DrawnFrom::Extrapolated { from, by } => format!(
            "データ切れ: {}より新しいものがないので、ほかの機体をまっすぐ進めています。今で{} msです。",
            from.0,
            whole_ms(by)
        ),
        DrawnFrom::Held { from, after } => format!(
            "データ切れ: {}より新しいものがありません。{} msを過ぎたので、ほかの機体は進んだ所で止めています。",
            from.0,
            whole_ms(after)
        ),
    }
}

const fn of_newest(model: RemoteView) -> &'static str {
    match model {
        RemoteView::QuakeWorld => "ほかの機体を進める元は、最新のスナップショット",
        RemoteView::Chase => "ほかの機体が追うのは、最新のスナップショット",
        RemoteView::Predicted => {
            "ほかの機体をあなたのティックまで進める元は、最新のスナップショット"
        }
        RemoteView::Raw | RemoteView::Interpolate | RemoteView::Delayed => {
            "ほかの機体を描く元は、最新のスナップショット"
        }
    }
}

/// Which snapshots between the two of a pair did not come.
fn missing(line: &ViewLine, older: Tick, newer: Tick) -> String {
    let ticks = missing_between(line, older, newer);
    ticks.map(|ticks| format!("{ticks}は届きませんでした。")).unwrap_or_default()
}
