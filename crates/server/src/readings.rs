//! Parses the text of `/metrics` into a value for each name with its labels.
use std::collections::BTreeMap;

/// All values of a server at one moment, by name with labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Readings(BTreeMap<String, f64>);

impl Readings {
    pub(crate) fn parse(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let values = lines.filter_map(|line| {
            let (name, value) = line.rsplit_once(' ')?;
            Some((name.to_string(), value.parse().ok()?))
        });
        Self(values.collect())
    }

    /// The value of a name, if there is one.
    pub(crate) fn value(&self, name: &str) -> Option<f64> {
        self.0.get(name).copied()
    }

    /// Upper bounds of a histogram's buckets in s, ascending, with their cumulative counts.
    pub(crate) fn buckets(&self, histogram: &str) -> Vec<(f64, f64)> {
        let bucket = format!("{histogram}_bucket{{le=\"");
        let mut buckets: Vec<(f64, f64)> = self
            .0
            .iter()
            .filter_map(|(name, n)| {
                let end = name.strip_prefix(&bucket)?.strip_suffix("\"}")?;
                let end = if end == "+Inf" { f64::INFINITY } else { end.parse().ok()? };
                Some((end, *n))
            })
            .collect();
        buckets.sort_by(|a, b| a.0.total_cmp(&b.0));
        buckets
    }
}
