//! Builds the close frame that ends a connection, from a reason and, for a rejected message, its
//! parse error.
use axum::extract::ws::CloseFrame;
use shared::wire::close_reason::CloseReason;
use shared::wire::message::MessageError;
use shared::wire::route::Route;

use crate::limits::CLOSE_TEXT_BYTES_MAX;

/// Why a connection is closed: the close code and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Closing {
    pub(crate) reason: CloseReason,
    text: String,
}

impl Closing {
    /// With a text of its own; a close frame holds up to 123 bytes of it.
    pub(crate) fn new(reason: CloseReason, text: impl Into<String>) -> Self {
        let mut text = text.into();
        text.truncate(text.floor_char_boundary(CLOSE_TEXT_BYTES_MAX));
        Self { reason, text }
    }

    /// For a message that could not be parsed.
    pub(crate) fn unreadable(error: MessageError) -> Self {
        let reason = match error {
            MessageError::Version { .. } => CloseReason::Version,
            MessageError::TooLong { .. } => CloseReason::TooLong,
            _ => CloseReason::Malformed,
        };
        Self::new(reason, error.to_string())
    }

    /// The order to come back by another route.
    pub(crate) fn moved(to: &Route) -> Self {
        Self::new(CloseReason::Moved, to.to_string())
    }

    /// Whether no seat, or no room for one, was free.
    pub(crate) fn is_full(&self) -> bool {
        self.reason == CloseReason::RoomFull
    }

    pub(crate) fn frame(&self) -> CloseFrame {
        CloseFrame { code: self.reason.code(), reason: self.text.as_str().into() }
    }
}

impl From<CloseReason> for Closing {
    fn from(reason: CloseReason) -> Self {
        Self::new(reason, reason.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_text_is_cut_at_a_character_boundary() {
        let closing = Closing::new(CloseReason::Malformed, "é".repeat(100));
        assert_eq!(closing.frame().reason.as_str(), "é".repeat(61));
        for reason in CloseReason::ALL {
            assert_eq!(Closing::from(reason).frame().reason.as_str(), reason.text());
        }
    }

    #[test]
    fn unreadable_message_is_named_in_the_close_text() {
        let error = MessageError::UnknownKind { kind: 9 };
        let closing = Closing::unreadable(error);
        assert_eq!(closing.reason, CloseReason::Malformed);
        assert_eq!(closing.frame().reason.as_str(), error.to_string());
        let error = MessageError::Version { theirs: 2, ours: 1 };
        assert_eq!(Closing::unreadable(error).reason, CloseReason::Version);
    }
}
