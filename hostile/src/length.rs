//! How long parts take.

/// How long parts take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// For a look: fewer sockets, fewer times.
    Short,
    /// As published.
    Full,
}

impl Length {
    /// One of two numbers.
    pub(crate) fn of<T>(self, short: T, full: T) -> T {
        match self {
            Self::Short => short,
            Self::Full => full,
        }
    }
}
