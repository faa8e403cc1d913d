//! What is said of a lesson, in whichever language.

/// What is said of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonWords {
    /// Its idea in a few words.
    pub title: &'static str,
    /// What there is to know: a few sentences that read well without play, each term explained
    /// where it comes first.
    pub text: &'static str,
    /// What to do with the match, and where.
    pub do_this: &'static str,
    /// What to see then.
    pub watch_that: &'static str,
}
