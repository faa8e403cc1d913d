//! Outcomes about input latency and what the screens showed, in Korean.

use alloc::{format, string::String};

use lab::outcome_statement::{
    Answer, Corrected, DrawnBehind, DrawnBetween, DrawnMotion, EveryonePredicted, PredictionErrors,
    RammingResult,
};
use shared::client::view_line::DrawnFrom;

use crate::figures::{SHIP_WIDTH_U, whole_ms, whole_u};

pub(crate) fn answered(after_ms: i64, way_ms: i64) -> String {
    match after_ms - way_ms {
        waited_ms if waited_ms < 0 => format!(
            "내 기체는 키를 누르고 {after_ms} ms 뒤에 반응합니다. 서버를 오가는 시간({way_ms} \
             ms)을 기다리지 않습니다."
        ),
        waited_ms => format!(
            "내 기체는 키를 누르고 {after_ms} ms 뒤에 반응합니다. 서버를 오가는 데 {way_ms} ms, \
             기다리는 데 {waited_ms} ms 걸립니다."
        ),
    }
}

pub(crate) fn answered_twice([in_a, in_b]: [Answer; 2]) -> String {
    let of = |answer: Answer| {
        let after_ms = whole_ms(answer.after);
        match answer.predicted {
            None => format!("서버를 기다려서, 키를 누르고 {after_ms} ms 뒤에 반응합니다."),
            Some(predicted) => format!(
                "예측에 따라 움직여서, 키를 누르고 {after_ms} ms 뒤에 반응합니다. 예측은 {}",
                wrong(predicted)
            ),
        }
    };
    format!("A에서는 내 기체가 {} B에서는 내 기체가 {}", of(in_a), of(in_b))
}

/// How often a prediction was wrong, and by how much.
fn wrong(predicted: PredictionErrors) -> String {
    let worst_u = predicted.worst_u;
    match predicted.n_wrong {
        0 => "한 번도 틀리지 않았습니다.".into(),
        1 => format!("한 번 틀렸고, 최근의 오차는 {worst_u:.1} u입니다."),
        n => format!("{n}번 틀렸고, 최근의 오차는 최대 {worst_u:.1} u입니다."),
    }
}

pub(crate) fn corrected(corrected: Corrected) -> String {
    let Corrected { n_replayed, jump_u, fades } = corrected;
    format!(
        "내 화면은 서버의 상태로 되돌아가서, 거기에 아직 들어 있지 않은 명령 {n_replayed}개를 다시 \
         실행합니다. A에서는 내 기체가 {jump_u:.1} u 튑니다. B에서는 {} ms에 걸쳐 매끄럽게 옮겨 갑니다.",
        whole_ms(fades)
    )
}

pub(crate) fn drawn_motions([in_a, in_b]: [DrawnMotion; 2]) -> String {
    let of = |motion: DrawnMotion| match motion {
        DrawnMotion::Hops { by_u } => {
            format!("프레임이 바뀔 때마다 최대 {by_u:.1} u 건너뜁니다.")
        }
        DrawnMotion::Glides(behind) => format!(
            "서버보다 {} ms, 거리로는 {:.0} u 뒤에서 매끄럽게 움직입니다.",
            whole_ms(behind.time),
            behind.way_u
        ),
    };
    format!("A에서 상대 기체는 {} B에서는 {}", of(in_a), of(in_b))
}

pub(crate) fn time_zones(ahead_ms: i64, behind_ms: i64) -> String {
    let side = |ms: i64, after, before| match ms {
        ms if ms < 0 => format!("{} ms {before}", -ms),
        ms => format!("{ms} ms {after}"),
    };
    format!(
        "나는 서버보다 {} 모습으로, 상대 기체는 서버보다 {} 모습으로 보입니다.",
        side(ahead_ms, "앞선", "뒤진"),
        side(behind_ms, "뒤진", "앞선"),
    )
}

pub(crate) fn drawn_off_path(off_u: f32) -> String {
    format!("상대 기체는 실제로 난 경로에서 최대 {off_u:.0} u 벗어나 그려졌습니다.")
}

pub(crate) fn frozen(apart_u: f32) -> String {
    format!(
        "얼어붙음: 내 기체는 내 화면에서 멈춰 있습니다. 서버에서는 그곳에서 {apart_u:.0} u 떨어져 \
         있습니다."
    )
}

