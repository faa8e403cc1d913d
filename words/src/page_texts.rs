//! Declares the texts of a page's markup. Each has a key there, by which the page looks it up in
//! another language. `{0}`, `{1}` and so on are placeholders for an element's children, in order.

/// Declares a page's texts, each with its key: the struct that a language defines as a constant, a
/// type for one of them, and the method that looks it up.
macro_rules! page_texts {
    (
        $(#[$doc:meta])* $text_of:ident: $texts:ident of $page:ident in $($path:ident)::+ {
            $($field:ident $key:literal,)*
        }
    ) => {
        /// The texts of the page in a language.
        pub(crate) struct $page {
            $(pub(crate) $field: &'static str,)*
        }

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $texts {
            key: &'static str,
            of: fn(&$page) -> &'static str,
        }

        impl $texts {
            const ALL: &[Self] = &[$(Self { key: $key, of: |words| words.$field },)*];

            /// Every text.
            pub fn all() -> impl Iterator<Item = Self> {
                Self::ALL.iter().copied()
            }

            /// The key in the page.
            #[must_use]
            pub const fn key(self) -> &'static str {
                self.key
            }

            /// The text with a key.
            #[must_use]
            pub fn of_key(key: &str) -> Option<Self> {
                Self::all().find(|text| text.key == key)
            }
        }

        impl $crate::language::Language {
            $(#[$doc])*
            #[must_use]
            pub fn $text_of(self, text: $texts) -> &'static str {
                (text.of)($crate::language::in_language!(self, & $($path)::+))
            }
        }
    };
}
pub(crate) use page_texts;
