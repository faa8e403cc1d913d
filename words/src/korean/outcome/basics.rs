//! How late your ship answers, and how another one moves on your screen, in Korean.

use alloc::{format, string::String};

use lab::outcome_statement::{Answer, DrawnMotion, PredictionErrors};

use crate::figures::whole_ms;

pub(super) fn answered(answer: Answer) -> String {
    let (after_ms, way_ms) = (whole_ms(answer.after), whole_ms(answer.round_trip));
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

pub(super) fn answered_twice([in_a, in_b]: [Answer; 2]) -> String {
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

pub(super) fn drawn_motions([in_a, in_b]: [DrawnMotion; 2]) -> String {
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
