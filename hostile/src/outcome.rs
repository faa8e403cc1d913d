//! Results of a part, with its checks, formatted as Markdown.

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) columns: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The meaning of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A count: if it fails, the command fails.
    Promise,
    /// A time, or a figure that depends on the machine: only reported.
    Aim,
}

/// A figure and its check.
#[derive(Clone, Debug)]
pub(crate) struct CheckedFigure {
    name: String,
    value: String,
    requirement: String,
    kind: Kind,
    passed: bool,
}

/// The results of a part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) tables: Vec<Table>,
    pub(crate) checks: Vec<CheckedFigure>,
    /// Notes for the reader, mainly about what was skipped.
    pub(crate) notes: Vec<String>,
}

impl CheckedFigure {
    /// A count that must equal a number.
    pub(crate) fn count(name: &str, value: u64, requirement: u64) -> Self {
        Self {
            name: name.into(),
            value: value.to_string(),
            requirement: requirement.to_string(),
            kind: Kind::Promise,
            passed: value == requirement,
        }
    }

    /// A count with an upper limit.
    pub(crate) fn at_most(name: &str, value: u64, most: u64) -> Self {
        let requirement = format!("up to {most}");
        Self { requirement, passed: value <= most, ..Self::count(name, value, most) }
    }

    /// A count with a lower limit.
    pub(crate) fn at_least(name: &str, value: u64, least: u64) -> Self {
        let requirement = format!("{least} or more");
        Self { requirement, passed: value >= least, ..Self::count(name, value, least) }
    }

    /// A figure, if there is one, that should not exceed a limit.
    pub(crate) fn aim(name: &str, value: Option<f64>, most: f64, unit: &str) -> Self {
        Self {
            name: name.into(),
            value: value.map_or("–".into(), |value| format!("{value:.2} {unit}")),
            requirement: format!("up to {most} {unit}"),
            kind: Kind::Aim,
            passed: value.is_some_and(|value| value <= most),
        }
    }

    /// A count that should reach a number.
    pub(crate) fn at_least_aim(name: &str, value: u64, least: u64) -> Self {
        Self { kind: Kind::Aim, ..Self::at_least(name, value, least) }
    }

    /// Whether a promise is broken.
    pub(crate) fn is_broken(&self) -> bool {
        self.kind == Kind::Promise && !self.passed
    }

    fn row(&self) -> Vec<String> {
        let verdict = match (self.kind, self.passed) {
            (Kind::Promise, true) => "kept",
            (Kind::Promise, false) => "**broken**",
            (Kind::Aim, true) => "met",
            (Kind::Aim, false) => "not met",
        };
        [&self.name, &self.value, &self.requirement, verdict].map(str::to_string).into()
    }
}

impl Table {
    /// As Markdown.
    fn text(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let head: Vec<String> = self.columns.iter().map(ToString::to_string).collect();
        let rule = vec!["---".to_string(); head.len()];
        let rows = self.rows.iter().map(|row| line(row));
        [line(&head), line(&rule)].into_iter().chain(rows).collect()
    }
}

impl Outcome {
    /// As Markdown.
    pub(crate) fn text(&self) -> String {
        let checks = Table {
            columns: vec!["figure", "is", "must be", ""],
            rows: self.checks.iter().map(CheckedFigure::row).collect(),
        };
        let tables = self.tables.iter().chain((!checks.rows.is_empty()).then_some(&checks));
        let notes = self.notes.iter().map(|note| format!("{note}\n"));
        tables.map(Table::text).chain(notes).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_failed_promises_fail() {
        for (figure, broken, row) in [
            (CheckedFigure::count("lost", 0, 0), false, "| lost | 0 | 0 | kept |"),
            (CheckedFigure::count("lost", 1, 0), true, "| lost | 1 | 0 | **broken** |"),
            (CheckedFigure::at_most("held", 9, 8), true, "| held | 9 | up to 8 | **broken** |"),
            (CheckedFigure::at_least("tried", 1, 1), false, "| tried | 1 | 1 or more | kept |"),
            (
                CheckedFigure::at_least("tried", 0, 1),
                true,
                "| tried | 0 | 1 or more | **broken** |",
            ),
            (
                CheckedFigure::aim("gap", Some(7.0), 8.0, "ms"),
                false,
                "| gap | 7.00 ms | up to 8 ms | met |",
            ),
            (
                CheckedFigure::aim("gap", None, 8.0, "ms"),
                false,
                "| gap | – | up to 8 ms | not met |",
            ),
            (
                CheckedFigure::at_least_aim("tried", 0, 1),
                false,
                "| tried | 0 | 1 or more | not met |",
            ),
        ] {
            assert_eq!(figure.is_broken(), broken, "{figure:?}");
            let text = Outcome { checks: vec![figure], ..Outcome::default() }.text();
            assert_eq!(text.lines().last(), Some(row));
        }
    }
}
