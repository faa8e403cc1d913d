//! The document of the laboratory lists the scenarios, the lessons and the codecs that there are,
//! in the words of the code.

use shared::{
    lab::{lesson::Lesson, scenario::Scenario},
    wire::codec::CodecId,
};

const DOCUMENT: &str = include_str!("../../../docs/laboratory.md");

/// The rows of the table whose head begins so.
fn rows(head: &str) -> Vec<&'static str> {
    let lines = DOCUMENT.lines().skip_while(|line| !line.starts_with(head));
    lines.skip(2).take_while(|line| line.starts_with('|')).collect()
}

#[test]
fn every_scenario_is_listed_with_what_must_come_of_it() {
    let expected: Vec<String> = Scenario::ALL
        .iter()
        .map(|one| format!("| `{}` | {} | {} |", one.key(), one.source(), one.label()))
        .collect();
    assert_eq!(rows("| key | source |"), expected, "docs/laboratory.md should say:\n{expected:#?}");
}

#[test]
fn every_lesson_is_listed_with_its_link() {
    let row = |lesson: &Lesson| {
        let Lesson { number, title, scenario, more, .. } = lesson;
        let more: Vec<String> = more.iter().map(|one| format!("`{}`", one.key())).collect();
        let more = more.join(", ");
        format!("| `/lab#lesson={number}` | {title} | `{}` | {more} |", scenario.key())
    };
    let expected: Vec<String> = Lesson::ALL.iter().map(row).collect();
    assert_eq!(
        rows("| link | lesson |"),
        expected,
        "docs/laboratory.md should say:\n{expected:#?}"
    );
}

#[test]
fn every_codec_is_listed_by_its_word() {
    let rows = rows("| word | a snapshot holds |");
    let begun = CodecId::ALL.map(|codec| format!("| `{}` | {} |", codec.key(), codec.title()));
    let listed =
        rows.len() == begun.len() && rows.iter().zip(&begun).all(|(a, b)| a.starts_with(b));
    assert!(listed, "docs/laboratory.md should say:\n{begun:#?}");
}
