//! Why a page does not get into the game: attempts that came to nothing go in, what the server says
//! to that comes out. A browser does not tell a page what was answered to a WebSocket, so the page
//! asks in plain HTTP, now and then: what the server said may not be so any more.

/// After so many attempts without a welcome the server is asked, and again after twice as many.
const ATTEMPTS: u32 = 2;
/// Answers that say why there is no WebSocket for this page: not this one, and not now.
const REFUSALS: [u16; 3] = [403, 429, 503];
/// What is shown of an answer, in characters.
const SHOWN_CHARS: usize = 300;

/// Attempts since the last welcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unanswered {
    attempts: u32,
    told: Option<String>,
}

/// What to do about an attempt that came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Try again.
    Retry,
    /// Ask the server why, too.
    Ask,
}

impl Unanswered {
    /// One more came to nothing.
    pub fn note_attempt(&mut self) -> NextStep {
        self.attempts = self.attempts.saturating_add(1);
        let is_due = self.attempts >= ATTEMPTS && self.attempts.is_power_of_two();
        if is_due { NextStep::Ask } else { NextStep::Retry }
    }

    /// The server answered, with a status of HTTP.
    pub fn take_answer(&mut self, status: u16, text: &str) {
        let text: String = text.trim().chars().take(SHOWN_CHARS).collect();
        self.told = (REFUSALS.contains(&status) && !text.is_empty()).then_some(text);
    }

    /// What it said, if it refuses.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        self.told.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_is_asked_ever_more_seldom_until_the_next_welcome() {
        let mut unanswered = Unanswered::default();
        let asked = (1..=40).filter(|_| unanswered.note_attempt() == NextStep::Ask);
        assert_eq!(asked.collect::<Vec<u32>>(), [2, 4, 8, 16, 32]);
    }

    #[test]
    fn what_a_server_said_is_forgotten_when_it_says_it_no_more() {
        let mut unanswered = Unanswered::default();
        unanswered.take_answer(503, "Too many.");
        assert_eq!(unanswered.refusal(), Some("Too many."));
        // Now nothing answers at all.
        unanswered.take_answer(0, "");
        assert_eq!(unanswered.refusal(), None);
    }

    #[test]
    fn only_a_refusal_is_shown() {
        for (status, text, told) in [
            (503, "Too many.\n", Some("Too many.")),
            (403, "Not this page.", Some("Not this page.")),
            (429, "Too often.", Some("Too often.")),
            (503, " ", None),
            (400, "Connection header did not include 'upgrade'", None),
            (0, "", None),
        ] {
            let mut unanswered = Unanswered::default();
            unanswered.take_answer(status, text);
            assert_eq!(unanswered.refusal(), told, "{status}");
        }
    }
}
