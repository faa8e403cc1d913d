//! The article's page around its sections: links to headings, the table of who pays, the glossary,
//! the changes, and what other sites show of the page.

use std::{collections::BTreeSet, fmt::Write, fs};

use article::section::Section;
use shared::{
    netcode::{choices::HitRule, preset::Preset},
    schemes::et,
};
use words::{
    Language,
    article::{Change, EndWords, GlossaryEntry, Named, Payer, PayerRow, Piece, pieces},
};

use crate::{article::escaped, languages::check_translated, sentences::check_sentences};

/// A text with `{0}`, `{1}` … filled in.
fn filled(text: &str, values: &[&str]) -> String {
    values
        .iter()
        .enumerate()
        .fold(text.to_string(), |text, (idx, value)| text.replace(&format!("{{{idx}}}"), value))
}

/// The heading of a section, with a link to it.
pub(crate) fn head(language: Language, key: &str, title: &str) -> String {
    let label = escaped(&filled(language.article_end().link_to, &[title]));
    let title = escaped(title);
    format!(
        "        <div class=\"head\">\n          <h2 id=\"{key}-title\">{title}</h2>\n          \
         <a class=\"permalink\" href=\"#{key}\" aria-label=\"{label}\">#</a>\n        </div>\n"
    )
}

/// A term of a paragraph, linked to its explanation.
pub(crate) fn term(language: Language, words: &str) -> String {
    let entry = language.explained(words).unwrap_or_else(|| panic!("{words} is not explained"));
    let words = escaped(words);
    format!("<dfn><a class=\"term\" href=\"#{}\">{words}</a></dfn>", entry.anchor())
}

/// An entry of the list of sections, marked by the page's script once its task is solved.
pub(crate) fn contents_entry(language: Language, section: Section) -> String {
    let (key, title) = (section.key(), escaped(language.section(section).title));
    let solved = escaped(language.article_end().solved);
    format!(
        "          <li data-task=\"{key}\"><a href=\"#{key}\">{title}</a><span class=\"done\" \
         hidden> <span aria-hidden=\"true\">✓</span><span class=\"unseen\">{solved}</span></span>\
         </li>\n"
    )
}

/// How many tasks are solved; filled in and shown by the page's script.
pub(crate) fn score(language: Language) -> String {
    let score = escaped(language.article_end().score);
    format!("<p class=\"score\" data-score=\"{score}\" hidden></p>")
}

/// Who pays under which scheme, and the terms.
pub(crate) fn sections(language: Language) -> String {
    let EndWords { payers, glossary, .. } = *language.article_end();
    format!(
        "      <section id=\"who-pays\" class=\"plain\" aria-labelledby=\"who-pays-title\">\n{}{}\
         \x20     </section>\n      <section id=\"terms\" class=\"plain\" \
         aria-labelledby=\"terms-title\">\n{}{}      </section>\n",
        head(language, "who-pays", payers),
        payer_table(language),
        head(language, "terms", glossary),
        glossary_list(language),
    )
}

fn payer_table(language: Language) -> String {
    let words = language.article_end();
    let row = |row: &PayerRow, cell: &str, scope: &str| {
        let PayerRow { scheme, waits, misses, behind_cover, believed } = *row;
        let cells: String = [waits, misses, behind_cover, believed]
            .iter()
            .map(|text| format!("<{cell}>{}</{}>", escaped(text), &cell[..2]))
            .collect();
        format!("<tr><th scope=\"{scope}\">{}</th>{cells}</tr>", escaped(scheme))
    };
    let mut table = format!("        <p>{}</p>\n", escaped(words.payers_intro));
    let _ = writeln!(
        table,
        "        <div class=\"wide\" role=\"group\" aria-labelledby=\"who-pays-title\" \
         tabindex=\"0\">\n          <table>\n            <thead>\n              {}\n            \
         </thead>\n            <tbody>",
        row(&words.columns, "th scope=\"col\"", "col")
    );
    for payer in Payer::ALL {
        let _ = writeln!(table, "              {}", row(language.payer(payer), "td", "row"));
    }
    table + "            </tbody>\n          </table>\n        </div>\n"
}

