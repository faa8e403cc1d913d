//! The age of the picture that the player aims by, against the rewind limit of the hit rule.
//! Derived from the player's client a few times a second.

use shared::{
    base::time::Micros, client::Client, judge::rule_table::ViewLimit, schemes::clamp::Clamp,
    sim::event::Weapon,
};
use words::{Language, PictureAgeStatement};

/// Marks a value that is worse than the player wished, so that colour is never the only signal.
pub const WARNING: &str = "⚠ ";

/// The age of a picture, and the maximum age up to which shots are judged by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureAge {
    age: Micros,
    limit: ViewLimit,
}

impl PictureAge {
    /// From a client, if its room's hit rule rewinds up to a bound.
    #[must_use]
    pub fn of(client: &Client) -> Option<Self> {
        let rules = client.rules()?;
        let limit = rules.hit_rule.limit(
            Weapon::Beam,
            &rules,
            client.netcode().effective_interpolation_delay(),
        )?;
        Some(Self { age: client.picture_age()?, limit })
    }

    /// Whether shots are judged later than what the shooter saw, compared in the whole ms shown.
    #[must_use]
    pub fn is_beyond(&self) -> bool {
        self.said().is_beyond()
    }

    /// The rewind that a shot needs now: `181 ms · limit 400 ms`, with a sign and a word where the
    /// limit is exceeded, since the server does not rewind that far.
    #[must_use]
    pub fn figures(&self, language: Language) -> String {
        let sign = if self.is_beyond() { WARNING } else { "" };
        [sign, &language.rewind_needed(self.said())].concat()
    }

    /// The figures and their meaning.
    #[must_use]
    pub fn said(&self) -> PictureAgeStatement {
        PictureAgeStatement {
            age_ms: ms(self.age),
            limit_ms: ms(self.limit.back),
            is_ping_cap: self.limit.clamp == Clamp::PingCap,
        }
    }
}

fn ms(span: Micros) -> i64 {
    (span + Micros(500)).as_ms()
}

#[cfg(test)]
mod tests {
    use words::NetcodeNote;

    use super::*;

    fn said(picture: PictureAge) -> String {
        Language::English.netcode_note(NetcodeNote::Picture(picture.said()))
    }

    #[test]
    fn a_picture_beyond_the_bound_is_warned_of_with_a_sign() {
        let within = |back, clamp| ViewLimit { back: Micros::from_ms(back), clamp };
        let bound = within(400, Clamp::Bound);
        let picture = |ms| PictureAge { age: Micros::from_ms(ms), limit: bound };
        assert_eq!(said(picture(181)), "what you see is 181 ms old · limit 400 ms");
        assert!(!picture(400).is_beyond() && picture(401).is_beyond());
        assert_eq!(picture(400).figures(Language::English), "400 ms · limit 400 ms");
        assert_eq!(picture(474).figures(Language::English), "⚠ 474 ms needed · limit 400 ms");
        assert_eq!(
            said(picture(474)),
            "what you see is 474 ms old · limit 400 ms: your shots are judged at a later moment \
             than you see"
        );
        let beyond_cap = PictureAge { limit: within(250, Clamp::PingCap), ..picture(251) };
        assert_eq!(beyond_cap.figures(Language::English), "⚠ 251 ms needed · ping cap 250 ms");
        let capped = PictureAge { limit: within(250, Clamp::PingCap), ..picture(181) };
        assert_eq!(said(capped), "what you see is 181 ms old · ping cap 250 ms");
    }
}
