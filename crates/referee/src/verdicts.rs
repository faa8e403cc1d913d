//! The verdicts of rules as a table: a row a shot, a column a rule.

use std::fmt::Write as _;

use crate::collect::Collected;
use crate::rule::Rule;
use crate::text::{names, said};

/// CSV with `line`, `t_ms`, `shooter`, `said`, and a column for each rule: players joined by `|`,
/// `-` for nobody, `?` where a measure or a pose is missing.
pub fn write_verdicts(collected: &Collected, rules: &[Rule]) -> String {
    let mut csv = String::from("line,t_ms,shooter,said");
    for rule in rules {
        let _ = write!(csv, ",{}", quoted(&rule.to_string()));
    }
    csv.push('\n');
    let ids = &collected.ids;
    for shot in &collected.shots {
        let at_ms = shot.at_ms + collected.counts.base_ms;
        let shooter = quoted(ids.name(shot.shooter));
        let said = quoted(&said(&shot.said, ids));
        let _ = write!(csv, "{},{at_ms},{shooter},{said}", shot.line);
        for rule in rules {
            let verdict = shot.verdict(rule);
            let verdict = verdict.map_or_else(|| "?".to_string(), |victims| names(&victims, ids));
            let _ = write!(csv, ",{}", quoted(&verdict));
        }
        csv.push('\n');
    }
    csv
}

/// A field as CSV needs it.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}
