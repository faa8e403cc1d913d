//! The command ring and the snapshot line in Korean.

use alloc::format;

use shared::schemes::quakeworld::{FREEZE_AT, RING};

use crate::lab::timelines::{MOST_REPLAYED, SlotStateTexts, TimelineTexts, TimelineWords};

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

pub(crate) const WORDS: TimelineWords = TimelineWords {
    open: |n| format!("확인되지 않은 명령 {n}개"),
    frozen: |open| {
        format!(
            "멈춤: {open}. {FREEZE_AT}개가 되면 예측이 멈추므로 많아야 {MOST_REPLAYED}개까지만 \
             다시 실행합니다. {RING}개짜리 링은 다시 실행을 시작할 상태를 남겨 두어야 합니다."
        )
    },
    replays: |open, replayed| {
        format!("{open}, 이 프레임에 최대 {MOST_REPLAYED}개 중 {replayed}개를 다시 실행했습니다.")
    },
    replays_none: |open| format!("{open}, 다시 실행한 것은 없습니다. 기체가 서버를 기다립니다."),
    never_freezes: |open, replayed| {
        format!(
            "{open}, {replayed}개를 다시 실행했습니다. {FREEZE_AT}개에서 멈추는 것은 \
             QuakeWorld뿐입니다."
        )
    },
    freezes_at: || format!("{FREEZE_AT}개에서 멈춤"),
    slot: |number| format!("{number}번 슬롯"),
    slot_with: |number, command| format!("{number}번 슬롯, 명령 {command}"),
    no_command: "비어 있습니다. 만들어진 명령이 없습니다.",
    not_sent: "만들어졌고, 아직 보내지 않았습니다.",
    received: |at, sent, latency_ms| {
        format!("받음 {at} − 보냄 {sent} = 지연 시간 {latency_ms} ms.")
    },
    with_later: |sent| format!("{sent}에 보냈고, 더 나중 명령과 함께 확인되었습니다."),
    waits: |sent, ago_ms, state| format!("{sent}에, 곧 {ago_ms} ms 전에 보냈습니다. {state}."),
    states: SlotStateTexts {
        Empty: "비어 있음",
        Acknowledged: "확인됨",
        Sent: "확인되지 않았고, 다시 실행하지 않음",
        Replayed: "확인되지 않았고, 이 프레임에 다시 실행함",
        Frozen: "확인되지 않았고, 멈춤",
    },
    estimate: |ms| format!("추정값은 {ms} ms이고, 표본마다 1 ms씩 천천히 올라갑니다."),
    no_answer: "아직 답을 받은 슬롯이 없습니다.",
    no_snapshot: "아직 온 스냅샷이 없습니다.",
    newest: |tick| format!("다른 기체를 가장 새로운 스냅샷 {tick}에 있는 그대로 그립니다."),
    flown_on: |tick| format!("다른 기체를 가장 새로운 스냅샷 {tick}에서부터 이어서 움직입니다."),
    chased: |tick| format!("다른 기체가 가장 새로운 스냅샷 {tick}을(를) 뒤쫓습니다."),
    run_on: |tick| format!("다른 기체를 가장 새로운 스냅샷 {tick}에서부터 내 틱까지 실행합니다."),
    one: |tick| format!("다른 기체를 스냅샷 {tick}에 있는 그대로 그립니다."),
    pair: |older, newer, share| {
        format!("다른 기체를 {older}에서 {newer}까지 가는 길의 {share} 지점에 그립니다.")
    },
    missing: |ticks| format!("{ticks}은(는) 오지 않았습니다."),
    extrapolated: |tick, ms| {
        format!(
            "데이터가 없습니다. {tick}보다 새로운 것이 오지 않아 다른 기체를 곧장 앞으로 움직이고 \
             있습니다. 지금까지 {ms} ms째입니다."
        )
    },
    held: |tick, ms| {
        format!(
            "데이터가 없습니다. {tick}보다 새로운 것이 오지 않았습니다. {ms} ms 뒤부터 다른 기체를 \
             그때 다다른 자리에 세워 둡니다."
        )
    },
    interpolated: |client, render, ms| {
        format!("클라이언트 시각 {client}, 렌더 시각 {render}: {ms} ms 뒤처져 있습니다.")
    },
    not_interpolated: |client| format!("클라이언트 시각 {client}: 보간하지 않습니다."),
};
