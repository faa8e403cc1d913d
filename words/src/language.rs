//! The languages, and how what is said asks for the folder of one.

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

    /// What stands between two sentences.
    pub(crate) const fn between_sentences(self) -> &'static str {
        match self {
            Self::English | Self::Korean => " ",
            Self::Japanese => "",
        }
    }

    /// The language with a tag; regions count for nothing: `en-GB` is English.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let language = tag.split('-').next()?;
        Self::ALL.into_iter().find(|known| known.tag().eq_ignore_ascii_case(language))
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
