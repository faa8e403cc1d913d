//! What every language has in common with English, text by text: its numbers, its places for
//! elements and figures, and nothing that is still English.

use article::section::Section;
use lab::{
    cheaters_desk::Counter, lesson::Lesson, lie::Lie, network::Network, run_playback::RunPlayback,
    scenario::Scenario,
};
use shared::{
    client::netgraph::STACK,
    netcode::{laboratory_preset::LaboratoryPreset, preset::Preset, setting::Setting},
    wire::{codec::CodecId, conditions::Condition},
};
use words::{
    CarrierText, FigureText, GraphMark, GraphRow, LabPageText, Language, article::ArticleWords,
    game::GamePageText,
};

use crate::sentences::check_sentences;

/// Texts that are the same in every language: names.
const NAMES: [&str; 7] =
    ["Wolfenstein: ET 2.60", "QuakeWorld", "Source", "Lagrange", "fps", "ping", "ping {0}"];

/// Every text that is one by itself, always in the same order.
fn texts(language: Language) -> Vec<&'static str> {
    let ArticleWords { title, summary, lead, task, solved, solved_before, end, .. } =
        *language.article();
    let ArticleWords { laboratory, game, still, languages, contents, .. } = *language.article();
    let mut all = vec![
        title,
        summary,
        task,
        solved,
        solved_before,
        laboratory,
        game,
        still,
        languages,
        contents,
    ];
    all.extend(lead.iter().chain(end));
    for section in Section::ALL {
        let words = language.section(section);
        all.extend([words.title, words.task, words.solved]);
        all.extend(words.always().chain(words.by_outcome()));
    }
    all.extend(LabPageText::all().map(|text| language.lab_page(text)));
    all.extend(GamePageText::all().map(|text| language.game_page(text)));
    for lesson in Lesson::ALL {
        let words = language.lesson(lesson);
        all.extend([words.title, words.text, words.do_this, words.watch_that]);
    }
    for scenario in Scenario::ALL {
        let words = language.scenario(scenario);
        all.extend([words.title, words.source, words.watch, words.label]);
    }
    for lie in Lie::ALL {
        let words = language.lie(lie);
        all.extend([words.title, words.tries, words.against]);
        all.extend(words.number);
    }
    all.extend(Preset::ALL.map(|preset| language.preset(preset)));
    all.extend(FigureText::ALL.map(|text| language.figure(text)));
    all.extend(Counter::ALL.map(|counter| language.counter(counter)));
    all.extend(CodecId::ALL.map(|codec| language.codec(codec)));
    all.extend(Network::ALL.map(|network| language.network(network)));
    all.extend(texts_of_panels(language));
    all
}

/// Those of the panels that the laboratory shares with the game.
fn texts_of_panels(language: Language) -> Vec<&'static str> {
    let mut all: Vec<&str> = Vec::new();
    for preset in Preset::ALL {
        all.extend([language.preset_title(preset), language.preset_watch(preset)]);
    }
    for preset in LaboratoryPreset::ALL {
        all.extend([language.laboratory_preset(preset), language.laboratory_preset_watch(preset)]);
    }
    for setting in Setting::ALL.iter().copied() {
        all.extend([language.setting(setting), language.setting_hint(setting)]);
    }
    all.extend(Condition::ALL.map(|condition| language.condition(condition)));
    all.extend(CarrierText::ALL.map(|text| language.carrier(text)));
    all.push(language.no_bound());
    let marks = GraphMark::ALL.map(|mark| language.graph_mark(mark));
    let categories = STACK.map(|category| language.graph_category(category));
    let rows = GraphRow::ALL.map(|row| language.graph_row(row));
    let terms = marks.into_iter().chain(categories).chain(rows).chain([language.graph_bars()]);
    all.extend(terms.flat_map(|term| [term.label, term.hint]));
    all
}

/// The numbers in a text, as they are written, sorted.
fn numbers(text: &str) -> Vec<&str> {
    let mut numbers: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',')
        .map(|number| number.trim_matches(['.', ',']))
        .filter(|number| !number.is_empty())
        .collect();
    numbers.sort_unstable();
    numbers
}

/// What stands in braces, without the words in it, sorted.
fn places(text: &str) -> Vec<&str> {
    let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let mut places: Vec<&str> =
        inside.map(|(inside, _)| inside.split('|').next().unwrap_or_default()).collect();
    places.sort_unstable();
    places
}

