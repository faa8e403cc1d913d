//! The numbers in what is expected of scenarios: each one is what the scenario comes to, played by
//! itself, and the same in every language.

use lab::{run_playback::RunPlayback, scenario::Scenario};
use words::Language;

/// How far an expectation may be from what came of it.
const TOLERANCE: f64 = 0.05;

/// Numbers that the scenario begins with, or that its rule comes to elsewhere.
const GIVEN: [(&str, f64, &str); 5] = [
    ("et-zigzag", 16.0, "a ship's radius"),
    ("listen-server", 320.0, "how fast the other ship flies"),
    ("liar-old-view", 400.0, "the bound of a rewind"),
    ("liar-old-view", 79.0, "the same hold's gain where the server believes up to the bound"),
    ("liar-late-echo", 200.0, "how late the echoes are"),
];

/// A number as it is written, with what it counts.
#[derive(Clone, Debug, PartialEq)]
struct Number {
    value: f64,
    /// Half of its last digit.
    rounding: f64,
    unit: Unit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// Written in seconds too.
    Ms,
    U,
    UPerS,
    /// Anything else.
    Other,
}

/// The numbers of a text, in its order.
fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let after = &rest[start..];
        let length = after.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
        let (written, follows) = after.split_at(length.unwrap_or(after.len()));
        let written = written.trim_end_matches(['.', ',']).replace(',', "");
        let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let value: f64 = written.parse().unwrap();
        let word = follows.trim_start_matches([' ', '\u{a0}']);
        let is = |unit: &str| {
            let next = word.strip_prefix(unit).map(|next| next.chars().next());
            next.is_some_and(|next| !next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '/'))
        };
        let (unit, times) = match () {
            () if is("ms") => (Unit::Ms, 1.0),
            () if is("s") || word.starts_with(['秒', '초']) => (Unit::Ms, 1000.0),
            () if is("u") => (Unit::U, 1.0),
            () if is("u/s") => (Unit::UPerS, 1.0),
            () => (Unit::Other, 1.0),
        };
        let rounding = 0.5 * 0.1_f64.powi(decimals as i32) * times;
        found.push(Number { value: value * times, rounding, unit });
        rest = follows;
    }
    found
}

/// What the scenario comes to at its end, in English.
fn outcome(scenario: Scenario) -> String {
    let setup = scenario.setup();
    let frames = setup.loop_frames;
    let mut playback = RunPlayback::new(setup).unwrap();
    for _ in 0..frames {
        playback.step().unwrap();
    }
    playback.state().outcome().map_or_else(String::new, |outcome| {
        let sentence = Language::English.outcome(&outcome.statement);
        format!("{sentence} {value} ms {value} u", value = outcome.value)
    })
}

#[test]
fn expected_numbers_are_what_scenarios_come_to() {
    for scenario in Scenario::ALL {
        let (key, label) = (scenario.key(), Language::English.scenario(scenario).label);
        let came = outcome(scenario);
        let measured = numbers(&came);
        for expected in numbers(label) {
            let is_it = |number: &Number| {
                let off = (number.value - expected.value).abs();
                number.unit == expected.unit
                    && off <= (TOLERANCE * number.value.abs()).max(expected.rounding)
            };
            let is_given =
                GIVEN.iter().any(|(of, value, _)| *of == key && *value == expected.value);
            assert!(
                is_given || measured.iter().any(is_it),
                "{key}: {expected:?} is in no outcome\n  expected: {label}\n  came: {came}"
            );
        }
    }
}

#[test]
fn expected_numbers_are_the_same_in_every_language() {
    for scenario in Scenario::ALL {
        let measures = |language: Language| {
            let mut values: Vec<_> = numbers(language.scenario(scenario).label)
                .into_iter()
                .filter(|number| number.unit != Unit::Other)
                .map(|number| number.value)
                // English says "a second".
                .filter(|&value| value != 1000.0)
                .collect();
            values.sort_by(f64::total_cmp);
            values
        };
        for language in Language::ALL {
            let (key, english) = (scenario.key(), measures(Language::English));
            assert_eq!(measures(language), english, "{key}, {language:?}");
        }
    }
}
