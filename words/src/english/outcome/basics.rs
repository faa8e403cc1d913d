//! How late your ship answers, and how another one moves on your screen, in English.

use alloc::{format, string::String};

use lab::outcome_statement::{Answer, DrawnMotion, PredictionErrors};

use crate::figures::whole_ms;

pub(super) fn answered(answer: Answer) -> String {
    let (after_ms, way_ms) = (whole_ms(answer.after), whole_ms(answer.round_trip));
    match after_ms - way_ms {
        waited_ms if waited_ms < 0 => format!(
            "Your ship answers a key after {after_ms} ms: it does not wait for the {way_ms} ms on \
             the way to the server and back."
        ),
        waited_ms => format!(
            "Your ship answers a key after {after_ms} ms: {way_ms} ms on the way to the server \
             and back, and {waited_ms} ms of waiting."
        ),
    }
}

pub(super) fn answered_twice([in_a, in_b]: [Answer; 2]) -> String {
    let of = |answer: Answer| {
        let after_ms = whole_ms(answer.after);
        match answer.predicted {
            None => format!("waits for the server: it answers a key after {after_ms} ms"),
            Some(predicted) => format!(
                "is predicted: it answers a key after {after_ms} ms, and the prediction was {}",
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
        1 => format!("wrong once, lately by {worst_u:.1} u"),
        n => format!("wrong {n} times, lately by up to {worst_u:.1} u"),
    }
}

pub(super) fn drawn_motions([in_a, in_b]: [DrawnMotion; 2]) -> String {
    let of = |motion: DrawnMotion| match motion {
        DrawnMotion::Hops { by_u } => {
            format!("hops by up to {by_u:.1} u from one picture to the next")
        }
        DrawnMotion::Glides(behind) => format!(
            "glides, {} ms and {:.0} u behind the server",
            whole_ms(behind.time),
            behind.way_u
        ),
    };
    format!("In A the other ship {}. In B it {}.", of(in_a), of(in_b))
}