/// Whether a reader who knows no English would find something to read.
fn is_in_script(language: Language, text: &str) -> bool {
    text.chars().any(|c| match language {
        Language::English => c.is_ascii_alphabetic(),
        Language::Japanese => ('ぁ'..='ヿ').contains(&c) || ('一'..='鿿').contains(&c),
        Language::Korean => ('가'..='힣').contains(&c),
    })
}

/// Whether a text has words, and not only keys, names and numbers.
fn has_words(english: &str) -> bool {
    let words = english.split(|c: char| !c.is_ascii_lowercase());
    !NAMES.contains(&english) && words.into_iter().any(|word| word.len() > 2)
}

/// Particles that change with the sound before them.
const PARTICLES: [&str; 10] = ["은", "는", "이", "가", "을", "를", "와", "과", "로", "으로"];

/// Names that the tests give to players.
const PLAYERS: [&str; 3] = ["Ann", "Bob", "Eve"];

/// The particle in only one of its two forms behind a number or a name, whose reading differs.
fn bare_particle(text: &str) -> Option<&str> {
    let is_hangul = |c: char| ('가'..='힣').contains(&c);
    let ends = text.char_indices().filter(|(_, c)| is_hangul(*c)).map(|(at, _)| text.split_at(at));
    let mut after = ends.filter(|(before, _)| {
        before.ends_with(|c: char| c.is_ascii_digit())
            || PLAYERS.iter().any(|name| before.ends_with(name))
    });
    after.find_map(|(_, rest)| {
        let len = rest.find(|c: char| !is_hangul(c)).unwrap_or(rest.len());
        let (particle, rest) = rest.split_at(len);
        (PARTICLES.contains(&particle) && !rest.starts_with('(')).then_some(particle)
    })
}

/// Asserts that a sentence is one in a language, with the numbers of the English one.
pub(crate) fn check_translated(language: Language, english: &str, text: &str) {
    assert!(is_in_script(language, text), "{text}");
    let numbers_of = numbers(text);
    let lacks = numbers(english).into_iter().find(|number| !numbers_of.contains(number));
    assert_eq!(lacks, None, "{english}\n{text}");
    let bare = bare_particle(text).filter(|_| language == Language::Korean);
    assert_eq!(bare, None, "{text}");
}

#[test]
fn every_text_is_translated_with_its_numbers_and_places() {
    let english = texts(Language::English);
    for language in Language::ALL {
        let translated = texts(language);
        assert_eq!(translated.len(), english.len());
        let mut breaches = Vec::new();
        for (english, text) in english.iter().zip(translated) {
            let numbers_of = numbers(text);
            if numbers(english).iter().any(|number| !numbers_of.contains(number)) {
                breaches.push(format!("not the numbers of {english}\n  {text}"));
            }
            if places(english) != places(text) {
                breaches.push(format!("not the places of {english}\n  {text}"));
            }
            if has_words(english) && !is_in_script(language, text) {
                breaches.push(format!("not translated: {text}"));
            }
            if text.contains("  ") || text.trim() != text {
                breaches.push(format!("gaps: {text:?}"));
            }
        }
        assert!(breaches.is_empty(), "{language:?}: {}\n{}", breaches.len(), breaches.join("\n"));
    }
}

#[test]
fn every_outcome_has_its_numbers_in_every_language() {
    for scenario in Scenario::ALL {
        let mut playback = RunPlayback::new(scenario.setup()).unwrap();
        for _ in 0..scenario.setup().loop_frames {
            playback.step().unwrap();
        }
        let Some(outcome) = playback.state().outcome() else { continue };
        let english = Language::English.outcome(&outcome.statement);
        for language in Language::ALL {
            let text = language.outcome(&outcome.statement);
            check_sentences(scenario.key(), &text);
            check_translated(language, &english, &text);
        }
    }
}

#[test]
fn korean_particles_are_double_where_a_reading_is_not_known() {
    let rows = [("Ann는", true), ("64로 ", true), ("Ann은(는)", false), ("64개가", false)];
    for (text, bare) in rows {
        assert_eq!(bare_particle(text).is_some(), bare, "{text}");
    }
}
