//! The article's page: every text of it is made of pieces that stand for something, and the file
//! that is served says what its figures come to. With `UPDATE_DOCUMENTS=1` it is rewritten.

use std::{collections::BTreeSet, env, fmt::Write, fs};

use article::{figure::FigureControl, figure_outcome::FigureOutcome, section::Section};
use lab::{outcome::ColumnOutcome, pane::Pane, run_playback::RunPlayback, survey::Survey};
use shared::netcode::preset::Preset;
use words::{
    FigureText, Language,
    article::{ArticleWords, LegendMark, NUMBERS, Named, Piece, SectionWords, numbers, pieces},
    outcome_lines,
};

use crate::{
    article_end::{changes, contents_entry, head, preview, score, sections, term},
    article_notes::folds,
    article_questions::{guess, laboratory_link},
};

/// The page of a language.
fn path(language: Language) -> String {
    // Dots stand for folders: so pages are named that lie in some.
    let name = language.article_path().replace('/', ".");
    [env!("CARGO_MANIFEST_DIR"), "/../web/", &name, ".html"].concat()
}

/// What comes of the figure of a section as it begins.
fn outcomes(section: Section) -> Vec<ColumnOutcome> {
    let playback = RunPlayback::new(section.figure().unwrap().setup()).unwrap();
    Survey::whole(&playback).and_then(|survey| survey.cue()).unwrap().outcomes
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A paragraph as markup, with numbers as they are found among some.
fn markup(language: Language, paragraph: &str, numbers: &[(&'static str, String)]) -> String {
    let name_of = |number| NUMBERS.into_iter().find(|(_, one)| *one == number).unwrap().0;
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => escaped(text),
        Piece::Named(Named::Term, words) => term(language, words),
        Piece::Named(named, words) => {
            let class = format!("{named:?}").to_lowercase();
            format!("<span class=\"{class}\">{}</span>", escaped(words))
        }
        Piece::Number(number) => {
            let name = name_of(*number);
            let text = numbers.iter().find(|(known, _)| *known == name);
            let (_, text) = text.unwrap_or_else(|| panic!("no number {name}: {paragraph}"));
            format!("<b data-number=\"{name}\">{}</b>", escaped(text))
        }
    };
    pieces(paragraph).unwrap().iter().map(piece).collect()
}

/// From the page of a language to the top of the site.
pub(crate) fn top(language: Language) -> String {
    "../".repeat(language.article_path().matches('/').count())
}

/// The page in every language: for programs, and for people.
fn languages(language: Language) -> [String; 2] {
    let link = |other: Language| {
        let (tag, top, path) = (other.tag(), top(language), other.article_path());
        format!("hreflang=\"{tag}\" href=\"{top}{path}\"")
    };
    let for_programs = Language::ALL
        .into_iter()
        .map(|other| format!("    <link rel=\"alternate\" {}>\n", link(other)));
    let for_people = Language::ALL.into_iter().map(|other| {
        let current = if other == language { " aria-current=\"page\"" } else { "" };
        let (tag, name) = (other.tag(), other.name());
        format!("        <a lang=\"{tag}\" {}{current}>{name}</a>\n", link(other))
    });
    [for_programs.collect(), for_people.collect()]
}

/// How the controls of a figure stand, and what its picture shows side by side: for where that
/// stands still.
fn shows(language: Language, section: Section) -> String {
    let figure = section.figure().unwrap();
    let setup = figure.setup();
    let columns = [FigureText::ColumnA, FigureText::ColumnB].map(|text| language.figure(text));
    let control = |control: &FigureControl| match control {
        FigureControl::Slider(slider) => {
            let value = slider.value_in(&setup).unwrap();
            [language.lesson_slider(*slider), ": ", &language.control(*slider, value)].concat()
        }
        FigureControl::Preset { column } => {
            let preset = Preset::of(&setup.columns[usize::from(*column)]).unwrap();
            let name = match setup.columns.len() {
                1 => language.figure(FigureText::Scheme),
                _ => columns[usize::from(*column)],
            };
            [name, ": ", language.preset(preset)].concat()
        }
    };
    let panes = [FigureText::You, FigureText::Server, FigureText::Other];
    let panes = Pane::ALL.iter().zip(panes).filter(|(pane, _)| figure.panes.contains(pane));
    let panes: Vec<&str> = panes.map(|(_, text)| language.figure(text)).collect();
    let side_by_side = match setup.columns.len() {
        1 => panes.join(" | "),
        _ => [&panes.join(" | "), ": ", &columns.join(" | ")].concat(),
    };
    let mut all: Vec<String> = figure.controls.iter().map(control).collect();
    all.push(side_by_side);
    all.join(" · ")
}

fn section_markup(language: Language, section: Section) -> String {
    let SectionWords { title, text, came, after, task, solved } = *language.section(section);
    let ArticleWords { task: turn, solved: done, solved_before, .. } = *language.article();
    let (key, figure) = (section.key(), section.figure().unwrap());
    let outcomes = outcomes(section);
    let said = outcome_lines(language, &outcomes).replace('\n', " ");
    let numbers = numbers(language, (&figure, &figure.setup()), &outcomes);
    let mut page = String::new();
    let _ = writeln!(page, "      <section id=\"{key}\" aria-labelledby=\"{key}-title\">");
    for former in section.former_keys() {
        let _ = writeln!(page, "        <span id=\"{former}\"></span>");
    }
    page.push_str(&head(language, key, title));
    let _ = write!(page, "        <lagrange-figure section=\"{key}\" label=\"{}\"", escaped(title));
    for (name, value) in section.attributes() {
        let _ = write!(page, " {name}=\"{value}\"");
    }
    let _ = writeln!(page, " theme=\"auto\">");
    let top = top(language);
    let _ =
        writeln!(page, "          <p class=\"shows\">{}</p>", escaped(&shows(language, section)));
    let _ = writeln!(
        page,
        "          <img src=\"{top}{{{{learn-{key}.png}}}}\" alt=\"\" loading=\"lazy\">"
    );
    let _ = writeln!(page, "          <p>{}</p>", escaped(&said));
    let _ = writeln!(page, "        </lagrange-figure>");
    let _ = writeln!(page, "        <div class=\"text\">");
    let paragraph = |page: &mut String, attributes: &str, text: &str| {
        let _ = writeln!(page, "          <p{attributes}>{}</p>", markup(language, text, &numbers));
    };
    text.iter().for_each(|text| paragraph(&mut page, "", text));
    let is_now = FigureOutcome::of(&outcomes);
    for (came, text) in came {
        let hidden = if Some(*came) == is_now { "" } else { " hidden" };
        paragraph(&mut page, &format!(" data-came=\"{}\"{hidden}", came.key()), text);
    }
    after.iter().for_each(|text| paragraph(&mut page, "", text));
    page += &guess(language, section);
    let (turn, task) = (escaped(turn), escaped(task));
    let _ = writeln!(page, "          <p class=\"task\"><b>{turn}</b> {task}</p>");
    let [done, before, solved] = [done, solved_before, solved].map(escaped);
    let _ = writeln!(
        page,
        "          <div role=\"status\"><p class=\"solved\" hidden><b class=\"now\">{done}</b><b \
         class=\"before\" hidden>{before}</b> {solved}</p></div>"
    );
    if section == Section::ALL[0] {
        page += &legend(language);
    }
    page += &laboratory_link(language, &figure);
    page.push_str(&folds(language, section));
    let _ = writeln!(page, "        </div>\n      </section>");
    page
}

/// What the marks in the figures mean.
fn legend(language: Language) -> String {
    let title = escaped(language.legend_title());
    let mut list = format!("          <ul class=\"legend\" aria-label=\"{title}\">\n");
    for mark in LegendMark::ALL {
        let (picture, text) = (mark.picture(), escaped(language.legend(mark)));
        let picture = format!("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\">{picture}</svg>");
        let _ = writeln!(list, "            <li>{picture} {text}</li>");
    }
    list + "          </ul>\n"
}

/// The whole page.
fn page(language: Language) -> String {
    let words = language.article();
    let [first, others] = [&Section::ALL[..1], &Section::ALL[1..]].map(|sections| -> String {
        sections.iter().map(|section| section_markup(language, *section)).collect()
    });
    let paragraphs = |all: &[&str]| -> String {
        all.iter().map(|one| format!("      <p>{}</p>\n", markup(language, one, &[]))).collect()
    };
    let contents: String =
        Section::ALL.into_iter().map(|section| contents_entry(language, section)).collect();
    let (score, end_sections, changes) = (score(language), sections(language), changes(language));
    let preview = preview(language);
    let [title, summary] = [words.title, words.summary].map(escaped);
    let [still, away] = [words.still, words.away].map(escaped);
    let [laboratory, game, list] = [words.laboratory, words.game, words.contents].map(escaped);
    let (lead, end, tag) = (paragraphs(words.lead), paragraphs(words.end), language.tag());
    let about = escaped(&language.about_units());
    let (top, [alternates, languages]) = (top(language), languages(language));
    let home = if top.is_empty() { "./" } else { &top };
    let choice = escaped(words.languages);
    // The page that has no language of its own is asked for one, unless it is the usual one.
    let asked = Some(language).filter(|one| *one != Language::default());
    let in_it = asked.map(|one| format!("?lang={}", one.tag())).unwrap_or_default();
    format!(
        "<!doctype html>
<!-- Made by a test of the crate `words` from its text and what the figures come to. -->
<html lang=\"{tag}\">
  <head>
    <meta charset=\"utf-8\">
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
    <title>{title}</title>
    <meta name=\"description\" content=\"{summary}\">
{preview}    <script src=\"{top}reload.js\"></script>
{alternates}    <link rel=\"icon\" href=\"{top}{{{{icon.svg}}}}\">
    <link rel=\"stylesheet\" href=\"{top}{{{{learn.css}}}}\">
    <link rel=\"stylesheet\" href=\"{top}{{{{learn-notes.css}}}}\">
    <link rel=\"stylesheet\" href=\"{top}{{{{away.css}}}}\">
    <link rel=\"preload\" href=\"{top}{{{{figure.css}}}}\" as=\"fetch\" crossorigin>
    <link rel=\"preload\" href=\"{top}{{{{figure_client_bg.wasm}}}}\" as=\"fetch\" \
     type=\"application/wasm\" crossorigin>
    <link rel=\"modulepreload\" href=\"{top}{{{{figure_client.js}}}}\">
    <script type=\"module\" src=\"{top}{{{{learn.js}}}}\"></script>
  </head>
  <body>
    <main>
      <nav class=\"languages\" aria-label=\"{choice}\">
{languages}      </nav>
      <h1>{title}</h1>
{lead}      <noscript><p class=\"still\">{still}</p></noscript>
{first}      <nav aria-label=\"{list}\">
        <ol>
{contents}        </ol>
        {score}
      </nav>
{others}{end_sections}      <section id=\"end\" aria-labelledby=\"end-title\">
        <h2 id=\"end-title\"><a href=\"{top}lab{in_it}\">{laboratory}</a></h2>
        {score}
{end}        <p><a href=\"{home}\">{game}</a></p>
        <p class=\"about\">{about}</p>
{changes}      </section>
      <p id=\"away\" role=\"status\" hidden>{away}</p>
    </main>
  </body>
</html>
"
    )
}

#[test]
fn the_page_says_what_its_figures_come_to() {
    for language in Language::ALL {
        let (path, page) = (path(language), page(language));
        if env::var_os("UPDATE_DOCUMENTS").is_some() {
            fs::write(&path, &page).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == page, "UPDATE_DOCUMENTS=1 rewrites {path}");
    }
}

#[test]
fn the_figures_of_a_page_have_names_of_their_own() {
    for language in Language::ALL {
        let page = page(language);
        let figures = page.split("<lagrange-figure ").skip(1);
        let labels = figures.map(|figure| figure.split(" label=\"").nth(1)?.split('"').next());
        let names: BTreeSet<&str> = labels.flatten().collect();
        assert_eq!(names.len(), Section::ALL.len(), "{names:?}");
    }
}

#[test]
fn every_text_of_the_article_is_made_of_pieces() {
    for language in Language::ALL {
        let article = language.article();
        let sections = Section::ALL.map(|section| language.section(section));
        let texts = sections.iter().flat_map(|words| words.always().chain(words.by_outcome()));
        let others = article.lead.iter().chain(article.end).copied();
        for text in texts.chain(others) {
            assert!(pieces(text).is_some(), "{text}");
        }
        for words in sections {
            assert!(!words.text.is_empty() && !words.title.is_empty(), "{}", words.title);
            // What came of the figure is in the texts that are chosen by it, and in no other.
            assert!(words.always().all(|text| !text.contains("{value")), "{}", words.title);
            assert!(!words.task.contains('{') && !words.solved.contains('{'), "{}", words.task);
        }
    }
}
