//! The rules that are tried: named ones, and families whose offset is fitted.

use crate::kept_shot::KeptShot;
use crate::rule::{Rounding, Rule, Terms};

/// The bounds of a rewind that are tried, in ms: those that games publish.
const BOUNDS_MS: [f64; 7] = [100.0, 150.0, 200.0, 250.0, 300.0, 400.0, 500.0];

/// The bound of the named rule that has one, in ms.
const NAMED_BOUND_MS: f64 = 150.0;

/// The rules that every answer speaks of, as far as the table has their measures.
pub fn named(shots: &[&KeptShot], tick_ms: f64) -> Vec<Rule> {
    let terms = |rtt, interp| Rule::of_terms(Terms { rtt, interp, view: 0.0 });
    let whole = terms(1.0, 1.0);
    let mut all = vec![
        Rule::PRESENT,
        terms(0.5, 0.0),
        terms(1.0, 0.0),
        Rule { min_ms: 0.0, ..terms(1.0, 0.0).plus(-20.0) },
        terms(0.0, 1.0),
        terms(0.5, 1.0),
        whole,
        terms(1.0, 2.0),
        whole.at_most(NAMED_BOUND_MS),
    ];
    if tick_ms > 0.0 {
        all.push(whole.plus(tick_ms));
        all.push(whole.rounded(Rounding::Older));
        all.push(whole.rounded(Rounding::Nearest));
    }
    all.push(Rule::of_terms(Terms { view: 1.0, ..Terms::default() }));
    all.retain(|rule| is_measured(shots, &rule.terms));
    all
}

/// The terms that are tried, simpler ones first, as far as the table has their measures.
pub(crate) fn terms(shots: &[&KeptShot]) -> Vec<Terms> {
    let mut all = all_terms();
    all.retain(|terms| is_measured(shots, terms));
    all
}

/// All terms that are tried, simpler ones first.
pub(crate) fn all_terms() -> Vec<Terms> {
    let mut all = Vec::new();
    for interp in [0.0, 1.0, 2.0] {
        for rtt in [0.0, 1.0, 0.5] {
            all.push(Terms { rtt, interp, view: 0.0 });
        }
    }
    all.push(Terms { view: 1.0, ..Terms::default() });
    all
}

/// The families that are tried, simpler ones first: rules whose offset is free.
pub(crate) fn families(shots: &[&KeptShot]) -> Vec<Rule> {
    let plain: Vec<Rule> = terms(shots).into_iter().map(Rule::of_terms).collect();
    let rounded = plain
        .iter()
        .flat_map(|rule| Rounding::ALL.into_iter().skip(1).map(|rounding| rule.rounded(rounding)));
    let bounded = plain
        .iter()
        .filter(|rule| rule.terms != Terms::default())
        .flat_map(|rule| BOUNDS_MS.map(|bound| rule.at_most(bound)));
    plain.iter().copied().chain(rounded).chain(bounded).collect()
}

/// The rules whose bound is fitted: all that depend on the round trip or the view.
pub(crate) fn bounded(shots: &[&KeptShot]) -> Vec<Rule> {
    let depends = |terms: &Terms| terms.rtt != 0.0 || terms.view != 0.0;
    terms(shots).into_iter().filter(depends).map(Rule::of_terms).collect()
}

/// What a rule has beyond its terms that was fitted or chosen: each is paid for by shots.
pub(crate) fn n_parameters(rule: &Rule) -> u32 {
    let parts = [
        rule.offset_ms != 0.0,
        rule.rounding != Rounding::None,
        rule.max_ms.is_finite(),
        rule.min_ms.is_finite(),
        rule.terms.interp == 2.0,
    ];
    parts.iter().map(|part| u32::from(*part)).sum()
}

/// Whether at least half of the shots have the measures that these terms need.
fn is_measured(shots: &[&KeptShot], terms: &Terms) -> bool {
    let measured = shots.iter().filter(|shot| terms.of(&shot.measured).is_some()).count();
    measured > 0 && measured * 2 >= shots.len()
}
