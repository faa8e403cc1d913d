//! What screens showed, in Japanese.

use alloc::{format, string::String};

use lab::outcome_statement::{
    DrawnBehind, DrawnBetween, EveryonePredicted, FreeLines, InRock, RammingResult, TimeZones,
};
use shared::{base::time::Micros, client::view_line::DrawnFrom, sim::rules::SHIP_RADIUS_U};

use crate::figures::{whole_ms, whole_u};

pub(super) fn time_zones(zones: TimeZones) -> String {
    let side = |time: Micros, after, before| match whole_ms(time) {
        ms if ms < 0 => format!("{} ms{before}", -ms),
        ms => format!("{ms} ms{after}"),
    };
    format!(
        "サーバーの時刻に対して、自分は{}、相手の機体は{}の姿に見えます。",
        side(zones.ahead, "先", "前"),
        side(zones.behind, "前", "先"),
    )
}

pub(super) fn drawn_off_path(off_u: f32) -> String {
    format!("相手の機体は、実際の道筋から最大{off_u:.0} u外れて描かれました。")
}

pub(super) fn frozen(apart_u: f32) -> String {
    format!(
        "凍りつき: 自機はあなたの画面で止まっています。サーバーでは、そこから{apart_u:.0} u離れて\
         います。"
    )
}

pub(super) fn drawn_between(drawn: DrawnBetween) -> String {
    format!(
        "ティック{:.1}に、あなたはほかの機体を{}。相手プレイヤーは{}。",
        drawn.tick,
        from(drawn.yours),
        from(drawn.theirs)
    )
}

/// Where the others were drawn.
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

pub(super) fn drawn_behind([interpolated, raw]: [DrawnBehind; 2]) -> String {
    let behind = |one: DrawnBehind| {
        format!("サーバーより{} ms、{:.0} u後ろに描かれます。", whole_ms(one.time), one.way_u)
    };
    format!("補間するAの相手の機体は、{}届いたままのBでは、{}", behind(interpolated), behind(raw))
}

pub(super) fn rammed([mutual, rammer]: [RammingResult; 2]) -> String {
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

pub(super) fn inside_each_other(inside_u: f32) -> String {
    let wide_u = 2.0 * SHIP_RADIUS_U;
    format!(
        "3人目のプレイヤーの画面では、2機が{inside_u:.0} u重なりました。機体の幅はどちらも\
         {wide_u:.0} uです。"
    )
}

pub(super) fn in_rock([few, many]: [InRock; 2]) -> String {
    format!(
        "スナップショットが1秒に{}個のAでは、機体は岩の中に{:.0} u入った所に描かれました。1秒に\
         {}個のBでは{:.1} uです。",
        few.snapshots_hz, few.deep_u, many.snapshots_hz, many.deep_u,
    )
}

pub(super) fn free_lines(lines: FreeLines) -> String {
    let FreeLines { earlier, lead, lag } = lines;
    format!(
        "あなたの画面では、相手プレイヤーの画面より{} ms早く射線が通りました。画面の上の2つの数字、{} msと{} msの合計は{} msです。",
        whole_ms(earlier),
        whole_ms(lead),
        whole_ms(lag),
        whole_ms(lead + lag),
    )
}

pub(super) fn everyone_predicted(cost: EveryonePredicted) -> String {
    let answers = match whole_ms(cost.answers) {
        0 => "すぐに反応します".into(),
        ms => format!("コマンドの{ms} ms後に反応します"),
    };
    let most = match whole_ms(cost.held) {
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
