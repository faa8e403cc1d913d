//! Finds out why connection attempts fail. A browser hides the HTTP response to a WebSocket
//! request, so the page asks by plain HTTP, and repeats the question now and then, since the reason
//! can change.

/// The server is asked after this many attempts without a welcome, and again after twice as many.
const ATTEMPTS: u32 = 2;
/// Statuses that refuse this page a WebSocket: forbidden origin, too many requests, unavailable.
const REFUSALS: [u16; 3] = [403, 429, 503];
/// Maximum characters shown of a response.
const SHOWN_CHARS: usize = 300;

/// Attempts since the last welcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unanswered {
    attempts: u32,
    refusal: Option<String>,
}

/// What to do after a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    Retry,
    /// Try again, and ask the server for the reason.
    Ask,
}

impl Unanswered {
    pub fn note_attempt(&mut self) -> NextStep {
        self.attempts = self.attempts.saturating_add(1);
        let is_due = self.attempts >= ATTEMPTS && self.attempts.is_power_of_two();
        if is_due { NextStep::Ask } else { NextStep::Retry }
    }

    /// Handles the server's response, with its HTTP status.
    pub fn take_answer(&mut self, status: u16, text: &str) {
        let text: String = text.trim().chars().take(SHOWN_CHARS).collect();
        self.refusal = (REFUSALS.contains(&status) && !text.is_empty()).then_some(text);
    }

    /// The server's reason, if it refuses.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_back_off_until_the_next_welcome() {
        let mut unanswered = Unanswered::default();
        let asked = (1..=40).filter(|_| unanswered.note_attempt() == NextStep::Ask);
        assert_eq!(asked.collect::<Vec<u32>>(), [2, 4, 8, 16, 32]);
    }

    #[test]
    fn a_refusal_is_forgotten_when_the_server_stops_responding() {
        let mut unanswered = Unanswered::default();
        unanswered.take_answer(503, "Too many.");
        assert_eq!(unanswered.refusal(), Some("Too many."));
        // Now there is no response at all.
        unanswered.take_answer(0, "");
        assert_eq!(unanswered.refusal(), None);
    }

    #[test]
    fn only_a_refusal_is_shown() {
        for (status, text, refusal) in [
            (503, "Too many.\n", Some("Too many.")),
            (403, "Not this page.", Some("Not this page.")),
            (429, "Too often.", Some("Too often.")),
            (503, " ", None),
            (400, "Connection header did not include 'upgrade'", None),
            (0, "", None),
        ] {
            let mut unanswered = Unanswered::default();
            unanswered.take_answer(status, text);
            assert_eq!(unanswered.refusal(), refusal, "{status}");
        }
    }
}
