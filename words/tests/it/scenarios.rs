//! What is said of scenarios.

use std::collections::BTreeSet;

use lab::scenario::Scenario;
use words::Language;

use crate::sentences::{check_sentences, check_words};

#[test]
fn every_scenario_is_written_in_whole_sentences() {
    let mut titles = BTreeSet::new();
    for scenario in Scenario::ALL {
        let (key, words) = (scenario.key(), Language::English.scenario(scenario));
        check_words(key, words.title);
        check_words(key, words.source);
        check_sentences(key, words.watch);
        check_sentences(key, words.label);
        assert!(titles.insert(words.title), "{} is the title of two", words.title);
        assert!(words.title.len() <= 55, "{key}: a list of titles is narrow");
    }
}
