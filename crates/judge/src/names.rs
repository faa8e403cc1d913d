//! Suggestions for misspelled names: finds the known name closest to an unknown one.

use strsim::osa_distance;

use super::error::shown;

/// Names listed in an error.
const LISTED_MAX: usize = 16;
/// One typo is tolerated per this many letters.
const LETTERS_PER_TYPO: usize = 3;
/// Typos tolerated in a name.
const TYPOS_MAX: usize = 2;

/// The closest known name: equal but for case, or within a small edit distance.
pub(super) fn nearest<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = given.to_lowercase();
    if let Some(same) = known.iter().find(|name| name.to_lowercase() == lower) {
        return Some(same);
    }
    let letters = given.chars().count();
    let most = (letters / LETTERS_PER_TYPO).min(TYPOS_MAX);
    // Only names of similar length are compared, however long the given one is.
    let alike = known.iter().filter(|name| name.chars().count().abs_diff(letters) <= most);
    let typos = alike.map(|name| (osa_distance(&lower, &name.to_lowercase()), *name));
    typos.filter(|(n, _)| *n <= most).min_by_key(|(n, _)| *n).map(|(_, name)| name)
}

/// The closest known field: one that differs only in a missing or wrong unit, or the nearest name.
pub(super) fn nearest_field<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = given.to_lowercase();
    let with_suffix = |stem: &str| {
        let rest = |name: &&&str| name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('_'));
        known.iter().find(rest).copied().filter(|_| !stem.is_empty())
    };
    let other_unit = || with_suffix(lower.rsplit_once('_')?.0);
    with_suffix(&lower).or_else(|| nearest(&lower, known)).or_else(other_unit)
}

/// " (did you mean …?)", if there is a suggestion.
pub(super) fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |name| format!(" (did you mean {}?)", shown(name)))
}

/// The names as listed in an error, truncated after [`LISTED_MAX`].
pub(super) fn listed(names: &[&str]) -> String {
    let some: Vec<String> = names.iter().take(LISTED_MAX).map(|name| shown(name)).collect();
    match names.len().saturating_sub(LISTED_MAX) {
        0 => some.join(", "),
        more => format!("{} and {more} more", some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn very_long_name_matches_nothing() {
        let long = "ada".repeat(1_000_000);
        assert_eq!(nearest(&long, &["ada", "bob"]), None);
    }

    #[test]
    fn suggests_the_nearest_known_field() {
        let fields = ["fired_ms", "fired_s", "weapon", "speed_u_per_s", "not_told_of", "view_ms"];
        for (given, suggestion) in [
            ("fired", Some("fired_ms")),
            ("fire_ms", Some("fired_ms")),
            ("fired_us", Some("fired_ms")),
            ("weapn", Some("weapon")),
            ("waepon", Some("weapon")),
            ("Weapon", Some("weapon")),
            ("speed", Some("speed_u_per_s")),
            ("view_hz", Some("view_ms")),
            ("_comment", None),
            ("ping_ms", None),
            ("", None),
        ] {
            assert_eq!(nearest_field(given, &fields), suggestion, "{given}");
        }
        for (given, suggestion) in [("Ada", Some("ada")), ("bop", Some("bob")), ("x", None)] {
            assert_eq!(nearest(given, &["ada", "bob", "y"]), suggestion, "{given}");
        }
    }
}
