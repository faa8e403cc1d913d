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
    what: String,
    is: String,
    must: String,
    kind: Kind,
    kept: bool,
}

/// The results of a part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) tables: Vec<Table>,
    pub(crate) held: Vec<CheckedFigure>,
    /// Notes for the reader, mainly about what was skipped.
    pub(crate) notes: Vec<String>,
}

impl CheckedFigure {
    /// A count that must equal a number.
    pub(crate) fn count(what: &str, is: u64, must: u64) -> Self {
        Self {
            what: what.into(),
            is: is.to_string(),
            must: must.to_string(),
            kind: Kind::Promise,
            kept: is == must,
        }
    }

    /// A count with an upper limit.
    pub(crate) fn at_most(what: &str, is: u64, most: u64) -> Self {
        let must = format!("up to {most}");
        Self { must, kept: is <= most, ..Self::count(what, is, most) }
    }

    /// A count with a lower limit.
    pub(crate) fn at_least(what: &str, is: u64, least: u64) -> Self {
        let must = format!("{least} or more");
        Self { must, kept: is >= least, ..Self::count(what, is, least) }
    }

    /// A figure, if there is one, that should not exceed a limit.
    pub(crate) fn aim(what: &str, is: Option<f64>, most: f64, unit: &str) -> Self {
        Self {
            what: what.into(),
            is: is.map_or("–".into(), |is| format!("{is:.2} {unit}")),
            must: format!("up to {most} {unit}"),
            kind: Kind::Aim,
            kept: is.is_some_and(|is| is <= most),
        }
    }

    /// A count that should reach a number.
    pub(crate) fn wanted(what: &str, is: u64, least: u64) -> Self {
        Self { kind: Kind::Aim, ..Self::at_least(what, is, least) }
    }

    /// Whether a promise is broken.
    pub(crate) fn is_broken(&self) -> bool {
        self.kind == Kind::Promise && !self.kept
    }

    fn row(&self) -> Vec<String> {
        let verdict = match (self.kind, self.kept) {
            (Kind::Promise, true) => "kept",
            (Kind::Promise, false) => "**broken**",
            (Kind::Aim, true) => "met",
            (Kind::Aim, false) => "not met",
        };
        [&self.what, &self.is, &self.must, verdict].map(str::to_string).into()
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
        let held = Table {
            columns: vec!["figure", "is", "must be", ""],
            rows: self.held.iter().map(CheckedFigure::row).collect(),
        };
        let tables = self.tables.iter().chain((!held.rows.is_empty()).then_some(&held));
        let notes = self.notes.iter().map(|note| format!("{note}\n"));
        tables.map(Table::text).chain(notes).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_broken_promise_is_broken() {
        for (held, broken, row) in [
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
            (CheckedFigure::wanted("tried", 0, 1), false, "| tried | 0 | 1 or more | not met |"),
        ] {
            assert_eq!(held.is_broken(), broken, "{held:?}");
            let text = Outcome { held: vec![held], ..Outcome::default() }.text();
            assert_eq!(text.lines().last(), Some(row));
        }
    }
}
