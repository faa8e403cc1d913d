//! The questions of the article as markup, and the links from its figures to the laboratory.

use std::fmt::Write;

use article::{figure::FigureSpec, section::Section};
use lab::{moment::Moment, run_playback::RunPlayback, survey::Survey};
use words::Language;

use crate::article::{escaped, top};

/// The question of a section: without scripts and on paper, the question and its answer.
pub(crate) fn guess(language: Language, section: Section) -> String {
    let question = section.question();
    let (words, asked) = (language.ask_words(), language.question(section));
    let (control, value) = (question.control, question.value);
    let [before, guess, show, answer, right, wrong] =
        [words.before, words.guess, words.show, words.answer, words.right, words.wrong]
            .map(escaped);
    let open = format!("data-control=\"{control}\" data-value=\"{value}\"");
    let mut markup = format!(
        "          <div class=\"guess\" {open}>\n            <p><b>{before}</b> {}</p>\n\
         \x20           <p class=\"options\" hidden>\n\
         \x20             <button type=\"button\" class=\"open\">{guess}</button>\n",
        escaped(asked.ask)
    );
    for (n, option) in asked.options.into_iter().enumerate() {
        let right = if n == question.right { " data-right" } else { "" };
        let _ = writeln!(
            markup,
            "              <button type=\"button\" class=\"option\"{right} hidden>{}</button>",
            escaped(option)
        );
    }
    let _ = writeln!(
        markup,
        "              <button type=\"button\" class=\"show\" hidden>{show}</button>\n\
         \x20           </p>\n\
         \x20           <p class=\"told\" role=\"status\"><b data-right=\"{right}\" \
         data-wrong=\"{wrong}\">{answer}</b> <span>{}</span></p>\n          </div>",
        escaped(asked.told)
    );
    markup
}

/// The link to a figure's moment in the laboratory. Where scripts run, it leads to what is shown.
pub(crate) fn laboratory_link(language: Language, figure: &FigureSpec) -> String {
    let mut playback = RunPlayback::new(figure.setup()).unwrap();
    let cue = Survey::whole(&playback).and_then(|survey| survey.cue());
    while cue.as_ref().is_some_and(|cue| playback.frame() < cue.frame) {
        playback.step().unwrap();
    }
    let moment = Moment::link_of(&playback).unwrap();
    let words = language.ask_words();
    let asked = Some(language).filter(|one| *one != Language::default());
    let query = asked.map(|one| format!("?lang={}", one.tag())).unwrap_or_default();
    let (top, text, long) = (top(language), escaped(words.laboratory), escaped(words.too_long));
    format!(
        "          <p><a class=\"to-lab\" data-too-long=\"{long}\" \
         href=\"{top}lab{query}#{}\">{text}</a></p>\n",
        moment.replace('&', "&amp;")
    )
}
