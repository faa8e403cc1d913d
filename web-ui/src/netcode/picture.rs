//! How old the picture is that shots are aimed by, beside the bound of the rule that looks back:
//! the player's client goes in, figures come out, a few times a second.

use shared::{
    base::time::Micros, client::Client, judge::rule_table::ViewLimit, schemes::clamp::Clamp,
    sim::event::Weapon,
};

use crate::text::figures::whole;

/// A sign for what is not as the player would have it: never colour alone.
pub const WARNING: &str = "⚠ ";

/// How old a picture is, and how old it may be for what was seen to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureAge {
    age: Micros,
    limit: ViewLimit,
}

impl PictureAge {
    /// That of a client, where the room's hit rule looks back as far as a bound.
    #[must_use]
    pub fn of(client: &Client) -> Option<Self> {
        let rules = client.rules()?;
        let limit = rules.hit_rule.limit(Weapon::Beam, &rules, client.netcode().lerp())?;
        Some(Self { age: client.picture_age()?, limit })
    }

    /// Whether shots are judged later than what their shooter saw.
    #[must_use]
    pub fn is_beyond(&self) -> bool {
        self.age > self.limit.back
    }

    /// The figures: `181 ms · bound 400 ms`, with a sign where the bound is passed.
    #[must_use]
    pub fn figures(&self) -> String {
        [self.sign(), &self.plain()].concat()
    }

    /// The figures in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let meaning =
            if self.is_beyond() { ": your shots are judged later than what you see" } else { "" };
        [self.sign(), "your picture ", &self.plain(), meaning].concat()
    }

    fn sign(&self) -> &'static str {
        if self.is_beyond() { WARNING } else { "" }
    }

    fn plain(&self) -> String {
        let ms = |span: Micros| whole((span + Micros(500)).as_ms());
        let kind = if self.limit.clamp == Clamp::PingCap { "ping cap" } else { "bound" };
        [&ms(self.age), " ms · ", kind, " ", &ms(self.limit.back), " ms"].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_beyond_the_bound_is_warned_of_with_a_sign() {
        let within = |back, clamp| ViewLimit { back: Micros::from_ms(back), clamp };
        let bound = within(400, Clamp::Bound);
        let picture = |ms| PictureAge { age: Micros::from_ms(ms), limit: bound };
        assert_eq!(picture(181).sentence(), "your picture 181 ms · bound 400 ms");
        assert!(!picture(400).is_beyond() && picture(401).is_beyond());
        assert_eq!(
            picture(474).sentence(),
            "⚠ your picture 474 ms · bound 400 ms: your shots are judged later than what you see"
        );
        let capped = PictureAge { limit: within(250, Clamp::PingCap), ..picture(181) };
        assert_eq!(capped.sentence(), "your picture 181 ms · ping cap 250 ms");
    }
}