pub(crate) fn drawn_between(drawn: DrawnBetween) -> String {
    format!(
        "틱 {:.1}에서 나는 다른 기체들을 {}. 상대 플레이어는 다른 기체들을 {}.",
        drawn.tick,
        from(drawn.yours),
        from(drawn.theirs)
    )
}

/// The snapshots from which the others were drawn.
fn from(drawn: DrawnFrom) -> String {
    match drawn {
        DrawnFrom::Pair { older, newer, fraction } => {
            format!("{}에서 {}(으)로 가는 길의 {fraction:.2} 지점에 그렸습니다", older.0, newer.0)
        }
        DrawnFrom::One(tick) | DrawnFrom::Newest(tick) => {
            format!("스냅샷 {}의 위치에 그렸습니다", tick.0)
        }
        DrawnFrom::Extrapolated { from, by } => {
            format!("스냅샷 {}에서 {} ms 곧장 더 나아간 자리에 그렸습니다", from.0, whole_ms(by))
        }
        DrawnFrom::Held { from, .. } => {
            format!("스냅샷 {}에서 곧장 나아가 멈춘 자리에 그렸습니다", from.0)
        }
        DrawnFrom::Nothing => "전혀 그리지 않았습니다".into(),
    }
}

pub(crate) fn drawn_behind([interpolated, raw]: [DrawnBehind; 2]) -> String {
    let behind = |one: DrawnBehind| {
        format!("서버보다 {} ms, 거리로는 {:.0} u 뒤에 그려집니다", whole_ms(one.time), one.way_u)
    };
    format!(
        "보간하는 A에서는 상대 기체가 {}. 오는 대로 그리는 B에서는 {}.",
        behind(interpolated),
        behind(raw)
    )
}

pub(crate) fn rammed([mutual, rammer]: [RammingResult; 2]) -> String {
    let of = |one: RammingResult| {
        let thrown = match whole_u(one.thrown_u) {
            0 => "밀려나지 않았고".into(),
            way_u => format!("{way_u} u 튕겨 나갔고"),
        };
        let wrong = match one.wrong_predictions {
            0 => "한 번도 틀리지 않았습니다".into(),
            1 => "한 번 틀렸습니다".into(),
            n => format!("{n}번 틀렸습니다"),
        };
        format!("상대 기체가 {thrown}, 내 예측은 {wrong}.")
    };
    format!("A에서는 {} B에서는 {}", of(mutual), of(rammer))
}

pub(crate) fn inside_each_other(inside_u: f32) -> String {
    format!(
        "세 번째 플레이어의 화면에서 두 기체가 {inside_u:.0} u 겹쳤습니다. 각 기체의 폭은 \
         {SHIP_WIDTH_U:.0} u입니다."
    )
}

pub(crate) fn in_rock([few_hz, many_hz]: [u16; 2], [few_u, many_u]: [f32; 2]) -> String {
    format!(
        "스냅샷이 1초에 {few_hz}개인 A에서는 기체가 바위 속 {few_u:.0} u 깊이에 그려졌습니다. \
         1초에 {many_hz}개인 B에서는 {many_u:.1} u 깊이에 그려졌습니다."
    )
}

pub(crate) fn free_lines(earlier_ms: i64, [lead_ms, lag_ms]: [i64; 2], both_ms: i64) -> String {
    format!(
        "나는 상대 플레이어보다 {earlier_ms} ms 먼저 트인 사선을 보았습니다. 칸 위의 두 수는 \
         {lead_ms} ms, {lag_ms} ms이고, 더하면 {both_ms} ms입니다."
    )
}

pub(crate) fn everyone_predicted(cost: EveryonePredicted) -> String {
    let answers = match whole_ms(cost.answers) {
        0 => "곧바로".into(),
        ms => format!("명령하고 {ms} ms 뒤에"),
    };
    let most = match whole_ms(cost.drawn_behind) {
        ms if ms > 0 => {
            format!(
                " 이것이 한도이며, 모자라는 만큼 상대 기체는 내 기체보다 {ms} ms 늦게 그려집니다."
            )
        }
        _ => String::new(),
    };
    format!(
        "상대 기체는 방향을 바꾼 곳에서 {:.1} u 튀었습니다. 내 기체는 {answers} 반응합니다. \
         스냅샷은 1초에 {}개이고, 올 때마다 모든 기체의 {}틱을 다시 실행합니다.{most}",
        cost.jump_u, cost.snapshots_hz, cost.rerun_ticks,
    )
}
