//! Outcomes about input latency and what the screens showed, in Japanese.

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
            "自機はキーを押してから{after_ms} ms後に反応します。サーバーとの往復にかかる{way_ms} ms\
             を待ちません。"
        ),
        waited_ms => format!(
            "自機はキーを押してから{after_ms} ms後に反応します。サーバーとの往復が{way_ms} ms、待ち\
             時間が{waited_ms} msです。"
        ),
    }
}

pub(crate) fn answered_twice([in_a, in_b]: [Answer; 2]) -> String {
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

pub(crate) fn corrected(corrected: Corrected) -> String {
    let Corrected { n_replayed, jump_u, fades } = corrected;
    format!(
        "画面はサーバーの状態に戻り、そこにまだ含まれていない{n_replayed}個のコマンドをやり直します。\
         Aでは自機が{jump_u:.1} uワープします。Bでは{} msかけてなめらかに移ります。",
        whole_ms(fades)
    )
}

pub(crate) fn drawn_motions([in_a, in_b]: [DrawnMotion; 2]) -> String {
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

pub(crate) fn time_zones(ahead_ms: i64, behind_ms: i64) -> String {
    let side = |ms: i64, after, before| match ms {
        ms if ms < 0 => format!("{} ms{before}", -ms),
        ms => format!("{ms} ms{after}"),
    };
    format!(
        "サーバーの時刻に対して、自分は{}、相手の機体は{}時刻の姿に見えます。",
        side(ahead_ms, "進んだ", "遅れた"),
        side(behind_ms, "遅れた", "進んだ"),
    )
}

pub(crate) fn drawn_off_path(off_u: f32) -> String {
    format!("相手の機体は、実際の道筋から最大{off_u:.0} u外れて描かれました。")
}

pub(crate) fn frozen(apart_u: f32) -> String {
    format!(
        "凍りつき: 自機はあなたの画面で止まっています。サーバーでは、そこから{apart_u:.0} u離れて\
         います。"
    )
}

pub(crate) fn drawn_between(drawn: DrawnBetween) -> String {
    format!(
        "ティック{:.1}に、あなたはほかの機体を{}。相手プレイヤーは{}。",
        drawn.tick,
        from(drawn.yours),
        from(drawn.theirs)
    )
}

/// The snapshots from which the others were drawn.
fn from(drawn: DrawnFrom) -> String {
    match drawn {
        DrawnFrom::Pair { older, newer, fraction } => {
            format!("{}から{}までの道のりの{fraction:.2}の所に描きました", older.0, newer.0)
        }
        DrawnFrom::One(tick) | DrawnFrom::Newest(tick) => {
            format!("スナップショット{}にある場所に描きました", tick.0)
        }
        DrawnFrom::Extrapolated { from, by } => {
            format!("スナップショット{}からまっすぐ{} ms進めた所に描きました", from.0, whole_ms(by))
        }
        DrawnFrom::Held { from, .. } => {
            format!("スナップショット{}から進んだ所に止めて描きました", from.0)
        }
        DrawnFrom::Nothing => "まったく描きませんでした".into(),
    }
}

pub(crate) fn drawn_behind([interpolated, raw]: [DrawnBehind; 2]) -> String {
    let behind = |one: DrawnBehind| {
        format!("サーバーより{} ms、{:.0} u後ろに描かれます。", whole_ms(one.time), one.way_u)
    };
    format!("補間するAの相手の機体は、{}届いたままのBでは、{}", behind(interpolated), behind(raw))
}

pub(crate) fn rammed([mutual, rammer]: [RammingResult; 2]) -> String {
    let of = |one: RammingResult| {
        let thrown = match whole_u(one.thrown_u) {
            0 => "動かされず".into(),
            way_u => format!("{way_u} u弾き飛ばされ"),
        };
        let wrong = match one.wrong_predictions {
            0 => "一度も外れませんでした".into(),
            n => format!("{n}回外れました"),
        };
        format!("相手の機体は{thrown}、あなたの予測は{wrong}。")
    };
    format!("Aでは、{}Bでは、{}", of(mutual), of(rammer))
}

pub(crate) fn inside_each_other(inside_u: f32) -> String {
    format!(
        "3人目のプレイヤーの画面では、2機が{inside_u:.0} u重なりました。機体の幅はどちらも\
         {SHIP_WIDTH_U:.0} uです。"
    )
}

pub(crate) fn in_rock([few_hz, many_hz]: [u16; 2], [few_u, many_u]: [f32; 2]) -> String {
    format!(
        "スナップショットが1秒に{few_hz}個のAでは、機体は岩の中に{few_u:.0} u入った所に描かれまし\
         た。1秒に{many_hz}個のBでは{many_u:.1} uです。"
    )
}

pub(crate) fn free_lines(earlier_ms: i64, [lead_ms, lag_ms]: [i64; 2], both_ms: i64) -> String {
    format!(
        "あなたの画面では、相手プレイヤーの画面より{earlier_ms} ms早く射線が通りました。画面の上の2\
         つの数字、{lead_ms} msと{lag_ms} msの合計は{both_ms} msです。"
    )
}

pub(crate) fn everyone_predicted(cost: EveryonePredicted) -> String {
    let answers = match whole_ms(cost.answers) {
        0 => "すぐに反応します".into(),
        ms => format!("コマンドの{ms} ms後に反応します"),
    };
    let most = match whole_ms(cost.drawn_behind) {
        ms if ms > 0 => {
            format!("これが上限で、足りない分だけ相手の機体は自機より{ms} ms遅れて描かれます。")
        }
        _ => String::new(),
    };
    format!(
        "相手の機体は、向きを変えた所で{:.1} uワープしました。自機は{answers}。1秒に{}個の\
         スナップショットのたびに、すべての機体の{}ティックをやり直します。{most}",
        cost.jump_u, cost.snapshots_hz, cost.rerun_ticks,
    )
}