fn glossary_list(language: Language) -> String {
    let entry = |entry: &GlossaryEntry| {
        let words = escaped(entry.words.first().unwrap());
        format!(
            "          <div id=\"{}\"><dt>{words}</dt><dd>{}</dd></div>\n",
            entry.anchor(),
            escaped(entry.text)
        )
    };
    let entries: String = language.glossary().iter().map(entry).collect();
    format!("        <dl class=\"glossary\">\n{entries}        </dl>\n")
}

/// When the article was changed, and how.
pub(crate) fn changes(language: Language) -> String {
    let changes = language.article_changes();
    let time = |Change { date, .. }: &Change| {
        format!("<time datetime=\"{date}\">{}</time>", escaped(&language.date(date)))
    };
    let newest = time(changes.first().unwrap());
    let changed = filled(&escaped(language.article_end().changed), &[&newest]);
    let entry = |change: &Change| {
        format!("            <li>{}: {}</li>\n", time(change), escaped(change.text))
    };
    let entries: String = changes.iter().map(entry).collect();
    format!(
        "        <details class=\"note\">\n          <summary>{changed}</summary>\n          <ul>\n\
         {entries}          </ul>\n        </details>\n"
    )
}

/// The language and region by which other sites know a language.
const fn locale(language: Language) -> &'static str {
    match language {
        Language::English => "en_GB",
        Language::Japanese => "ja_JP",
        Language::Korean => "ko_KR",
    }
}

/// What other sites show of a link to the page. Its picture and its address would have to be
/// absolute, and a static page cannot know its host.
pub(crate) fn preview(language: Language) -> String {
    let words = language.article();
    let mut tags = vec![
        ("og:type", "article"),
        ("og:site_name", "Lagrange"),
        ("og:title", words.title),
        ("og:description", words.summary),
        ("og:locale", locale(language)),
    ];
    let others = Language::ALL.into_iter().filter(|other| *other != language);
    tags.extend(others.map(|other| ("og:locale:alternate", locale(other))));
    let newest = language.article_changes().first().unwrap();
    tags.push(("article:modified_time", newest.date));
    let tag = |(name, content): (&str, &str)| {
        let content = escaped(content).replace('"', "&quot;");
        format!("    <meta property=\"{name}\" content=\"{content}\">\n")
    };
    tags.into_iter().map(tag).collect()
}

#[test]
fn every_term_of_the_article_is_explained_once() {
    for language in Language::ALL {
        let words = language.article();
        let sections = Section::ALL.map(|section| language.section(section));
        let texts = sections.iter().flat_map(|words| words.always().chain(words.by_outcome()));
        let texts = texts.chain(words.lead.iter().chain(words.end).copied());
        let mut n_terms = 0;
        for piece in texts.flat_map(|text| pieces(text).unwrap()) {
            let Piece::Named(Named::Term, words) = piece else { continue };
            assert!(language.explained(words).is_some(), "{language:?}: {words}");
            n_terms += 1;
        }
        assert!(n_terms > 8, "{language:?}: {n_terms} terms");
        let mut known = BTreeSet::new();
        for word in language.glossary().iter().flat_map(|entry| entry.words) {
            assert!(known.insert(word.to_lowercase()), "{language:?}: {word} is explained twice");
        }
        assert!(language.explained("nothing of the kind").is_none());
    }
}

/// Words that say nothing by themselves.
const FILLERS: [&str; 8] = ["that", "this", "with", "from", "when", "what", "they", "have"];

/// The beginnings of a text's words of four letters or more, by which forms of a word are alike.
fn stems(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let words = words.filter(|word| !FILLERS.contains(&word.as_str()));
    words.filter_map(|word| word.get(..4).map(str::to_owned)).collect()
}

