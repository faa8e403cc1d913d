//! Outcomes about shots, in Korean.

use alloc::{format, string::String};

use lab::outcome_statement::{
    BoltBeginning, EndedAndPierced, HitInLine, MarkersReach, ShotFate, ShotStatement, UndoneTarget,
};
use shared::sim::rules::SHIP_RADIUS_U;

use crate::figures::{NOTHING_U, whole_ms, whole_u};

/// The opening of a sentence about one shot.
const fn headline(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "명중",
        ShotFate::Missed => "빗나감",
        ShotFate::Vetoed => "기각",
    }
}

/// Verb for a shot's fate, at the end of a sentence.
pub(super) const fn did(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "맞았습니다",
        ShotFate::Missed => "빗나갔습니다",
        ShotFate::Vetoed => "기각되었습니다",
    }
}

/// The same, in its connective form within a sentence.
const fn did_and(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "맞았고",
        ShotFate::Missed => "빗나갔고",
        ShotFate::Vetoed => "기각되었고",
    }
}

pub(crate) fn bolt_came_by(shot: ShotStatement) -> String {
    let passed_u = shot.passed_u;
    match shot.fate {
        ShotFate::Hit => format!(
            "명중: 탄이 기체 중심에서 {passed_u:.1} u 떨어져 지나갔습니다. 기체의 반지름은 \
             {SHIP_RADIUS_U:.0} u입니다."
        ),
        ShotFate::Missed | ShotFate::Vetoed => format!(
            "빗나감: 탄은 서버가 기체를 찾은 자리에 {passed_u:.1} u까지밖에 다가가지 못했습니다."
        ),
    }
}

pub(crate) fn bolt_began(ahead_u: f32) -> String {
    let place = match whole_u(ahead_u) {
        0 => "포구에서".into(),
        n if n < 0 => format!("포구보다 {} u 뒤에서", -n),
        _ => format!("포구보다 {ahead_u:.1} u 앞에서"),
    };
    format!("상대 플레이어의 화면에서 내 탄은 {place} 시작했습니다.")
}

pub(crate) fn bolt_converged(began: BoltBeginning, shot: ShotStatement) -> String {
    let passed_u = shot.passed_u;
    let place = match (began, shot.fate) {
        (BoltBeginning::AtMuzzle, ShotFate::Hit) => {
            return format!(
                "명중: 상대 플레이어의 화면에서도 탄은 내 포구에서 시작했습니다. 그리고 따라잡아 \
                 기체 중심에서 {passed_u:.1} u 떨어져 지나갔습니다."
            );
        }
        (BoltBeginning::AtMuzzle, _) => "내 포구에서",
        (BoltBeginning::Ahead, _) => "내 포구보다 앞에서",
    };
    format!(
        "{}: 상대 플레이어의 화면에서 탄은 {place} 시작했고, 기체 중심에서 {passed_u:.1} u 떨어져 \
         지나갔습니다.",
        headline(shot.fate)
    )
}

pub(crate) fn converged_over_line(
    began: BoltBeginning,
    shot: ShotStatement,
    [down, up]: [u32; 2],
    line: u32,
) -> String {
    let converged = bolt_converged(began, shot);
    format!(
        "{converged} 내 회선은 1초에 수신 {down}바이트, 송신 {up}바이트를 날랐습니다. 방향마다 \
         {line}바이트까지 나를 수 있습니다."
    )
}

pub(crate) fn three_speeds(
    [own, server, third]: [f32; 3],
    [server_u, third_u]: [f32; 2],
) -> String {
    format!(
        "탄의 처음 100 ms 동안의 속도는 내 화면에서 {own:.0} u/s, 서버에서 {server:.0} u/s, 상대 \
         플레이어의 화면에서 {third:.0} u/s였습니다. 따라잡아야 할 거리는 서버에서 {server_u:.0} \
         u, 상대의 화면에서 {third_u:.0} u였습니다."
    )
}

pub(crate) fn judged_off_seen(shot: ShotStatement) -> String {
    let place = match shot.passed_u {
        off_u if off_u < NOTHING_U => "내가 본 자리에서".into(),
        off_u => format!("내가 본 자리에서 {off_u:.1} u 떨어진 곳에서"),
    };
    format!("{}: 기체는 {place} 판정되었습니다.", headline(shot.fate))
}

