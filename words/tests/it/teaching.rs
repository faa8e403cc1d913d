//! The documents for teachers: every row of the answers says what its figure or match comes to,
//! each section of the article has such rows, and every link opens. With `UPDATE_DOCUMENTS=1` what
//! the rows say is rewritten.

use std::{collections::BTreeSet, env, fs};

use article::{
    figure::{FigureControl, FigureSpec},
    section::Section,
};
use lab::{
    lesson::Lesson, lesson_control::LessonSlider, link::MomentLink, outcome::ColumnOutcome,
    run_playback::RunPlayback, setup::Setup, survey::Survey,
};
use shared::netcode::preset::Preset;
use words::{FigureText, Language, outcome_lines};

const PLAN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/teaching.md");
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/teaching-answers.md");
/// What the rows say of a task, and of a figure that nobody has touched.
const SOLVED: &str = "solved";
const OPEN: &str = "open";
const UNTOUCHED: &str = "as it begins";

/// A row of the answers: `| link | settings | task or number of the exercise | sentence |`.
#[derive(Clone, Copy)]
struct Row<'a> {
    link: &'a str,
    settings: &'a str,
    third: &'a str,
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn row(line: &str) -> Option<Row<'_>> {
    let cells: Vec<&str> = line.strip_prefix("| `/")?.split('|').map(str::trim).collect();
    let [link, settings, third, _, ""] = cells[..] else { panic!("five bars: {line}") };
    Some(Row { link: link.trim_end_matches('`'), settings, third })
}

/// The links of a document, without their first slash.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let spans = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    spans.filter_map(|span| span.strip_prefix('/')).filter(|link| link.contains('#'))
}

fn outcomes(setup: Setup) -> Vec<ColumnOutcome> {
    let playback = RunPlayback::new(setup).unwrap();
    let cue = Survey::whole(&playback).and_then(|survey| survey.cue());
    cue.map(|cue| cue.outcomes).unwrap_or_default()
}

/// The label of a list of schemes.
fn list_label(setup: &Setup, column: u8) -> &'static str {
    let text = match (setup.columns.len(), column) {
        (1, _) => FigureText::Scheme,
        (_, 0) => FigureText::ColumnA,
        _ => FigureText::ColumnB,
    };
    Language::English.figure(text)
}

/// Whether a slider has this label, but for capitals and commas.
fn is_label(slider: LessonSlider, label: &str) -> bool {
    let letters = |text: &str| text.replace(',', "").to_lowercase();
    letters(Language::English.lesson_slider(slider)) == letters(label)
}

fn slide(slider: LessonSlider, value: &str, setup: &mut Setup) {
    let says = |number: &u32| Language::English.control(slider, *number) == value;
    let number = (slider.min()..=slider.max()).find(says);
    slider.set_in(setup, number.unwrap_or_else(|| panic!("no such value: {value}")));
}

/// Sets one control of a figure, as `Your ping: 0 ms`.
fn set(figure: &FigureSpec, setup: &mut Setup, setting: &str) {
    let (label, value) = setting.split_once(": ").expect("a label and a value");
    for control in &figure.controls {
        match control {
            FigureControl::Slider(slider) if is_label(*slider, label) => {
                return slide(*slider, value, setup);
            }
            FigureControl::Preset { column } if list_label(setup, *column) == label => {
                let known = |preset: &Preset| Language::English.preset(*preset) == value;
                let preset = Preset::ALL.into_iter().find(known).expect("a scheme of the list");
                setup.columns[usize::from(*column)] = preset.netcode();
                return;
            }
            _ => {}
        }
    }
    panic!("the figure has no such control: {setting}");
}

/// The row as it should be.
fn expected(given: Row) -> String {
    let Row { link, settings, third } = given;
    let (third, sentence) = match link.split_once('#').unwrap() {
        ("learn", key) => said_of_section(Section::of_key(key).unwrap(), settings, third),
        ("lab", fragment) => (third, said(&outcomes(opened(fragment).moment.run.setup))),
        other => panic!("{other:?}"),
    };
    format!("| `/{link}` | {settings} | {third} | {sentence} |")
}

fn said(outcomes: &[ColumnOutcome]) -> String {
    outcome_lines(Language::English, outcomes).replace('\n', " ")
}

fn said_of_section<'a>(section: Section, settings: &str, third: &'a str) -> (&'a str, String) {
    let figure = section.figure().unwrap();
    let mut setup = figure.setup();
    let settings = settings.split(" · ").filter(|setting| *setting != UNTOUCHED);
    settings.for_each(|setting| set(&figure, &mut setup, setting));
    setup.check().unwrap();
    let outcomes = outcomes(setup.clone());
    let is_solved = section.task().is_solved((&figure, &setup), &outcomes);
    let task = if is_solved { SOLVED } else { OPEN };
    (if [SOLVED, OPEN].contains(&third) { task } else { third }, said(&outcomes))
}

fn opened(fragment: &str) -> MomentLink {
    MomentLink::parse(fragment).unwrap_or_else(|error| panic!("{fragment}: {error}"))
}

#[test]
fn the_answers_say_what_their_figures_come_to() {
    let text = read(ANSWERS);
    let lines = text.lines().map(|line| row(line).map_or_else(|| line.to_owned(), expected));
    let expected = lines.collect::<Vec<_>>().join("\n") + "\n";
    if env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(ANSWERS, expected).unwrap();
    } else {
        let differ = text.lines().zip(expected.lines()).find(|(is, should)| is != should);
        assert_eq!(differ, None, "UPDATE_DOCUMENTS=1 rewrites docs/teaching-answers.md");
    }
}

#[test]
fn the_answers_solve_each_task_and_show_a_setting_that_does_not() {
    let count = format!("of {} solved", Section::ALL.len());
    assert!(read(PLAN).contains(&count), "{count}");
    let text = read(ANSWERS);
    let rows = |task: &str| -> BTreeSet<String> {
        let rows = text.lines().filter_map(row).filter(|row| row.third == task);
        rows.filter_map(|row| Some(row.link.strip_prefix("learn#")?.to_owned())).collect()
    };
    let (solved, open) = (rows(SOLVED), rows(OPEN));
    for key in Section::ALL.map(Section::key) {
        assert!(solved.contains(key) && open.contains(key), "{key} lacks a row");
    }
}

#[test]
fn every_link_of_the_plan_and_of_the_answers_opens() {
    let mut named = BTreeSet::new();
    for text in [read(PLAN), read(ANSWERS)] {
        for link in links(&text) {
            match link.split_once('#').unwrap() {
                ("learn", key) => drop(named.insert(key.to_owned())),
                ("lab", fragment) if fragment.starts_with("lesson=") => {
                    let is_it = |one: &Lesson| format!("lesson={}", one.number()) == fragment;
                    assert!(Lesson::ALL.iter().any(is_it), "{fragment}");
                }
                ("lab", fragment) => drop(opened(fragment)),
                other => panic!("{other:?}"),
            }
        }
    }
    let sections: BTreeSet<String> = Section::ALL.map(|one| one.key().to_owned()).into();
    assert_eq!(named, sections, "the documents name every section, and no other");
}