#[test]
fn the_glossary_says_what_the_vocabulary_says() {
    let path = [env!("CARGO_MANIFEST_DIR"), "/../docs/vocabulary.md"].concat();
    let vocabulary = fs::read_to_string(path).unwrap();
    let (vocabulary, _) = vocabulary.split_once("## Words not used").unwrap();
    let meaning = |term: &str| {
        vocabulary.lines().find_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let terms = cells.next()?;
            terms.split(", ").any(|known| known == term).then(|| cells.next()).flatten()
        })
    };
    for entry in Language::English.glossary() {
        let meaning = meaning(entry.term);
        let meaning = meaning.unwrap_or_else(|| panic!("the vocabulary lacks {}", entry.term));
        let (said, meant) = (stems(entry.text), stems(meaning));
        let n_shared = said.intersection(&meant).count();
        assert!(n_shared >= 2, "{}: {}\n{meaning}", entry.term, entry.text);
    }
}

#[test]
fn the_end_is_the_same_in_every_language() {
    let english = Language::English;
    for language in Language::ALL {
        let (first, words) = (english.article_end(), language.article_end());
        check_sentences("intro", words.payers_intro);
        for (english, text) in [
            (first.payers, words.payers),
            (first.payers_intro, words.payers_intro),
            (first.glossary, words.glossary),
            (first.changed, words.changed),
            (first.link_to, words.link_to),
            (first.score, words.score),
            (first.solved, words.solved),
        ] {
            check_translated(language, english, text);
        }
        for payer in Payer::ALL {
            let [first, row] = [english, language].map(|language| *language.payer(payer));
            assert!(!row.scheme.is_empty(), "{payer:?}");
            for (english, text) in [
                (first.waits, row.waits),
                (first.misses, row.misses),
                (first.behind_cover, row.behind_cover),
                (first.believed, row.believed),
            ] {
                check_sentences(row.scheme, text);
                check_translated(language, english, text);
            }
        }
        let glossaries = [english, language].map(Language::glossary);
        assert_eq!(glossaries[0].len(), glossaries[1].len());
        for (first, entry) in glossaries[0].iter().zip(glossaries[1]) {
            assert_eq!(first.term, entry.term, "{language:?}");
            check_sentences(entry.term, entry.text);
            check_translated(language, first.text, entry.text);
        }
        let changes = [english, language].map(Language::article_changes);
        let dates = |changes: &[Change]| changes.iter().map(|one| one.date).collect::<Vec<_>>();
        assert_eq!(dates(changes[0]), dates(changes[1]), "{language:?}");
        assert!(changes[1].is_sorted_by(|newer, older| newer.date > older.date), "{language:?}");
        for (first, change) in changes[0].iter().zip(changes[1]) {
            check_sentences(change.date, change.text);
            check_translated(language, first.text, change.text);
        }
    }
    let dates = Language::ALL.map(|language| language.date("2026-11-05"));
    assert_eq!(dates, ["5 November 2026", "2026年11月5日", "2026년 11월 5일"]);
}

#[test]
fn the_table_of_who_pays_has_the_limits_of_the_presets() {
    let limit = |preset: Preset| preset.room().rewind_bound_ms;
    assert_eq!((limit(Preset::Source), limit(Preset::Lagrange)), (1000, 400));
    let et_ms = (et::MARKERS - 1) as i64 * et::FRAME.0 / 1000;
    assert_eq!(et_ms, 450);
    let rule = |preset: Preset| preset.room().hit_rule;
    for preset in [Preset::Nothing, Preset::Jump, Preset::QuakeWorld] {
        assert_eq!(rule(preset), HitRule::Present, "{preset:?}");
    }
    let english = |payer| Language::English.payer(payer);
    for (payer, limit) in
        [(Payer::EnemyTerritory, "450 ms"), (Payer::Source, "1 s"), (Payer::Lagrange, "400 ms")]
    {
        let row = english(payer);
        assert!(row.misses.contains(limit) && row.behind_cover.contains(limit), "{row:?}");
    }
}
