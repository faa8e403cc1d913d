//! How long the parts run.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// A short run: fewer sockets, fewer repetitions.
    Short,
    /// As published.
    Full,
}

impl Length {
    /// The number for this length.
    pub(crate) fn of<T>(self, short: T, full: T) -> T {
        match self {
            Self::Short => short,
            Self::Full => full,
        }
    }
}
