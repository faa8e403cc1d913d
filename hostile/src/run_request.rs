//! What whoever starts the program wishes for.

/// How long parts take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// For a look: fewer sockets, fewer times.
    Short,
    /// As published.
    Full,
}

/// What is wished for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunRequest {
    pub(crate) length: Length,
    /// How often players come and go, where that is what is tried; else by the length.
    pub(crate) joins: Option<u64>,
}

impl RunRequest {
    /// One of two numbers, by the length.
    pub(crate) fn of<T>(self, short: T, full: T) -> T {
        match self.length {
            Length::Short => short,
            Length::Full => full,
        }
    }
}
