//! Seat tokens: a secret that the server's shell creates for each seat it grants, and that a page
//! presents to resume the seat after it lost its connection.
//!
//! Tokens travel in messages of their own rather than in the welcome. They concern only the two
//! shells, so neither room nor client, and therefore no recording, contains one.
//!
//! | from | byte 0 | then |
//! |---|---|---|
//! | client | `3` resume, before the hello | the protocol's version as `u16`, 16 bytes of token |
//! | server | `2` seat, before the welcome | an [`Admission`], 16 bytes of token, a node if any |
//!
//! A [node](super::route::NodeName) is the name of a server among several.

use alloc::{format, string::String, vec::Vec};
use core::{fmt, str::FromStr};

use super::route::NodeName;

/// Message kind, from a client.
pub(super) const RESUME: u8 = 3;
/// Message kind, from a server.
pub(super) const SEAT: u8 = 2;

/// Bytes of a token: 128 bits, infeasible to guess.
pub const TOKEN_BYTES: usize = 16;

/// The secret that holds a seat. Its `Debug` output does not reveal it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResumeToken(pub [u8; TOKEN_BYTES]);

/// A text that is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {} hexadecimal digits", 2 * TOKEN_BYTES)]
pub struct TokenError;

/// How a player got its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// By a hello alone.
    New,
    /// By its token: seat, score and name are unchanged.
    Resumed,
    /// It had a token, but its seat is gone: this is a different one.
    Instead,
    /// Its seat ended with its room or server, and its score is kept: this is another seat, with
    /// that score.
    ScoreKept,
}

/// The server's grant of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatGrant {
    pub admission: Admission,
    /// For resuming the seat.
    pub token: ResumeToken,
    /// The server's name among several.
    pub node: Option<NodeName>,
}

impl fmt::Debug for ResumeToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResumeToken")
    }
}

impl Admission {
    /// Every admission, at its number on the wire.
    pub const ALL: [Self; 4] = [Self::New, Self::Resumed, Self::Instead, Self::ScoreKept];
}

impl ResumeToken {
    /// The token as text, for the one place where a page stores it.
    #[must_use]
    pub fn secret(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Parses a token from bytes.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl FromStr for ResumeToken {
    type Err = TokenError;

    fn from_str(text: &str) -> Result<Self, TokenError> {
        let digits: Option<Vec<u8>> =
            text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
        let digits = digits.filter(|digits| digits.len() == 2 * TOKEN_BYTES).ok_or(TokenError)?;
        let mut bytes = [0; TOKEN_BYTES];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            *byte = pair.iter().fold(0, |sum, digit| sum << 4 | digit);
        }
        Ok(Self(bytes))
    }
}

impl SeatGrant {
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = alloc::vec![SEAT, self.admission as u8];
        bytes.extend_from_slice(&self.token.0);
        let node = self.node.as_ref().map_or("", NodeName::as_str);
        bytes.extend_from_slice(node.as_bytes());
        bytes
    }

    /// Decodes the body of the message.
    pub(super) fn decode(body: &[u8]) -> Option<Self> {
        let (&number, rest) = body.split_first()?;
        let admission = Admission::ALL.into_iter().find(|admission| *admission as u8 == number)?;
        let (token, node) = rest.split_at_checked(TOKEN_BYTES)?;
        let node = str::from_utf8(node).ok()?;
        let node = if node.is_empty() { None } else { Some(node.parse().ok()?) };
        Some(Self { admission, token: ResumeToken::of(token)?, node })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: ResumeToken = ResumeToken(*b"sixteen bytes of");

    #[test]
    fn a_token_is_kept_as_text() {
        assert_eq!(TOKEN.secret().parse(), Ok(TOKEN));
        let none = ["", "00", "zz", &"g".repeat(32), &"0".repeat(33), &"é".repeat(16)];
        for text in none {
            assert_eq!(text.parse::<ResumeToken>(), Err(TokenError), "{text}");
        }
    }

    #[test]
    fn a_token_does_not_show_itself() {
        let given = SeatGrant { admission: Admission::New, token: TOKEN, node: None };
        let printed = alloc::format!("{given:?} {TOKEN:?}");
        assert!(!printed.contains("115") && !printed.contains("sixteen"), "{printed}");
    }
}
