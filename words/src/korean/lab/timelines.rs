//! The pictures of time in Korean.

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
    RingTitle: "QuakeWorld의 프레임 64개짜리 링",
    RingHint: "가장 새로운 내 명령 64개가 칸 하나씩을 차지하며, 가장 새로운 것이 오른쪽에 \
               있습니다. 칸 아래의 번호는 명령의 틱을 64로 나눈 나머지입니다. 프레임마다 \
               마지막으로 확인된 상태에서 시작해 그 뒤의 명령을 다시 실행합니다. 지연 시간은 한 \
               슬롯의 받은 시각에서 보낸 시각을 뺀 값입니다. 발표된 글에는 이 뺄셈이 거꾸로 적혀 \
               있는데, 그러면 0보다 작아집니다.",
    Empty: "비어 있음",
    Acknowledged: "확인됨",
    Replayed: "지금 다시 실행됨",
    Sent: "보냄",
    Frozen: "멈춤",
    LineTitle: "보간의 시간선",
    LineHint: "세로 표시는 스냅샷과 그 틱이고, 가위표는 오지 않은 스냅샷입니다. 다른 기체는 렌더 \
               시각의 모습으로 그려집니다. 렌더 시각은 클라이언트 시각보다 지연만큼 뒤처져 있고, \
               앞뒤 스냅샷 사이의 어디인지는 옆에 적힌 비율이 말해 줍니다. 빗금 친 곳에는 더 \
               새로운 스냅샷이 없어 다른 기체를 곧장 앞으로 움직입니다.",
    Snapshot: "스냅샷",
    Missing: "오지 않음",
    Pair: "한 쌍",
    Extrapolated: "외삽",
    Client: "클라이언트",
    Render: "렌더",
};

pub(crate) fn ring(ring: &CommandRing, told: SlotDetail) -> String {
    let said = replays(ring);
    let numbers = match told {
        SlotDetail::Nothing => return said,
        SlotDetail::Asked(slot) => of_slot(slot, ring.now),
        SlotDetail::Newest(slot) => {
            let (numbers, estimate) = (of_slot(slot, ring.now), whole_ms(ring.estimate));
            format!("{numbers} 추정값은 {estimate} ms이고, 표본마다 1 ms씩 천천히 올라갑니다.")
        }
        SlotDetail::NoAnswer => "아직 답을 받은 슬롯이 없습니다.".to_string(),
    };
    format!("{said} {numbers}")
}

/// What the ring does in this frame.
fn replays(ring: &CommandRing) -> String {
    let open = format!("확인되지 않은 명령 {}개", ring.unacknowledged);
    let (most, replayed) = (FREEZE_AT - 1, ring.replayed);
    match ring.freezing {
        Freezing::Now => format!(
            "멈춤: {open}. {FREEZE_AT}개가 되면 예측이 멈추므로 많아야 {most}개까지만 다시 실행합니다. {RING}개짜리 링은 다시 실행을 \
             시작할 상태를 남겨 두어야 합니다."
        ),
        Freezing::No => {
            format!("{open}, 이 프레임에 최대 {most}개 중 {replayed}개를 다시 실행했습니다.")
        }
        Freezing::Never if replayed == 0 && ring.unacknowledged > 0 => {
            format!("{open}, 다시 실행한 것은 없습니다. 기체가 서버를 기다립니다.")
        }
        Freezing::Never => format!(
            "{open}, {replayed}개를 다시 실행했습니다. {FREEZE_AT}개에서 멈추는 것은 \
             QuakeWorld뿐입니다."
        ),
    }
}

pub(crate) fn slot(slot: &Slot) -> String {
    let number = slot.number;
    match slot.state {
        SlotState::Empty => format!("{number}번 슬롯"),
        _ => format!("{number}번 슬롯, 명령 {}", slot.key.0),
    }
}

pub(crate) fn freezes_at() -> String {
    format!("{FREEZE_AT}개에서 멈춤")
}

