//! Declares structs with one text per enum variant. Each language defines them as constants, so a
//! missing text does not compile.

/// Declares a struct with one field per variant, named after it. With a `pub enum` block, declares
/// the enum too.
macro_rules! texts {
    ($(#[$doc:meta])* $texts:ident: $text:ty, of $key:ident { $($variant:ident,)* }) => {
        $(#[$doc])*
        #[allow(non_snake_case, reason = "a field is called as its variant")]
        pub(crate) struct $texts {
            $(pub(crate) $variant: $text,)*
        }

        impl $texts {
            /// The text of a variant.
            pub(crate) const fn of(&self, key: $key) -> $text {
                match key {
                    $($key::$variant => self.$variant,)*
                }
            }
        }
    };
    ($(#[$doc:meta])* $texts:ident of $key:ident { $($variant:ident,)* }) => {
        texts! { $(#[$doc])* $texts: &'static str, of $key { $($variant,)* } }
    };
    (
        $(#[$doc:meta])* $texts:ident $(: $text:ty,)? of
        $(#[$enum_doc:meta])* pub enum $key:ident { $($(#[$variant_doc:meta])* $variant:ident,)* }
    ) => {
        $(#[$enum_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $key {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $key {
            /// Every variant.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant,)*];
        }

        texts! { $(#[$doc])* $texts $(: $text,)? of $key { $($variant,)* } }
    };
}
pub(crate) use texts;
