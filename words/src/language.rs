//! The languages, and the macro that picks a text from a language's module.

/// Resolves a path in the given language's module: calls a function or borrows a constant. Does
/// not compile if any language lacks the path.
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

/// A language with a full set of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    Japanese,
    Korean,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::English, Self::Japanese, Self::Korean];

    /// The tag, for a page's `lang` attribute.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
            Self::Korean => "ko",
        }
    }

    /// The language's name in itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Japanese => "日本語",
            Self::Korean => "한국어",
        }
    }

    /// Path of its article, relative to the site's root.
    #[must_use]
    pub const fn article_path(self) -> &'static str {
        match self {
            Self::English => "learn",
            Self::Japanese => "learn/ja",
            Self::Korean => "learn/ko",
        }
    }

    /// The separator between two sentences.
    pub(crate) const fn between_sentences(self) -> &'static str {
        match self {
            Self::English | Self::Korean => " ",
            Self::Japanese => "",
        }
    }

    /// The language of a tag, whatever its case and region: `en-GB` is English.
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
