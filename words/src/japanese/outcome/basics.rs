//! How late your ship answers, and how another one moves on your screen, in Japanese.

use alloc::{format, string::String};

use lab::outcome_statement::{Answer, DrawnMotion, PredictionErrors};

use crate::figures::whole_ms;

pub(super) fn answered(answer: Answer) -> String {
    let (after_ms, way_ms) = (whole_ms(answer.after), whole_ms(answer.round_trip));
    match after_ms - way_ms {
        waited_ms if waited_ms < 0 => format!(
            "自機はキーを押してから{after_ms} ms後に反応します。サーバーとの往復にかかる{way_ms} msを待ちません。"
        ),
        waited_ms => format!(
            "自機はキーを押してから{after_ms} ms後に反応します。サーバーとの往復が{way_ms} ms、待ち時間が{waited_ms} msです。"
        ),
    }
}

pub(super) fn answered_twice([in_a, in_b]: [Answer; 2]) -> String {
    let of = |answer: Answer| {
        let after_ms = whole_ms(answer.after);
        match answer.predicted {
            None => format!("サーバーを待ち、キーを押してから{after_ms} ms後に反応します。"),
            Some(predicted) => format!(
                "予測され、キーを押してから{after_ms} ms後に反応します。{}",
                wrong(predicted)
            ),
        }
    };
    format!("Aの自機は{}Bの自機は{}", of(in_a), of(in_b))
}

/// How often a prediction was wrong, and by how much.
fn wrong(predicted: PredictionErrors) -> String {
    let worst_u = predicted.worst_u;
    match predicted.n_wrong {
        0 => "予測は一度も外れませんでした。".into(),
        1 => format!("予測は1回外れました。最近のずれは{worst_u:.1} uです。"),
        n => format!("予測は{n}回外れました。最近のずれは最大{worst_u:.1} uです。"),
    }
}

pub(super) fn drawn_motions([in_a, in_b]: [DrawnMotion; 2]) -> String {
    let of = |motion: DrawnMotion| match motion {
        DrawnMotion::Hops { by_u } => format!("1コマごとに最大{by_u:.1} uずつ飛び飛びに動きます。"),
        DrawnMotion::Glides(behind) => format!(
            "サーバーより{} ms、{:.0} u後ろをなめらかに動きます。",
            whole_ms(behind.time),
            behind.way_u
        ),
    };
    format!("Aの相手の機体は{}Bの相手の機体は{}", of(in_a), of(in_b))
}