pub(crate) fn judged_and_gone(shot: ShotStatement, gone_u: f32) -> String {
    match whole_u(gone_u) {
        0 => format!(
            "{}: 기체는 판정하는 순간에 있던 자리에서 판정되었습니다. 내가 본 자리에서 {:.1} u \
             떨어진 곳입니다.",
            headline(shot.fate),
            shot.passed_u
        ),
        _ => format!(
            "{} 기체는 거기서 이미 {gone_u:.1} u 더 나아가 있었습니다.",
            judged_off_seen(shot)
        ),
    }
}

pub(crate) fn behind_cover(shot: ShotStatement, gone_u: f32) -> String {
    match shot.fate {
        ShotFate::Vetoed => format!(
            "기각: 내가 본 것을 맞혔지만, 그때 기체는 {gone_u:.1} u 더 나아가 바위 뒤에 있었습니다."
        ),
        ShotFate::Hit => {
            format!("명중: 그때 기체는 {gone_u:.1} u 더 나아가 있었으므로, 바위 뒤에서 맞았습니다.")
        }
        ShotFate::Missed => format!(
            "빗나감: 그때 기체는 {gone_u:.1} u 더 나아가 있었고, 빔은 판정된 자리에서 {:.1} u \
             떨어져 지나갔습니다.",
            shot.passed_u
        ),
    }
}

pub(crate) fn markers_reach([slow, fast]: [MarkersReach; 2]) -> String {
    let of = |one: MarkersReach| {
        let (did, passed_u) = (did(one.shot.fate), one.shot.passed_u);
        let (hz, oldest) = (one.commands_hz, whole_ms(one.oldest));
        format!(
            "명령이 1초에 {hz}개이고, 빔이 {did}. 빔은 기체 중심에서 {passed_u:.1} u 떨어져 \
             지나갔고, 가장 오래된 마커는 {oldest} ms 전의 것이었습니다."
        )
    };
    format!("A에서는 {} B에서는 {}", of(slow), of(fast))
}

pub(crate) fn off_markers(fates: [ShotFate; 2], [turn_u, bounce_u]: [f32; 2]) -> String {
    let [turn, bounce] = fates.map(did);
    format!(
        "방향을 바꿀 때 기체는 내가 본 자리에서 {turn_u:.2} u 떨어진 곳에서 판정되었고, 빔은 \
         {turn}. 튕길 때는 {bounce_u:.1} u 떨어진 곳에서 판정되었고, 빔은 {bounce}."
    )
}

pub(crate) fn by_units_and_lives(fates: [ShotFate; 2], [units_u, lives_u]: [f32; 2]) -> String {
    let [units, lives] = fates.map(did_and);
    format!(
        "64유닛 규칙을 쓰는 A에서는 빔이 {units}, 기체는 내가 본 자리에서 {units_u:.0} u 떨어진 \
         곳에서 판정되었습니다. 목숨 규칙을 쓰는 B에서는 빔이 {lives}, 기체는 내가 본 자리에서 \
         {lives_u:.1} u 떨어진 곳에서 판정되었습니다."
    )
}

pub(crate) fn off_chords(
    [few_hz, many_hz]: [u16; 2],
    fates: [ShotFate; 2],
    [few_u, many_u]: [f32; 2],
) -> String {
    let [few, many] = fates.map(did_and);
    format!(
        "스냅샷이 1초에 {few_hz}개인 A에서는 빔이 {few}, 기체는 내가 본 직선에서 {few_u:.1} u \
         벗어난 곳에서 판정되었습니다. 1초에 {many_hz}개인 B에서는 빔이 {many}, 기체는 {many_u:.2} \
         u 벗어난 곳에서 판정되었습니다."
    )
}

pub(crate) fn whole_tick(fate: ShotFate, speed: f32, off_u: f32, half_tick_u: f32) -> String {
    let headline = headline(fate);
    format!(
        "{headline}: 기체의 속도는 {speed:.0} u/s이고, 기체는 내가 본 자리에서 {off_u:.2} u 떨어진 \
         곳에서 판정되었습니다. 반 틱 동안 기체는 {half_tick_u:.2} u 날아갑니다."
    )
}

