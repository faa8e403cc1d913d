//! Parses the text of a server's `/metrics` into numbers by name. It reads them as any scraper
//! does, independently of the server's own parser.

use std::collections::BTreeMap;

/// All metrics of a server at one moment, by name with labels.
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

    /// A metric; 0 if there is none of this name.
    pub(crate) fn value(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// The labelled counters of a name that rose since another reading, by label.
    pub(crate) fn rises(&self, before: &Self, name: &str) -> BTreeMap<String, u64> {
        let labelled = self.0.iter().filter_map(|(whole, value)| {
            let (_, label) = whole.strip_prefix(name)?.strip_suffix("\"}")?.split_once("=\"")?;
            let rise = value - before.value(whole);
            (rise > 0.0).then(|| (label.to_string(), rise as u64))
        });
        labelled.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increased_counters_are_listed_by_label() {
        let of = |slow: u32, flood: u32| {
            Readings::parse(&format!(
                "# HELP x y\nlagrange_players 3\nlagrange_closes_total{{reason=\"slow\"}} {slow}\n\
                 lagrange_closes_total{{reason=\"flood\"}} {flood}\n"
            ))
        };
        let after = of(5, 2);
        assert_eq!(after.value("lagrange_players"), 3.0);
        let rises = after.rises(&of(1, 2), "lagrange_closes_total");
        assert_eq!(rises, BTreeMap::from([("slow".to_string(), 4)]));
    }
}
