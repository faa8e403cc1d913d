//! The outcomes as a Markdown table, a row for each phase.
use super::load::Outcome;
use super::phases::Phase;

/// The first two lines.
pub(super) const HEAD: &str = "\
| phase | outages | playing again, p50 / p95 / max ms | must | not back | scores compared | lost | \
points lost | counted twice | rooms doubled | longest, ms |
|---|---|---|---|---|---|---|---|---|---|---|";

/// The row of a phase.
pub(super) fn row(phase: Phase, outcome: &Outcome) -> String {
    let times = format!("{} / {} / {}", outcome.p50_ms, outcome.p95_ms, outcome.max_ms);
    let must = match (phase.must(), phase.is_within(outcome)) {
        (must, true) => must,
        (must, false) => format!("**{must}**"),
    };
    let cells = [
        phase.to_string(),
        outcome.outages.to_string(),
        times,
        must,
        outcome.not_back.to_string(),
        outcome.scores_compared.to_string(),
        outcome.scores_lost.to_string(),
        outcome.points_lost.to_string(),
        outcome.scores_counted_twice.to_string(),
        outcome.rooms_doubled.to_string(),
        outcome.doubled_longest_ms.to_string(),
    ];
    format!("| {} |", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::super::phases::Fault;
    use super::*;

    #[test]
    fn a_row_marks_a_value_that_is_worse_than_it_must_be() {
        let outcome = Outcome {
            outages: 67,
            p50_ms: 400,
            p95_ms: 3100,
            max_ms: 3200,
            not_back: 1,
            scores_compared: 66,
            scores_lost: 2,
            points_lost: 5,
            scores_counted_twice: 3,
            rooms_doubled: 4,
            doubled_longest_ms: 900,
        };
        let phase = Phase { fault: Fault::Kill, times: 20 };
        assert_eq!(
            row(phase, &outcome),
            "| node killed × 20 | 67 | 400 / 3100 / 3200 | **p95 ≤ 3000** | 1 | 66 | 2 | 5 | 3 | 4 \
             | 900 |"
        );
        let within = row(phase, &Outcome { p95_ms: 3000, ..outcome });
        assert!(within.contains("| p95 ≤ 3000 |"), "{within}");
        assert_eq!(HEAD.lines().last().unwrap().matches('|').count(), 12);
    }
}
