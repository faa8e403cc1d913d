//! The netcode in force and the room's rules, in Korean.

use alloc::format;

use shared::{
    netcode::preset::Preset, report::shot_report::ReportRefusal, schemes::claims::ClaimRefusal,
};

use crate::game::RuleWords;

pub(super) const WORDS: RuleWords = RuleWords {
    your_part: |preset| format!("{preset} (내 부분만)"),
    changed: |preset| format!("{preset} (변경됨)"),
    own_mix: "직접 조합함",
    tag,
    comma: ", ",
    and_more: |n| format!(" 외 {n}개"),
    room_keeps: |settings| format!("방이 바꾸지 않는 설정: {settings}."),
    not_changed: "방의 규칙이 바뀌지 않았습니다. 다시 해 보세요.",
    no_such_value: "방에서는 그 값을 쓸 수 없어서 규칙이 그대로입니다.",
    laboratory_only: "그 값은 실험실에서만 쓸 수 있어서 규칙이 그대로입니다.",
    full_update_wait: |seconds| {
        format!("전체 업데이트를 방금 받았습니다. 다음은 {seconds}초 뒤에 받을 수 있습니다.")
    },
    no_report,
    no_hit,
    you_changed: |changes| format!("규칙을 바꿨습니다: {changes}."),
    changed_by: |player, changes| format!("{player} 님이 규칙을 바꿨습니다: {changes}."),
    restored: |changes| format!("모두에게 열린 방이라서 원래 규칙으로 돌아갔습니다: {changes}."),
    see_the_same_way: |key| format!(" {key}번 키를 누르면 내 화면도 같은 방식이 됩니다."),
    plays_by: |netcode| format!("플레이할 넷코드: {netcode}. 새 방이라면 방도 이것을 따릅니다."),
    room_keeps_rules: |preset| {
        format!("내 화면은 이제 ‘{preset}’ 방식입니다. 방의 규칙은 그대로입니다.")
    },
    open_private_room: |preset| format!("‘{preset}’ 방식으로 비공개 방 열기"),
};

const fn tag(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Et260 => ("ET 2.60", "2.60"),
        Preset::EtReleased => ("ET", "ET"),
        Preset::QuakeWorld => ("QW", "QW"),
        Preset::Source => ("Source", "Src"),
        Preset::DelayedSync => ("지연", "지연"),
        Preset::Targeting => ("타기팅", "타깃"),
        Preset::Nothing => ("그림 2", "그2"),
        Preset::Jump => ("그림 3", "그3"),
        Preset::Lagrange => ("Lagr.", "Lag"),
    }
}

const fn no_report(why: ReportRefusal) -> &'static str {
    match why {
        ReportRefusal::Unknown => {
            "서버는 이 사격을 실행하지 않았습니다. 이미 격추되었거나, 명령이 너무 늦게 \
             도착했습니다."
        }
        ReportRefusal::TooOld => "서버가 그 사격을 더는 기억하지 않습니다.",
        ReportRefusal::NotYours => "내가 쏜 사격도, 나를 노린 사격도 아닙니다.",
        ReportRefusal::Busy => "한꺼번에 너무 많은 사격을 살펴보았습니다. 다시 해 보세요.",
    }
}

const fn no_hit(why: ClaimRefusal) -> &'static str {
    match why {
        ClaimRefusal::UnknownShot => "명중이 인정되지 않았습니다. 서버에는 그런 사격이 없습니다.",
        ClaimRefusal::Decided => "명중이 인정되지 않았습니다. 그 사격은 이미 판정되었습니다.",
        ClaimRefusal::BeyondBound { .. } => {
            "명중이 인정되지 않았습니다. 되감기 한계보다 먼 과거입니다."
        }
        ClaimRefusal::NotReached => {
            "명중이 인정되지 않았습니다. 사격이 아직 그곳에 닿지 않았습니다."
        }
        ClaimRefusal::TooFar { .. } => {
            "명중이 인정되지 않았습니다. 서버에서 그 기체는 다른 곳에 있었습니다."
        }
        ClaimRefusal::LifeOver => "명중이 인정되지 않았습니다. 그 기체는 이미 격추되어 있었습니다.",
        ClaimRefusal::Shielded => "명중이 인정되지 않았습니다. 보호막이 그 기체를 지켰습니다.",
        ClaimRefusal::Gone => "명중이 인정되지 않았습니다. 그 기체는 이제 없습니다.",
        ClaimRefusal::Ally => "명중이 인정되지 않았습니다. 같은 편 기체입니다.",
        ClaimRefusal::Cover => "명중이 인정되지 않았습니다. 지금은 엄폐물이 가로막고 있습니다.",
    }
}
