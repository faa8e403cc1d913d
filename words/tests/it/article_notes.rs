//! The notes under each section of the article's page, folded: its rule as code, and its sources.

use std::{collections::BTreeSet, fmt::Write, fs};

use article::{
    code::{CODE, COLUMNS_MAX, LINES_MAX, SOURCE_URL, SectionCode, SourceFunction, code_of},
    section::Section,
    source::{CITATIONS, Citation, Source},
};
use words::{
    Language,
    article::{Claim, SectionNotes},
};

use crate::{article::escaped, languages::check_translated, sentences::check_sentences};

/// A link to another site.
fn link(address: &str, text: &str) -> String {
    let address = escaped(address).replace('"', "&quot;");
    format!("<a href=\"{address}\" rel=\"external\">{text}</a>")
}

/// The notes of a section as markup, as far as it has some.
pub(crate) fn folds(language: Language, section: Section) -> String {
    let code = code_of(section.key()).map(|code| code_fold(language, code));
    let sources = language.notes(section.key()).map(|notes| sources_fold(language, notes));
    [code, sources].into_iter().flatten().collect()
}

fn code_fold(language: Language, code: &SectionCode) -> String {
    let words = language.note_words();
    let note = language.notes(code.key).map(|notes| notes.code).unwrap_or_default();
    let function = |SourceFunction { file, name }: &SourceFunction| {
        let at = file.rsplit('/').next().unwrap();
        link(&[SOURCE_URL, file].concat(), &format!("<code>{at}: {name}</code>"))
    };
    let functions: Vec<String> = code.functions.iter().map(function).collect();
    format!(
        "          <details class=\"note\">\n            <summary>{}</summary>\n            \
         <p>{}</p>\n            <pre lang=\"en\"><code>{}</code></pre>\n            <p>{} {}</p>\n\
         \x20         </details>\n",
        escaped(words.code),
        escaped(note),
        escaped(code.lines),
        escaped(words.functions),
        functions.join(", "),
    )
}

fn sources_fold(language: Language, notes: &SectionNotes) -> String {
    let summary = escaped(language.note_words().sources);
    let mut fold = format!(
        "          <details class=\"note\">\n            <summary>{summary}</summary>\n            \
         <ul>\n"
    );
    for Claim { source, text } in notes.claims {
        let citation = source.citation();
        let cited = link(&citation.address(), &escaped(citation.title));
        let _ = writeln!(
            fold,
            "              <li>{} <cite lang=\"en\">{cited}, {}</cite></li>",
            escaped(text),
            escaped(citation.by)
        );
    }
    fold + "            </ul>\n          </details>\n"
}

/// Whether a file of the repository has a function.
fn has_function(SourceFunction { file, name }: &SourceFunction) -> bool {
    let path = [env!("CARGO_MANIFEST_DIR"), "/../", file].concat();
    let text = fs::read_to_string(path).unwrap_or_default();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    [format!("fn {name}("), format!("fn {name}<")].iter().any(|start| code.contains(start))
}

#[test]
fn every_section_has_code_and_its_functions_exist() {
    assert_eq!(CODE.each_ref().map(|code| code.key), Section::ALL.map(Section::key));
    for code in &CODE {
        let lines: Vec<&str> = code.lines.lines().collect();
        assert!((6..=LINES_MAX).contains(&lines.len()), "{}: {} lines", code.key, lines.len());
        for line in lines {
            assert!(line.len() <= COLUMNS_MAX && line.trim_end() == line, "{}: {line}", code.key);
            assert!(!line.contains(['#', '"']) && !line.contains("//"), "{}: {line}", code.key);
        }
        assert!(!code.functions.is_empty(), "{}", code.key);
        for function in code.functions {
            assert!(has_function(function), "{function:?}");
        }
    }
    let no_function = SourceFunction { file: "shared/src/lib.rs", name: "nothing" };
    assert!(!has_function(&no_function));
}

#[test]
fn the_source_is_in_the_projects_repository() {
    let workspace = [env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"].concat();
    let workspace = fs::read_to_string(workspace).unwrap();
    let repository = workspace.lines().find_map(|line| line.strip_prefix("repository = \""));
    let repository = repository.and_then(|rest| rest.split('"').next()).unwrap();
    assert_eq!(SOURCE_URL, format!("{repository}/blob/main/"));
    let own: Vec<&str> =
        CITATIONS.iter().map(|one| one.at).filter(|at| !at.contains("://")).collect();
    assert_eq!(own, ["docs/schemes.md"]);
    for file in own {
        assert!(fs::exists([env!("CARGO_MANIFEST_DIR"), "/../", file].concat()).unwrap(), "{file}");
    }
}

#[test]
fn notes_are_of_the_same_sections_and_sources_in_every_language() {
    let english = Language::English.all_notes();
    let keys: Vec<&str> = CODE.iter().map(|code| code.key).collect();
    for language in Language::ALL {
        let notes = language.all_notes();
        assert_eq!(notes.iter().map(|one| one.key).collect::<Vec<_>>(), keys, "{language:?}");
        for (english, one) in english.iter().zip(notes) {
            check_sentences(one.key, one.code);
            check_translated(language, english.code, one.code);
            let sources = |notes: &SectionNotes| -> Vec<Source> {
                notes.claims.iter().map(|claim| claim.source).collect()
            };
            assert_eq!(sources(english), sources(one), "{language:?}: {}", one.key);
            for (english, claim) in english.claims.iter().zip(one.claims) {
                check_sentences(one.key, claim.text);
                check_translated(language, english.text, claim.text);
            }
        }
        let words = language.note_words();
        assert!([words.code, words.functions, words.sources].iter().all(|text| !text.is_empty()));
    }
}

#[test]
fn every_source_is_cited_and_has_an_address_of_its_own() {
    let notes = Language::English.all_notes().iter();
    let cited: Vec<Source> =
        notes.flat_map(|notes| notes.claims).map(|claim| claim.source).collect();
    let mut addresses = BTreeSet::new();
    for citation in &CITATIONS {
        let Citation { source, by, title, .. } = *citation;
        let address = citation.address();
        assert!(cited.contains(&source), "{source:?} is not cited");
        assert!(!by.is_empty() && !title.is_empty(), "{source:?}");
        assert!(address.starts_with("http") && !address.contains(' '), "{address}");
        assert!(addresses.insert(address), "{source:?} has the address of another one");
    }
}
