//! What screens showed, in English.

use alloc::{format, string::String};

use lab::outcome_statement::{
    DrawnBehind, DrawnBetween, EveryonePredicted, FreeLines, InRock, RammingResult, TimeZones,
};
use shared::{base::time::Micros, client::view_line::DrawnFrom, sim::rules::SHIP_RADIUS_U};

use crate::figures::{whole_ms, whole_u};

pub(super) fn time_zones(zones: TimeZones) -> String {
    let side = |time: Micros, after, before| match whole_ms(time) {
        ms if ms < 0 => format!("{} ms {before}", -ms),
        ms => format!("{ms} ms {after}"),
    };
    format!(
        "You see yourself {} the server, and the other ship {} it.",
        side(zones.ahead, "ahead of", "behind"),
        side(zones.behind, "behind", "ahead of"),
    )
}

pub(super) fn drawn_off_path(off_u: f32) -> String {
    format!("The other ship was drawn up to {off_u:.0} u off the path that it flew.")
}

pub(super) fn frozen(apart_u: f32) -> String {
    format!(
        "Frozen: your ship stands still on your screen. On the server it is {apart_u:.0} u away \
         from there."
    )
}

pub(super) fn drawn_between(drawn: DrawnBetween) -> String {
    format!(
        "At tick {:.1} you drew the others {}. The other player drew them {}.",
        drawn.tick,
        from(drawn.yours),
        from(drawn.theirs)
    )
}

/// Where the others were drawn.
fn from(drawn: DrawnFrom) -> String {
    match drawn {
        DrawnFrom::Pair { older, newer, fraction } => {
            format!("{fraction:.2} of the way from {} to {}", older.0, newer.0)
        }
        DrawnFrom::One(tick) | DrawnFrom::Newest(tick) => {
            format!("where snapshot {} has them", tick.0)
        }
        DrawnFrom::Extrapolated { from, by } => {
            format!("{} ms straight on from snapshot {}", whole_ms(by), from.0)
        }
        DrawnFrom::Held { from, .. } => {
            format!("where snapshot {} had led, and held them there", from.0)
        }
        DrawnFrom::Nothing => "not at all".into(),
    }
}

pub(super) fn drawn_behind([interpolated, raw]: [DrawnBehind; 2]) -> String {
    let behind = |one: DrawnBehind| {
        format!("{} ms and {:.0} u behind the server", whole_ms(one.time), one.way_u)
    };
    format!(
        "In A, interpolated, the other ship is drawn {}. In B, as it comes, it is drawn {}.",
        behind(interpolated),
        behind(raw)
    )
}

pub(super) fn rammed([mutual, rammer]: [RammingResult; 2]) -> String {
    let of = |one: RammingResult| {
        let thrown = match whole_u(one.thrown_u) {
            0 => "was not moved".into(),
            way_u => format!("was thrown {way_u} u away"),
        };
        let wrong = match one.wrong_predictions {
            0 => "never wrong".into(),
            1 => "wrong once".into(),
            n => format!("wrong {n} times"),
        };
        format!("the other ship {thrown}, and your prediction was {wrong}.")
    };
    format!("In A {} In B {}", of(mutual), of(rammer))
}

pub(super) fn inside_each_other(inside_u: f32) -> String {
    let wide_u = 2.0 * SHIP_RADIUS_U;
    format!(
        "On the third player's screen the two ships came {inside_u:.0} u into each other. Each is \
         {wide_u:.0} u wide."
    )
}

pub(super) fn in_rock([few, many]: [InRock; 2]) -> String {
    format!(
        "In A, with {} snapshots a second, the ship was drawn {:.0} u deep inside the rock. In B, \
         with {} snapshots a second, it was drawn {:.1} u deep inside it.",
        few.snapshots_hz, few.deep_u, many.snapshots_hz, many.deep_u,
    )
}

pub(super) fn free_lines(lines: FreeLines) -> String {
    let FreeLines { earlier, lead, lag } = lines;
    format!(
        "You saw a free line of fire {} ms before the other player did. The two figures above the \
         panes, {} ms and {} ms, add up to {} ms.",
        whole_ms(earlier),
        whole_ms(lead),
        whole_ms(lag),
        whole_ms(lead + lag),
    )
}

pub(super) fn everyone_predicted(cost: EveryonePredicted) -> String {
    let answers = match whole_ms(cost.answers) {
        0 => "at once".into(),
        ms => format!("{ms} ms after your command"),
    };
    let most = match whole_ms(cost.held) {
        ms if ms > 0 => format!(
            ", which is the limit. The rest is left out: the other ship is drawn {ms} ms behind \
             yours."
        ),
        _ => ".".into(),
    };
    format!(
        "The other ship jumped {:.1} u where it turned round. Your ship answers {answers}. With \
         each of {} snapshots a second, {} ticks of all ships are run again{most}",
        cost.jump_u, cost.snapshots_hz, cost.rerun_ticks,
    )
}
