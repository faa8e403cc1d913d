//! The languages, and what can be said in each: a value goes in, its text comes out.

use alloc::string::String;

use article::{figure_outcome::is_at_muzzle, section::Section};
use lab::{
    lesson::Lesson,
    lesson_control::{LessonButton, LessonSlider},
    outcome::{Outcome, OutcomeStatus, OutcomeUnit},
    outcome_statement::OutcomeStatement,
    scenario::Scenario,
};
use shared::netcode::preset::Preset;

use crate::{
    article::{ArticleWords, SectionWords},
    column_letters::of_column,
    figure::FigureText,
    figures,
    lesson_words::LessonWords,
    scenario_words::ScenarioWords,
};

/// What stands under one path in the folder of every language, from the folder of the one that is
/// asked for: a function is called, a constant read. Where a language lacks it, this does not
/// compile.
macro_rules! in_language {
    ($language:expr, $($path:ident)::+ ( $($argument:expr),* )) => {
        match $language {
            $crate::language::Language::English => $crate::english::$($path)::+($($argument),*),
            $crate::language::Language::Japanese => $crate::japanese::$($path)::+($($argument),*),
            $crate::language::Language::Korean => $crate::korean::$($path)::+($($argument),*),
        }
    };
    ($language:expr, & $($path:ident)::+) => {
        match $language {
            $crate::language::Language::English => &$crate::english::$($path)::+,
            $crate::language::Language::Japanese => &$crate::japanese::$($path)::+,
            $crate::language::Language::Korean => &$crate::korean::$($path)::+,
        }
    };
}
pub(crate) use in_language;

/// A language that everything here can be said in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    Japanese,
    Korean,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::English, Self::Japanese, Self::Korean];

    /// Its tag, as a page's `lang` has it.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
            Self::Korean => "ko",
        }
    }

    /// What its readers call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Japanese => "日本語",
            Self::Korean => "한국어",
        }
    }

    /// Where the article in it is, from the top of the site.
    #[must_use]
    pub const fn article_path(self) -> &'static str {
        match self {
            Self::English => "learn",
            Self::Japanese => "learn/ja",
            Self::Korean => "learn/ko",
        }
    }

    /// The language with a tag; regions count for nothing: `en-GB` is English.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let language = tag.split('-').next()?;
        Self::ALL.into_iter().find(|known| known.tag().eq_ignore_ascii_case(language))
    }

    /// What stands behind a number that was measured, with the space before it where the language
    /// has one: ` u`, ` ms`.
    #[must_use]
    pub const fn unit(self, unit: OutcomeUnit) -> &'static str {
        in_language!(self, outcome::unit(unit))
    }

    /// What a button of a lesson does, as it says itself.
    #[must_use]
    pub const fn lesson_button(self, button: LessonButton) -> &'static str {
        in_language!(self, lesson_control::button(button))
    }

    /// What a slider of a lesson moves.
    #[must_use]
    pub fn lesson_slider(self, slider: LessonSlider) -> &'static str {
        in_language!(self, lesson_control::slider(slider))
    }

    /// What a part of a figure is called.
    #[must_use]
    pub const fn figure(self, text: FigureText) -> &'static str {
        in_language!(self, figure::text(text))
    }

    /// What a preset is called where somebody chooses among all.
    #[must_use]
    pub const fn preset(self, preset: Preset) -> &'static str {
        in_language!(self, figure::preset(preset))
    }

    /// What is said around the sections of the article.
    #[must_use]
    pub const fn article(self) -> &'static ArticleWords {
        in_language!(self, &article::ARTICLE)
    }

    /// What is said in a section of the article.
    #[must_use]
    pub const fn section(self, section: Section) -> &'static SectionWords {
        in_language!(self, article::section(section))
    }

    /// The number of a control, with its unit.
    #[must_use]
    pub fn control(self, slider: LessonSlider, value: u32) -> String {
        figures::control(slider, value)
    }

    /// A number that was measured, with its unit: lengths in tenths, all else whole.
    #[must_use]
    pub fn measured(self, value: f32, unit: OutcomeUnit) -> String {
        figures::measured(value, unit, self.unit(unit))
    }

    /// The number that stands at the place of which an outcome tells; none where nothing of what it
    /// measures came to be.
    #[must_use]
    pub fn flag(self, outcome: &Outcome) -> Option<String> {
        match outcome.statement {
            OutcomeStatement::NothingUndone { .. } => None,
            OutcomeStatement::BoltBegan { ahead_u } if is_at_muzzle(ahead_u) => None,
            _ => Some(self.measured(outcome.value, outcome.unit)),
        }
    }

    /// What a u is: said once wherever distances are shown.
    #[must_use]
    pub fn about_units(self) -> String {
        in_language!(self, units::about())
    }

    /// What is said of a lesson.
    #[must_use]
    pub const fn lesson(self, lesson: Lesson) -> &'static LessonWords {
        in_language!(self, lesson::words(lesson))
    }

    /// What must come of a scenario, marked as what is expected.
    #[must_use]
    pub fn expected(self, label: &str) -> String {
        in_language!(self, outcome::expected(label))
    }

    /// What came of a scenario, marked as what came out; where something was promised, with a sign
    /// that says whether it came as expected.
    #[must_use]
    pub fn came_out(self, said: &OutcomeStatement, promised: Option<OutcomeStatus>) -> String {
        in_language!(self, outcome::came_out(said, promised))
    }

    /// What came of a scenario by its end, on a line of its own, with the number that was measured.
    #[must_use]
    pub fn printed_outcome(self, outcome: Option<&Outcome>) -> String {
        in_language!(self, outcome::printed(outcome))
    }

    /// A run goes on past the end of its scenario, which is that frame.
    #[must_use]
    pub fn runs_past_end(self, frame: u32) -> String {
        in_language!(self, outcome::runs_past_end(frame))
    }

    /// What is said of a column, where there are two.
    #[must_use]
    pub fn of_column(self, column: usize, said: &str) -> String {
        of_column(column, said)
    }

    /// What came of a scenario, in whole sentences.
    #[must_use]
    pub fn outcome(self, said: &OutcomeStatement) -> String {
        in_language!(self, outcome::sentence(said))
    }

    /// What is said of a scenario.
    #[must_use]
    pub const fn scenario(self, scenario: Scenario) -> &'static ScenarioWords {
        in_language!(self, scenario::words(scenario))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_their_tags() {
        for language in Language::ALL {
            assert_eq!(Language::of_tag(language.tag()), Some(language));
        }
        let rows = [("EN", Some(Language::English)), ("en-GB", Some(Language::English))];
        for (tag, language) in rows.into_iter().chain([("", None), ("xx", None)]) {
            assert_eq!(Language::of_tag(tag), language, "{tag}");
        }
    }
}