/// What is known of a slot.
fn of_slot(of: &Slot, now: Micros) -> String {
    let name = slot(of);
    if of.state == SlotState::Empty {
        return format!("{name}: 비어 있습니다. 만들어진 명령이 없습니다.");
    }
    let Some(sent_at) = of.sent else {
        return format!("{name}: 만들어졌고, 아직 보내지 않았습니다.");
    };
    let sent = seconds(sent_at);
    match (of.received, of.latency()) {
        (Some(received), Some(latency)) => format!(
            "{name}: 받음 {} − 보냄 {sent} = 지연 시간 {} ms.",
            seconds(received),
            whole_ms(latency)
        ),
        _ if of.state == SlotState::Acknowledged => {
            format!("{name}: {sent}에 보냈고, 더 나중 명령과 함께 확인되었습니다.")
        }
        _ => format!(
            "{name}: {sent}에, 곧 {} ms 전에 보냈습니다. {}.",
            whole_ms(now - sent_at),
            in_a_word(of.state)
        ),
    }
}

const fn in_a_word(state: SlotState) -> &'static str {
    match state {
        SlotState::Empty => "비어 있음",
        SlotState::Acknowledged => "확인됨",
        SlotState::Sent => "확인되지 않았고, 다시 실행하지 않음",
        SlotState::Replayed => "확인되지 않았고, 이 프레임에 다시 실행함",
        SlotState::Frozen => "확인되지 않았고, 멈춤",
    }
}

pub(crate) fn view_line(line: &ViewLine) -> String {
    let (drawn, client_time) = (drawn(line), seconds(line.client_time));
    match line.model {
        RemoteView::Interpolate | RemoteView::Delayed => format!(
            "{drawn} 클라이언트 시각 {client_time}, 렌더 시각 {}: {} ms 뒤처져 있습니다.",
            seconds(line.render_time),
            whole_ms(line.delay())
        ),
        RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase | RemoteView::Predicted => {
            format!("{drawn} 클라이언트 시각 {client_time}: 보간하지 않습니다.")
        }
    }
}

fn drawn(line: &ViewLine) -> String {
    match line.drawn_from {
        DrawnFrom::Nothing => "아직 온 스냅샷이 없습니다.".to_string(),
        DrawnFrom::Newest(Tick(tick)) => of_newest(line.model, tick),
        DrawnFrom::One(Tick(tick)) => {
            format!("다른 기체를 스냅샷 {tick}에 있는 그대로 그립니다.")
        }
        DrawnFrom::Pair { older, newer, fraction } => format!(
            "다른 기체를 {}에서 {}까지 가는 길의 {} 지점에 그립니다.{}",
            older.0,
            newer.0,
            share(fraction),
            missing(line, older, newer)
        ),
        DrawnFrom::Extrapolated { from, by } => format!(
            "데이터가 없습니다. {}보다 새로운 것이 오지 않아 다른 기체를 곧장 앞으로 움직이고 \
             있습니다. 지금까지 {} ms째입니다.",
            from.0,
            whole_ms(by)
        ),
        DrawnFrom::Held { from, after } => format!(
            "데이터가 없습니다. {}보다 새로운 것이 오지 않았습니다. {} ms 뒤부터 다른 기체를 그때 \
             다다른 자리에 세워 둡니다.",
            from.0,
            whole_ms(after)
        ),
    }
}

fn of_newest(model: RemoteView, tick: u32) -> String {
    match model {
        RemoteView::QuakeWorld => {
            format!("다른 기체를 가장 새로운 스냅샷 {tick}에서부터 이어서 움직입니다.")
        }
        RemoteView::Chase => format!("다른 기체가 가장 새로운 스냅샷 {tick}을(를) 뒤쫓습니다."),
        RemoteView::Predicted => {
            format!("다른 기체를 가장 새로운 스냅샷 {tick}에서부터 내 틱까지 실행합니다.")
        }
        RemoteView::Raw | RemoteView::Interpolate | RemoteView::Delayed => {
            format!("다른 기체를 가장 새로운 스냅샷 {tick}에 있는 그대로 그립니다.")
        }
    }
}

/// Which snapshots between the two of a pair did not come.
fn missing(line: &ViewLine, older: Tick, newer: Tick) -> String {
    let ticks = missing_between(line, older, newer);
    ticks.map(|ticks| format!(" {ticks}은(는) 오지 않았습니다.")).unwrap_or_default()
}
