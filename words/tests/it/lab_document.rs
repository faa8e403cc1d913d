//! The document of the laboratory lists the scenarios, the lessons and the codecs that there are,
//! in the words that the pages use. With `UPDATE_DOCUMENTS=1` the first two are rewritten.

use std::{env, fs};

use article::figure_error::Word;
use lab::{lesson::Lesson, scenario::Scenario};
use shared::wire::codec::CodecId;
use words::Language;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/laboratory.md");

/// Asserts that the table whose head begins so has these rows.
fn check_rows(head: &str, expected: &[String]) {
    let text = fs::read_to_string(DOCUMENT).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with(head)).expect("a table") + 2;
    let n_rows = lines[first..].iter().take_while(|line| line.starts_with('|')).count();
    let rows = &lines[first..first + n_rows];
    if env::var_os("UPDATE_DOCUMENTS").is_some() {
        let expected = expected.iter().map(String::as_str);
        let after = lines[first + n_rows..].iter().copied();
        let whole: Vec<&str> =
            lines[..first].iter().copied().chain(expected).chain(after).collect();
        fs::write(DOCUMENT, whole.join("\n") + "\n").unwrap();
    } else {
        assert_eq!(rows, expected, "UPDATE_DOCUMENTS=1 rewrites docs/laboratory.md");
    }
}

#[test]
fn scenarios_and_lessons_are_listed() {
    let row = |one: &Scenario| {
        let words = Language::English.scenario(*one);
        format!("| `{}` | {} | {} | {} |", one.key(), words.title, words.source, words.label)
    };
    check_rows("| key | title |", &Scenario::ALL.iter().map(row).collect::<Vec<_>>());
    let row = |lesson: &Lesson| {
        let (number, title) = (lesson.number(), Language::English.lesson(*lesson).title);
        let more: Vec<String> =
            lesson.more().iter().map(|one| format!("`{}`", one.key())).collect();
        let more = more.join(", ");
        format!("| `/lab#lesson={number}` | {title} | `{}` | {more} |", lesson.scenario().key())
    };
    check_rows("| link | lesson |", &Lesson::ALL.iter().map(row).collect::<Vec<_>>());
}

#[test]
fn every_codec_is_listed_by_its_word() {
    let text = fs::read_to_string(DOCUMENT).unwrap();
    let lines = text.lines().skip_while(|line| !line.starts_with("| word | snapshots contain |"));
    let rows: Vec<&str> = lines.skip(2).take_while(|line| line.starts_with('|')).collect();
    let row =
        |codec: CodecId| format!("| `{}` | {} |", codec.key(), Language::English.codec(codec));
    let begun = CodecId::ALL.map(row);
    let listed =
        rows.len() == begun.len() && rows.iter().zip(&begun).all(|(a, b)| a.starts_with(b));
    assert!(listed, "docs/laboratory.md should say:\n{begun:#?}");
}

#[test]
fn every_word_of_a_figures_attributes_is_listed_at_it() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/embedding.md");
    let text = fs::read_to_string(document).unwrap();
    for (attribute, word) in
        [("controls", Word::Control), ("panes", Word::Pane), ("scheme", Word::Scheme)]
    {
        let begin = format!("| `{attribute}` |");
        let row = text.lines().find(|line| line.starts_with(&begin)).expect("a row");
        for known in word.all() {
            assert!(row.contains(&format!("`{known}`")), "{attribute} {known}: {row}");
        }
    }
}
