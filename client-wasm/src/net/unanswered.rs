//! Finds out why connection attempts fail. A browser hides the HTTP response to a WebSocket
//! request, so the page asks by a POST, which carries its origin as the WebSocket does, and repeats
//! the question now and then, since the reason can change.

/// The server is asked after this many attempts without a welcome, and again after twice as many.
const ATTEMPTS: u32 = 2;
/// Statuses that refuse this page a WebSocket: forbidden origin, too many requests, unavailable.
const REFUSALS: [u16; 3] = [403, 429, 503];
/// The status of a server that would accept a WebSocket.
const UPGRADE_REQUIRED: u16 = 426;
/// Attempts after which such a server has not just been started: no WebSocket gets through to it.
const ATTEMPTS_NONE_THROUGH: u32 = 2 * ATTEMPTS;
/// Maximum characters shown of a response.
const SHOWN_CHARS: usize = 400;

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
        let none_through = self.attempts >= ATTEMPTS_NONE_THROUGH;
        let is_refusal = REFUSALS.contains(&status) || (status == UPGRADE_REQUIRED && none_through);
        self.refusal = (is_refusal && !text.is_empty()).then_some(text);
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
    fn a_server_that_none_gets_through_to_is_said_at_the_second_question() {
        let mut unanswered = Unanswered::default();
        for (asked, refusal) in [(ATTEMPTS, None), (ATTEMPTS_NONE_THROUGH, Some("A proxy."))] {
            while unanswered.note_attempt() == NextStep::Retry {}
            unanswered.take_answer(UPGRADE_REQUIRED, "A proxy.");
            assert_eq!((unanswered.attempts, unanswered.refusal()), (asked, refusal));
        }
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
