//! By what a player comes back to its seat: a secret that the server's shell makes for each seat it
//! gives, and that the page shows it when its connection was lost.
//!
//! It is a message of its own and no part of the welcome, for it is between the two shells: neither
//! room nor client, and so no recording, ever holds it.
//!
//! | from | byte 0 | then |
//! |---|---|---|
//! | client | `3` resume, before the hello | the protocol's version as `u16`, 16 bytes of token |
//! | server | `2` seat, before the welcome | one byte of [`Admission`], 16 bytes of token |

use alloc::{format, string::String, vec::Vec};
use core::{fmt, str::FromStr};

/// Of a client.
pub(super) const RESUME: u8 = 3;
/// Of a server.
pub(super) const SEAT: u8 = 2;

/// Bytes of a token: 128 bits that nobody guesses.
pub const TOKEN_BYTES: usize = 16;

/// What a seat is held by. It shows itself to nobody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResumeToken(pub [u8; TOKEN_BYTES]);

/// A text that is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token is {} digits to the base of sixteen", 2 * TOKEN_BYTES)]
pub struct TokenError;

/// How a player came to its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// By a hello alone.
    New,
    /// By its token: seat, score and name are as they were.
    Resumed,
    /// It had a token, and its seat is not there any more: this is another one.
    Instead,
}

/// What a player is told of its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatGrant {
    /// How it came to it.
    pub admission: Admission,
    /// By what it comes back to it.
    pub token: ResumeToken,
}

impl fmt::Debug for ResumeToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResumeToken")
    }
}

impl Admission {
    const ALL: [Self; 3] = [Self::New, Self::Resumed, Self::Instead];
}

impl ResumeToken {
    /// The token as a text, for the one place where a page keeps it.
    #[must_use]
    pub fn secret(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The token of such bytes, if they are one.
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
    /// The message.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = alloc::vec![SEAT, self.admission as u8];
        bytes.extend_from_slice(&self.token.0);
        bytes
    }

    /// Reads the body of that message, if it is one.
    pub(super) fn decode(body: &[u8]) -> Option<Self> {
        let (&number, token) = body.split_first()?;
        let admission = Admission::ALL.into_iter().find(|admission| *admission as u8 == number)?;
        Some(Self { admission, token: ResumeToken::of(token)? })
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
        let given = SeatGrant { admission: Admission::New, token: TOKEN };
        let said = alloc::format!("{given:?} {TOKEN:?}");
        assert!(!said.contains("115") && !said.contains("sixteen"), "{said}");
    }
}
