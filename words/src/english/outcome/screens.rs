//! Outcomes about input latency and what the screens showed, in English.

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
            "Your ship responds to a key after {after_ms} ms: it does not wait for the {way_ms} ms \
             that a message takes to the server and back."
        ),
        waited_ms => format!(
            "Your ship responds to a key after {after_ms} ms: {way_ms} ms to the server and back, \
             and {waited_ms} ms of waiting."
        ),
    }
}

pub(crate) fn answered_twice([in_a, in_b]: [Answer; 2]) -> String {
    let of = |answer: Answer| {
        let after_ms = whole_ms(answer.after);
        match answer.predicted {
            None => format!("waits for the server: it responds to a key after {after_ms} ms"),
            Some(predicted) => format!(
                "is predicted: it responds to a key after {after_ms} ms, and the prediction was {}",
                wrong(predicted)
            ),
        }
    };
    format!("In A your ship {}. In B it {}.", of(in_a), of(in_b))
}

/// How often a prediction was wrong, and by how much.
fn wrong(predicted: PredictionErrors) -> String {
    let worst_u = predicted.worst_u;
    match predicted.n_wrong {
        0 => "never wrong".into(),
        1 => format!("wrong once, recently by {worst_u:.1} u"),
        n => format!("wrong {n} times, recently by up to {worst_u:.1} u"),
    }
}

pub(crate) fn corrected(corrected: Corrected) -> String {
    let Corrected { n_replayed, jump_u, fades } = corrected;
    let commands = match n_replayed {
        1 => "the one command".into(),
        n => format!("the {n} commands"),
    };
    format!(
        "Your screen goes back to the server’s state and replays {commands} that it does not \
         include yet. In A your ship jumps by {jump_u:.1} u. In B it slides there in {} ms.",
        whole_ms(fades)
    )
}

pub(crate) fn drawn_motions([in_a, in_b]: [DrawnMotion; 2]) -> String {
    let of = |motion: DrawnMotion| match motion {
        DrawnMotion::Hops { by_u } => {
            format!("hops by up to {by_u:.1} u from one frame to the next")
        }
        DrawnMotion::Glides(behind) => format!(
            "glides, {} ms and {:.0} u behind the server",
            whole_ms(behind.time),
            behind.way_u
        ),
    };
    format!("In A the other ship {}. In B it {}.", of(in_a), of(in_b))
}

pub(crate) fn time_zones(ahead_ms: i64, behind_ms: i64) -> String {
    let side = |ms: i64, after, before| match ms {
        ms if ms < 0 => format!("{} ms {before}", -ms),
        ms => format!("{ms} ms {after}"),
    };
    format!(
        "You see yourself {} the server, and the other ship {} it.",
        side(ahead_ms, "ahead of", "behind"),
        side(behind_ms, "behind", "ahead of"),
    )
}

pub(crate) fn drawn_off_path(off_u: f32) -> String {
    format!("The other ship was drawn up to {off_u:.0} u off the path it really flew.")
}

pub(crate) fn frozen(apart_u: f32) -> String {
    format!(
        "Frozen: your ship stands still on your screen. On the server it is {apart_u:.0} u away."
    )
}

pub(crate) fn drawn_between(drawn: DrawnBetween) -> String {
    format!(
        "At tick {:.1} you drew the others {}. The other player drew them {}.",
        drawn.tick,
        from(drawn.yours),
        from(drawn.theirs)
    )
}

/// The snapshots from which the others were drawn.
fn from(drawn: DrawnFrom) -> String {
    match drawn {
        DrawnFrom::Pair { older, newer, fraction } => {
            format!("{fraction:.2} of the way from {} to {}", older.0, newer.0)
        }
        DrawnFrom::One(tick) | DrawnFrom::Newest(tick) => {
            format!("where snapshot {} has them", tick.0)
        }
        DrawnFrom::Extrapolated { from, by } => {
            format!("{} ms straight ahead from snapshot {}", whole_ms(by), from.0)
        }
        DrawnFrom::Held { from, .. } => {
            format!("held at the end of the path from snapshot {}", from.0)
        }
        DrawnFrom::Nothing => "not at all".into(),
    }
}

pub(crate) fn drawn_behind([interpolated, raw]: [DrawnBehind; 2]) -> String {
    let behind = |one: DrawnBehind| {
        format!("{} ms and {:.0} u behind the server", whole_ms(one.time), one.way_u)
    };
    format!(
        "In A, interpolated, the other ship is drawn {}. In B, as it arrives, it is drawn {}.",
        behind(interpolated),
        behind(raw)
    )
}

pub(crate) fn rammed([mutual, rammer]: [RammingResult; 2]) -> String {
    let of = |one: RammingResult| {
        let thrown = match whole_u(one.thrown_u) {
            0 => "was not moved".into(),
            way_u => format!("was knocked {way_u} u away"),
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

pub(crate) fn inside_each_other(inside_u: f32) -> String {
    format!(
        "On the third player’s screen the two ships overlapped by {inside_u:.0} u. Each is \
         {SHIP_WIDTH_U:.0} u wide."
    )
}

pub(crate) fn in_rock([few_hz, many_hz]: [u16; 2], [few_u, many_u]: [f32; 2]) -> String {
    format!(
        "In A, with {few_hz} snapshots a second, the ship was drawn {few_u:.0} u deep inside the \
         rock. In B, with {many_hz} snapshots a second, it was drawn {many_u:.1} u deep inside it."
    )
}

pub(crate) fn free_lines(earlier_ms: i64, [lead_ms, lag_ms]: [i64; 2], both_ms: i64) -> String {
    format!(
        "You had a clear line of fire {earlier_ms} ms before the other player did. The two numbers \
         above the panes, {lead_ms} ms and {lag_ms} ms, add up to {both_ms} ms."
    )
}

pub(crate) fn everyone_predicted(cost: EveryonePredicted) -> String {
    let answers = match whole_ms(cost.answers) {
        0 => "at once".into(),
        ms => format!("{ms} ms after your command"),
    };
    let most = match whole_ms(cost.drawn_behind) {
        ms if ms > 0 => format!(
            ", which is the limit. The rest is left out: the other ship is drawn {ms} ms behind \
             yours."
        ),
        _ => ".".into(),
    };
    format!(
        "The other ship jumped {:.1} u where it turned round. Your ship responds {answers}. With \
         each of {} snapshots a second, {} ticks are run again for every ship{most}",
        cost.jump_u, cost.snapshots_hz, cost.rerun_ticks,
    )
}