pub(crate) fn ships_in_line(hits: [HitInLine; 2], passed_u: f32) -> String {
    let [by_claim, by_server] = hits.map(|hit| match hit {
        HitInLine::Nobody => "아무도 맞히지 못했습니다",
        HitInLine::Front => "앞의 기체만 맞혔습니다",
        HitInLine::Back => "뒤의 기체만 맞혔습니다",
        HitInLine::Both => "두 기체를 모두 맞혔습니다",
        HitInLine::Other => "다른 기체를 맞혔습니다",
    });
    format!(
        "내 말이 인정되는 곳에서는 탄이 {by_claim}. 서버가 정하는 곳에서는 탄이 {by_server}. \
         그곳에서 탄은 앞의 기체에서 {passed_u:.0} u 떨어져 지나갔습니다."
    )
}

pub(crate) fn parts_of_way(
    ks: [u8; 2],
    ages: [f32; 2],
    [bolt_u, target_u]: [f32; 2],
    lead_ms: i64,
    plain: [f32; 2],
) -> String {
    let ([near_k, far_k], [near_age, far_age]) = (ks, ages);
    let [plain_bolt_u, plain_target_u] = plain;
    format!(
        "A(k = {near_k})에서는 탄이 {near_age:.0}프레임 뒤에 기체를 만났습니다. B(k = \
         {far_k})에서는 {far_age:.0}프레임 뒤에 만났습니다. 그때 탄은 {bolt_u:.1} u, 목표점은 \
         {target_u:.0} u 나아가 있었습니다. 명령이 가는 데 걸린 시간({lead_ms} ms)이 없었다면 각각 \
         {plain_bolt_u:.1} u, {plain_target_u:.0} u입니다."
    )
}

pub(crate) fn undone(on: UndoneTarget, points: u8, after_ms: i64) -> String {
    let whose = match on {
        UndoneTarget::FarShip => "먼 기체가",
        UndoneTarget::OtherShip => "다른 기체가",
    };
    format!("취소: {whose} {after_ms} ms 뒤에 {points}점을 돌려받았습니다.")
}

pub(crate) fn nothing_undone(hit: HitInLine) -> String {
    let hit = match hit {
        HitInLine::Nobody => "탄이 아무도 맞히지 못했습니다",
        HitInLine::Front => "탄이 가까운 기체만 맞혔습니다",
        HitInLine::Back | HitInLine::Both => "탄이 먼 기체를 맞혔고, 그 명중은 그대로입니다",
        HitInLine::Other => "탄이 다른 곳에 있는 기체를 맞혔습니다",
    };
    format!("취소된 것이 없습니다. {hit}.")
}

pub(crate) fn ended_and_pierced(bolts: EndedAndPierced) -> String {
    let [in_a, in_b] = bolts.came_back;
    let in_b = match in_b {
        0 => "아무것도 돌아오지 않았습니다".into(),
        points => format!("{points}점이 돌아왔습니다"),
    };
    format!(
        "A에서는 먼 기체가 {in_a}점을 돌려받았습니다. B에서는 탄이 기체 {}대를 맞혀 {}점씩 깎았고, \
         {in_b}.",
        bolts.n_hit, bolts.points_each,
    )
}

pub(crate) fn cover_saves([off, all]: [ShotFate; 2], gone_u: f32) -> String {
    let did = |fate| match fate {
        ShotFate::Hit | ShotFate::Missed => did(fate),
        ShotFate::Vetoed => "기각되었습니다. 바위가 기체를 지켜 주었습니다",
    };
    format!(
        "A에서는 탄이 {}. B에서는 탄이 {}. 그때 기체는 내가 본 자리에서 {gone_u:.0} u 떨어져 \
         있었습니다.",
        did(off),
        did(all)
    )
}

pub(crate) fn ping_capped(
    fates: [ShotFate; 2],
    [free_u, capped_u]: [f32; 2],
    older_ms: i64,
) -> String {
    let (free, capped) = (did_and(fates[0]), did(fates[1]));
    let age = match older_ms {
        ms if ms > 0 => format!("내가 보는 모습은 상한이 허락하는 것보다 {ms} ms 더 오래되었고"),
        _ => "내가 보는 모습은 상한이 허락하는 것보다 오래되지 않았고".into(),
    };
    format!(
        "A에서는 빔이 {free}, 기체는 내가 본 자리에서 {free_u:.1} u 떨어진 곳에서 판정되었습니다. \
         B에서는 빔이 {capped}. {age}, 기체는 내가 본 자리에서 {capped_u:.0} u 떨어진 곳에서 \
         판정되었습니다."
    )
}
