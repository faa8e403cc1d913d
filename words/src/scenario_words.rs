//! What is said of a scenario, in whichever language.

/// What is said of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScenarioWords {
    /// Its name: a few words.
    pub title: &'static str,
    /// Which publication it is from.
    pub source: &'static str,
    /// What to watch for: whole sentences.
    pub watch: &'static str,
    /// What must come of it as long as it plays by itself: whole sentences.
    pub label: &'static str,
}
